import { expect, test } from 'vitest';
import { PageMemory } from '../../src/lab/page-memory.ts';

test('a page is the same for topics of all languages, whichever came first', async () => {
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
      expect('links' in page && page.links.map(({ url }) => url)).toEqual(['http://a.test/on']);
    }
  }
});
