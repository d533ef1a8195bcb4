import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import type { CrawlDatabase } from '../../src/archive/database.ts';
import { Crawl } from '../../src/crawl/crawl.ts';
import { createFolder } from '../../src/crawl/folder.ts';
import { openEquipment } from '../../src/crawl/opening.ts';
import { checkCrawl } from '../../src/crawl/start.ts';
import { ForageError } from '../../src/errors.ts';
import { crawl, resume, type Web } from '../../src/index.ts';
import { look, newFolder, outcomesOf, page, prose, removeFolders } from './small-web.ts';

afterAll(removeFolders);

const pages: Record<string, string> = {
  'http://a.test/': page(['/1', '/bad', '/2'], prose('start')),
  'http://a.test/1': page([], prose('one')),
  'http://a.test/2': page([], prose('two')),
};

/** Has a page at one URL that breaks down what comes after it. */
function webThat(fails: () => Error): Web {
  return {
    async fetch({ url }) {
      const body = Buffer.from(pages[url] ?? page([], prose('bad')));
      const asked = { url, startedAt: Date.now(), durationMs: 1, requestHeaders: [] };
      const headers: [string, string][] = [['content-type', 'text/html']];
      const answer = { ...asked, ok: true as const, status: 200, statusText: '', headers, wire: body, body };
      if (pages[url] !== undefined) return answer;
      // Read when the page is kept, by nothing before that.
      return Object.defineProperty(answer, 'requestHeaders', {
        enumerable: false,
        get() {
          throw fails();
        },
      });
    },
    close: async () => {},
  };
}

const topic = { name: 'test', keywords: ['comet'], seeds: ['http://a.test/'] };
const settings = { recipe: 'breadth-first', threads: 0, archive: { commitEveryMs: 1 } };

it('a page that crashed a run is skipped by the next', async () => {
  const out = join(newFolder(), 'crawl');
  const web = webThat(() => new TypeError('a fault of our own'));
  await expect(crawl({ topic, out, web, settings }).finished).rejects.toThrow('a fault of our own');
  const { reason } = await resume(out, { web }).finished;
  expect(reason).toBe('frontier-empty');
  expect(Object.keys(outcomesOf(out))).toEqual(['http://a.test/', 'http://a.test/1', 'http://a.test/2']);
  const refusals = look(out, (read) => read.countsByRefusal());
  expect(refusals).toMatchObject([{ reason: 'an earlier run of this crawl broke down here', count: 1 }]);
});

it.each([
  new ForageError('CRAWL_FOLDER', 'There is no room left on the disk.'),
  Object.assign(new Error('ENOSPC'), { syscall: 'write' }),
])('no page is blamed for %s', async (error) => {
  const out = join(newFolder(), 'crawl');
  await expect(crawl({ topic, out, web: webThat(() => error), settings }).finished).rejects.toThrow();
  expect(existsSync(join(out, 'blamed.txt'))).toBe(false);
});

it('a strategy that cannot be closed does not hide why the run broke down', async () => {
  const out = join(newFolder(), 'crawl');
  const use = [fileURLToPath(new URL('plugins/careless.ts', import.meta.url))];
  const recipe = {
    name: 'careless',
    judge: { kind: 'keyword-cosine' },
    strategy: { kind: 'careless-strategy' },
  };
  const web = webThat(() => new TypeError('a fault of our own'));
  const careless = { ...settings, use, recipe, archive: { commitEveryMs: 3_600_000 } };
  await expect(crawl({ topic, out, web, settings: careless }).finished).rejects.toThrow('a fault of our own');
});

it('nothing is kept of what arrives after the disk has failed, although its transaction is over', async () => {
  const out = join(newFolder(), 'crawl');
  const both = { ...topic, seeds: ['http://a.test/bad', 'http://b.test/'] };
  let db: CrawlDatabase | undefined;
  const failed = Promise.withResolvers<void>();
  const answers = webThat(() => {
    // As SQLite does by itself.
    db!.sql.exec('ROLLBACK');
    failed.resolve();
    return Object.assign(new Error('disk I/O error'), { errcode: 10 });
  });
  const web: Web = {
    ...answers,
    async fetch(request) {
      if (request.url !== 'http://b.test/') return answers.fetch(request);
      await failed.promise;
      return { ...(await answers.fetch({ url: 'http://a.test/1' })), url: request.url };
    },
  };
  const checked = checkCrawl({ topic: both, out, settings, web });
  const run = new Crawl(out, async (owner) => {
    const on = await openEquipment(
      checked,
      () => createFolder(out, checked.topic, checked.settings),
      { web },
      owner,
    );
    db = on.db;
    return on;
  });
  await expect(run.finished).rejects.toThrow(/disk reports an error/);
  expect(outcomesOf(out)).toEqual({});
});
