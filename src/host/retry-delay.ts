/**
 * How long to wait after `tries` failed attempts: doubling from two seconds up to five minutes, with the upper half of
 * it random so that many failures do not return at the same time.
 */
export function retryDelayMs(tries: number, random: () => number = Math.random): number {
  const fullMs = Math.min(firstMs * 2 ** Math.max(0, tries - 1), longestMs);
  return Math.round(fullMs / 2 + (fullMs / 2) * random());
}

const firstMs = 2_000;
const longestMs = 5 * 60_000;
