/** The lab's report: what is in it, what is left out, and that nobody's names can break it. */
import { expect, test } from 'vitest';
import { estimateText, intervalText } from '../../src/lab/report/figure-text.ts';
import { interpolate } from '../../src/lab/report/interpolate.ts';
import { renderReport } from '../../src/lab/report/report.ts';
import type { Results } from '../../src/lab/results.ts';
import { findRecipe } from '../../src/recipe/registry.ts';
import { madeResults } from './report-fixture.ts';

const sectionsOf = (html: string): string[] =>
  [...html.matchAll(/<section id="(\w+)">/g)].map(([, id]) => id!);

test('a study with labels has a section for everything that was measured', () => {
  expect(sectionsOf(renderReport(madeResults()))).toEqual([
    'compared',
    'ranking',
    'recall',
    'harvest',
    'time',
    'scores',
    'threshold',
    'overlap',
    'figures',
    'topics',
    'settings',
    'again',
  ]);
});

test('how the crawls differ from a live one stands before the ranking', () => {
  const html = renderReport(madeResults());
  const place = html.indexOf('robots.txt is not requested.');
  expect(place).toBeGreaterThan(html.indexOf('<section id="compared">'));
  expect(place).toBeLessThan(html.indexOf('<section id="ranking">'));
});

test('a study without labels shows perplexity and what the measuring judge says, no recall and no threshold', () => {
  const html = renderReport(madeResults({ labelled: false }));
  expect(sectionsOf(html)).toContain('perplexity');
  expect(sectionsOf(html)).not.toContain('threshold');
  expect(html).toContain('By the measuring judge');
  expect(html).not.toContain('Recall over all topics');
});

test('a study of which nothing was measured still makes a report', () => {
  const empty: Results = {
    ...madeResults(),
    topics: [],
    variants: [],
    runs: [],
    cells: [],
    rankings: [],
    comparisons: [],
    overlaps: [],
    warnings: [],
    failures: [
      {
        id: 'x',
        web: 'demo',
        topic: 'chess',
        variant: 'crete/j',
        recipe: 'crete/j',
        set: {},
        repeat: 1,
        reason: 'The disk is full.',
      },
    ],
  };
  const html = renderReport(empty);
  expect(html).toContain('No run was measured.');
  expect(html).toContain('The disk is full.');
});

test('every chart has a title, and a table in the same figure', () => {
  const html = renderReport(madeResults());
  const figures = html.match(/<figure>.*?<\/figure>/gs)!;
  expect(figures.length).toBeGreaterThan(8);
  for (const figure of figures) {
    expect(figure).toMatch(/<figcaption>[^<]+<\/figcaption>/);
    expect(figure).toContain('<svg class="chart"');
    expect(figure).toMatch(/<details>.*<table.*<\/details>/s);
  }
});

test('nothing in the report points elsewhere', () => {
  const html = renderReport(madeResults()).replaceAll('xmlns="http://www.w3.org/2000/svg"', '');
  expect(html).not.toMatch(/https?:|url\(|@import|<link rel="stylesheet|src=/);
});

test('names and titles of users stay text, wherever they stand', () => {
  const hostile = `</title></script><script>alert('x')</script><img src=x onerror="alert(1)">`;
  const made = madeResults({ names: [hostile], titles: [hostile] });
  const html = renderReport({
    ...made,
    study: { ...made.study, title: hostile, name: hostile },
    warnings: [hostile],
    measures: made.measures.map((measure) => ({ ...measure, title: hostile, meaning: hostile })),
    failures: [
      {
        id: hostile,
        web: hostile,
        topic: hostile,
        variant: hostile,
        recipe: hostile,
        set: { [hostile]: hostile },
        repeat: 1,
        reason: hostile,
      },
    ],
  });
  expect(html.match(/<script/g)).toHaveLength(1);
  expect(html).not.toContain('<img');
});

test('the report says what the tests can tell, and that few topics are too few', () => {
  expect(renderReport(madeResults({ topics: 6 }))).toMatch(/distinguishes it from \d of 3 at p &lt; 0\.05/);
  expect(renderReport(madeResults({ topics: 2 }))).toContain('more topics are needed');
});

test('with one topic the report finds no difference, however small the intervals are', () => {
  const html = renderReport(madeResults({ topics: 1 }));
  expect(html).toContain('With one topic nothing can be said about others');
  expect(html).not.toContain('excludes zero');
});

test('a single run has no interval', () => {
  const measure = { ...madeResults().measures[0]!, unit: '', digits: 3 };
  const figure = { estimate: 0.4, low: 0.4, high: 0.4 };
  expect(estimateText(measure, { ...figure, runs: 1 })).toBe('0.400');
  expect(intervalText(measure, { ...figure, runs: 1 })).toBe('–');
  expect(estimateText(measure, { ...figure, low: 0.3, runs: 2 })).toBe('0.400 (0.300 to 0.400)');
});

test('the ranking gives each variant its interval', () => {
  const made = madeResults();
  const html = renderReport(made);
  for (const { variant, low, high } of made.rankings[0]!.rows) {
    expect(html).toContain(`<td>${variant}</td>`);
    expect(html).toContain(`${low.toFixed(3)} to ${high.toFixed(3)}`);
  }
});

test('of many variants the best six, breadth-first and the oracle are named in a chart, the others counted', () => {
  const made = madeResults({ variants: 30, topics: 2 });
  const chart = /<figcaption>Recall over all topics.*?<svg(.*?)<\/svg>/s.exec(renderReport(made))![1]!;
  const legend = [...chart.matchAll(/<text x="768"[^>]*>([^<]*)/g)].map(([, name]) => name);
  // Breadth-first is the seventh of the made-up variants.
  expect(legend).toEqual([
    'oracle',
    ...made.variants.slice(0, 7).map(({ name }) => name),
    '23 others (in the table)',
  ]);
});

test('the settings of a recipe stand beside what the plan set', () => {
  const html = renderReport(madeResults({ variants: 30 }));
  const settings = /<section id="settings">.*?<\/section>/s.exec(html)![0];
  const { judge, strategy } = findRecipe('breadth-first');
  const row = /<td>breadth-first threshold=0.1<\/td>.*?<\/tr>/.exec(settings)![0];
  expect(row).toContain('<td>threshold: 0.1</td>');
  expect(row).toContain(`<td>${judge.kind}`);
  expect(row).toContain(`<td>${strategy.kind}`);
});

test('where all runs end early, charts end there too', () => {
  const made = madeResults();
  for (const variant of made.variants) {
    const { share, estimate, low, high } = variant.curve!;
    variant.curve = { share: share.map((at) => at / 5), estimate, low, high };
  }
  const chart = /<figcaption>Recall over all topics.*?<svg(.*?)<\/svg>/s.exec(renderReport(made))![1]!;
  expect(chart).toContain('>20 %</text><path class="axis" d="M66 370');
});

test('an overlap that no pair has is left out', () => {
  const made = madeResults();
  const [relevant, visited] = made.overlaps;
  const nothing = relevant!.mean.map((row) => row.map(() => null));
  const html = renderReport({ ...made, overlaps: [{ ...relevant!, mean: nothing }, visited!] });
  expect(html).not.toContain('Overlap of the relevant pages');
  expect(html).toContain('Overlap of all visited pages');
});

test('a curve is read between its points by straight line, and not at all outside of them', () => {
  const read = (x: number) => interpolate([1, 2, 4], [10, 20, 0], x);
  expect([1, 1.5, 2, 3, 4].map(read)).toEqual([10, 15, 20, 10, 0]);
  expect([0.5, 4.1, Number.NaN].map(read)).toEqual([Number.NaN, Number.NaN, Number.NaN]);
  expect(interpolate([], [], 0)).toBeNaN();
});
