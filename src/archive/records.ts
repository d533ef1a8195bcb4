/** Input and output of the catalogue: plain data, one interface per table. Times are milliseconds since the epoch. */
import type { LinkState } from '../frontier/frontier.ts';
import type { PageAbout } from '../page/page.ts';
import type { WarcPlace } from '../warc/files.ts';

export type { WarcPlace };

/** One URL that was fetched, whatever the outcome. */
export interface NewPage {
  /** The frontier's id of the link that was followed; unique among pages. */
  link: number;
  url: string;
  /** As the frontier names it: `example.org`, `example.org:8080`. */
  host: string;
  /** In words: `page`, `duplicate`, `near-duplicate`, `redirect`, `refused: binary`, `http 404`, `failed: dns`. */
  outcome: string;
  /** Where a redirect leads. */
  target?: string | undefined;
  status?: number | undefined;
  fetchedAt: number;
  durationMs?: number | undefined;
  bytes?: number | undefined;
  wireBytes?: number | undefined;
  contentType?: string | undefined;
  kind?: string | undefined;
  title?: string | undefined;
  language?: string | undefined;
  digest?: string | undefined;
  /** 16 hex digits. */
  fingerprint?: string | undefined;
  score?: number | undefined;
  /** Distance from the judge's border, on its own scale. */
  margin?: number | undefined;
  /** What else the judge found, by name: `genre`, `content` … */
  findings?: Readonly<Record<string, number>> | undefined;
  relevant?: boolean | undefined;
  why?: readonly string[] | undefined;
  depth: number;
  /** The page with the link; absent for seeds. */
  via?: number | undefined;
  duplicateOf?: number | undefined;
  nearDuplicateOf?: number | undefined;
  /** Where its response is in the archive. */
  warc?: WarcPlace | undefined;
  truncated?: string | undefined;
  /** What the page or its site reserves: `noai`, `tdm-reservation`, `ai-train=no` … */
  optOuts?: readonly string[] | undefined;
  /** What the page says of itself. */
  about?: AboutPage | undefined;
  /** The version of the models that judged it; 0 where absent. */
  model?: number | undefined;
  /** Sequence number of this fetch; assigned by the catalogue if absent. */
  n?: number | undefined;
}

export interface AboutPage extends PageAbout {
  description?: string;
  /** Where it wants to be found, if that is elsewhere. */
  canonical?: string;
}

export interface PageRecord extends NewPage {
  id: number;
  n: number;
  /** Whether it counts: a person's answer if there is one, otherwise what the judge called it. */
  relevant: boolean;
  called: boolean;
  /** The latest yes or no of a person; absent if nobody was sure, or nobody was asked. */
  answer?: boolean | undefined;
  why: string[];
  model: number;
  /** The sequence number of its last visit. */
  visit: number;
  /** Absent if it was judged only when it was fetched. */
  judgedAt?: number | undefined;
}

type OfEachVisit =
  | 'url'
  | 'host'
  | 'outcome'
  | 'status'
  | 'fetchedAt'
  | 'digest'
  | 'score'
  | 'depth'
  | 'via'
  | 'warc';

/** One fetch, as it was judged then. */
export interface VisitRecord extends Pick<NewPage, OfEachVisit> {
  seq: number;
  page: number;
  relevant: boolean;
  model: number;
  /** Empty if the page was fetched again since: the reasons of that visit replaced them. */
  why: string[];
  /** Compared with the visit before; absent if there is nothing to compare. */
  change?: PageChange | undefined;
  /** Of the page's last visit only. */
  target?: string | undefined;
  title?: string | undefined;
  kind?: string | undefined;
  language?: string | undefined;
  about?: AboutPage | undefined;
}

export interface NewJudgement {
  score: number;
  margin: number;
  findings?: NewPage['findings'];
  relevant: boolean;
  why: readonly string[];
  /** The version of the models that judged. */
  model: number;
  at: number;
}

/** A former judgement of a page; the latest is the page's own. */
export interface JudgementRecord extends Omit<NewJudgement, 'why' | 'margin' | 'findings'> {
  margin: number | undefined;
  why: string[];
}

/** What judging a page again needs. */
export interface PageToJudge
  extends Pick<
    PageRecord,
    | 'id'
    | 'url'
    | 'title'
    | 'outcome'
    | 'duplicateOf'
    | 'score'
    | 'relevant'
    | 'answer'
    | 'model'
    | 'judgedAt'
  > {
  warc: WarcPlace;
}

export interface ModelRecord {
  version: number;
  at: number;
  recipe: string;
  /** Any JSON: settings, what it learnt from. */
  detail?: unknown;
}

/** An error in a part of the crawl that cost one page. */
export interface Fault {
  at: number;
  /** `judge`, `strategy`, `reader` … */
  part: string;
  url?: string | undefined;
  message: string;
}

/** One link of a page, as it was ranked. */
export interface NewPageLink {
  /** The frontier's id; absent if the link never got there. */
  to?: number | undefined;
  /** Not stored if there is a `to`: the frontier has it. */
  url: string;
  anchor?: string | undefined;
  priority?: number | undefined;
  why?: string | undefined;
  /** Why it was skipped; absent if it was followed. */
  fate?: string | undefined;
}

export interface PageLink extends Omit<NewPageLink, 'url'> {
  page: number;
  position: number;
  /** Absent if only a frontier in another file has it. */
  url?: string | undefined;
  anchor: string;
  /** The page that was fetched there. */
  target?: number | undefined;
  /** Its current state in the frontier, and why it was refused there. */
  state?: LinkState | undefined;
  reason?: string | undefined;
}

/** A link that was not queued. */
export interface SkippedLink {
  url: string;
  anchor: string;
  priority: number;
  from: number;
  depth: number;
  fate: string;
}

/** A link to a page, seen from the page. */
export interface Inlink {
  from: number;
  fromUrl: string;
  anchor: string;
}

export interface HostRules {
  robotsText?: string | undefined;
  /** The parsed robots.txt; any JSON. */
  robots?: unknown;
  robotsAt?: number | undefined;
  /** What determines the pace of this host; any JSON. */
  politeness?: unknown;
  delayMs?: number | undefined;
  /** Not asked before this time. */
  readyAt?: number | undefined;
}

export interface HostTally {
  /** Every request that has a page row. */
  fetches: number;
  /** Those that were read as a page. */
  pages: number;
  relevant: number;
  bytes: number;
  /** No answer, or a status of 400 or above. */
  errors: number;
}

export interface HostRecord extends HostRules, HostTally {
  name: string;
  firstSeen: number;
}

export interface DirectoryRecord {
  host: string;
  path: string;
  pages: number;
  relevant: number;
}

export interface LedgerEntry {
  host: string;
  at: number;
  kind: 'robots' | 'fetch' | 'name' | 'wait' | 'hold' | 'rule';
  waitedMs?: number | undefined;
  durationMs?: number | undefined;
  status?: number | undefined;
  bytes?: number | undefined;
  note?: string | undefined;
}

export interface CrawlEvent {
  at: number;
  kind: string;
  /** Any JSON. */
  detail?: unknown;
}

export const labels = ['relevant', 'not-relevant', 'unsure'] as const;

/** What a visit brought, compared with the one before it. */
const pageChanges = ['new', 'changed', 'unchanged', 'moved', 'gone', 'unreachable'] as const;
export type PageChange = (typeof pageChanges)[number];

/** What is kept of an answer for asking again: its validators, and how it compares with the last visit. */
export interface Arrival {
  etag?: string | undefined;
  lastModified?: string | undefined;
  /** Of the bytes as transferred, if they were compressed; otherwise it is the page's digest. */
  wireDigest?: string | undefined;
  /** The time in Last-Modified, if it is one. */
  modifiedAt?: number | undefined;
  change?: PageChange | undefined;
}

/** A fetch that leaves the page as it is: nothing new came, or nothing at all. */
export interface NewVisit extends Pick<Arrival, 'etag' | 'lastModified'> {
  fetchedAt: number;
  outcome: string;
  status?: number | undefined;
  change: 'unchanged' | 'unreachable';
  warc?: WarcPlace | undefined;
}

/**
 * What visits say about how often a page changes. The last change before a visit has a date if the server sends
 * Last-Modified; otherwise all that is known is that there was one or more since the visit before.
 */
export interface ChangeHistory {
  /** Visits after the first that were answered, and how many of them found a change. */
  checks: number;
  changes: number;
  /** From the first visit to the last. */
  observedMs: number;
  /** Changes with a date, that before the first visit included; and time without a change, up to a visit or from such a date on. */
  dated: number;
  exposedMs: number;
  /** Intervals between two visits with changes that have no date, and their length in all. */
  undated: number;
  undatedMs: number;
}

/** What asking for a page has brought so far. */
export interface PageCheck extends Omit<Arrival, 'change' | 'modifiedAt'>, ChangeHistory {
  checkedAt: number;
  /** Visits in a row that were not answered. */
  misses: number;
  /** New relevant pages that were found through its links after its first visit. */
  finds: number;
}

/** What a person says about a page. */
export interface Label {
  /** Rising; a changed answer gets a new one. */
  seq: number;
  page: number;
  label: (typeof labels)[number];
  by: string;
  /** How the page was chosen: at random among those called relevant or over all scores, or by the person. */
  drawn: (typeof draws)[number];
  at: number;
}

export const draws = ['called', 'scores', 'chosen'] as const;

/** Without the number that it gets when it is saved. */
export type LabelToSave = Omit<Label, 'seq'>;

/** A page with a judgement that is not the copy of another. */
export interface JudgedPage {
  id: number;
  url: string;
  digest: string;
  title: string;
  score: number;
  /** Above 0 on the relevant side of the border; absent in pages of earlier versions. */
  margin: number | undefined;
  /** Whether the judge called it relevant, whatever people say. */
  called: boolean;
  /** Of the judge that gave the score. */
  version: number;
}

export interface Refusal {
  reason: string;
  /** Empty if there were too many hosts to count separately. */
  host: string;
  count: number;
  samples: string[];
}
