import { gunzipSync } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import { Abandoned, type Readers, ReaderThreads, startReaders } from '../../src/crawl/readers/readers.ts';
import { prepareRecipe } from '../../src/recipe/prepare.ts';
import { findRecipe } from '../../src/recipe/registry.ts';
import { topicSchema } from '../../src/topic/topic.ts';
import type { Answered } from '../../src/web/web.ts';

const topic = topicSchema.parse({ name: 'dust', keywords: ['dust'], seeds: ['http://a.test/'] });
const recipe = prepareRecipe(findRecipe('best-first/page+anchor'), {}, topic);
const options = { urlRules: {}, warc: true, obeysPageRules: true, model: 1 };

let readers: Readers;
afterEach(() => readers.close());

function begin(threads: number): void {
  readers = startReaders(threads);
  readers.begin({ topic, recipe, models: {}, options });
}

function answer(n: number): Answered {
  const body = Buffer.from(
    `<title>Page ${n}</title><p>Some dust and ${'more '.repeat(300)}<a href="/${n}">dust</a>`,
  );
  return {
    ok: true,
    url: `http://a.test/page-${n}`,
    startedAt: 1_700_000_000_000 + n,
    durationMs: 1,
    status: 200,
    statusText: 'OK',
    headers: [['Content-Type', 'text/html']],
    requestHeaders: [['User-Agent', 'test']],
    wire: body,
    body,
  };
}

it('concurrent answers get the same records as answers read one by one', async () => {
  begin(1);
  const many = await Promise.all(Array.from({ length: 60 }, (_, n) => readers.read(answer(n))));
  await readers.close();
  begin(0);
  for (const [n, { page, judgement, record }] of many.entries()) {
    const alone = await readers.read(answer(n));
    expect(page).toMatchObject({
      title: `Page ${n}`,
      links: [{ url: `http://a.test/${n}`, anchor: 'dust' }],
    });
    expect(judgement).toEqual(alone.judgement);
    expect(record!.id).toBe(alone.record!.id);
    const text = gunzipSync(record!.bytes).toString();
    expect(text).toContain(`WARC-Concurrent-To: ${record!.requestId}\r\n`);
    expect(text.replace(record!.requestId, '')).toBe(
      gunzipSync(alone.record!.bytes).toString().replace(alone.record!.requestId, ''),
    );
  }
});

it('threads that cannot make their judge say why, once and for all, and blame no page', async () => {
  const examples = { relevant: ['http://a.test/1'], irrelevant: ['http://b.test/'] };
  const learner = prepareRecipe(findRecipe('best-first/naive-bayes'), {}, { ...topic, examples });
  readers = startReaders(2);
  readers.begin({ topic, recipe: learner, models: { judge: { nonsense: 1 } }, options });
  const many = await Promise.allSettled(Array.from({ length: 30 }, (_, n) => readers.read(answer(n))));
  many.push(...(await Promise.allSettled([readers.read(answer(31))])));
  for (const outcome of many) {
    expect(outcome).toMatchObject({
      status: 'rejected',
      reason: { message: expect.stringMatching(/missing or damaged/) },
    });
  }
});

/** A thread in which a test's pages behave as their URLs say (`odd-thread.ts`). */
function beginOdd(pageLimitS?: number): void {
  const module = new URL('./odd-thread.ts', import.meta.url);
  readers = new ReaderThreads(1, { module, ...(pageLimitS === undefined ? {} : { pageLimitS }) });
  readers.begin({ topic, recipe, models: {}, options });
}

const PDF = Buffer.from('%PDF-1.4 ...');
const pdf = (n: number): Answered => ({ ...answer(n), url: `http://a.test/${n}.pdf`, wire: PDF, body: PDF });
const odd = (name: string): Answered => ({ ...answer(0), url: `http://a.test/${name}` });

it('pages are read while any number of documents wait', async () => {
  beginOdd();
  const documents = Array.from({ length: 20 }, (_, n) => readers.read(pdf(n)));
  for (let n = 0; n < 20; n++)
    expect(await readers.read(answer(n))).toMatchObject({ page: { title: `Page ${n}` } });
  expect(readers.documents).toBe(20);
  readers.abandon('documents');
  for (const outcome of await Promise.allSettled(documents))
    expect(outcome).toMatchObject({ reason: expect.any(Abandoned) });
  await expect(readers.read(pdf(21))).rejects.toThrow(Abandoned);
  expect(await readers.read(answer(1))).toMatchObject({ page: { title: 'Page 1' } });
  readers.abandon('all');
  await expect(readers.read(answer(1))).rejects.toThrow(Abandoned);
});

it('the page that crashes a thread is refused, not the document that waits there, nor the pages behind it', async () => {
  beginOdd();
  const document = readers.read(pdf(0));
  const before = readers.read(answer(1));
  const crash = readers.read(odd('crash'));
  const behind = readers.read(answer(2));
  expect(await crash).toMatchObject({ page: { refused: 'parse-error', detail: 'crashed by this page' } });
  expect(await before).toMatchObject({ page: { title: 'Page 1' } });
  expect(await behind).toMatchObject({ page: { title: 'Page 2' } });
  expect(readers.documents).toBe(1);
  readers.abandon('documents');
  await expect(document).rejects.toThrow(Abandoned);
});

it('a page whose judge ends the thread is refused, and the pages behind it are read', async () => {
  beginOdd();
  const exit = readers.read(odd('exit'));
  const behind = readers.read(answer(2));
  expect(await exit).toMatchObject({ page: { refused: 'parse-error' }, faults: [{ part: 'reader' }] });
  expect(await behind).toMatchObject({ page: { title: 'Page 2' } });
});

it('a page that is not read within the limit is refused, and the pages behind it are read', async () => {
  beginOdd(8);
  const stuck = readers.read(odd('stuck'));
  const behind = readers.read(answer(2));
  expect(await stuck).toMatchObject({ page: { refused: 'parse-timeout' } });
  expect(await behind).toMatchObject({ page: { title: 'Page 2' } });
});

it('crawls that judge alike share a judge, also in a thread that is replaced, until one judges otherwise', async () => {
  const module = new URL('./odd-thread.ts', import.meta.url);
  const threads = new ReaderThreads(1, { module });
  readers = threads;
  const parts = [1, 2, 3].map(() => threads.share());
  const judges = async (): Promise<number[]> => {
    const readings = await Promise.all(parts.map((part) => part.read(odd('judges'))));
    return readings.map(({ page }) => ('title' in page ? Number(page.title) : Number.NaN));
  };
  for (const part of parts) part.begin({ topic: { ...topic }, recipe, models: {}, options: { ...options } });
  // The thread may have served another crawl before.
  const [first] = await judges();
  expect(await judges()).toEqual([first, first, first]);
  await parts[0]!.read(odd('crash'));
  expect(await judges()).toEqual([1, 1, 1]);
  const other = topicSchema.parse({ name: 'dirt', keywords: ['dirt'], seeds: ['http://a.test/'] });
  parts[2]!.begin({ topic: other, recipe, models: {}, options: { ...options, model: 2 } });
  expect(await judges()).toEqual([2, 2, 2]);
  expect(await parts[2]!.read(answer(1))).toMatchObject({ model: 2 });
  await parts[0]!.close();
  expect(await parts[1]!.read(answer(1))).toMatchObject({ model: 1 });
});

it('crawls that share a judge that cannot be made are all told', async () => {
  const examples = { relevant: ['http://a.test/1'], irrelevant: ['http://b.test/'] };
  const learner = prepareRecipe(findRecipe('best-first/naive-bayes'), {}, { ...topic, examples });
  const threads = new ReaderThreads(1);
  readers = threads;
  const parts = [threads.share(), threads.share()];
  for (const part of parts)
    part.begin({ topic, recipe: learner, models: { judge: { nonsense: 1 } }, options });
  for (const part of parts) await expect(part.read(answer(1))).rejects.toThrow(/missing or damaged/);
});
