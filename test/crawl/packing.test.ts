import { expect, it } from 'vitest';
import { pack, unpack } from '../../src/crawl/readers/packing.ts';
import { encodeAnswer } from '../../src/crawl/readers/reading.ts';
import type { Page } from '../../src/page/page.ts';
import type { VisitedPage } from '../../src/strategy/strategy.ts';
import { linkTo, pageOf } from '../page-of.ts';
import { answer, readByWarcio } from '../warc/sample.ts';

const there = (page: Page): VisitedPage =>
  unpack(structuredClone(pack({ page, faults: [], model: 1 }))).page as VisitedPage;

const link = (url: string, anchor: string, given = {}) => {
  const { before, after, tagPath, occurrences, ...kept } = { ...linkTo(url, anchor), ...given };
  return kept;
};

it('a link keeps its URL, anchor, tag, place and nofollow on the way to the loop', () => {
  const links = [
    linkTo('http://a.test/1', 'one'),
    { ...linkTo('http://a.test/2', ''), nofollow: true, tag: 'area' as const },
    { ...linkTo('http://a.test/3', 'three'), nofollow: true },
  ];
  expect(there(pageOf({ links })).links).toEqual([
    link('http://a.test/1', 'one', { position: 0 }),
    link('http://a.test/2', '', { position: 1, nofollow: true, tag: 'area' }),
    link('http://a.test/3', 'three', { position: 2, nofollow: true }),
  ]);
  expect(there(pageOf({ links: [] })).links).toEqual([]);
});

it('an anchor with a newline does not shift the anchors after it', () => {
  const links = [linkTo('http://a.test/1', 'first\nline'), linkTo('http://a.test/2', 'second')];
  expect(there(pageOf({ links })).links.map(({ anchor }) => anchor)).toEqual(['first line', 'second']);
});

it('links that do not fit together are an error, not a page with other links', () => {
  const packed = pack({ page: pageOf({ links: [linkTo('http://a.test/1')] }), faults: [], model: 1 });
  packed.packed!.urls += '\nhttp://a.test/2';
  expect(() => unpack(packed)).toThrow(/1 links came with 2 URLs/);
});

it('of the texts only the main one goes along, and not on the page', () => {
  const reading = pack({ page: pageOf({ text: 'all', mainText: 'main' }), faults: [], model: 1 });
  expect(reading.text).toBe('main');
  expect(Object.keys(unpack(reading).page)).not.toContain('mainText');
  expect(Object.keys(unpack(reading).page)).not.toContain('text');
});

it('a document that is compressed inside is stored as it is, a page is compressed', async () => {
  const sent = answer({ wire: Buffer.from('heron '.repeat(1000)) });
  const stored = encodeAnswer(sent, pageOf({ kind: 'pdf' })).bytes;
  expect(stored.length).toBeGreaterThan(sent.wire.length);
  expect(encodeAnswer(sent, pageOf({ kind: 'html' })).bytes.length).toBeLessThan(sent.wire.length);
  const [record] = await readByWarcio(stored);
  expect(record?.payload.length).toBe(sent.wire.length);
});
