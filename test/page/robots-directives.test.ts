/** Cases follow the published rules for robots meta tags and the X-Robots-Tag header. */
import { describe, expect, test } from 'vitest';
import { readPage } from '../../src/page/read.ts';

function directives(head: string, ...tags: string[]): string {
  const page = readPage({
    url: 'http://example.org/',
    headers: [['content-type', 'text/html'], ...tags.map((tag): [string, string] => ['X-Robots-Tag', tag])],
    body: Buffer.from(`<html><head>${head}</head><p>x`),
  });
  if ('refused' in page) throw new Error(page.detail);
  return `${page.meta.noindex ? 'noindex' : ''} ${page.meta.nofollow ? 'nofollow' : ''}`.trim();
}

describe('what a page asks of robots', () => {
  test('meta robots is heard, in any case and order', () => {
    expect(directives('')).toBe('');
    expect(directives('<meta name="ROBOTS" content="NoIndex, FOLLOW">')).toBe('noindex');
    expect(directives('<meta content="max-snippet:5,nofollow" name=robots>')).toBe('nofollow');
    expect(directives('<meta name=robots content=none>')).toBe('noindex nofollow');
  });

  test('a tag for another robot is not for us, one for our name is', () => {
    expect(directives('<meta name=googlebot content=noindex>')).toBe('');
    expect(directives('<meta name=Forage content=noindex>')).toBe('noindex');
  });

  test('headers count like tags, all of them together', () => {
    expect(directives('<meta name=robots content=nofollow>', 'noindex')).toBe('noindex nofollow');
    expect(directives('', 'noarchive', 'nofollow, noindex')).toBe('noindex nofollow');
  });

  test('a name in a header makes what follows be for that robot', () => {
    expect(directives('', 'googlebot: noindex, nofollow')).toBe('');
    expect(directives('', 'forage: nofollow')).toBe('nofollow');
    expect(directives('', 'otherbot: noindex, forage: nofollow')).toBe('nofollow');
  });

  test('a date is not a name', () => {
    expect(directives('', 'unavailable_after: Sun, 25 Jun 2030 15:00:00 PST, noindex')).toBe('noindex');
  });
});
