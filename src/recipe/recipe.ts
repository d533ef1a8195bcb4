/**
 * A recipe puts a judge and a strategy together under a name, as data: kinds of judges and strategies with their
 * settings. Ours are written like this in the files of this room, a user's own stand in a YAML file.
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
  /** Paths of the modules that define its kinds, where they are not ours. */
  use?: string[];
  /** How links wait, where that differs from the crawl's own settings. */
  frontier?: { merge?: MergeRule; batch?: number };
}

/** A kind of judge or strategy by name, with settings; what is left out has its default. */
export type Spec = { kind: string } & Record<string, unknown>;
