/** Charts as SVG: lines that stretch with the window while their letters do not. */
import { el, type VNode } from './el.ts';
import { count, percent, span } from './words.ts';

export interface Point {
  n: number;
  relevant: number;
  at?: number | undefined;
}

export type Axis = 'pages' | 'time';

/** Where a point stands on the axis: requests, or seconds since the first. */
const placeOn = (axis: Axis, start: number): ((point: Point) => number) =>
  axis === 'pages' ? ({ n }) => n : ({ at = start }) => (at - start) / 1000;

const HEIGHT = 230;

/** The next of 1, 2, 5, 10, 20 … : axes that grow, grow in steps. */
function niceTop(value: number): number {
  if (value <= 0) return 1;
  const unit = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((step) => step * unit).find((top) => top >= value)!;
}

/** Relevant pages over pages read, and below it the share in equal stretches. */
export function harvestChart(
  curve: readonly Point[],
  budget: number | undefined,
  axis: Axis = 'pages',
  start = curve[0]?.at ?? 0,
): VNode {
  const last = curve.at(-1) ?? { n: 0, relevant: 0 };
  if (last.n === 0) return el.p({ class: 'note' }, 'The curve begins with the first page.');
  const place = placeOn(axis, start);
  const isInBudget = axis === 'pages' && budget !== undefined && budget >= last.n && budget <= 20 * last.n;
  const right = isInBudget ? budget : niceTop(Math.max(1, place(last)));
  const top = niceTop(Math.max(4, last.relevant * 1.08));
  const x = (point: Point): number => (1000 * place(point)) / right;
  const y = (relevant: number): number => HEIGHT - (HEIGHT * relevant) / top;
  const line = [{ n: 0, relevant: 0 }, ...curve]
    .map((point) => `${x(point).toFixed(1)} ${y(point.relevant).toFixed(1)}`)
    .join('L');
  const steps = [0.25, 0.5, 0.75, 1].map((share) => share * top).filter((value) => Number.isInteger(value));
  const after = axis === 'pages' ? count(last.n) : span(1000 * place(last));
  const title = `Pages called relevant, over ${axis === 'pages' ? 'requests' : 'time'}: ${count(last.relevant)} after ${after}.`;
  return el.figure(
    null,
    el.svg(
      { class: 'chart', height: HEIGHT + 4, role: 'img', 'aria-label': title },
      el.svg(
        { viewBox: `0 0 1000 ${HEIGHT}`, preserveAspectRatio: 'none', width: '100%', height: HEIGHT },
        ...steps.map((value) =>
          el.path({
            class: 'grid',
            d: `M0 ${y(value).toFixed(1)}h1000`,
            'vector-effect': 'non-scaling-stroke',
          }),
        ),
        el.path({ class: 'line', d: `M${line}` }),
        el.path({ class: 'axis', d: `M0 ${HEIGHT}h1000`, 'vector-effect': 'non-scaling-stroke' }),
      ),
      ...steps.map((value) => el.text({ x: 0, y: y(value) + 13 }, count(value))),
      el.circle({
        class: 'now-dot',
        cx: `${(x(last) / 10).toFixed(2)}%`,
        cy: y(last.relevant).toFixed(1),
        r: 4.5,
      }),
      el.text(
        {
          class: 'strong halo end',
          x: `${Math.min(99.5, Math.max(6, x(last) / 10 - 1)).toFixed(2)}%`,
          y: (y(last.relevant) - 10).toFixed(1),
        },
        count(last.relevant),
      ),
    ),
    shareBars(curve, right, place, axis),
    el.details(
      { class: 'small' },
      el.summary(null, 'as a table'),
      el.div(
        { class: 'scroll' },
        el.table(
          null,
          el.thead(
            null,
            el.tr(
              null,
              el.th({ scope: 'col', class: 'n' }, 'requests'),
              el.th({ scope: 'col', class: 'n' }, 'relevant'),
            ),
          ),
          el.tbody(
            null,
            ...thinned(curve).map(({ n, relevant }) =>
              el.tr(null, el.td({ class: 'n' }, count(n)), el.td({ class: 'n' }, count(relevant))),
            ),
          ),
        ),
      ),
    ),
  );
}

const BAR_HEIGHT = 60;

function shareBars(
  curve: readonly Point[],
  right: number,
  place: (point: Point) => number,
  axis: Axis,
): VNode {
  const end = (value: number): string => (axis === 'pages' ? `${count(value)} requests` : span(1000 * value));
  const bars = curve.map(({ n, relevant, at }, i) => {
    const before: Point = curve[i - 1] ?? { n: 0, relevant: 0 };
    return {
      from: place(before),
      to: place({ n, relevant, at }),
      share: n === before.n ? 0 : (relevant - before.relevant) / (n - before.n),
    };
  });
  const top = Math.max(0.1, Math.ceil(10 * Math.max(...bars.map(({ share }) => share))) / 10);
  const stretch = curve.length > 1 ? curve[1]!.n - curve[0]!.n : (curve[0]?.n ?? 0);
  const each = stretch === 1 ? 'each request' : `each ${count(stretch)} requests`;
  return el.div(
    null,
    el.h3({ class: 'note' }, `Share of pages called relevant in ${each}`),
    el.svg(
      {
        class: 'chart',
        height: BAR_HEIGHT + 20,
        role: 'img',
        'aria-label': `Share of pages called relevant in ${each}: ${percent(bars[0]?.share ?? 0)} at the beginning, ${percent(bars.at(-1)?.share ?? 0)} at the end.`,
      },
      el.svg(
        { viewBox: `0 0 1000 ${BAR_HEIGHT}`, preserveAspectRatio: 'none', width: '100%', height: BAR_HEIGHT },
        ...bars.map(({ from, to, share }) =>
          el.rect({
            class: 'bar',
            x: ((1000 * from) / right + 1).toFixed(1),
            width: Math.max(0.5, (1000 * (to - from)) / right - 2).toFixed(1),
            y: (BAR_HEIGHT - (BAR_HEIGHT * share) / top).toFixed(1),
            height: ((BAR_HEIGHT * share) / top).toFixed(1),
          }),
        ),
        el.path({ class: 'axis', d: `M0 ${BAR_HEIGHT}h1000`, 'vector-effect': 'non-scaling-stroke' }),
      ),
      el.text({ class: 'end', x: '100%', y: 11 }, percent(top)),
      el.text({ x: 0, y: BAR_HEIGHT + 16 }, '0'),
      el.text(
        { class: 'mdl', x: '50%', y: BAR_HEIGHT + 16 },
        axis === 'pages' ? count(right / 2) : span(500 * right),
      ),
      el.text({ class: 'end', x: '100%', y: BAR_HEIGHT + 16 }, end(right)),
    ),
  );
}

const thinned = <T>(all: readonly T[], most = 20): T[] => {
  const step = Math.ceil(all.length / most);
  return all.filter((_, i) => (all.length - 1 - i) % Math.max(1, step) === 0);
};

/** Relevant pages in equal stretches of a crawl, small enough for a row. */
export function sparkline(steps: readonly number[]): VNode {
  const top = Math.max(1, ...steps);
  const width = 100 / Math.max(1, steps.length);
  return el.svg(
    {
      class: 'spark',
      viewBox: '0 0 100 24',
      preserveAspectRatio: 'none',
      role: 'img',
      'aria-label': 'relevant pages over the crawl',
    },
    ...steps.map((value, i) =>
      el.rect({
        class: 'bar',
        x: (i * width + 0.5).toFixed(1),
        width: Math.max(0.5, width - 1).toFixed(1),
        y: (24 - (24 * value) / top).toFixed(1),
        height: ((24 * value) / top).toFixed(1),
      }),
    ),
  );
}

/** Several curves over one axis, each with its own dash, so that colour is never alone. */
export function curvesChart(curves: readonly { name: string; points: readonly Point[] }[]): VNode {
  const right = niceTop(Math.max(1, ...curves.map(({ points }) => points.at(-1)?.n ?? 0)));
  const top = niceTop(Math.max(4, ...curves.map(({ points }) => points.at(-1)?.relevant ?? 0)));
  const d = (points: readonly Point[]): string =>
    `M0 ${HEIGHT}${points.map(({ n, relevant }) => `L${((1000 * n) / right).toFixed(1)} ${(HEIGHT - (HEIGHT * relevant) / top).toFixed(1)}`).join('')}`;
  return el.figure(
    null,
    el.svg(
      {
        class: 'chart',
        height: HEIGHT + 20,
        role: 'img',
        'aria-label': `Relevant pages over requests: ${curves.map(({ name, points }) => `${name} ${count(points.at(-1)?.relevant ?? 0)}`).join(', ')}.`,
      },
      el.svg(
        { viewBox: `0 0 1000 ${HEIGHT}`, preserveAspectRatio: 'none', width: '100%', height: HEIGHT },
        ...[0.5, 1].map((share) =>
          el.path({
            class: 'grid',
            d: `M0 ${(HEIGHT * (1 - share)).toFixed(1)}h1000`,
            'vector-effect': 'non-scaling-stroke',
          }),
        ),
        ...curves.map(({ points }, i) =>
          el.path({ class: `pen pen-${(i % 6) + 1}`, d: d(points), 'vector-effect': 'non-scaling-stroke' }),
        ),
        el.path({ class: 'axis', d: `M0 ${HEIGHT}h1000`, 'vector-effect': 'non-scaling-stroke' }),
      ),
      el.text({ x: 0, y: 12 }, count(top)),
      el.text({ x: 0, y: HEIGHT / 2 + 12 }, count(top / 2)),
      el.text({ class: 'end', x: '100%', y: HEIGHT + 16 }, `${count(right)} requests`),
    ),
    el.figcaption(
      { class: 'legend' },
      ...curves.map(({ name }, i) =>
        el.span(
          null,
          el.svg({ 'aria-hidden': 'true' }, el.path({ class: `pen pen-${(i % 6) + 1}`, d: 'M0 5h18' })),
          name,
        ),
      ),
    ),
  );
}
