/** What a judge or a strategy learns from, gathered before a crawl begins. */
import type { Page } from '../page/page.ts';
import type { Topic } from '../topic/topic.ts';

export interface Lesson {
  topic: Topic;
  /** The topic's example pages: fetched through the crawl's web, or read from files. Relevant ones first. */
  examples: readonly ExamplePage[];
  /** Reads further pages as examples are read; one that cannot be read is told and missing. */
  read?(sources: readonly string[]): Promise<{ source: string; page: Page }[]>;
  /** The browsing log of the topic, where there is one. */
  log?: BrowsingLog | undefined;
  /** Who links to a page, by a frozen web, an earlier crawl or a list file, as the recipe's settings name it. */
  openGraph(source: string): Promise<LinkGraph>;
  /** The web of this crawl as a source for `openGraph`; undefined on the live Web. */
  frozenWeb?: string | undefined;
  /** For whatever is drawn by chance. */
  seed: number;
  /** Told at the start of the crawl and kept with it. */
  warn(message: string): void;
  /** How well something that was learnt does on what it has not seen; kept with the model. */
  quality(of: string, measured: Record<string, number>): void;
}

export interface ExamplePage {
  /** Address or file. */
  source: string;
  page: Page;
  relevant: boolean;
}

/** Pages in the order in which a person looked at them. */
export interface BrowsingLog {
  visits: readonly LoggedVisit[];
}

export interface LoggedVisit {
  page: Page;
  relevant: boolean;
  /** Place in the log of the page from which this one was reached; absent for a first page. */
  from?: number | undefined;
}

export interface LinkGraph {
  /** Pages that link to this address, with the words of the link. */
  linksTo(url: string): Iterable<{ url: string; anchor: string }>;
  /** The page at an address, read; undefined where it is not there. */
  page(url: string): Promise<Page | undefined>;
  close(): void;
}
