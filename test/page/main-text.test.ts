/** Pages made by hand; a person sees at a glance what their text is. */
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
  test('is the paragraphs, not the menu, not the teasers and not the imprint', async () => {
    const html = `${menu}<div id=story><p>${words(50, 'one')}</p><p>${words(30, 'two')} <a href=4>see there</a></p>
      <ul><li><a href=5>Next article</a><li><a href=6>Last article</a></ul></div><div>© 2024 Us</div>`;
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

  test('has no block that is mostly links', async () => {
    const html = `<p>${words(30, 'one')}</p><p>${words(15, 'x')} <a href=1>${words(25, 'link')}</a></p><p>${words(30, 'two')}</p>`;
    expect(await main(html)).toEqual([words(30, 'one'), words(30, 'two')]);
  });

  test('has no part that is called comments, captions or the like', async () => {
    const html = `<article><p>${words(60, 'one')}</p><figure><img src=1><figcaption>${words(20, 'caption')}</figcaption></figure>
      <div class="share-buttons">${words(9, 'share')}</div><p>${words(60, 'two')}</p>
      <section id="comments"><p>${words(40, 'comment')}</p></section></article>`;
    expect(await main(html)).toEqual([words(60, 'one'), words(60, 'two')]);
  });

  test('is where most words are, whatever that is called, and in a form, too', async () => {
    const html = `<form><div class="sidebar-wrap"><p>${words(60, 'one')}</p><p>${words(60, 'two')}</p></div>
      <div class="sidebar"><p>${words(20, 'beside')}</p></div></form>`;
    expect(await main(html)).toEqual([words(60, 'one'), words(60, 'two')]);
  });

  test('has all sections of a page, not the longest alone', async () => {
    const section = (word: string) => `<section><div><p>${words(60, word)}</p></div></section>`;
    const html = `<main>${section('one')}${section('two')}${section('three')}</main>`;
    expect(await main(html)).toEqual([words(60, 'one'), words(60, 'two'), words(60, 'three')]);
  });

  test('is the declared article body rather than a longer teaser list', async () => {
    const html = `<div itemprop="articleBody"><p>${words(40, 'one')}</p></div>
      <div><p>${words(30, 'teaser')}</p><p>${words(30, 'teaser')}</p></div>`;
    expect(await main(html)).toEqual([words(40, 'one')]);
  });

  test('is all sentences if the best part is a small share of them', async () => {
    const one = (i: number) =>
      `<div><div><div><div><div><div><p>${words(25, `word${i}`)}</p></div></div></div></div></div></div>`;
    const html = Array.from({ length: 12 }, (_, i) => one(i)).join('');
    expect(await main(html)).toEqual(Array.from({ length: 12 }, (_, i) => words(25, `word${i}`)));
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

describe('a page is a list of links', () => {
  const isList = async (html: string): Promise<boolean> => {
    const page = await readDocument({
      url: 'http://example.org/',
      headers: [['Content-Type', 'text/html']],
      body: Buffer.from(html),
    });
    return !('refused' in page) && page.isList === true;
  };
  const links = (count: number, after = ''): string =>
    Array.from({ length: count }, (_, n) => `<div><a href=/${n}>An item ${n}</a>${after}</div>`).join('');

  test.each([
    ['nothing but links', `<h1>Shoes</h1>${links(20)}`],
    ['with prices and dates', `<h1>Shoes</h1>${links(20, ' <span>12.99 €</span>')}`],
    ['with a menu and an imprint', `${menu}${links(20)}<footer>${words(8, 'imprint')}</footer>`],
  ])('%s', async (_, html) => {
    expect(await isList(html)).toBe(true);
  });

  test.each([
    ['an article', `${menu}<h1>Shoes</h1><p>${words(50, 'one')}</p>${links(20)}`],
    ['a caption beside many links', `${links(40)}<p>${words(12, 'one')}</p>`],
    ['a table', `${links(20)}<table>${'<tr><td>seven</td><td>eight</td></tr>'.repeat(40)}</table>`],
    ['a page of a few words', `${menu}<p>Nothing here.</p>`],
    ['a post with teasers of others', `${links(9, ` ${words(15, 'teaser')}`)}`],
  ])('but not %s', async (_, html) => {
    expect(await isList(html)).toBe(false);
  });
});
