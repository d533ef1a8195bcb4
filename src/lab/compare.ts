/** Comparison of variants: rankings with intervals, paired tests, and the overlap of visited pages. */
import { rangeOf } from './measures/catalogue.ts';
import { Contents, overlap } from './measures/overlap.ts';
import { counts } from './measures/run-figures.ts';
import type { Yardstick } from './measures/yardstick.ts';
import type {
  Comparison,
  Estimate,
  MeasureInfo,
  Overlap,
  PairResults,
  Ranking,
  RunResults,
  TestResult,
} from './results.ts';
import { holm } from './statistics/holm.ts';
import { permutationTest } from './statistics/permutation-test.ts';
import { signTest } from './statistics/sign-test.ts';
import { type Range, topicMean } from './statistics/topic-mean.ts';
import { wilcoxonSignedRank } from './statistics/wilcoxon.ts';
import type { RunVisits } from './study.ts';

export interface Confidence {
  confidence: number;
  seed: number;
}

/** Figures of some runs, by topic. */
export function byTopic(runs: readonly RunResults[], measure: string): number[][] {
  const topics = new Map<string, number[]>();
  for (const { web, topic, figures } of runs) {
    const key = `${web} ${topic}`;
    const figure = figures[measure];
    if (figure === undefined) continue;
    if (topics.has(key)) topics.get(key)!.push(figure);
    else topics.set(key, [figure]);
  }
  return [...topics.values()];
}

/** Undefined if no run has the figure. */
export function estimate(
  groups: readonly number[][],
  range: Range,
  { confidence }: Confidence,
): Estimate | undefined {
  const runs = groups.reduce((sum, { length }) => sum + length, 0);
  return runs === 0 ? undefined : { ...topicMean(groups, { confidence, range }), runs };
}

export function ranking(
  { name, better }: MeasureInfo,
  runsOf: ReadonlyMap<string, readonly RunResults[]>,
  given: Confidence,
): Ranking {
  const rows = [...runsOf].flatMap(([variant, runs]) => {
    const groups = byTopic(runs, name);
    const figure = estimate(groups, rangeOf(name), given);
    return figure === undefined ? [] : [{ variant, topics: groups.length, ...figure }];
  });
  const sign = better === 'lower' ? 1 : -1;
  rows.sort((a, b) => sign * (a.estimate - b.estimate));
  return { measure: name, rows: rows.map((row, place) => ({ rank: place + 1, ...row })) };
}

export function comparison(
  measure: string,
  runsOf: ReadonlyMap<string, readonly RunResults[]>,
  given: Confidence,
): Comparison {
  const variants = [...runsOf.keys()];
  const pairs: PairResults[] = [];
  const [least, most] = rangeOf(measure);
  let topics = 0;
  for (const [i, a] of variants.entries()) {
    for (const b of variants.slice(i + 1)) {
      const groups = differences(runsOf.get(a)!, runsOf.get(b)!, measure);
      const difference = estimate(groups, [least - most, most - least], given);
      if (difference === undefined) continue;
      topics = Math.max(topics, groups.length);
      // Repeats of a topic are not independent trials.
      const means = groups.map((one) => topicMean([one]).estimate);
      const { wins, losses, p } = signTest(means);
      const ranks = wilcoxonSignedRank(means);
      const permuted = permutationTest(groups, { seed: given.seed });
      pairs.push({
        a,
        b,
        topics: groups.length,
        pairs: difference.runs,
        wins,
        losses,
        difference,
        wilcoxon: { p: ranks.p, corrected: 1, exact: ranks.exact },
        sign: { p, corrected: 1, exact: true },
        permutation: { ...permuted, corrected: 1 },
      });
    }
  }
  for (const test of ['wilcoxon', 'sign', 'permutation'] as const) {
    correct(pairs.map((pair) => pair[test]));
  }
  return { measure, pairs, smallestPossible: Math.min(1, 2 ** (1 - topics) * pairs.length) };
}

function correct(tests: readonly TestResult[]): void {
  holm(tests.map(({ p }) => p)).forEach((corrected, i) => {
    tests[i]!.corrected = corrected;
  });
}

/** Of the same topic and repeat, by topic. Differences in the last digits are treated as zero. */
function differences(a: readonly RunResults[], b: readonly RunResults[], measure: string): number[][] {
  const keyOf = ({ web, topic, repeat }: RunResults): string => `${web} ${topic} ${repeat}`;
  const others = new Map(b.map((run) => [keyOf(run), run.figures[measure]]));
  const paired = a.flatMap((run) => {
    const one = run.figures[measure];
    const other = others.get(keyOf(run));
    if (one === undefined || other === undefined) return [];
    const difference = Math.abs(one - other) < 1e-12 ? 0 : one - other;
    return [{ ...run, figures: { [measure]: difference } }];
  });
  return byTopic(paired, measure);
}

export interface TopicRuns {
  yard: Yardstick;
  runs: readonly RunVisits[];
}

/** Of all visited pages or the relevant ones, after a share of the pages; by topic and repeat, then over topics. */
export function overlaps(
  variants: readonly string[],
  topics: readonly TopicRuns[],
  of: Overlap['of'],
  share: number,
): Overlap {
  const cells = variants.map(() => variants.map(() => [] as number[]));
  for (const { yard, runs } of topics) {
    const steps = Math.round(share * yard.pages);
    const contents = new Contents();
    const found = runs.map(({ run, visits }) => ({
      variant: variants.indexOf(run.variant),
      repeat: run.repeat,
      pages: contents.setOf(visits, steps, of === 'visited' ? undefined : (visit) => counts(visit) === true),
    }));
    const sums = variants.map(() => variants.map(() => ({ sum: 0, times: 0 })));
    for (const a of found) {
      for (const b of found) {
        if (a.repeat !== b.repeat || b.variant < a.variant) continue;
        const shared = overlap(a.pages, b.pages);
        if (shared === undefined) continue;
        sums[a.variant]![b.variant]!.sum += shared;
        sums[a.variant]![b.variant]!.times += 1;
      }
    }
    sums.forEach((row, a) => {
      row.forEach(({ sum, times }, b) => {
        if (times === 0) return;
        cells[a]![b]!.push(sum / times);
        if (a !== b) cells[b]![a]!.push(sum / times);
      });
    });
  }
  const table = (pick: (numbers: number[]) => number): (number | null)[][] =>
    cells.map((row) => row.map((numbers) => (numbers.length === 0 ? null : round(pick(numbers)))));
  return {
    of,
    share,
    variants: [...variants],
    mean: table((numbers) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length),
    least: table((numbers) => Math.min(...numbers)),
    most: table((numbers) => Math.max(...numbers)),
  };
}

const round = (share: number): number => Number(share.toFixed(4));
