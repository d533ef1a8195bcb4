/** A judge of a user's is another one when its module has changed. */
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
