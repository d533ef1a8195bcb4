/**
 * When a host may be contacted again. The wait after an answer is the longest of
 *   - `minDelayMs`, one second;
 *   - `delayFactor` times the host's own answer time, smoothed, up to `maxDelayMs`. With a factor of 5 we use at
 *     most a sixth of one worker's time, on fast and slow hosts alike, and a host that slows down under load is
 *     contacted less often immediately;
 *   - Crawl-delay. One longer than `maxCrawlDelayMs` is too slow for a crawl: the host is not contacted;
 *   - Retry-After;
 *   - a back-off that doubles with each 429, 5xx and network failure, up to `maxBackoffMs`, and decreases by one
 *     step with each good answer, so that a host that has just recovered is not overloaded again. A single time-out
 *     among good answers is the fault of its address, and slows the retries of that address only.
 * A host is dead after `deadAfter` such answers in a row, or immediately if its name does not resolve or resolves to a
 * forbidden IP address.
 *
 * Times are milliseconds since the epoch, given by the caller.
 */
import type { Fetched } from '../web/web.ts';

export interface PolitenessSettings {
  minDelayMs: number;
  delayFactor: number;
  maxDelayMs: number;
  maxCrawlDelayMs: number;
  maxBackoffMs: number;
  deadAfter: number;
}

export const POLITENESS: PolitenessSettings = {
  minDelayMs: 1000,
  delayFactor: 5,
  maxDelayMs: 30_000,
  maxCrawlDelayMs: 300_000,
  maxBackoffMs: 600_000,
  deadAfter: 8,
};

export interface Pace {
  readyAt: number;
  /** What determined the wait, in words. */
  why: string;
  /** Set if the host should not be contacted any more, with the reason. */
  dead?: string;
}

export class Politeness {
  #settings: PolitenessSettings;
  readonly #hosts = new Map<string, HostPace>();

  constructor(settings: Partial<PolitenessSettings> = {}) {
    this.#settings = { ...POLITENESS, ...settings };
  }

  /** Applies from each host's next answer on. */
  change(settings: Partial<PolitenessSettings>): void {
    this.#settings = { ...this.#settings, ...settings };
  }

  /** The consequences of an answer that has just arrived; `now` is when it was complete. */
  after(host: string, fetched: Fetched, robotsDelayMs: number | undefined, now: number): Pace {
    const pace = this.#hosts.get(host) ?? { ...UNKNOWN };
    this.#remember(host, pace);
    const effect = effectOf(fetched);
    if (effect === 'good') {
      pace.answerMs = smoothed(pace.answerMs, fetched.durationMs);
      pace.failures = 0;
      pace.strikes = Math.max(0, pace.strikes - 1);
      delete pace.dead;
    } else if (effect !== 'none') {
      if (!isOneSlowAddress(pace, fetched)) pace.strikes = Math.min(pace.strikes + 1, MAX_STRIKES);
      pace.failures++;
      if (effect === 'dead') pace.dead = nameOf(fetched);
      else if (pace.failures >= this.#settings.deadAfter)
        pace.dead = `${pace.failures} times in a row without a good answer, at last ${nameOf(fetched)}`;
    }
    const dead = this.refuses(robotsDelayMs) ?? pace.dead;
    const { waitMs, why } = this.#wait(pace, fetched, robotsDelayMs);
    return { readyAt: now + waitMs, why, ...(dead === undefined ? {} : { dead }) };
  }

  /** Why a host with this Crawl-delay is not contacted; undefined if the delay is acceptable. */
  refuses(robotsDelayMs: number | undefined): string | undefined {
    const { maxCrawlDelayMs } = this.#settings;
    if (robotsDelayMs === undefined || robotsDelayMs <= maxCrawlDelayMs) return undefined;
    if (robotsDelayMs === Number.POSITIVE_INFINITY)
      return 'its Crawl-delay is not a number of seconds, or endless';
    return `Crawl-delay ${robotsDelayMs / 1000} s is longer than the ${maxCrawlDelayMs / 1000} s that a crawl waits`;
  }

  /** Why a host is not contacted any more; undefined while it is alive. */
  dead(host: string): string | undefined {
    return this.#hosts.get(host)?.dead;
  }

  /** Plain JSON of one host, for the crawl to store; undefined if nothing is known. */
  save(host: string): HostPace | undefined {
    const pace = this.#hosts.get(host);
    return pace && { ...pace };
  }

  /** Restores what `save` returned; anything else is ignored. */
  restore(host: string, saved: unknown): void {
    if (!isPace(saved)) return;
    const { answerMs, strikes, failures, dead } = saved;
    const kept: HostPace = { strikes: Math.min(strikes, MAX_STRIKES), failures };
    if (answerMs !== undefined) kept.answerMs = answerMs;
    if (dead !== undefined) kept.dead = dead;
    this.#remember(host, kept);
  }

  #wait(
    pace: HostPace,
    fetched: Fetched,
    robotsDelayMs: number | undefined,
  ): { waitMs: number; why: string } {
    if (!fetched.ok && fetched.reason === 'not-in-web') return { waitMs: 0, why: 'no request was sent' };
    const { minDelayMs, delayFactor, maxDelayMs, maxBackoffMs } = this.#settings;
    let waitMs = minDelayMs;
    let why = `at least ${inSeconds(minDelayMs)}`;
    const longer = (ms: number, reason: string) => {
      if (ms > waitMs) {
        waitMs = ms;
        why = reason;
      }
    };
    const answerMs = pace.answerMs ?? 0;
    longer(
      Math.min(delayFactor * answerMs, maxDelayMs),
      `${delayFactor} × its answer time of ${Math.round(answerMs)} ms`,
    );
    longer(robotsDelayMs ?? 0, `Crawl-delay ${inSeconds(robotsDelayMs ?? 0)}`);
    if (pace.strikes > 0) {
      const backoffMs = Math.min(Math.max(waitMs, LEAST_BACKOFF_MS) * 2 ** pace.strikes, maxBackoffMs);
      const last = pace.failures > 0 ? `${nameOf(fetched)}, ${pace.failures} in a row` : 'recovering';
      longer(backoffMs, `back-off ${inSeconds(backoffMs)} (${last})`);
    }
    const retryAfterMs = fetched.ok ? (fetched.retryAfterMs ?? 0) : 0;
    longer(retryAfterMs, `Retry-After ${inSeconds(retryAfterMs)}`);
    return { waitMs: Math.round(waitMs), why };
  }

  #remember(host: string, pace: HostPace): void {
    this.#hosts.delete(host);
    this.#hosts.set(host, pace);
    if (this.#hosts.size <= MAX_HOSTS) return;
    for (const old of this.#hosts
      .keys()
      .take(MAX_HOSTS / 20)
      .toArray())
      this.#hosts.delete(old);
  }
}

export interface HostPace {
  /** Smoothed answer time. */
  answerMs?: number;
  /** Steps of the back-off. */
  strikes: number;
  /** Bad answers in a row. */
  failures: number;
  dead?: string;
}

const UNKNOWN: HostPace = { strikes: 0, failures: 0 };
const MAX_STRIKES = 20;
const MAX_HOSTS = 200_000;
/** So that a back-off grows even if the user set no delay. */
const LEAST_BACKOFF_MS = 500;

/**
 * The newest answer time weighs three tenths of the smoothed value, and counts four times of it at most, or two seconds:
 * one slow page does not make a slow host, three do.
 */
function smoothed(before: number | undefined, durationMs: number): number {
  if (before === undefined) return durationMs;
  const counted = Math.min(durationMs, Math.max(4 * before, 2000));
  return before + 0.3 * (counted - before);
}

/** A single time-out among good answers slows the retries of its own address; two in a row slow the host. */
function isOneSlowAddress({ answerMs, failures }: HostPace, fetched: Fetched): boolean {
  return answerMs !== undefined && failures === 0 && !fetched.ok && TIMEOUTS.has(fetched.reason);
}

const TIMEOUTS = new Set<string>(['header-timeout', 'body-timeout', 'total-timeout']);

type Effect = 'good' | 'trouble' | 'dead' | 'none';

function effectOf(fetched: Fetched): Effect {
  if (fetched.ok) return fetched.status === 429 || fetched.status >= 500 ? 'trouble' : 'good';
  switch (fetched.reason) {
    case 'dns':
      return fetched.mayPass ? 'trouble' : 'dead';
    case 'address-refused':
      return 'dead';
    // Caused by us; says nothing about the host.
    case 'aborted':
    case 'not-in-web':
    case 'proxy':
      return 'none';
    // The host did answer; the page was unusable.
    case 'headers-too-large':
    case 'unpacked-too-large':
    case 'bad-encoding':
      return 'good';
    default:
      return 'trouble';
  }
}

function nameOf(fetched: Fetched): string {
  return fetched.ok ? `status ${fetched.status}` : `${fetched.reason}: ${fetched.detail}`;
}

function inSeconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}

function isPace(value: unknown): value is HostPace {
  const { answerMs, strikes, failures, dead } = (value ?? {}) as Partial<HostPace>;
  const isCount = (count: unknown) => Number.isInteger(count) && (count as number) >= 0;
  return (
    isCount(strikes) &&
    isCount(failures) &&
    (answerMs === undefined || (Number.isFinite(answerMs) && answerMs >= 0)) &&
    (dead === undefined || typeof dead === 'string')
  );
}
