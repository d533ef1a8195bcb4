/** The parts of a page format, a link filter, a sink and an exporter; judges and strategies are in `recipe/kind.ts`. */
import type { z } from 'zod';
import type { CatalogueReader } from '../archive/catalogue-reader.ts';
import type { CrawlDatabase } from '../archive/database.ts';
import type { CorpusOptions } from '../archive/export/corpus-texts.ts';
import type { ExportTarget } from '../archive/export/output.ts';
import type { ExportFilter } from '../archive/export/selected-pages.ts';
import type { PageRecord } from '../archive/records.ts';
import type { FoundLink } from '../crawl/refusals.ts';
import type { Sink } from '../crawl/sinks.ts';
import type { FormatReader } from '../page/draft.ts';
import type { Topic } from '../topic/topic.ts';

/** Its name becomes `Page.kind`. */
export interface Reader extends FormatReader {
  summary: string;
}

interface WithSettings<Settings> {
  name: string;
  summary: string;
  settings: z.ZodObject & z.ZodType<Settings>;
}

// Filters and sinks with different settings are in one list; each checks its own.
// biome-ignore lint/suspicious/noExplicitAny: each is only ever called with settings of its own
export interface Filter<Settings = any> extends WithSettings<Settings> {
  /** Called once, before the first page. */
  make(given: { topic: Topic; settings: Settings }): LinkFilter;
}

export interface LinkFilter {
  /** Why the link is to be skipped; undefined accepts it. Called when the link is found, in the loop's thread. */
  refuses(link: FoundLink): string | undefined;
}

// biome-ignore lint/suspicious/noExplicitAny: each is only ever called with settings of its own
export interface SinkKind<Settings = any> extends WithSettings<Settings> {
  /** Called once, when the crawl starts or is resumed; `folder` is the crawl's folder. */
  open(given: { folder: string; topic: Topic; settings: Settings }): Sink;
}

export interface Exporter {
  name: string;
  summary: string;
  /** What it writes: `text` (the default), `binary`, which is not shown in a terminal, or a `folder` of files. */
  writes?: 'text' | 'binary' | 'folder';
  /** What it counts and chooses among; pages by default. */
  of?: 'pages' | 'documents' | 'captures';
  /** False if it has no place for the texts of the pages. */
  withText?: boolean;
  /** Returns how many of them were written. `target` is a path, or standard output; for a `folder` always a path. */
  export(crawl: ExportedCrawl, target: ExportTarget, options: ExportOptions): Promise<number>;
}

/** A crawl, opened for reading; it may be running. */
export interface ExportedCrawl {
  /** The folder of the crawl. */
  path: string;
  /** Of its topic. */
  title: string;
  /** The folder of its WARC files. */
  archive: string;
  /** The pages that the user selected, one by one. */
  pages(options: ExportFilter): Iterable<PageRecord>;
  db: CrawlDatabase;
  read: CatalogueReader;
}

export interface ExportOptions extends CorpusOptions {
  /** Include the texts of the pages. */
  text?: boolean;
  /** jsonl: what is written of each page. */
  pick?(page: object): unknown;
  /** Shows a warning to the user. */
  warn?(message: string): void;
  /** Called with the number of near-duplicates that fit the filter and are not exported. */
  leftOut?(nearDuplicates: number): void;
}
