/**
 * A recipe combines a judge and a strategy under a name, as data: kinds of judges and strategies with their settings.
 * The built-in ones are in the files of this room, a user's own in a YAML file.
 */
import type { MergeRule } from '../frontier/frontier.ts';

export interface Recipe {
  name: string;
  /** One line for the list. */
  summary: string;
  /** How it works, a few sentences. */
  description: string;
  /** Author, year, place: where it comes from. */
  origin: string;
  judge: Spec;
  strategy: Spec;
  /** Paths of the modules that define its kinds, if they are not built in. */
  use?: string[];
  /** Frontier settings, if they differ from the crawl's defaults. */
  frontier?: { merge?: MergeRule; batch?: number };
}

/** A kind of judge or strategy by name, with settings; omitted ones have their defaults. */
export type Spec = { kind: string } & Record<string, unknown>;
