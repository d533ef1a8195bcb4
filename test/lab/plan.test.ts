/** A plan is checked as a whole before anything runs, and every fault is reported with its line. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { drawExamples, drawWarnings } from '../../src/lab/draw.ts';
import { steeringKinds } from '../../src/lab/independence.ts';
import { loadPlan } from '../../src/lab/load-plan.ts';
import { combinations } from '../../src/lab/variants.ts';
import { findRecipe } from '../../src/recipe/registry.ts';
import { parseTopic } from '../../src/topic/load.ts';
import { newFolder, removeFolders } from '../crawl/small-web.ts';

let folder: string;
beforeAll(() => {
  folder = newFolder();
  writeFileSync(join(folder, 'web.warc'), '');
  writeFileSync(join(folder, 'labels.tsv'), 'http://a.test/\tcomet;comets\n');
  writeFileSync(join(folder, 'comets.yaml'), 'name: comets\nkeywords: [comet]\nseeds: [http://a.test/]\n');
  writeFileSync(
    join(folder, 'mine.yaml'),
    'name: mine\njudge: keyword-cosine\nstrategy: {kind: best-first}\n',
  );
});
afterAll(removeFolders);

const LINES = [
  'name: try',
  'webs:',
  '  - {name: a, files: web.warc, labels: labels.tsv}',
  'topics:',
  '  - {web: a, file: comets.yaml}',
  'recipes:',
  '  - breadth-first',
];

function load(lines: string[]) {
  const path = join(folder, 'plan.yaml');
  writeFileSync(path, lines.join('\n'));
  return loadPlan(path);
}

const changed = (line: number, text: string): string[] => LINES.with(line - 1, text);

it('takes paths from the folder of the plan', () => {
  const { plan, variants } = load(changed(7, '  - mine.yaml'));
  expect(plan.webs[0]).toMatchObject({
    files: [join(folder, 'web.warc')],
    labels: join(folder, 'labels.tsv'),
  });
  expect(plan.topics[0]!.file).toBe(join(folder, 'comets.yaml'));
  expect(variants.map(({ name }) => name)).toEqual(['mine']);
});

it.each([
  ['an unknown key', [...LINES, 'colour: red'], /line 8, colour: unknown key; there are: name, title/],
  [
    'a web that is not there',
    changed(3, '  - {name: a, files: none.warc}'),
    /line 3.*none\.warc does not exist/,
  ],
  [
    'labels that are not there',
    changed(3, '  - {name: a, files: web.warc, labels: x}'),
    /line 3.*x does not exist/,
  ],
  [
    'a topic that no page is labelled with',
    changed(5, '  - {web: a, file: comets.yaml, label: comest}'),
    /labels\.tsv labels no page as "comest"; did you mean "comet"\?/,
  ],
  [
    'a topic of a web that has no name',
    changed(5, '  - {web: b, file: comets.yaml}'),
    /line 5, topics\.0\.web: no web is called "b"; there are: a/,
  ],
  [
    'a topic file that is not there',
    changed(5, '  - {web: a, file: x.yaml}'),
    /line 5.*x\.yaml does not exist/,
  ],
  ['a recipe that is none', changed(7, '  - nonesuch'), /line 7.*There is no recipe "nonesuch"/],
  [
    'a setting that a recipe has not',
    changed(7, '  - {recipe: shark-search, set: {speed: 3}}'),
    /line 7, recipes\.0\.set\.speed: unknown setting "speed"; did you mean|line 7, recipes\.0\.set\.speed: unknown setting "speed"; there are/,
  ],
  [
    'a swept value that cannot be',
    changed(7, '  - {recipe: shark-search, sweep: {decay: [0.5, far]}}'),
    /line 7, recipes\.0\.sweep\.decay: give a number \(found "far"\)/,
  ],
  ['two of one name', [...LINES, '  - breadth-first'], /line 8.*two have the name "breadth-first"/],
  [
    'a setting of the crawl that is none',
    [...LINES, 'settings: {concurrency: many}'],
    /line 8, settings\.concurrency: give a number \(found "many"\)/,
  ],
  ['a recipe without a name', changed(7, '  - {set: {decay: 0.3}}'), /line 7.*give the name of a recipe/],
  ['an archive of a run', [...LINES, 'settings: {archive: {warc: true}}'], /line 8, settings\.archive\.warc/],
  ['a judge that is none', [...LINES, 'judge: {kind: oracle}'], /line 8.*There is no judge "oracle"/],
  [
    'labels for the demonstration web',
    changed(3, '  - {name: a, files: demo, labels: labels.tsv}'),
    /line 3.*has its own labels/,
  ],
  [
    'a subject that the demonstration web has not',
    [...changed(3, '  - {name: a, files: demo}').with(4, '  - {web: a, file: golf}')],
    /line 5.*has no topic "golf"; there are: birds/,
  ],
  ['no repeats', [...LINES, 'repeats: {times: 0}'], /line 8, repeats\.times/],
])('refuses %s', (_, lines, message) => {
  expect(() => load(lines)).toThrow(message);
});

it('runs a sweep in every combination, each named by what differs', () => {
  const { variants } = load(
    changed(
      7,
      '  - {recipe: shark-search, set: {depth: 4}, sweep: {decay: [0.3, 0.5], anchorShare: [0, 1]}}',
    ),
  );
  expect(variants.map(({ name, set }) => [name, set])).toEqual(
    [
      [0.3, 0],
      [0.3, 1],
      [0.5, 0],
      [0.5, 1],
    ].map(([decay, anchorShare]) => [
      `shark-search depth=4 decay=${decay}, anchorShare=${anchorShare}`,
      { depth: 4, decay, anchorShare },
    ]),
  );
  expect(combinations([])).toEqual([{}]);
});

it('draws the same examples for the same repeat and others for another', () => {
  const examples = Array.from({ length: 30 }, (_, i) => `http://a.test/${i}`);
  const topic = parseTopic(
    JSON.stringify({ name: 'a', examples: { relevant: examples, irrelevant: examples, genre: examples } }),
  );
  const draw = (repeat: number) =>
    drawExamples(topic, { relevant: 10, irrelevant: 50, genre: 4 }, repeat).examples;
  const first = draw(1);
  expect(draw(1)).toEqual(first);
  expect(draw(2).relevant).not.toEqual(first.relevant);
  expect(first.relevant).toHaveLength(10);
  expect(new Set(first.relevant).size).toBe(10);
  expect(first.relevant).toEqual(examples.filter((url) => first.relevant.includes(url)));
  expect(first.irrelevant).toEqual(examples);
  expect(new Set(first.genre).size).toBe(4);
  expect(drawWarnings(topic, { relevant: 10, irrelevant: 50 })).toEqual([
    'a: every repeat has all of its 30 irrelevant examples, as the plan draws 50.',
  ]);
});

it('knows every model that steers, those within others and those of the settings', () => {
  expect([...steeringKinds({ recipe: findRecipe('darmstadt/language-model'), set: {} })]).toContain(
    'perplexity',
  );
  const set = { judge: 'nearest-example' };
  const kinds = steeringKinds({ recipe: findRecipe('best-first/page'), set });
  expect(kinds.has('nearest-example')).toBe(true);
  expect(kinds.has('keyword-cosine')).toBe(false);
});
