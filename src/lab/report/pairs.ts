/** Pairs of variants: found by name in either order, in words and as tables. */
import type { Comparison, Estimate, MeasureInfo, PairResults, Results } from '../results.ts';
import { figureText, intervalText } from './figure-text.ts';
import { probability } from './number.ts';
import { type Column, folded, table } from './table.ts';

/** Maximum number of pairs in the report; the CSV has all. */
const mostPairs = 300;

/** `a` against `b` of a comparison, inverted if it was made as `b` against `a`. */
export function pairOf({ pairs }: Comparison, a: string, b: string): PairResults | undefined {
  for (const pair of pairs) {
    if (pair.a === a && pair.b === b) return pair;
    if (pair.a === b && pair.b === a) return turned(pair);
  }
  return undefined;
}

export function primaryComparison({ comparisons, primary }: Results): Comparison | undefined {
  return comparisons.find(({ measure }) => measure === primary);
}

/** Every pair, or those with the best and the references if there are too many to read. */
export function pairsTable(
  results: Results,
  measure: MeasureInfo,
  { pairs }: Comparison,
  kept: Set<string>,
): string {
  const shown = pairs.length <= mostPairs ? pairs : pairs.filter(({ a, b }) => kept.has(a) || kept.has(b));
  const summary =
    shown.length === pairs.length
      ? `All ${pairs.length} pairs: differences and tests`
      : `${shown.length} of ${pairs.length} pairs (with ${[...kept].join(', ')}); comparisons.csv has all`;
  const columns: Column<PairResults>[] = [
    { title: 'a', cell: ({ a }) => a },
    { title: 'b', cell: ({ b }) => b },
    {
      title: 'a − b',
      cell: ({ difference }) => figureText(measure, difference.estimate),
      sort: ({ difference }) => difference.estimate,
    },
    {
      title: `${Math.round(100 * results.study.confidence)} % interval`,
      cell: ({ difference }) => intervalText(measure, difference),
      sort: ({ difference }) => difference.low,
    },
    { title: 'a wins', cell: ({ wins }) => String(wins), sort: ({ wins }) => wins },
    { title: 'b wins', cell: ({ losses }) => String(losses), sort: ({ losses }) => losses },
    ...(['permutation', 'wilcoxon', 'sign'] as const).flatMap((test): Column<PairResults>[] => [
      { title: `p, ${test}`, cell: (pair) => probability(pair[test].p), sort: (pair) => pair[test].p },
      {
        title: 'corrected',
        about: 'Corrected for all pairs by Holm',
        cell: (pair) => probability(pair[test].corrected),
        sort: (pair) => pair[test].corrected,
      },
    ]),
  ];
  return folded(summary, table(columns, shown));
}

function turned(pair: PairResults): PairResults {
  const difference: Estimate = {
    ...pair.difference,
    estimate: -pair.difference.estimate,
    low: -pair.difference.high,
    high: -pair.difference.low,
  };
  return { ...pair, a: pair.b, b: pair.a, wins: pair.losses, losses: pair.wins, difference };
}
