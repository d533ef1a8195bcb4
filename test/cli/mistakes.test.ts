/** What a user may mistype: each ends with one clear message, the right exit code and nothing left behind. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newFolder, removeFolders } from '../crawl/small-web.ts';
import { forage } from './forage.ts';

const cwd = newFolder();
let before: string[];
afterAll(removeFolders);

beforeAll(() => {
  const write = (name: string, text: string | Uint8Array): void => writeFileSync(join(cwd, name), text);
  write('topic.yaml', 'name: stars\nkeywords: [comet]\nseeds: ["http://a.test/"]\n');
  write('no-seeds.yaml', 'name: stars\nkeywords: [comet]\n');
  write('no-keywords.yaml', 'name: stars\nseeds: ["http://a.test/"]\n');
  write('bad.yaml', 'name: stars\nkeywords: [comet]\nseedz: []\n');
  write('empty.yaml', '');
  write(
    'bytes.yaml',
    Uint8Array.from({ length: 4000 }, (_, i) => (i * 7919) % 256),
  );
  write('settings.yaml', 'budget: { pagez: 3 }\n');
  write('not.warc.gz', 'this is no WARC file');
  mkdirSync(join(cwd, 'full'));
  writeFileSync(join(cwd, 'full', 'something'), '');
  mkdirSync(join(cwd, 'broken'));
  writeFileSync(join(cwd, 'broken', 'crawl.yaml'), 'topic: [\n');
  before = readdirSync(cwd);
});

const live = ['--contact', 'test@example.org'];

describe.concurrent('a mistake on the command line', () => {
  it.each<[string[], number, RegExp]>([
    [[], 2, /Usage: forage/],
    [['nonsense'], 2, /unknown command 'nonsense'/],
    [['crawl'], 2, /missing required argument 'topic'/],
    [['crawl', 'topic.yaml', '--nope'], 2, /unknown option '--nope'/],
    [['crawl', 'topic.yaml'], 2, /--contact/],
    [['crawl', 'topic.yaml', ...live, '--recipe', 'magic'], 2, /no recipe "magic".*breadth-first/],
    [['crawl', 'topic.yaml', ...live, '--set', 'anchorShare=lots'], 2, /anchorShare/],
    [['crawl', 'topic.yaml', ...live, '--pages', '0'], 2, /"0" is not a whole number/],
    [['crawl', 'topic.yaml', ...live, '--depth', 'deep'], 2, /"deep" is not a number/],
    [['crawl', 'topic.yaml', ...live, '--settings', 'settings.yaml'], 2, /budget.*pagez/],
    [['crawl', 'topic.yaml', ...live, '--proxy', 'nonsense'], 1, /no proxy/],
    [['crawl', 'topic.yaml', '--web', 'not.warc.gz'], 1, /not\.warc\.gz/],
    [['crawl', 'missing.yaml', ...live], 1, /no file missing\.yaml/],
    [['crawl', 'full', ...live], 1, /full cannot be read/],
    [['crawl', 'empty.yaml', ...live], 1, /empty\.yaml is empty/],
    [['crawl', 'bad.yaml', ...live], 1, /unknown key "seedz"/],
    [['crawl', 'no-seeds.yaml', ...live], 1, /no seeds/],
    [['crawl', 'no-keywords.yaml', ...live], 1, /needs keywords/],
    [['crawl', 'topic.yaml', ...live, '--out', 'full'], 1, /full is not empty/],
    [['crawl', 'topic.yaml', ...live, '--out', 'topic.yaml'], 1, /topic\.yaml is a file/],
    [['topic', 'check', 'bytes.yaml'], 1, /bytes\.yaml/],
    [['topic', 'check', 'bad.yaml'], 1, /seedz/],
    [['resume', 'nowhere'], 1, /nowhere holds no crawl/],
    [['resume', 'broken'], 1, /crawl\.yaml:.*not YAML/],
    [['status', 'full'], 1, /full holds no crawl/],
    [['search', 'full', 'comet'], 1, /full holds no crawl/],
    [['show', 'full', 'http://a.test/'], 1, /full holds no crawl/],
    [['export', 'full', '--format', 'xml'], 2, /'xml' is invalid.*jsonl/],
    [['export', 'full'], 1, /full holds no crawl/],
    [['replay', 'nowhere'], 1, /no nowhere/],
    [['replay', 'full'], 1, /no WARC files/],
    [['recipes', 'magic'], 2, /no recipe "magic"/],
  ])('forage %j ends with %i', async (args, code, says) => {
    const ran = await forage(args, { cwd });
    expect(ran.err).toMatch(says);
    expect(ran.code).toBe(code);
    expect(ran.out).toBe('');
    expect(ran.err).not.toMatch(/\n\s+at |node:internal|Error:/);
  });
});

it('a mistake leaves nothing behind that stands in the way of the next try', () => {
  expect(readdirSync(cwd)).toEqual(before);
});
