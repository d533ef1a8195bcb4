/**
 * How long to wait before asking again after `tries` tries that failed: doubling from two seconds up to
 * five minutes, the upper half of it left to chance so that many failures do not come back at once.
 */
export function retryDelayMs(tries: number, random: () => number = Math.random): number {
  const fullMs = Math.min(firstMs * 2 ** Math.max(0, tries - 1), longestMs);
  return Math.round(fullMs / 2 + (fullMs / 2) * random());
}

const firstMs = 2_000;
const longestMs = 5 * 60_000;
