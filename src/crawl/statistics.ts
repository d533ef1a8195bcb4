/** Counts since the start of a crawl. They are stored with each commit, so that they survive a resume. */
export interface Counts {
  /** Pages parsed: answers whose body was read as a page, without duplicates. */
  pages: number;
  relevant: number;
  /** Words in the main texts of relevant pages. */
  words: number;
  /** Pages that were collected without a judgement: the topic has nothing to judge by, or the judge failed. */
  unjudged: number;
  /** Bytes of all answers as transferred, including robots.txt and error pages. */
  bytes: number;
  requests: number;
  duplicates: number;
  redirects: number;
  errors: number;
  refused: number;
  /** Faults of judges, strategies, readers, filters and sinks; each affected one page. */
  faults: number;
  /** Pages that were rendered in a browser, or could not be. */
  renders: number;
  /** Total time that requests waited for their host's turn. */
  politeWaitMs: number;
  /** Running time over all runs of the crawl. */
  elapsedMs: number;
}

/** Progress of a crawl: its counts, recent rates, and what waits. */
export interface Progress extends Counts {
  /** relevant / judged pages, in total and over the most recent pages; absent until a page is judged. */
  harvestRate?: number;
  recentHarvestRate?: number;
  pagesPerSecond: number;
  waiting: number;
  hosts: number;
  /** What is waited for without an answer, longer than usual: host names looked up, hosts contacted. */
  awaited: Awaited;
}

export interface Awaited {
  names: number;
  hosts: number;
}

const HARVEST_WINDOW = 500;
const RATE_WINDOW_MS = 10_000;

export class Statistics {
  readonly counts: Counts;
  #startedAt: number;
  #pausedAt: number | undefined;
  readonly #elapsedBefore: number;
  #recent: boolean[] = [];
  #recentRelevant = 0;
  #arrivals: number[] = [];

  constructor(stored: Counts | undefined, now: number) {
    this.counts = {
      pages: 0,
      relevant: 0,
      words: 0,
      unjudged: 0,
      bytes: 0,
      requests: 0,
      duplicates: 0,
      redirects: 0,
      errors: 0,
      refused: 0,
      faults: 0,
      renders: 0,
      politeWaitMs: 0,
      elapsedMs: 0,
      ...stored,
    };
    this.#startedAt = now;
    this.#elapsedBefore = this.counts.elapsedMs;
  }

  /** `words`: of a relevant page. */
  page(
    { relevant, judged, words = 0 }: { relevant: boolean; judged: boolean; words?: number },
    now: number,
  ): void {
    this.counts.pages += 1;
    this.#arrivals.push(now);
    if (!judged) {
      this.counts.unjudged += 1;
      return;
    }
    if (relevant) {
      this.counts.relevant += 1;
      this.counts.words += words;
    }
    this.#recent.push(relevant);
    if (relevant) this.#recentRelevant += 1;
    if (this.#recent.length >= 2 * HARVEST_WINDOW) this.#forgetOld();
  }

  /** The share of relevant pages among the last 500 judged ones of this run; undefined while there are fewer. */
  recentYield(): number | undefined {
    if (this.#recent.length < HARVEST_WINDOW) return undefined;
    if (this.#recent.length > HARVEST_WINDOW) this.#forgetOld();
    return this.#recentRelevant / HARVEST_WINDOW;
  }

  tick(now: number): void {
    this.counts.elapsedMs = this.#elapsedBefore + ((this.#pausedAt ?? now) - this.#startedAt);
  }

  /** Stops the clock until `go`. */
  pause(now: number): void {
    this.#pausedAt ??= now;
  }

  go(now: number): void {
    this.#startedAt += now - (this.#pausedAt ?? now);
    this.#pausedAt = undefined;
  }

  progress(now: number, frontier: { waiting: number; hosts: number }, awaited: Awaited): Progress {
    this.tick(now);
    const { pages, relevant, unjudged } = this.counts;
    const since = now - RATE_WINDOW_MS;
    const first = this.#arrivals.findIndex((at) => at > since);
    this.#arrivals = first < 0 ? [] : this.#arrivals.slice(first);
    const span = Math.min(RATE_WINDOW_MS, Math.max(1, now - this.#startedAt));
    if (this.#recent.length > HARVEST_WINDOW) this.#forgetOld();
    return {
      ...this.counts,
      ...(pages === unjudged ? {} : { harvestRate: relevant / (pages - unjudged) }),
      ...(this.#recent.length === 0 ? {} : { recentHarvestRate: this.#recentRelevant / this.#recent.length }),
      pagesPerSecond: (this.#arrivals.length * 1000) / span,
      waiting: frontier.waiting,
      hosts: frontier.hosts,
      awaited,
    };
  }

  #forgetOld(): void {
    this.#recent = this.#recent.slice(-HARVEST_WINDOW);
    this.#recentRelevant = this.#recent.filter(Boolean).length;
  }
}

/** Progress of a crawl that has not started. */
export const beforeTheStart = (): Progress =>
  new Statistics(undefined, 0).progress(0, { waiting: 0, hosts: 0 }, { names: 0, hosts: 0 });
