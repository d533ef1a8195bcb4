/** What a judge or a strategy learns from, gathered before a crawl starts. */
import type { Page } from '../page/page.ts';
import type { Topic } from '../topic/topic.ts';

export interface Lesson {
  topic: Topic;
  /** The topic's example pages: fetched through the crawl's web, or read from files. Relevant ones first. */
  examples: readonly ExamplePage[];
  /** Reads further pages like examples; unreadable ones are reported and missing. */
  read?(sources: readonly string[]): Promise<{ source: string; page: Page }[]>;
  /** The topic's browsing log, if there is one. */
  log?: BrowsingLog | undefined;
  /** Inbound links of a page from a frozen web, an earlier crawl or a list file, as named in the recipe's settings. */
  openGraph(source: string): Promise<LinkGraph>;
  /** The web of this crawl as a source for `openGraph`; undefined on the live Web. */
  frozenWeb?: string | undefined;
  /** The judge is only tried on examples held out: what does not decide whether a page is relevant can be left out. */
  isTrial?: boolean;
  /** Seed of all random numbers. */
  seed: number;
  /** Shown at the start of the crawl and stored with it. */
  warn(message: string): void;
  /** How well something learnt does on unseen data; stored with the model. */
  quality(of: string, measured: Record<string, number>): void;
}

export interface ExamplePage {
  /** URL or file. */
  source: string;
  page: Page;
  relevant: boolean;
}

/** Pages in the order in which a person visited them. */
export interface BrowsingLog {
  visits: readonly LoggedVisit[];
}

export interface LoggedVisit {
  page: Page;
  /** Absent if the person did not say. */
  relevant?: boolean | undefined;
  /** Index in the log of the page from which this one was reached; absent for a first page. */
  from?: number | undefined;
}

export interface LinkGraph {
  /** Pages that link to this URL, with the anchor texts. */
  linksTo(url: string): Iterable<{ url: string; anchor: string }>;
  /** The page at a URL, parsed; undefined if there is none. */
  page(url: string): Promise<Page | undefined>;
  close(): void;
}
