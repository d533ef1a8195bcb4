/** Pages made by hand; which blocks are main text follows from the published decision tree, step by step. */
import { describe, expect, test } from 'vitest';
import { readDocument } from '../../src/page/read.ts';

async function main(html: string): Promise<string[]> {
  const page = await readDocument({
    url: 'http://example.org/',
    headers: [['Content-Type', 'text/html']],
    body: Buffer.from(html),
  });
  if ('refused' in page) throw new Error(page.detail);
  return page.mainText.split('\n');
}

const words = (count: number, word: string) => Array.from({ length: count }, () => word).join(' ');
const menu = '<ul><li><a href=1>Home</a><li><a href=2>About us</a><li><a href=3>Contact</a></ul>';

describe('main text', () => {
  test('is the long blocks with few links, not the menu and not the imprint', async () => {
    const html = `${menu}<p>${words(50, 'one')}</p><p>${words(30, 'two')} <a href=4>see there</a></p>
      <ul><li><a href=5>Next article</a><li><a href=6>Last article</a></ul><div>© 2024 Us</div>`;
    // The first block follows a menu and has over 40 words; the second follows it; the imprint follows links
    // and has neither 40 words nor a neighbour of 17.
    expect(await main(html)).toEqual([words(50, 'one'), `${words(30, 'two')} see there`]);
  });

  test('has the heading right above it, even after a menu', async () => {
    const html = `${menu}<h1>Asthma</h1><p>${words(50, 'one')}</p><h2>Elsewhere</h2>${menu}`;
    expect(await main(html)).toEqual(['Asthma', words(50, 'one')]);
  });

  test('has the short paragraph between long ones', async () => {
    const html = `<p>${words(30, 'one')}</p><p>Short.</p><p>${words(30, 'two')}</p>`;
    expect(await main(html)).toEqual([words(30, 'one'), 'Short.', words(30, 'two')]);
  });

  test('has no block of which more than a third is links', async () => {
    const html = `<p>${words(30, 'one')}</p><p>${words(20, 'x')} <a href=1>${words(20, 'link')}</a></p><p>${words(30, 'two')}</p>`;
    expect(await main(html)).toEqual([words(30, 'one'), words(30, 'two')]);
  });

  test('is not link text because of an unclosed anchor without a URL', async () => {
    const html = `<a name="top"><p>${words(30, 'one')}</p><p>${words(30, 'two')}</p><p><a href=1>Link</a></p>`;
    expect(await main(html)).toEqual([words(30, 'one'), words(30, 'two')]);
  });

  test('is never in nav, aside or footer', async () => {
    const html = `<nav>${words(60, 'nav')}</nav><p>${words(50, 'one')}</p><aside><p>${words(60, 'aside')}</p></aside>
      <footer>${words(60, 'footer')}</footer>`;
    expect(await main(html)).toEqual([words(50, 'one')]);
  });

  test('is the whole text if nothing stands out', async () => {
    expect(await main('<p>Welcome</p><a href=1>Enter</a>')).toEqual(['Welcome', 'Enter']);
  });

  test('counts words in a script without spaces', async () => {
    const html = `${menu}<p>${'哮喘是一种常见的慢性呼吸道疾病'.repeat(8)}</p>${menu}`;
    expect(await main(html)).toEqual(['哮喘是一种常见的慢性呼吸道疾病'.repeat(8)]);
  });
});
