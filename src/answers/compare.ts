/** What crawls found, beside each other. */
import { count, percent } from './numbers.ts';
import type { ScoreBin } from './score-histogram.ts';

export interface ComparedCrawl {
  id: string;
  title: string;
  recipe: string;
  curve: { n: number; relevant: number }[];
  /** How many judged pages have which score. */
  bins: ScoreBin[];
  /** The score from which a page counts, if its judge has one. */
  threshold: number | undefined;
  /** URLs of its relevant pages. */
  finds: ReadonlySet<string>;
}

export type Comparison = ReturnType<typeof comparison>;

/** Curves are compared up to the length of the shortest. */
export function comparison(crawls: readonly ComparedCrawl[]) {
  const shortest = Math.min(...crawls.map(({ curve }) => curve.at(-1)?.n ?? 0));
  const rows = crawls.map(({ id, title, recipe, curve, bins, threshold, finds }) => ({
    id,
    title,
    recipe,
    pages: curve.at(-1)?.n ?? 0,
    relevant: finds.size,
    atShortest: curve.findLast(({ n }) => n <= shortest)?.relevant ?? 0,
    alone: [...finds].filter((url) => crawls.every((other) => other.id === id || !other.finds.has(url)))
      .length,
    curve,
    bins,
    threshold,
  }));
  const overlaps = crawls.flatMap((a, i) =>
    crawls.slice(i + 1).map((b) => {
      const both = [...a.finds].filter((url) => b.finds.has(url)).length;
      const either = a.finds.size + b.finds.size - both;
      return { a: a.id, b: b.id, both, share: either === 0 ? 0 : both / either };
    }),
  );
  return { sentence: sentenceOf(rows, overlaps, shortest), shortest, crawls: rows, overlaps };
}

function sentenceOf(
  rows: readonly { id: string; atShortest: number }[],
  overlaps: readonly { both: number; share: number }[],
  shortest: number,
): string {
  const [best, second] = [...rows].sort((a, b) => b.atShortest - a.atShortest);
  const lead =
    best!.atShortest === second!.atShortest
      ? `After ${count(shortest)} requests they are even: ${count(best!.atShortest)} relevant pages each.`
      : `After ${count(shortest)} requests ${best!.id} has found more: ${count(best!.atShortest)} relevant pages, ${second!.id} ${count(second!.atShortest)}.`;
  const [overlap] = overlaps;
  return rows.length > 2
    ? lead
    : `${lead} ${count(overlap!.both)} pages were found by both, ${percent(overlap!.share)} of all found by either.`;
}
