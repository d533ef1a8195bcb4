import { expect, test } from 'vitest';
import { PageMemory } from '../../src/lab/page-memory.ts';

test('a page has the links that a crawl in the language of its topic would see, whichever topic came first', async () => {
  const body = Buffer.from(
    '<html lang=en><link rel=alternate hreflang=ru href=/ru/><p>lighthouse <a href=/on>on</a>',
  );
  const headers: [string, string][] = [['content-type', 'text/html']];
  const answer = {
    ok: true as const,
    url: 'http://a.test/',
    status: 200,
    statusText: '',
    headers,
    body,
    wire: body,
  };
  const answered = { ...answer, startedAt: 0, durationMs: 0, requestHeaders: [] };
  for (const languages of [
    ['ru', 'en'],
    ['en', 'ru'],
  ]) {
    const memory = new PageMemory();
    for (const language of languages) {
      const page = await memory.page(answered, { urlRules: {}, language });
      const counterpart = language === 'ru' ? ['http://a.test/ru/'] : [];
      expect('links' in page && page.links.map(({ url }) => url)).toEqual([
        ...counterpart,
        'http://a.test/on',
      ]);
      expect(memory.has(answered.url, { urlRules: {}, language })).toBe(true);
      expect(memory.has(answered.url, { urlRules: {}, language: 'de' })).toBe(false);
    }
  }
});
