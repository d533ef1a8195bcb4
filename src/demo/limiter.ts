/**
 * Hosts that count their visitors: a bucket of a few requests that fills up again at the host's own rate.
 * The only part of the demonstration web with a memory.
 */
import type { Site } from './sites.ts';

export class Limiter {
  readonly #buckets = new Map<Site, { tokens: number; at: number }>();

  /** Seconds to wait where the host has had enough; undefined where it still answers. */
  retryAfter(site: Site, now: number): number | undefined {
    const { perSecond } = site.manners;
    if (perSecond === 0) return undefined;
    const bucket = this.#buckets.get(site) ?? { tokens: BURST, at: now };
    const waited = Math.max(0, now - bucket.at);
    bucket.tokens = Math.min(BURST, bucket.tokens + (waited / 1000) * perSecond);
    bucket.at = now;
    this.#buckets.set(site, bucket);
    if (bucket.tokens < 1) return 1 + (site.index % 2);
    bucket.tokens--;
    return undefined;
  }
}

const BURST = 3;
