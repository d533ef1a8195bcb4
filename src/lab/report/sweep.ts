/** How good the recipe's own scores are as a filter: F1 at every threshold. */
import type { CellResults, Results } from '../results.ts';
import { axisOver } from './axis.ts';
import { decimal, short } from './number.ts';
import { folded, table } from './table.ts';
import { topicPanels, topicTitle } from './topic-panels.ts';

export function thresholdSweep(results: Results): string {
  const panels = topicPanels(results, {
    title: 'F1 by threshold, topic by topic',
    note: "Pages at or above the threshold by the recipe's own judge count as retrieved.",
    curve: ({ sweep }) => (sweep ? { x: sweep.threshold, y: sweep.f1 } : undefined),
    x: (_, curves) =>
      axisOver(
        'threshold',
        curves.flatMap(({ x }) => [x[0] ?? 0, x.at(-1) ?? 1]),
        { from: 0, ticks: 5 },
      ),
    y: () => axisOver('F1', [], { from: 0, to: 1 }),
    columns: (_, { ticks }) => ticks.map((tick) => ({ title: short(tick), x: tick })),
    format: decimal,
  });
  return panels === '' ? '' : `${panels}${folded('Best thresholds', best(results))}`;
}

function best(results: Results): string {
  const place = new Map(results.variants.map(({ name }, n) => [name, n]));
  const topics = new Map(
    results.topics.map((topic) => [`${topic.web}\n${topic.topic}`, topicTitle(results, topic)]),
  );
  const cells = results.cells
    .filter(({ sweep }) => sweep)
    .sort((a, b) => (place.get(a.variant) ?? 0) - (place.get(b.variant) ?? 0));
  return table(
    [
      { title: 'variant', cell: ({ variant }) => variant },
      { title: 'topic', cell: ({ web, topic }) => topics.get(`${web}\n${topic}`) ?? topic },
      ...(['threshold', 'f1', 'precision', 'recall'] as const).map((part) => ({
        title: part === 'f1' ? 'F1' : part,
        cell: ({ sweep }: CellResults) => decimal(sweep!.best[part]),
        sort: ({ sweep }: CellResults) => sweep!.best[part],
      })),
    ],
    cells,
  );
}
