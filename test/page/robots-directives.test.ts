/** Cases follow the published rules for robots meta tags and the X-Robots-Tag header. */
import { describe, expect, test } from 'vitest';
import { readDocument } from '../../src/page/read.ts';

async function directives(head: string, ...tags: string[]): Promise<string> {
  const page = await readDocument({
    url: 'http://example.org/',
    headers: [['content-type', 'text/html'], ...tags.map((tag): [string, string] => ['X-Robots-Tag', tag])],
    body: Buffer.from(`<html><head>${head}</head><p>x`),
  });
  if ('refused' in page) throw new Error(page.detail);
  return `${page.meta.noindex ? 'noindex' : ''} ${page.meta.nofollow ? 'nofollow' : ''}`.trim();
}

describe('what a page asks of robots', () => {
  test('meta robots is heard, in any case and order', async () => {
    expect(await directives('')).toBe('');
    expect(await directives('<meta name="ROBOTS" content="NoIndex, FOLLOW">')).toBe('noindex');
    expect(await directives('<meta content="max-snippet:5,nofollow" name=robots>')).toBe('nofollow');
    expect(await directives('<meta name=robots content=none>')).toBe('noindex nofollow');
  });

  test('a tag for another robot is not for us, one for our name is', async () => {
    expect(await directives('<meta name=googlebot content=noindex>')).toBe('');
    expect(await directives('<meta name=Forage content=noindex>')).toBe('noindex');
  });

  test('headers count like tags, all of them together', async () => {
    expect(await directives('<meta name=robots content=nofollow>', 'noindex')).toBe('noindex nofollow');
    expect(await directives('', 'noarchive', 'nofollow, noindex')).toBe('noindex nofollow');
  });

  test('a name in a header makes what follows be for that robot', async () => {
    expect(await directives('', 'googlebot: noindex, nofollow')).toBe('');
    expect(await directives('', 'forage: nofollow')).toBe('nofollow');
    expect(await directives('', 'otherbot: noindex, forage: nofollow')).toBe('nofollow');
  });

  test('a date is not a name', async () => {
    expect(await directives('', 'unavailable_after: Sun, 25 Jun 2030 15:00:00 PST, noindex')).toBe('noindex');
  });
});
