/** The ready plans of published designs load, and run on the demonstration web as they stand, with less of it. */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { loadPlan } from '../../src/lab/load-plan.ts';
import { measureStudy } from '../../src/lab/measure-study.ts';
import { runStudy } from '../../src/lab/runner.ts';
import { prepareStudy } from '../../src/lab/schedule.ts';
import { readStudy } from '../../src/lab/study.ts';
import { newFolder, removeFolders } from '../crawl/small-web.ts';

afterAll(removeFolders);

const folder = fileURLToPath(new URL('../../examples/studies', import.meta.url));

/** As many as the study that it follows compared. */
const VARIANTS: Record<string, number> = {
  'lund-eleven.yaml': 11,
  'lund-variants.yaml': 39,
  'crete-three.yaml': 11,
  'minas-queues.yaml': 11,
  'minas-genres.yaml': 22,
  'darmstadt-three.yaml': 3,
  'cindi-robot.yaml': 8,
  'cindi-classifiers.yaml': 7,
};

it.each(globSync('*.yaml', { cwd: folder }))('%s is a plan', (name) => {
  expect(loadPlan(join(folder, name)).variants).toHaveLength(VARIANTS[name]!);
});

it('a published design runs on the demonstration web, to its report', async () => {
  const plan = parse(readFileSync(join(folder, 'darmstadt-three.yaml'), 'utf8'));
  plan.webs[0].demo = { pages: 500, hosts: 25 };
  plan.topics.length = 1;
  plan.pages = 60;
  const path = join(newFolder(), 'plan.yaml');
  writeFileSync(path, stringify(plan));
  const out = join(newFolder(), 'study');
  const schedule = await prepareStudy(loadPlan(path), out, () => {});
  expect(await runStudy(schedule, { processes: 1 })).toMatchObject({ done: 3, failed: 0, all: 3 });
  const data = readStudy(out);
  expect(data.topics[0]).toMatchObject({ topic: 'medicine', labelled: true });
  expect(data.topics[0]!.reached!.some(({ relevant }) => relevant)).toBe(true);
  for (const { visits } of data.runs) expect(visits).toHaveLength(60);
  const { rankings, cells, warnings } = measureStudy(data);
  expect(rankings[0]!.rows.map(({ variant }) => variant).sort()).toEqual([
    'breadth-first',
    'focused by links',
    'language model',
  ]);
  expect(cells.every(({ perplexity }) => perplexity!.length > 0)).toBe(true);
  expect(warnings.join('\n')).toContain('perplexity is the same model that steers language model.');
});
