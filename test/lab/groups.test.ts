/** A plan with groups runs what its groups name, and ranks within them. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeReport } from '../../src/cli/lab-report.ts';
import { loadPlan } from '../../src/lab/load-plan.ts';
import { runStudy } from '../../src/lab/runner.ts';
import { prepareStudy } from '../../src/lab/schedule.ts';
import { newFolder, removeFolders } from '../crawl/small-web.ts';
import { type SmallPlan, smallPlan } from './small-plan.ts';

afterAll(removeFolders);

let small: SmallPlan;
beforeAll(async () => {
  small = await smallPlan();
});
/** A plan of its own over the same web. */
const planWith = (over: Record<string, unknown>): Promise<SmallPlan> => smallPlan(over, true, small);

const recipes = ['breadth-first', 'depth-first', { recipe: 'shark-search', sweep: { decay: [0.3, 0.8] } }];

it('runs and compares each group by itself, and writes its tables', async () => {
  const groups = [
    { name: 'plain', recipes: ['breadth-first', 'depth-first'] },
    { name: 'sharks', recipes: ['shark-search'], topics: ['courses'] },
    { name: 'variants', recipes: ['lund/svm@latest'] },
  ];
  const { path } = await planWith({ recipes: [...recipes, 'lund/svm@latest'], groups, pages: 20 });
  const out = join(newFolder(), 'study');
  await runStudy(await prepareStudy(loadPlan(path), out, () => {}), { processes: 2 });
  let said = '';
  writeReport(out, (line) => {
    said += `${line}\n`;
  });
  const read = (...parts: string[]): string => readFileSync(join(out, ...parts), 'utf8');
  const ranked = (group: string): string[] =>
    JSON.parse(read('groups', group, 'results.json'))
      .variants.map(({ name }: { name: string }) => name)
      .sort();
  expect(ranked('plain')).toEqual(['breadth-first', 'depth-first']);
  expect(ranked('sharks')).toEqual(['shark-search decay=0.3', 'shark-search decay=0.8']);
  expect(ranked('variants')).toEqual(['lund/svm@latest']);
  expect(said).toMatch(/\nplain\narea under the recall curve, best first\n/);
  expect(said).toContain('\nsharks\n');
  const html = read('report.html');
  expect(html).toContain('<h3>sharks</h3><p><a href="groups/sharks/report.html">');
  expect(existsSync(join(out, 'groups', 'sharks', 'report.html'))).toBe(true);

  // The same figures in all forms of the tables.
  const [first] = JSON.parse(read('results.json')).rankings[0].rows;
  const mean = first.estimate.toFixed(3);
  expect(read('tables.md')).toContain(`| ${first.variant} | ${mean} |`);
  expect(read('tables.tex')).toContain(`  ${first.variant} & ${mean} & `);
  expect(read('tables.tex')).toContain('recall after 10 \\%');
});

it('runs only what is in a group', async () => {
  const { path } = await planWith({ recipes, groups: [{ name: 'one', recipes: ['depth-first'] }] });
  const { runs } = await prepareStudy(loadPlan(path), join(newFolder(), 'study'), () => {});
  expect(runs.map(({ key }) => key.variant)).toEqual(['depth-first']);
});

it.each([
  [
    { name: 'g', recipes: ['shark-serch'] },
    'line 21, groups.0.recipes.0: the plan has no recipe "shark-serch"',
  ],
  [{ name: 'g', recipes: ['depth-first'], topics: ['moons'] }, 'The group g has the topic "moons"'],
])('says what is wrong with %j', async (group, told) => {
  const { path } = await planWith({ recipes, groups: [group] });
  expect(() => loadPlan(path)).toThrow(told);
});
