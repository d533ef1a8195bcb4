/**
 * A round of a re-crawl: known pages wait again beside links that are new since, and take the same way as any page. Its
 * state goes with each commit, so that a round that was killed is continued: what was asked is not asked again.
 *
 * Links that waited before the first round are laid aside until a round ends; `forage resume` follows them.
 */
import type { Catalogue, Notes } from '../../archive/catalogue.ts';
import type { PageChange, PageRecord } from '../../archive/records.ts';
import type { Task } from '../../frontier/frontier.ts';
import type { Validators } from '../../web/web.ts';
import type { AvoidList } from './avoid.ts';

export const orders = ['change', 'interval', 'sitemap'] as const;
export type RoundOrder = (typeof orders)[number];

export interface RoundSettings {
  /** What to ask first: what should bring most, what was not asked for longest, or what sitemaps call modified. */
  by: RoundOrder;
  /** Only pages that are due. */
  due: boolean;
  /** The interval of a fixed schedule. */
  everyMs: number;
  /** Requests of the round; without it all that was chosen, and all that is new. */
  budget?: number | undefined;
}

export interface RoundState extends RoundSettings {
  n: number;
  startedAt: number;
  /** Known pages that were to be asked. */
  chosen: number;
  requests: number;
  /** Of them for links that are new. */
  newRequests: number;
  /** Whether seeds of the pool were drawn in it. */
  hasDrawn?: boolean;
  counts: RoundCounts;
}

export type ModifiedPriority = (page: Pick<PageRecord, 'link' | 'relevant'>) => number;

export type RoundCounts = Record<PageChange | 'newRelevant', number>;

const NOTE = 'round';

export class Round {
  readonly state: RoundState;
  /** Links to what is left alone are not followed. */
  readonly avoid: AvoidList;
  /** At which priority a page waits that a sitemap calls modified. */
  readonly modifiedPriority: ModifiedPriority;
  /** What the tasks that are out ask for again, by link. */
  readonly #former = new Map<number, PageRecord>();

  constructor(state: RoundState, avoid: AvoidList, modifiedPriority: ModifiedPriority) {
    this.state = state;
    this.avoid = avoid;
    this.modifiedPriority = modifiedPriority;
  }

  /** The round that the last run did not finish. */
  static unfinished(
    meta: Notes,
    partsOf: (state: RoundState) => Pick<Round, 'avoid' | 'modifiedPriority'>,
  ): Round | undefined {
    const state = meta.get(NOTE) as RoundState | null | undefined;
    if (!state) return undefined;
    const { avoid, modifiedPriority } = partsOf(state);
    return new Round(state, avoid, modifiedPriority);
  }

  save(meta: Notes): void {
    meta.set(NOTE, this.state);
  }

  static forget(meta: Notes): void {
    meta.set(NOTE, null);
  }

  get requestsLeft(): number {
    const { budget = Number.POSITIVE_INFINITY, requests } = this.state;
    return budget - requests;
  }

  /**
   * Whether a link that is new may be followed. Links of a productive crawl bring more than most known pages do, but who
   * comes back wants to know what became of those: new links get half of a budget, and what known pages leave of it.
   */
  get mayFollowNew(): boolean {
    const { budget, chosen, newRequests } = this.state;
    return budget === undefined || newRequests < Math.max(budget / 2, budget - chosen);
  }

  /** A task is handed out; returns what its page was at the last visit, if there was one. */
  begin(task: Task, { read }: Catalogue): PageRecord | undefined {
    const former = read.pageOfLink(task.id);
    if (former !== undefined) this.#former.set(task.id, former);
    return former;
  }

  /** A request was sent. */
  asked(isNew: boolean): void {
    this.state.requests += 1;
    if (isNew) this.state.newRequests += 1;
  }

  formerOf(task: Pick<Task, 'id'>): PageRecord | undefined {
    return this.#former.get(task.id);
  }

  end(task: Pick<Task, 'id'>): void {
    this.#former.delete(task.id);
  }

  count(change: PageChange, relevant = false): void {
    this.state.counts[change] += 1;
    if (change === 'new' && relevant) this.state.counts.newRelevant += 1;
  }
}

/** What to send along, so that a server need not answer with what is known. */
export function validatorsOf(former: PageRecord | undefined, catalogue: Catalogue): Validators | undefined {
  // A lookup writes pending counts: none where nothing is known.
  const check = former && catalogue.read.checkOf(former.id);
  return check && { etag: check.etag, lastModified: check.lastModified };
}
