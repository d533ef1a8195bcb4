/**
 * The clock of a crawl: milliseconds since the epoch that run steadily from when it was made. A time of day that is set
 * while the crawl runs changes nothing but the time stamps of requests, and the clock of a resumed crawl is never behind
 * what the last run stored: waits that end at a stored time do not grow by what the time of day was set back.
 */
export function steadyClock(notBefore = 0): () => number {
  const offset = Math.max(Date.now(), notBefore) - performance.now();
  return () => Math.floor(offset + performance.now());
}
