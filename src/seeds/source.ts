/**
 * The contract of a source of seeds: a directory, a search engine, a crawl, an index. It yields entries, best first; who
 * asks it merges, judges and ranks them. A source that fails throws: it is named and left out, the others go on.
 */
import type { z } from 'zod';
import type { Topic } from '../topic/topic.ts';

// Sources with different settings are in one list; each checks its own.
// biome-ignore lint/suspicious/noExplicitAny: each is only ever called with settings of its own
export interface SeedSource<Settings = any> {
  name: string;
  summary: string;
  settings: z.ZodObject & z.ZodType<Settings>;
  /** What it requests over HTTP, if it does; nothing else is allowed to lead into private networks. */
  asks?(settings: Settings): Requests;
  /** Called once. */
  open(given: SourceGiven<Settings>): SeedFinder | Promise<SeedFinder>;
}

export interface Requests {
  /** URLs of its servers, as the user named them. */
  servers: readonly string[];
  headers?: Record<string, string>;
  /** Pause between two requests; default 1000. */
  delayMs?: number;
  /** A request that takes longer fails, and the source with it; default 15,000. */
  timeoutMs?: number;
  /** Requests in all; default 100. */
  maxRequests?: number;
}

export interface SourceGiven<Settings> {
  topic: Topic;
  settings: Settings;
  /** How much a short text is like the topic, 0..1. */
  likeness(text: string): number;
  /** The body of an answer, as text; politely, within the limits of `asks`. */
  ask(url: string): Promise<string>;
  /** Shows a message to the user. */
  tell(message: string): void;
}

/** An opened source. It has at least one of `search` and `list`. */
export interface SeedFinder {
  /** Results for a query. */
  search?(query: string, limit: number): Entries;
  /** What it has for the topic without a query. */
  list?(): Entries;
  /** Pages about anything else, for labelling. */
  others?(limit: number): Entries;
  close?(): void | Promise<void>;
}

export type Entries = Iterable<FoundSeed> | AsyncIterable<FoundSeed>;

export interface FoundSeed {
  url: string;
  title?: string | undefined;
  /** A few words about it: a snippet, a description. */
  snippet?: string | undefined;
  /** What the source lists it under, such as a category; default: the query. */
  list?: string | undefined;
  /** How many pages or sites are known to link to it. */
  inLinks?: number | undefined;
  /** Where it links to, if the source knows. */
  links?: readonly string[] | undefined;
}
