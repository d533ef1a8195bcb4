/** The charts of the lab's report: axes with round ticks, marks where the numbers say, names that can't break out. */
import { expect, test } from 'vitest';
import { axisOver, roundStep } from '../../src/lab/report/axis.ts';
import { boxPlot } from '../../src/lab/report/box-plot.ts';
import { densityChart } from '../../src/lab/report/density-chart.ts';
import { heatMap } from '../../src/lab/report/heat-map.ts';
import { intervalChart } from '../../src/lab/report/interval-chart.ts';
import { lineChart } from '../../src/lab/report/line-chart.ts';
import { count, escaped, shorten } from '../../src/lab/report/markup.ts';
import { decimal, duration, percent, probability, whole } from '../../src/lab/report/number.ts';
import { breadthFirstPen, oraclePen, pens } from '../../src/lab/report/pen.ts';

const unit = axisOver('recall', [], { from: 0, to: 1 });

test('the steps of an axis are 1, 2, 2.5 or 5 times a power of ten', () => {
  expect([0.13, 0.2, 0.21, 0.3, 0.6, 7, 1300].map(roundStep)).toEqual([0.2, 0.2, 0.25, 0.5, 1, 10, 2000]);
});

test('an axis covers its values and ends at round ticks', () => {
  const axis = axisOver('pages', [37, 912]);
  expect([axis.min, axis.max]).toEqual([0, 1000]);
  expect(axis.ticks).toEqual([0, 200, 400, 600, 800, 1000]);
  expect(axisOver('share', [], { from: 0, to: 1 }).ticks).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
});

test.each([
  ['no value', []],
  ['one value', [5]],
  ['zeros', [0, 0]],
  ['values that are not finite', [Number.NaN, Number.POSITIVE_INFINITY]],
  ['very small values', [1e-9, 2e-9]],
  ['very large values', [1e15, 3e15]],
])('an axis over %s has a width and a few ticks', (_, values) => {
  const axis = axisOver('x', values);
  expect(axis.max).toBeGreaterThan(axis.min);
  expect(axis.ticks.length).toBeGreaterThanOrEqual(2);
  expect(axis.ticks.length).toBeLessThan(20);
});

test('a line begins and ends where its points are', () => {
  // The plot is 630 × 356 with its corner at (66, 14): (0, 0) is at (66, 370), (1, 1) at (696, 14).
  const chart = lineChart({
    title: 'Recall',
    x: unit,
    y: unit,
    lines: [
      {
        name: 'a',
        pen: pens[0],
        points: [
          [0, 0],
          [0.5, 0.25],
          [1, 1],
        ],
      },
    ],
  });
  expect(chart).toContain('d="M66 370L381 281L696 14"');
});

test('a line has a gap where a value is missing, and none of it is outside the axes', () => {
  const chart = lineChart({
    title: 'Recall',
    x: unit,
    y: unit,
    lines: [
      {
        name: 'a',
        points: [
          [0, 0],
          [0.5, Number.NaN],
          [1, 7],
          [2, 1],
        ],
      },
    ],
  });
  expect(chart).toContain('d="M66 370M696 14"');
});

test('no two lines that must be distinguishable have the same dashes, nor the same marker', () => {
  expect(new Set(pens.map(({ dash }) => dash)).size).toBe(pens.length);
  expect(new Set(pens.map(({ marker }) => marker)).size).toBe(pens.length);
  expect(oraclePen.dash).not.toBe(breadthFirstPen.dash);
});

test('lines without a pen are grey, counted in the legend and not named there', () => {
  const points = [
    [0, 0],
    [1, 1],
  ] as const;
  const chart = lineChart({
    title: 'Recall',
    x: unit,
    y: unit,
    lines: [
      { name: 'best', pen: pens[0], points },
      { name: 'b', points },
      { name: 'c', points },
    ],
  });
  expect(chart.match(/stroke="#b8b8b8"/g)).toHaveLength(3);
  expect(chart).toContain('2 others');
  expect(chart.match(/<text[^>]*>b</)).toBeNull();
});

test('an interval is drawn from its low to its high end, its estimate between', () => {
  // Rows are 680 wide from 260.
  const chart = intervalChart({
    title: 'Ranking',
    x: unit,
    rows: [{ name: 'a', value: 0.5, low: 0.25, high: 0.75, note: '' }],
  });
  expect(chart).toContain('M430 21H770');
  expect(chart).toContain('cx="600" cy="21"');
});

test('a box reaches from quartile to quartile', () => {
  const chart = boxPlot({
    title: 'Scores',
    x: unit,
    boxes: [{ name: 'a', low: 0, lowerQuartile: 0.25, median: 0.5, upperQuartile: 0.75, high: 1, note: '' }],
  });
  expect(chart).toMatch(/<rect class="box" x="430" y="[\d.]+" width="340"/);
  expect(chart).toContain('class="median" d="M600 ');
});

test('a heat map is darker where the share is larger, and says it', () => {
  const shares = [1, 0.2, 0.2, 1];
  const chart = heatMap({
    title: 'Overlap',
    names: ['a', 'b'],
    share: (row, column) => shares[2 * row + column]!,
  });
  const reds = [...chart.matchAll(/fill="rgb\((\d+),.*?<title>([^<]*)/g)].map(([, red]) => Number(red));
  expect(reds[0]).toBeLessThan(reds[1]!);
  expect(chart).toContain('a, b: 20 %');
});

test('a ridge is as tall as its bins, the same scale for all', () => {
  const chart = densityChart({ title: 'Scores', x: unit, ridges: [{ name: 'a', shares: [0, 0.5, 0.5, 0] }] });
  expect(chart).toContain('d="M260 42V42H430V10.7H600V10.7H770V42H940V42z"');
});

test('rows beyond what a page holds are left to the table', () => {
  const rows = Array.from({ length: 200 }, (_, n) => ({
    name: `r${n}`,
    value: 0,
    low: 0,
    high: 0,
    note: '',
  }));
  const chart = intervalChart({ title: 'Ranking', x: unit, rows });
  expect(chart).toContain('>r59<');
  expect(chart).not.toContain('>r60<');
});

test.each([
  [
    'lines',
    (name: string) =>
      lineChart({ title: name, x: unit, y: unit, lines: [{ name, pen: pens[0], points: [[0, 0]] }] }),
  ],
  [
    'intervals',
    (name: string) =>
      intervalChart({ title: name, x: unit, rows: [{ name, value: 0, low: 0, high: 0, note: name }] }),
  ],
  [
    'boxes',
    (name: string) =>
      boxPlot({
        title: name,
        x: unit,
        boxes: [{ name, low: 0, lowerQuartile: 0, median: 0, upperQuartile: 0, high: 0, note: name }],
      }),
  ],
  ['a heat map', (name: string) => heatMap({ title: name, names: [name], share: () => 1 })],
  ['densities', (name: string) => densityChart({ title: name, x: unit, ridges: [{ name, shares: [1] }] })],
])('%s keep a hostile name as text', (_, draw) => {
  const chart = draw('"><script>alert(1)</script>');
  expect(chart).not.toContain('<script');
  expect(chart).toContain('&quot;&gt;&lt;script');
});

test('text is safe in elements and attributes, whatever it holds', () => {
  expect(escaped(`<a href="x" id='y'>&\0\ud800`)).toBe(
    '&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;\ufffd\ufffd',
  );
  expect(shorten('😀😀😀😀', 3)).toBe('😀…😀');
  expect([count(1, 'topic'), count(1200, 'topic'), count(2, 'fetch', 'fetches')]).toEqual([
    '1 topic',
    '1,200 topics',
    '2 fetches',
  ]);
});

test('numbers are as long as they need to be, and what is not known is a dash', () => {
  expect([0.12345, 12.345, 123.45, 1234.5, -0.0001, -0.5].map(decimal)).toEqual([
    '0.123',
    '12.35',
    '123.5',
    '1,235',
    '0.000',
    '−0.500',
  ]);
  expect([
    decimal(undefined),
    decimal(Number.NaN),
    percent(undefined),
    whole(undefined),
    probability(undefined),
  ]).toEqual(Array(5).fill('–'));
  expect([percent(0.125), percent(1), whole(1234.4), probability(0.0004), probability(0.04)]).toEqual([
    '12.5 %',
    '100 %',
    '1,234',
    '< 0.001',
    '0.040',
  ]);
  expect([60, 90, 600, 3600, 5400].map(duration)).toEqual(['60 s', '90 s', '10 min', '1 h', '1.5 h']);
});
