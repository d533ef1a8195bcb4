/** Opt-outs beyond robots.txt: noted with each page, or obeyed. */
import { afterAll, describe, expect, it } from 'vitest';
import { crawlOf, outcomesOf, page, pagesOf, prose, removeFolders, smallWeb } from './small-web.ts';

afterAll(removeFolders);

const head = (meta: string) => `<html><head>${meta}</head><body>${prose('x')} ${meta.length}</body></html>`;
const table = {
  'a.test/': page(['/ai', '/image', '/meta', '/header', '/zero', 'http://b.test/'], prose('start')),
  'a.test/ai': head('<meta name="robots" content="noai, follow">'),
  'a.test/image': { body: prose('image'), headers: { 'x-robots-tag': 'noimageai' } },
  'a.test/meta': head('<meta name="tdm-reservation" content="1">'),
  'a.test/header': { body: prose('header'), headers: { 'tdm-reservation': '1' } },
  'a.test/zero': { body: prose('zero'), headers: { 'tdm-reservation': '0' } },
  'b.test/': page([], prose('b')),
  'b.test/robots.txt': 'User-agent: *\nContent-Signal: search=yes, ai-train=no\nDisallow: /private\n',
};

async function crawled(optOuts: 'note' | 'obey') {
  const web = await smallWeb(table);
  const settings = { recipe: 'breadth-first', politeness: { optOuts } };
  const { folder } = await crawlOf(web, { seeds: ['http://a.test/'], settings });
  await web.close();
  return { folder, asked: web.log.map(({ host, path }) => `${host}${path}`) };
}

describe('opt-outs', () => {
  it('are kept with each page by default', async () => {
    const { folder } = await crawled('note');
    const kept = Object.fromEntries(
      pagesOf(folder).map(({ url, optOuts }) => [url.slice('http://'.length), optOuts]),
    );
    expect(kept).toEqual({
      'a.test/': undefined,
      'a.test/ai': ['noai'],
      'a.test/image': ['noimageai'],
      'a.test/meta': ['tdm-reservation'],
      'a.test/header': ['tdm-reservation'],
      'a.test/zero': undefined,
      'b.test/': ['ai-train=no'],
    });
  });

  it('are obeyed if the settings say so: such pages are not kept, such sites not asked', async () => {
    const { folder, asked } = await crawled('obey');
    const outcomes = outcomesOf(folder);
    for (const path of ['ai', 'image', 'meta', 'header'])
      expect(outcomes[`http://a.test/${path}`], path).toBe('refused: opt-out');
    expect(outcomes['http://a.test/zero']).toBe('page');
    expect(asked).toContain('b.test/robots.txt');
    expect(asked).not.toContain('b.test/');
  });
});
