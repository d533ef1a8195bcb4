import { gunzipSync } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import { type Readers, startReaders } from '../../src/crawl/readers/readers.ts';
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
