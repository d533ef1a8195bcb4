/** A judge that learns during the crawl: threads get its new model at a commit, pages keep the version that judged them. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { crawl, resume, type Web } from '../../src/index.ts';
import { look, newFolder, page, pagesOf, prose, removeFolders } from './small-web.ts';

afterAll(removeFolders);

const use = [fileURLToPath(new URL('plugins/counting.ts', import.meta.url))];
const recipe = { name: 'counting', judge: 'counting', strategy: { kind: 'best-first', anchorShare: 0 } };
const topic = { name: 'test', keywords: ['comet'], seeds: ['http://a.test/1'] };

/** Page n links to 2n and 2n + 1, up to 31. */
function tree(beforeFetch: (n: number) => void = () => {}): Web {
  let asked = 0;
  return {
    async fetch({ url }) {
      beforeFetch(++asked);
      const n = Number(url.slice('http://a.test/'.length));
      const links = n < 16 ? [`/${2 * n}`, `/${2 * n + 1}`] : [];
      const body = Buffer.from(page(links, prose(`page ${n}`)));
      const headers: [string, string][] = [['content-type', 'text/html']];
      const answer = { url, startedAt: 1_700_000_000_000, durationMs: 1, requestHeaders: [], headers };
      return { ...answer, ok: true, status: 200, statusText: '', wire: body, body };
    },
    close: async () => {},
  };
}

const rows = (folder: string) => pagesOf(folder).map(({ url, score, model }) => [url, score, model]);

it('a page is judged by the model of its time, in one order with and without threads and after a crash', async () => {
  const calm = join(newFolder(), 'calm');
  const image = join(newFolder(), 'image');
  const web = tree((n) => n === 18 && cpSync(calm, image, { recursive: true }));
  // No commit but those that a new model brings.
  const archive = { commitEveryMs: 1_000_000 };
  const settings = { use, recipe, threads: 0, concurrency: 1, archive };
  await crawl({ topic, out: calm, web, settings }).finished;
  const seen = rows(calm);
  expect(seen).toHaveLength(31);
  // The first five by version 1 with the model 0, the next five by version 2 with the model 5 …
  expect(seen.map(([, score, model]) => [score, model])).toEqual(
    Array.from({ length: 31 }, (_, i) => [(5 * Math.floor(i / 5)) / 100, 1 + Math.floor(i / 5)]),
  );
  const versions = look(calm, (read) => read.models()).map(({ version }) => version);
  expect(versions).toEqual([1, 2, 3, 4, 5, 6, 7]);

  const threaded = join(newFolder(), 'threaded');
  await crawl({ topic, out: threaded, web: tree(), settings: { ...settings, threads: 2 } }).finished;
  expect(rows(threaded), 'with threads').toEqual(seen);

  await resume(image, { web: tree() }).finished;
  expect(rows(image), 'after a crash').toEqual(seen);
});
