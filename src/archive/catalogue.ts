/**
 * The catalogue of a crawl, as the crawl uses it: every fetched page with its judgement, every link with its rank,
 * every refusal with its reason, every request in the ledger, every fault.
 *
 * Guarantees: a link has one page, which is the current state of its URL (fetched again, it keeps its id); every fetch
 * is a visit with a unique, rising sequence number; the tallies agree with the pages; a lookup sees everything saved
 * before it.
 *
 * `SqliteCatalogue` stores all of it in the crawl's database. `MemoryCatalogue` keeps what the lookups need.
 */
import type {
  Arrival,
  CrawlEvent,
  Fault,
  HostRecord,
  HostRules,
  HostTally,
  Inlink,
  Label,
  LabelToSave,
  LedgerEntry,
  ModelRecord,
  NewJudgement,
  NewPage,
  NewPageLink,
  NewVisit,
  PageCheck,
  PageRecord,
  SkippedLink,
  WarcPlace,
} from './records.ts';

export interface Catalogue {
  readonly meta: Notes;
  readonly read: CatalogueLookups;

  savePage(page: NewPage, arrival?: Arrival): SavedPage;
  /** A further visit that leaves a page as it is. */
  saveVisit(page: PageRecord, visit: NewVisit): SavedPage;
  /** Counts a relevant page that was found through a link which this page got after its first visit. */
  saveFind(page: number): void;
  /** All links of a page, in order. */
  saveLinks(page: number, links: readonly NewPageLink[]): void;
  /** Stores the text of a page and makes it searchable. */
  saveText(page: number, title: string, text: string): void;
  /** Judges a page again. The former judgement is kept with its model, unless the model is the same. */
  saveJudgement(page: number, judgement: NewJudgement): void;
  /** Describes a model version, as referenced by `NewPage.model` and `NewJudgement.model`. */
  saveModel(model: ModelRecord): void;
  /** A link or a page that was skipped, and why. */
  refuse(reason: string, host: string, url: string): void;
  /** Stores a host's rules; omitted fields stay unchanged. */
  saveHostRules(host: string, rules: HostRules, at: number): void;
  /** One entry in the log of requests to a host, with the wait before it. */
  saveLedger(entry: LedgerEntry): void;
  saveEvent(event: CrawlEvent): void;
  saveFault(fault: Fault): void;
  /**
   * A person's label of a page; a later label by the same person replaces it. The latest yes or no decides whether the
   * page counts. Returns what that changed: 1 if it counts now, −1 if it does no more, otherwise 0.
   */
  saveLabel(label: LabelToSave): number;

  /** Of a page; cheap enough for every page. */
  urlOf(page: number): string | undefined;
  /** The first page with the same bytes. */
  findByDigest(digest: string): number | undefined;
  /**
   * The closest page whose fingerprint differs in at most `maxDistance` bits (three at most, the default), other than
   * `except`.
   */
  findNear(
    fingerprint: string,
    maxDistance?: number,
    except?: number,
  ): { page: number; distance: number } | undefined;
  /** From now on, records which pages contain a link; doubles the cost of storing links. */
  keepBacklinks(): void;
}

export interface LatestText {
  id: number;
  url: string;
  /** The id of the first page that had nearly the same text. */
  text: number;
  fingerprint: string;
}

/** What a crawl looks up while it runs. */
export interface CatalogueLookups {
  pageById(id: number): PageRecord | undefined;
  /** The page that a link became. */
  pageOfLink(link: number): PageRecord | undefined;
  /** The latest pages in the order of their numbers, each with the first that had nearly the same text. */
  latestTexts(limit: number): LatestText[];
  /** What asking for a page has brought so far; absent if there is nothing to say. */
  checkOf(page: number): PageCheck | undefined;
  /** Where the response with these bytes is: of a page, or of what a page was before. */
  placeOfDigest(digest: string): WarcPlace | undefined;
  /** Only its counters: cheap enough for every request. */
  tallyOf(host: string): HostTally | undefined;
  /** With its rules, including the text of robots.txt. */
  host(name: string): HostRecord | undefined;
  /** Links to a link's target on fetched pages, if the crawl keeps back-links. */
  inlinksOf(link: number, limit?: number): Inlink[];
  /**
   * The frontier ids of a link's siblings: the links on the page that found it and on the latest other pages that
   * contain it, its own page excluded; if the crawl keeps back-links.
   */
  siblingsOf(link: number, latestPages?: number): number[];
  /** Links of fetched pages that were skipped for a reason that begins like this, if links are kept. */
  skippedLinks(fate: string): Iterable<SkippedLink>;
  /** In the order of their numbers. */
  labels(): Label[];
  /** The highest saved version. */
  latestModel(): number | undefined;
  modelOf(version: number): ModelRecord | undefined;
  /** All faults, kept or not, by the part they happened in; most frequent first. */
  faultCounts(): { part: string; count: number }[];
}

/** Small facts about a crawl, by name. */
export interface Notes {
  /** Any JSON. `unknown` on purpose: the caller validates it. */
  get(key: string): unknown;
  set(key: string, value: unknown): void;
  /** Plain data and typed arrays. */
  getState(key: string): unknown;
  setState(key: string, value: unknown): void;
  /** The same, serialised by `v8.serialize` already. */
  setPacked(key: string, state: Uint8Array): void;
}

export interface SavedPage {
  id: number;
  /** The sequence number of the visit. */
  seq: number;
}

/** A menu page is linked from every page of its site: reading all of them would cost more than it is worth. */
export const SIBLING_PAGES = 20;
export const INLINKS = 1000;
