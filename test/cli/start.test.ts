/** Which modules a command loads before it can work: users wait for them each time. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crawlOf, newFolder, page, prose, removeFolders, smallWeb } from '../crawl/small-web.ts';
import { forage } from './forage.ts';

/** Writes the URL of every loaded module to the file that the environment names. */
const WATCH = `data:text/javascript,
  import { registerHooks } from 'node:module';
  import { appendFileSync } from 'node:fs';
  registerHooks({ load(url, context, next) { appendFileSync(process.env.LOADED, url + '\\n'); return next(url, context); } });`;

describe('a command that looks at a crawl loads no recipes', () => {
  let folder: string;

  beforeAll(async () => {
    const web = await smallWeb({ 'a.test/': page([], prose('owl')) });
    try {
      ({ folder } = await crawlOf(web, { seeds: ['http://a.test/'] }));
    } finally {
      await web.close();
    }
  });
  afterAll(removeFolders);

  it.each([
    ['status', []],
    ['search', ['owl']],
    ['follow', []],
    ['export', []],
    ['label', ['http://a.test/', 'yes']],
  ] as [string, string[]][])('%s', async (command, rest) => {
    const LOADED = join(newFolder(), 'loaded');
    const { code, err } = await forage([command, folder, ...rest], {
      env: { LOADED },
      node: ['--import', WATCH],
    });
    expect(code, err).toBe(0);
    const loaded = readFileSync(LOADED, 'utf8').split('\n');
    expect(loaded.some((url) => url.includes(`/src/cli/${command}.ts`))).toBe(true);
    expect(loaded.filter((url) => url.includes('/recipe/families/'))).toEqual([]);
  });
});

describe.skipIf(process.platform === 'win32')('the flag for the garbage collector', () => {
  const TELL = 'data:text/javascript,console.error(process.pid, process.execArgv[0])';
  const toldBy = async (...args: string[]): Promise<string[]> =>
    (await forage(args, { node: ['--import', TELL] })).err.trim().split('\n');

  it('is there for a command that crawls, in the same process, however it ends', async () => {
    const [before, after, ...rest] = await toldBy('crawl', 'no-such-topic.yaml');
    expect(before).toMatch(/ --import$/);
    expect(after).toBe(before!.replace('--import', '--single-threaded-gc'));
    expect(rest.join()).toContain('no-such-topic.yaml');
  });

  it('is not there for others, which start sooner without', async () => {
    expect(await toldBy('recipes', '--help')).toEqual([expect.stringMatching(/ --import$/)]);
  });
});
