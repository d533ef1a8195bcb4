/**
 * What each origin's robots.txt says, requested once and remembered. By RFC 9309, sections 2.3 and 2.4:
 *
 *   2xx                          its rules, for a day; Cache-Control may shorten that, to an hour at least
 *   3xx                          followed five times, also to other hosts; beyond that as if there were none
 *   4xx                          there is none: everything is allowed, for a day
 *   429, 5xx, no answer          nothing is requested; tried again after 1, 2, 4 … minutes, a day at most, not before
 *                                Retry-After; rules known from before stay in force; after 30 days without an
 *                                answer everything is allowed
 *
 * A redirect to a robots.txt that is already known is answered from memory: a hundred hosts of a blog service that all
 * redirect to one file do not request it a hundred times.
 *
 * In the RFC 429 is a 4xx, but a server that asks us to slow down has not said that everything is allowed.
 */
import { canonicalUrl } from '../../url/url.ts';
import { type Failed, type Fetched, redirectLocation, type Web } from '../../web/web.ts';
import { MAX_ROBOTS_BYTES } from './robots.ts';
import {
  isSaved,
  type RobotsVerdict,
  type SavedRobots,
  savedFrom,
  unreachable,
  verdictOf,
} from './verdict.ts';

export type { RobotsVerdict, SavedRobots } from './verdict.ts';

export interface RobotsBookOptions {
  /** The product token that groups are matched with. */
  agent: string;
  /** Maximum number of origins; the least recently used are dropped first. 20,000 by default. */
  maxOrigins?: number;
  signal?: AbortSignal;
  /**
   * Awaited before a redirect is followed, for the sake of the target host; a failure that it returns replaces the
   * answer. It need not wait if `knownAt` has an answer at that time: no request follows.
   */
  beforeHop?: (url: string, now: number) => Promise<Failed | undefined>;
  /** Called with every answer, including redirects: for the archive and for the pace of the host. */
  onFetched?: (fetched: Fetched) => void;
}

export class RobotsBook {
  readonly #web: Web;
  readonly #options: RobotsBookOptions;
  readonly #entries = new Map<string, Entry>();
  readonly #underWay = new Map<string, Promise<RobotsVerdict>>();

  constructor(web: Web, options: RobotsBookOptions) {
    this.#web = web;
    this.#options = options;
  }

  /** What is in force for an origin (`https://example.org`), or undefined if it must be requested. */
  known(origin: string, now: number): RobotsVerdict | undefined {
    const entry = this.#entries.get(origin);
    return entry === undefined || now >= entry.verdict.expiresAt ? undefined : entry.verdict;
  }

  /** What is in force, requested if necessary. Concurrent calls for one origin share one request. */
  learn(origin: string, now: number): Promise<RobotsVerdict> {
    const known = this.known(origin, now);
    if (known !== undefined) return Promise.resolve(known);
    let asking = this.#underWay.get(origin);
    if (asking === undefined) {
      asking = this.#ask(origin, now).finally(() => this.#underWay.delete(origin));
      this.#underWay.set(origin, asking);
    }
    return asking;
  }

  /** Whether a request for it is under way, or for what it redirects to. */
  isAsking(origin: string): boolean {
    return this.#underWay.has(origin);
  }

  /** What is known about the robots.txt at this URL, if it is one; undefined if it was unavailable. */
  knownAt(url: string, now: number): SavedRobots | undefined {
    if (!url.endsWith(FILE)) return undefined;
    const origin = url.slice(0, -FILE.length);
    const verdict = this.known(origin, now);
    return verdict === undefined || verdict.state === 'unreachable' ? undefined : this.save(origin);
  }

  /** Plain JSON of one origin, for the crawl to store; undefined if nothing is known. */
  save(origin: string): SavedRobots | undefined {
    return this.#entries.get(origin)?.saved;
  }

  /** Restores what `save` returned; anything else is ignored. */
  restore(origin: string, saved: unknown): void {
    if (isSaved(saved)) this.#keep(origin, saved);
  }

  async #ask(origin: string, now: number): Promise<RobotsVerdict> {
    const answer = await this.#follow(origin, now);
    if ('state' in answer) return this.#keep(origin, answer);
    const before = this.#entries.get(origin)?.saved;
    if (!answer.ok && answer.reason === 'aborted') {
      return verdictOf(origin, unreachable(now, answer, before, now));
    }
    return this.#keep(origin, savedFrom(answer, before, now, this.#options.agent));
  }

  /**
   * The last answer of a chain of redirects, or what is known about the file it leads to; a redirect itself if the
   * chain is too long or broken.
   */
  async #follow(origin: string, now: number): Promise<Fetched | SavedRobots> {
    const { signal, onFetched, beforeHop } = this.#options;
    let url = origin + FILE;
    for (let hops = 0; ; hops++) {
      // A little more than is parsed, so that the parser sees that the file continues.
      const maxBytes = MAX_ROBOTS_BYTES + 1024;
      const fetched = await this.#web.fetch({ url, maxBytes, ...(signal === undefined ? {} : { signal }) });
      onFetched?.(fetched);
      const location = fetched.ok && hops < MAX_REDIRECTS ? redirectLocation(fetched) : undefined;
      const next = location ? canonicalUrl(location, url, AS_GIVEN) : undefined;
      if (!next?.ok) return fetched;
      url = next.url;
      const failed = await beforeHop?.(url, now);
      const known = this.knownAt(url, now);
      if (known !== undefined) return known;
      if (failed !== undefined) return failed;
    }
  }

  #keep(origin: string, saved: SavedRobots): RobotsVerdict {
    const verdict = verdictOf(origin, saved);
    this.#entries.delete(origin);
    this.#entries.set(origin, { saved, verdict });
    const { maxOrigins = 20_000 } = this.#options;
    if (this.#entries.size > maxOrigins) {
      const oldest = this.#entries.keys().take(Math.ceil(maxOrigins / 20));
      for (const old of oldest.toArray()) this.#entries.delete(old);
    }
    return verdict;
  }
}

interface Entry {
  saved: SavedRobots;
  verdict: RobotsVerdict;
}

const FILE = '/robots.txt';
const MAX_REDIRECTS = 5;
const AS_GIVEN = { keepSessions: true, keepTracking: true };
