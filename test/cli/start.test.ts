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
