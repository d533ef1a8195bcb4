/**
 * Hosts with rate limits: a token bucket that refills at the host's own rate. The only stateful part of the
 * demonstration web.
 */
import type { Site } from './sites.ts';

export class Limiter {
  readonly #buckets = new Map<Site, { tokens: number; at: number }>();

  /** Seconds to wait if the host is over its limit; undefined if it still answers. */
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
