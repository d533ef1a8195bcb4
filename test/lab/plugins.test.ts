/** A study of recipes that a user wrote: its processes load the modules that the plan names. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadPlan } from '../../src/lab/load-plan.ts';
import { runStudy } from '../../src/lab/runner.ts';
import { prepareStudy } from '../../src/lab/schedule.ts';
import { readStudy } from '../../src/lab/study.ts';
import { newFolder, removeFolders } from '../crawl/small-web.ts';
import { project } from '../plugin/project.ts';
import { type SmallPlan, smallPlan } from './small-plan.ts';

afterAll(removeFolders);

const module = `import { defineJudge, defineRecipe, defineStrategy, z } from 'forage-crawler';
export default [
  defineJudge({
    name: 'all-alike',
    settings: z.object({ score: z.number().default(0.25) }),
    make: ({ settings }) => ({ judge: () => ({ ...settings, relevant: false, why: [] }) }),
  }),
  defineStrategy({
    name: 'by-length',
    make: () => ({
      *visit({ page }) {
        for (const link of page.links) yield { link, priority: -link.url.length };
      },
    }),
  }),
  defineRecipe({ name: 'short-first', judge: 'all-alike', strategy: 'by-length' }),
];
`;

let small: SmallPlan;
beforeAll(async () => {
  small = await smallPlan();
});
/** A plan of its own over the same web. */
const planWith = (over: Record<string, unknown>): Promise<SmallPlan> => smallPlan(over, true, small);

const mine = join(project({ 'mine.ts': module }), 'mine.ts');

it('compares a recipe of a module with a built-in one, in separate processes, and runs it again when the module changes', async () => {
  const recipes = ['breadth-first', 'short-first', { recipe: 'short-first', set: { score: 0.5 } }];
  const { path } = await planWith({ use: [mine], recipes, pages: 20 });
  const out = join(newFolder(), 'study');
  const schedule = await prepareStudy(loadPlan(path), out, () => {});
  expect(await runStudy(schedule, { processes: 1 })).toMatchObject({ done: 3, failed: 0 });
  const { runs } = readStudy(out);
  const scoresOf = (name: string) =>
    new Set(runs.find(({ run }) => run.variant === name)!.visits.map(({ score }) => score));
  expect(scoresOf('short-first')).toEqual(new Set([0.25]));
  expect(scoresOf('short-first score=0.5')).toEqual(new Set([0.5]));
  const urls = runs.find(({ run }) => run.variant === 'short-first')!.visits.map(({ url }) => url);
  const breadthFirst = runs.find(({ run }) => run.variant === 'breadth-first')!.visits.map(({ url }) => url);
  expect(urls).not.toEqual(breadthFirst);

  const ids = schedule.runs.map(({ id }) => id);
  appendFileSync(mine, '// changed\n');
  const { runs: again } = await prepareStudy(loadPlan(path), out, () => {});
  for (const id of ids) expect(again.map((job) => job.id)).not.toContain(id);
});

it('a study warns of faults in the runs that its figures are of', async () => {
  const faulty = module
    .replaceAll(/all-alike|by-length|short-first/g, 'faulty-$&')
    .replace(
      '*visit({ page }) {',
      "*visit({ page, via }) {\n        if (via.depth > 0) throw new Error('too deep');",
    );
  const use = [join(project({ 'faulty.ts': faulty }), 'faulty.ts')];
  const { path } = await planWith({ use, recipes: ['breadth-first', 'faulty-short-first'], pages: 5 });
  const out = join(newFolder(), 'study');
  const schedule = await prepareStudy(loadPlan(path), out, () => {});
  expect(await runStudy(schedule, { processes: 1 })).toMatchObject({ done: 2, failed: 0 });
  const told = readStudy(out).warnings.filter((warning) => warning.includes('fault'));
  expect(told).toEqual([
    expect.stringMatching(
      /faulty-short-first had \d faults in run 1; the first: strategy, http.*: too deep$/,
    ),
  ]);
});

it('a plan whose module is missing is refused with its line', async () => {
  const { path } = await planWith({ use: ['./mine.ts'] });
  expect(() => loadPlan(path)).toThrow(
    /plan\.yaml is not valid:\n {2}line \d+, use\.0: There is no file .*mine\.ts/,
  );
});
