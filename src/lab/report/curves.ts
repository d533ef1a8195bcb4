/** Recall and harvest over time: over all topics, then topic by topic. */
import type { Curve, Reference, Results, TopicResults } from '../results.ts';
import { type Axis, axisOver } from './axis.ts';
import { castOf } from './cast.ts';
import { interpolate } from './interpolate.ts';
import { type Line, lineChart } from './line-chart.ts';
import { decimal, percent, short, whole } from './number.ts';
import { breadthFirstPen, oraclePen } from './pen.ts';
import { figure, table } from './table.ts';
import { type PanelCurve, type Panels, pointsOf, topicPanels } from './topic-panels.ts';

/** Where tables sample the curves: densest early, where most is decided. */
const shares = [0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1];

export function recallCurves(results: Results): string {
  return `${overall(results)}${topicPanels(results, recallPanels)}${topicPanels(results, coveragePanels)}${topicPanels(results, targetPanels)}`;
}

export function harvestCurves(results: Results): string {
  return `${byPages(results)}${topicPanels(results, harvestPanels(results))}${topicPanels(results, measuredPanels)}`;
}

export function depthCurves(results: Results): string {
  return topicPanels(results, depthPanels);
}

/** Batsakis, figures 12 to 17: accepted pages and the mean score against visited pages, means over topics. */
function byPages(results: Results): string {
  const { penOf } = castOf(results);
  const charts = [
    ['Accepted pages over all topics', 'accepted pages, mean of topics', 'accepted', short],
    [
      'Mean score by the measuring judge over all topics',
      'mean score, mean of topics',
      'meanMeasured',
      decimal,
    ],
  ] as const;
  return charts
    .map(([title, axis, column, format]) => {
      const lines: Line[] = results.variants.flatMap(({ name, byPages: curve }) => {
        if (!curve) return [];
        const { estimate, low, high } = curve[column];
        const points = curve.visited.map((pages, n) => [pages, estimate[n]!, low[n]!, high[n]!] as const);
        return [{ name, pen: penOf(name), points }];
      });
      if (lines.length === 0) return '';
      const last = lines.map(({ points }) => points.at(-1)?.[0] ?? 0);
      const x = axisOver('pages visited', last, { from: 0, format: short, ticks: 10 });
      const y = axisOver(
        axis,
        lines.flatMap(({ points }) => points.map(([, , , high]) => high!)),
        { from: 0, format: short },
      );
      const columns = shares.map((share) => ({
        title: `${whole(share * x.max)} pages`,
        cell: (line: Line) => format(readAt(line, share * x.max, 1)),
        sort: (line: Line) => readAt(line, share * x.max, 1),
      }));
      return figure(
        title,
        lineChart({ title, x, y, lines }),
        `Up to the pages that every topic has. Whiskers at the markers are ${Math.round(100 * results.study.confidence)} % intervals.`,
        table([{ title: 'variant', cell: ({ name }: Line) => name }, ...columns], lines),
      );
    })
    .join('');
}

/** The mean over topics with whiskers, next to the oracle and breadth-first. */
function overall(results: Results): string {
  const { penOf, breadthFirst } = castOf(results);
  const lines: Line[] = results.variants.flatMap(({ name, curve }) =>
    curve
      ? [
          {
            name,
            pen: penOf(name),
            points: curve.share.map(
              (share, n) => [share, curve.estimate[n]!, curve.low[n]!, curve.high[n]!] as const,
            ),
          },
        ]
      : [],
  );
  if (lines.length === 0) return '';
  const references = [
    meanReference(results.topics, 'oracle', { name: 'oracle', pen: oraclePen, points: [] }),
    breadthFirst === undefined
      ? meanReference(results.topics, 'breadthFirst', {
          name: 'breadth-first',
          pen: breadthFirstPen,
          points: [],
        })
      : undefined,
  ].filter((line) => line !== undefined);
  const all = [...references, ...lines];
  const labelled = results.topics.some((topic) => topic.labelled);
  const measured = labelled ? 'recall' : 'accepted share';
  const title = labelled ? 'Recall over all topics' : 'Accepted pages over all topics';
  const x = shareAxis(
    lines.map(({ points }) => points.at(-1)?.[0] ?? 0),
    10,
  );
  const chart = lineChart({
    title,
    x,
    y: axisOver(`${measured}, mean of topics`, [], { from: 0, to: 1, format: hundredths }),
    lines: all,
  });
  const columns = shares.map((share) => ({
    title: hundredths(share * x.max),
    cell: (line: Line) => withInterval(line, share * x.max),
    sort: (line: Line) => readAt(line, share * x.max, 1),
  }));
  return figure(
    title,
    chart,
    `Drawn with their own pens: the best by ${results.measures.find(({ name }) => name === results.primary)?.title ?? results.primary}. Whiskers at the markers are ${Math.round(100 * results.study.confidence)} % intervals.${references.some(({ pen }) => pen === oraclePen) ? ' The oracle knows every label.' : ''}${labelled ? '' : ' Accepted: by the measuring judge.'}`,
    table([{ title: 'variant', cell: ({ name }: Line) => name }, ...columns], all),
  );
}

function meanReference(
  topics: readonly TopicResults[],
  which: 'oracle' | 'breadthFirst',
  line: Line,
): Line | undefined {
  const known = topics.filter((topic) => topic[which] && topic.reachable);
  if (known.length === 0 || known.length < topics.filter(({ labelled }) => labelled).length) return undefined;
  const points = Array.from({ length: 101 }, (_, n) => {
    const values = known.map((topic) => referenceAt(topic[which]!, (n / 100) * topic.reachable!));
    return [n / 100, values.reduce((sum, value) => sum + value, 0) / values.length] as const;
  });
  return { ...line, points };
}

/** Before its first point a curve is 0; after its last it is constant. */
function referenceAt({ curve: { visited, recall } }: Reference, pages: number): number {
  if (pages >= (visited.at(-1) ?? 0)) return recall.at(-1) ?? 0;
  return interpolate([0, ...visited], [0, ...recall], pages);
}

const recallPanels: Panels = {
  title: 'Recall, topic by topic',
  note: 'Share of the relevant pages that was found; means over the repeats.',
  curve: ({ curve }, topic) => along(curve, topic, curve.recall),
  references: (topic) => {
    const lines: [string, Reference | undefined, typeof oraclePen][] = [['oracle', topic.oracle, oraclePen]];
    return lines.flatMap(([name, reference, pen]) => {
      if (!reference || !topic.reachable) return [];
      const { reachable } = topic;
      const curve = {
        x: reference.curve.visited.map((pages) => pages / reachable),
        y: reference.curve.recall,
      };
      return [{ name, pen, curve, points: pointsOf(curve) }];
    });
  },
  x: pagesAxis,
  y: () => axisOver('recall', [], { from: 0, to: 1, format: hundredths }),
  columns: pagesColumns,
  format: decimal,
};

const coveragePanels: Panels = {
  title: 'Coverage at the best threshold, topic by topic',
  note: "Share of the relevant pages that was found and that the recipe's own judge retrieves at its best threshold, which is chosen by the labels.",
  curve: ({ curve }, topic) => along(curve, topic, curve.coverage),
  x: pagesAxis,
  y: () => axisOver('relevant pages retrieved', [], { from: 0, to: 1, format: hundredths }),
  columns: pagesColumns,
  format: decimal,
};

const targetPanels: Panels = {
  title: 'Target recall of sites, topic by topic',
  note: 'Share of the target sites of which any page was visited.',
  curve: ({ curve }, topic) => along(curve, topic, curve.targetRecall),
  x: pagesAxis,
  y: () => axisOver('target sites reached', [], { from: 0, to: 1, format: hundredths }),
  columns: pagesColumns,
  format: decimal,
};

const depthPanels: Panels = {
  title: 'Depth of the pages, topic by topic',
  note: 'Links between a page and the seeds, as the crawl followed them; means of neighbouring pages.',
  curve: ({ curve }, topic) => along(curve, topic, curve.depth),
  x: pagesAxis,
  y: (_, curves) => axisOver('depth', allOf(curves), { from: 0 }),
  columns: pagesColumns,
  format: decimal,
};

function harvestPanels(results: Results): Panels {
  const windows = results.cells.flatMap(({ curve }) => curve.window ?? []);
  const least = Math.min(...windows);
  const most = Math.max(...windows);
  const window = least === most ? whole(most) : `${whole(least)} to ${whole(most)}, by topic`;
  return {
    title: 'Harvest rate in a moving window, topic by topic',
    note: `Share of relevant pages among the last ones visited (${window}).`,
    curve: ({ curve }, topic) => along(curve, topic, curve.windowHarvest),
    x: pagesAxis,
    y: (_, curves) => axisOver('harvest rate', allOf(curves), { from: 0, format: hundredths }),
    columns: pagesColumns,
    format: decimal,
  };
}

const measuredPanels: Panels = {
  title: 'Mean score by the measuring judge, topic by topic',
  note: 'Mean over all pages visited so far.',
  curve: ({ curve }, topic) => along(curve, topic, curve.meanMeasured),
  x: pagesAxis,
  y: (_, curves) => axisOver('mean score', allOf(curves), { from: 0 }),
  columns: pagesColumns,
  format: decimal,
};

/** Against the share of reachable pages, or against pages if the number of reachable ones is unknown. */
function along(curve: Curve, topic: TopicResults, y: number[] | undefined): PanelCurve | undefined {
  if (!y) return undefined;
  return { x: topic.reachable !== undefined && curve.share ? curve.share : curve.visited, y };
}

function pagesAxis(topic: TopicResults, curves: readonly PanelCurve[]): Axis {
  return topic.reachable === undefined
    ? axisOver('pages visited', lastOf(curves), { from: 0, format: short, ticks: 5 })
    : shareAxis(lastOf(curves), 5);
}

/** To the end if a run got there; otherwise to the end of the budget. */
function shareAxis(ends: readonly number[], ticks: number): Axis {
  const whole = Math.max(0, ...ends) > 0.9;
  return axisOver('share of the reachable pages that was visited', ends, {
    from: 0,
    ...(whole && { to: 1 }),
    format: hundredths,
    ticks,
  });
}

function pagesColumns(topic: TopicResults, { max }: { max: number }): { title: string; x: number }[] {
  return shares.map((share) => ({
    title: topic.reachable === undefined ? `${whole(share * max)} pages` : hundredths(share * max),
    x: share * max,
  }));
}

function withInterval(line: Line, share: number): string {
  const mean = readAt(line, share, 1);
  const low = readAt(line, share, 2);
  return Number.isFinite(low)
    ? `${decimal(mean)} (${decimal(low)}–${decimal(readAt(line, share, 3))})`
    : decimal(mean);
}

function readAt({ points }: Line, share: number, column: 1 | 2 | 3): number {
  return interpolate(
    points.map(([x]) => x),
    points.map((point) => point[column] ?? Number.NaN),
    share,
  );
}

const hundredths = (value: number): string => percent(value);
const allOf = (curves: readonly PanelCurve[]): number[] => curves.flatMap(({ y }) => [...y]);
const lastOf = (curves: readonly PanelCurve[]): number[] => curves.map(({ x }) => x.at(-1) ?? 0);
