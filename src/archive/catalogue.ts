/**
 * The catalogue of a crawl, as the crawl uses it: every page that was fetched and what was thought of it, every link
 * with its rank, every refusal with its reason, every request in the ledger, every fault.
 *
 * Promises: a link has one page, which is what its URL is now (fetched again, it keeps its id); every fetch is a visit
 * with a sequence number of its own, higher than all before it; the tallies agree with the pages; a lookup sees
 * everything that was saved before it.
 *
 * `SqliteCatalogue` keeps all of it in the crawl's database. `MemoryCatalogue` keeps what the lookups need.
 */
import type {
  CrawlEvent,
  Fault,
  HostRecord,
  HostRules,
  HostTally,
  Inlink,
  Label,
  LedgerEntry,
  ModelRecord,
  NewJudgement,
  NewPage,
  NewPageLink,
  PageRecord,
} from './records.ts';

export interface Catalogue {
  readonly meta: Notes;
  readonly read: CatalogueLookups;

  savePage(page: NewPage): SavedPage;
  /** The links of a page in their order, all at once. */
  saveLinks(page: number, links: readonly NewPageLink[]): void;
  /** Keeps the text of a page and makes it searchable. */
  saveText(page: number, title: string, text: string): void;
  /** Judges a page again. The former judgement is kept with its model, unless the model is the same. */
  saveJudgement(page: number, judgement: NewJudgement): void;
  /** Says what a model version is: what `NewPage.model` and `NewJudgement.model` refer to. */
  saveModel(model: ModelRecord): void;
  /** A link or a page that was left alone, and why. */
  refuse(reason: string, host: string, url: string): void;
  /** Keeps what is known of a host's rules; what is left out stays as it was. */
  saveHostRules(host: string, rules: HostRules, at: number): void;
  /** One line in the book of what a host was asked, and how long it was not contacted before. */
  saveLedger(entry: LedgerEntry): void;
  saveEvent(event: CrawlEvent): void;
  saveFault(fault: Fault): void;
  /** A person's word on a page; the same person's later word replaces it. */
  saveLabel(label: Label): void;

  /** The first page with the same bytes. */
  findByDigest(digest: string): number | undefined;
  /** The closest page whose fingerprint differs in at most `maxDistance` bits (three at most, the default). */
  findNear(fingerprint: string, maxDistance?: number): { page: number; distance: number } | undefined;
  /** Keeps which pages hold a link from now on; costs as much again as the links. */
  keepBacklinks(): void;
}

/** What a crawl looks up while it runs. */
export interface CatalogueLookups {
  pageById(id: number): PageRecord | undefined;
  /** Its counters alone: cheap enough to ask before every request. */
  tallyOf(host: string): HostTally | undefined;
  /** With its rules, the text of robots.txt among them. */
  host(name: string): HostRecord | undefined;
  /** The links to a link's target that fetched pages hold, in a crawl that keeps back-links. */
  inlinksOf(link: number, limit?: number): Inlink[];
  /**
   * The frontier's ids of the links that stand on a page with this one: on the page that found it and on the latest
   * others that hold it, its own page left out; in a crawl that keeps back-links.
   */
  siblingsOf(link: number, latestPages?: number): number[];
  labels(): Label[];
  /** The highest version that was saved. */
  latestModel(): number | undefined;
  modelOf(version: number): ModelRecord | undefined;
  /** All faults, kept or not, by the part they happened in; most frequent first. */
  faultCounts(): { part: string; count: number }[];
}

/** Small facts of a crawl by name. */
export interface Notes {
  /** Any JSON. `unknown` on purpose: the caller checks what it finds. */
  get(key: string): unknown;
  set(key: string, value: unknown): void;
  /** Plain data and typed arrays. */
  getState(key: string): unknown;
  setState(key: string, value: unknown): void;
}

export interface SavedPage {
  id: number;
  /** The sequence number of the visit. */
  seq: number;
}

/** A page of a menu's is held by every page of its site: looking at all of them would cost more than it tells. */
export const SIBLING_PAGES = 20;
export const INLINKS = 1000;
