/** Modules of a user's: one that has changed is another judge, and one that came later is kept. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { forage } from '../cli/forage.ts';
import { project } from '../plugin/project.ts';
import { page, pagesOf, prose, removeFolders, smallWeb } from './small-web.ts';

afterAll(removeFolders);

const judge = (score: number): string => `import { defineJudge } from 'forage-crawler';
export default defineJudge({
  name: 'one-score',
  make: () => ({ judge: () => ({ score: ${score}, relevant: ${score} > 0.5, why: [] }) }),
});\n`;

it('forage judge judges all pages again by the changed module, and none if it is as it was', async () => {
  const web = await smallWeb({
    'a.test/': page(['/b', '/c'], prose('a')),
    'a.test/b': page([], prose('b')),
    'a.test/c': page([], prose('c')),
  });
  const cwd = project({
    'mine.ts': judge(0.25),
    'topic.yaml': 'name: owls\nseeds: ["http://a.test/"]\nkeywords: [owl]\nuse: [./mine.ts]\n',
    'settings.yaml': JSON.stringify({ ...web.settings, set: { judge: 'one-score' } }),
  });
  const out = join(cwd, 'owls');
  const run = async (...args: string[]): Promise<string> => {
    const done = await forage(args, { cwd });
    expect(done, args.join(' ')).toMatchObject({ code: 0 });
    return done.out;
  };
  await run('crawl', 'topic.yaml', '--settings', 'settings.yaml', '--recipe', 'breadth-first', '--quiet');
  await web.close();
  expect(await run('judge', 'owls')).toContain('version 1: 0 pages read');
  writeFileSync(join(cwd, 'mine.ts'), judge(0.75));
  expect(await run('judge', 'owls')).toContain('version 2: 3 pages read');
  expect(pagesOf(out).map(({ score, relevant }) => [score, relevant])).toEqual(Array(3).fill([0.75, true]));
});

it('modules that came with a new recipe or topic are kept: later commands find what they define', async () => {
  const web = await smallWeb({
    'a.test/': page(['/b'], prose('a')),
    'a.test/b': page(['/c', '/refused?b'], prose('b')),
    'a.test/c': page(['/refused?c'], prose('c')),
  });
  const cwd = project({
    'mine.ts': judge(0.75),
    'filter.ts': `import { defineFilter } from 'forage-crawler';
export default defineFilter({
  name: 'no-parameters',
  make: () => ({ refuses: ({ url }) => (url.includes('?') ? 'parameters' : undefined) }),
});\n`,
    'topic.yaml': 'name: owls\nseeds: ["http://a.test/"]\nkeywords: [owl]\n',
    'filtered.yaml': 'name: owls\nkeywords: [owl]\nuse: [./filter.ts]\n',
    'mine.yaml': 'name: mine\nuse: [./mine.ts]\njudge: one-score\nstrategy: breadth-first\n',
    'settings.yaml': JSON.stringify({ ...web.settings, concurrency: 1, recipe: 'breadth-first' }),
  });
  const run = async (...args: string[]): Promise<string> => {
    const done = await forage(args, { cwd });
    expect(done, args.join(' ')).toMatchObject({ code: 0 });
    return done.out;
  };
  await run('crawl', 'topic.yaml', '--settings', 'settings.yaml', '--pages', '1', '--quiet');
  await run('judge', 'owls', '--recipe', 'mine.yaml');
  await run('resume', 'owls', '--topic', 'filtered.yaml', '--pages', '2', '--quiet');
  await run('set', 'owls', 'budget.pages=10');
  await run('resume', 'owls', '--quiet');
  await web.close();
  expect(await run('model', 'owls')).toContain('Judge one-score');
  expect(pagesOf(join(cwd, 'owls')).map(({ url, score }) => [url, score])).toEqual([
    ['http://a.test/', 0.75],
    ['http://a.test/b', 0.75],
    ['http://a.test/c', 0.75],
  ]);
});
