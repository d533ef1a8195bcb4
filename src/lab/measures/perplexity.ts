/**
 * Perplexity of all pages up to control points that double (the Darmstadt thesis: 1, 2, 4 … 64 GB; here 1/64, 1/32 … 1
 * of the pages), by a language model of the topic's relevant examples, with and without words that are not in them.
 * Pages are treated as one text: the mean of the logarithms, each page weighted by its number of words. Lower is closer
 * to the examples.
 */
import type { PerplexityPoint } from '../results.ts';
import type { Visited } from '../study.ts';

export function perplexityPoints(visits: readonly Visited[], steps = visits.length): PerplexityPoint[] {
  const stops = new Set([64, 32, 16, 8, 4, 2, 1].map((part) => Math.max(1, Math.round(steps / part))));
  const points: PerplexityPoint[] = [];
  let logWith = 0;
  let logWithout = 0;
  let words = 0;
  let unknown = 0;
  visits.slice(0, steps).forEach(({ perplexity }, i) => {
    if (perplexity !== undefined) {
      const known = perplexity.words - perplexity.unknown;
      logWith += perplexity.words * Math.log(perplexity.withUnknown);
      if (known > 0) logWithout += known * Math.log(perplexity.withoutUnknown);
      words += perplexity.words;
      unknown += perplexity.unknown;
    }
    if (!stops.has(i + 1) || words === unknown) return;
    points.push({
      visited: i + 1,
      withUnknown: Math.exp(logWith / words),
      withoutUnknown: Math.exp(logWithout / (words - unknown)),
      unknownShare: unknown / words,
    });
  });
  return points;
}
