/** `forage judge` and `forage resume --topic` as a user types them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  newFolder,
  page,
  pagesOf,
  prose,
  removeFolders,
  type SmallWeb,
  smallWeb,
} from '../crawl/small-web.ts';
import { forageHere } from './forage-here.ts';

const cwd = newFolder();
let web: SmallWeb;

const run = (...args: string[]) => forageHere(args, { cwd });
const relevantIn = (crawl: string): number =>
  pagesOf(join(cwd, crawl)).filter(({ relevant }) => relevant).length;

beforeAll(async () => {
  web = await smallWeb({
    'sky.test/': page(['/faint', '/bright', '/roses'], prose('start')),
    'sky.test/faint': page([], `comet comet comet tail ${prose('faint', 200)}`),
    'sky.test/bright': page([], `${'comet '.repeat(50)}${prose('bright', 20)}`),
    'sky.test/roses': page([], `${'rose '.repeat(50)}${prose('roses', 20)}`),
    'new.test/': page([], `${'rose '.repeat(10)}${prose('new', 60)}`),
  });
  const topic = (words: string, seeds: string): string =>
    `name: sky\nkeywords: [${words}]\nseeds: [${seeds}]\n`;
  writeFileSync(join(cwd, 'comets.yaml'), topic('comet', '"http://sky.test/"'));
  writeFileSync(join(cwd, 'roses.yaml'), topic('rose', '"http://sky.test/", "http://new.test/"'));
  const flags = [
    '--contact',
    'test@example.org',
    '--connect-to',
    `*.test=127.0.0.1:${web.port}`,
    '--delay',
    '1',
  ];
  const rule = ['--recipe', 'best-first/page+anchor'];
  const crawled = await run(
    'crawl',
    'comets.yaml',
    '--out',
    'sky',
    '-q',
    '--threads',
    '1',
    ...rule,
    ...flags,
  );
  expect(crawled).toMatchObject({ code: 0, err: '' });
});
afterAll(async () => {
  await web.close();
  removeFolders();
});

it('judge shows what would change, changes it, and says what to type next', async () => {
  const [faint, bright] = ['/faint', '/bright'].map(
    (path) => pagesOf(join(cwd, 'sky')).find(({ url }) => url.endsWith(path))!,
  );
  expect([faint!.relevant, bright!.relevant]).toEqual([true, true]);
  const threshold = String((faint!.score! + bright!.score!) / 2);
  const dry = await run('judge', 'sky', '--threshold', threshold, '--dry-run');
  expect(dry).toMatchObject({ code: 0, err: '' });
  expect(dry.out).toContain(`Nothing was written.\n  forage judge sky --threshold ${threshold}\n`);
  expect(relevantIn('sky')).toBe(2);

  const wet = await run('judge', 'sky', '--threshold', threshold);
  expect(wet).toMatchObject({ code: 0, err: '' });
  expect(wet.out).toMatch(/2 called relevant +1 called relevant/);
  expect(wet.out).toContain('0 pages became relevant\n1 page became irrelevant\n');
  const score = faint!.score!.toFixed(3);
  expect(wet.out).toMatch(new RegExp(`${score} → ${score}  comet comet .*\n +http://sky\\.test/faint`));
  expect(wet.out).toContain('forage resume sky');
  expect(wet.out).not.toContain('\x1b');
  expect(relevantIn('sky')).toBe(1);
  expect(readFileSync(join(cwd, 'sky', 'crawl.yaml'), 'utf8')).toContain(`judge.threshold: ${threshold}`);

  const quiet = await run('judge', 'sky', '--threshold', '0.1', '-q');
  expect(quiet).toMatchObject({
    code: 0,
    err: '',
    out: '2 of 4 pages called relevant, 1 before (version 3)\n',
  });
  const json = JSON.parse((await run('judge', 'sky', '--json')).out);
  expect(json).toMatchObject({ version: 3, pages: 4, read: 0, relevant: { before: 1, after: 2 } });
});

it('resume --topic takes the changed topic, its new seeds, and offers to judge again', async () => {
  const resumed = await run('resume', 'sky', '--topic', 'roses.yaml');
  expect(resumed).toMatchObject({ code: 0, err: '' });
  expect(resumed.out).toContain('forage judge sky');
  expect(pagesOf(join(cwd, 'sky')).find(({ url }) => url === 'http://new.test/')).toMatchObject({
    relevant: true,
    model: 4,
  });
  expect((await run('judge', 'sky', '-q')).out).toBe('2 of 5 pages called relevant, 3 before (version 4)\n');
});

it('a mistake is answered with a sentence and changes nothing', async () => {
  const before = readFileSync(join(cwd, 'sky', 'crawl.yaml'), 'utf8');
  const missing = await run('judge', 'nowhere');
  expect([missing.code, missing.err]).toEqual([
    1,
    'nowhere is not a crawl: there is no such folder. Crawls here: sky\n',
  ]);
  const recipe = await run('judge', 'sky', '--recipe', 'bredth-first');
  expect(recipe.code).toBe(2);
  expect(recipe.err).toContain('breadth-first');
  expect((await run('judge', 'sky', '--threshold', '2')).code).toBe(2);
  expect(readFileSync(join(cwd, 'sky', 'crawl.yaml'), 'utf8')).toBe(before);
});
