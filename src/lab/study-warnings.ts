/** Warnings that a reader of a study's figures must know. */
import type { TopicRuns } from './compare.ts';
import type { Comparison, RunResults } from './results.ts';

export function studyWarnings(
  topics: readonly TopicRuns[],
  runs: readonly RunResults[],
  comparisons: readonly Comparison[],
  isGrouped: boolean,
): string[] {
  return [
    ...topics.flatMap(({ yard, runs: own }) => topicWarnings(yard, own.length, runs)),
    // Groups need not have the same topics.
    ...(isGrouped ? [] : incomplete(runs)),
    ...narrow(runs),
    ...comparisons.flatMap(({ smallestPossible, pairs }) =>
      pairs.length > 0 && smallestPossible > 0.05
        ? [
            `With these topics no permutation test of ${pairs.length} pairs can give a p-value below ${smallestPossible.toPrecision(2)} after correction: read the intervals, or use more topics or fewer variants.`,
          ]
        : [],
    ),
  ];
}

function topicWarnings(
  {
    topic: { web, topic, labelled, unlabelled },
    pooled,
    reachable,
    relevant,
    oracle,
    bound,
  }: TopicRuns['yard'],
  count: number,
  runs: readonly RunResults[],
): string[] {
  const name = `${web}/${topic}`;
  const warnings: string[] = [];
  if (pooled && count > 0) {
    warnings.push(
      `${name}: the reachable pages are unknown; recall is relative to what the runs found together.`,
    );
  }
  if (labelled && relevant === 0) {
    warnings.push(`${name}: no page is labelled as relevant; there is no recall.`);
  }
  if (unlabelled !== undefined) {
    warnings.push(
      `${name}: ${unlabelled} of ${reachable} reachable pages have no label and count as not relevant.`,
    );
  }
  for (const { web: of, topic: on, variant, figures } of runs) {
    if (of !== web || on !== topic || oracle === undefined || figures.area === undefined) continue;
    if (figures.area > oracle.area + 1e-9) {
      const still = bound !== undefined && figures.area <= bound.area + 1e-9 ? ', within the bound' : '';
      warnings.push(
        `${name}: ${variant} has an area of ${figures.area.toFixed(4)}, above the oracle's ${oracle.area.toFixed(4)}${still}.`,
      );
    }
  }
  return warnings;
}

function incomplete(runs: readonly RunResults[]): string[] {
  const trialsOf = Map.groupBy(runs, ({ variant }) => variant);
  const most = Math.max(0, ...[...trialsOf.values()].map(({ length }) => length));
  return [...trialsOf].flatMap(([variant, own]) =>
    own.length < most
      ? [
          `${variant} has ${own.length} of ${most} runs: its figures cover different topics or repeats than the rest.`,
        ]
      : [],
  );
}

/** Intervals say how figures would change with other topics; one topic says nothing of others. */
function narrow(runs: readonly RunResults[]): string[] {
  const topics = new Set(runs.map(({ web, topic }) => `${web} ${topic}`)).size;
  const repeats = new Set(runs.map(({ repeat }) => repeat)).size;
  if (topics !== 1) return [];
  return [
    repeats === 1
      ? 'One topic, one run of each variant: there are no intervals.'
      : 'One topic: intervals show how much other examples change a figure, not how much another topic would.',
  ];
}
