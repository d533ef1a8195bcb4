/** Texts made by hand; what is expected was worked out by hand. */
import { expect, test } from 'vitest';
import type { Page } from '../../src/page/page.ts';
import { readDocument } from '../../src/page/read.ts';

async function read(text: string): Promise<Page> {
  const page = await readDocument({
    url: 'http://example.org/notes.txt',
    headers: [['Content-Type', 'text/plain']],
    body: Buffer.from(text),
  });
  if ('refused' in page) throw new Error(page.detail);
  return page;
}

test('plain text keeps its lines and its characters', async () => {
  const page = await read('  First  line &amp; <b>\r\nsecond\r\n\r\n\tthird\n');
  expect(page.kind).toBe('text');
  expect(page.text).toBe('First line &amp; <b>\nsecond\nthird');
  expect(page.mainText).toBe(page.text);
  expect(page.title).toBe('');
});

test('URLs are links, without the punctuation around them', async () => {
  const page = await read(
    'See http://example.org/a, (https://example.org/b) and <http://example.org/c_(d)>.\nOr www.example.net/e; not ftp://x',
  );
  expect(page.links.map(({ url, anchor, tag }) => [url, anchor, tag])).toEqual([
    ['http://example.org/a', 'http://example.org/a', 'text'],
    ['https://example.org/b', 'https://example.org/b', 'text'],
    ['http://example.org/c_(d)', 'http://example.org/c_(d)', 'text'],
    ['http://www.example.net/e', 'www.example.net/e', 'text'],
  ]);
  expect(page.links[1]).toMatchObject({
    before: 'See http://example.org/a, (',
    after: ') and <http://example.org/c_(d)>. Or www.example.net/e; not ftp://x',
  });
  expect(page.text).toContain('and <http://example.org/c_(d)>.\nOr www');
});
