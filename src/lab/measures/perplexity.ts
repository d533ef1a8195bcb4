/**
 * Perplexity of some pages by a language model of relevant pages (the Darmstadt thesis), with and without words that
 * the model does not know. Pages are treated as one text: the mean of the logarithms, each page weighted by its number
 * of words. Lower is closer to what the model was made of.
 */
import type { ControlWindow, PerplexityPoint } from '../results.ts';
import type { Visited } from '../study.ts';

type Perplexity = Omit<PerplexityPoint, keyof ControlWindow>;

/** Undefined without a known word. */
export function perplexityOf(visits: readonly Visited[]): Perplexity | undefined {
  let logWith = 0;
  let logWithout = 0;
  let words = 0;
  let unknown = 0;
  for (const { perplexity } of visits) {
    if (perplexity === undefined) continue;
    const known = perplexity.words - perplexity.unknown;
    logWith += perplexity.words * Math.log(perplexity.withUnknown);
    if (known > 0) logWithout += known * Math.log(perplexity.withoutUnknown);
    words += perplexity.words;
    unknown += perplexity.unknown;
  }
  if (words === unknown) return undefined;
  return {
    withUnknown: Math.exp(logWith / words),
    withoutUnknown: Math.exp(logWithout / (words - unknown)),
    unknownShare: unknown / words,
  };
}

/** Of each window by itself. */
export function perplexityPoints(
  visits: readonly Visited[],
  windows: readonly ControlWindow[],
): PerplexityPoint[] {
  return windows.flatMap((window) => {
    const found = perplexityOf(visits.slice(window.from, window.to));
    return found === undefined ? [] : [{ ...window, ...found }];
  });
}
