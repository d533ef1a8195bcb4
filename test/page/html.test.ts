/** Documents made by hand; what is expected was worked out by hand from the HTML standard and our rules. */
import { describe, expect, test } from 'vitest';
import type { Link, Page } from '../../src/page/page.ts';
import { type ReadOptions, readDocument } from '../../src/page/read.ts';

async function read(
  html: string,
  options: ReadOptions & { url?: string; headers?: [string, string][] } = {},
): Promise<Page> {
  const { url = 'http://example.org/dir/page.html', headers = [], ...rest } = options;
  const page = await readDocument(
    { url, headers: [['Content-Type', 'text/html; charset=utf-8'], ...headers], body: Buffer.from(html) },
    rest,
  );
  if ('refused' in page) throw new Error(`${page.refused}: ${page.detail}`);
  return page;
}

async function link(html: string, at = 0): Promise<Link> {
  const found = (await read(html)).links[at];
  if (found === undefined) throw new Error(`no link ${at}`);
  return found;
}

describe('visible text', () => {
  test('blocks are apart by a newline, inline elements by nothing', async () => {
    const { text } = await read(
      '<h1>Head</h1><p>one <b>t</b>wo<p>three<ul><li>four<li>five</ul><div>six</div>seven',
    );
    expect(text).toBe('Head\none two\nthree\nfour\nfive\nsix\nseven');
  });

  test('white space of all kinds is one space, and none at the ends', async () => {
    const nbsp = '\u00a0';
    const { text } = await read(`<p>  a \n\t b&nbsp;&nbsp;c${nbsp}d\u2003e\u3000f  </p>  <p> g </p>\n\n`);
    expect(text).toBe('a b c d e f\ng');
  });

  test('a line break breaks the line', async () => {
    expect((await read('<p>one<br>two<br/>three</br>four')).text).toBe('one\ntwo\nthree\nfour');
  });

  test('entities are decoded, with and without their semicolon', async () => {
    const { text } = await read(
      '<p>AT&amp;T &lt;b&gt; &eacute; &#x20AC; &#8364; &mdash; &copy 2020 &nosuch; & alone &amp;lt;',
    );
    expect(text).toBe('AT&T <b> é € € — © 2020 &nosuch; & alone &lt;');
  });

  test('a soft hyphen does not part a word', async () => {
    expect((await read('<p>Donau&shy;dampf\u00adschiff')).text).toBe('Donaudampfschiff');
  });

  test('what a reader does not see is left out', async () => {
    const { text } = await read(
      `<p>seen</p><script>if (a < b) { "<p>no</p>" }</script><style>p { color: red }</style>
       <noscript><p>no</p></noscript><template><p>no</p></template><svg><text>no</text></svg>
       <select><option>no</option></select><textarea>no</textarea><iframe src="/f">no</iframe>
       <div hidden><p>no</p><div>no</div></div><p style="color: red; DISPLAY : none">no</p>
       <span style="visibility:hidden">no</span><!-- no --><p>seen too</p>`,
    );
    expect(text).toBe('seen\nseen too');
  });

  test('a missing end tag of svg does not swallow the page', async () => {
    expect((await read('<p>a</p><svg><path d="M0"><p>b</p><div>c</div>')).text).toBe('a\nb\nc');
  });

  test('a stray end tag changes nothing', async () => {
    expect((await read('<div>a</b></section></i> b</div></div></div> <p>c')).text).toBe('a b\nc');
  });

  test('table cells are blocks and imply the end of those before them', async () => {
    expect((await read('<table><tr><td>a<td>b<tr><td>c</table>d')).text).toBe('a\nb\nc\nd');
  });

  test('text over the limit is cut and the page says so', async () => {
    const page = await read(`<p>${'word '.repeat(100)}</p>`, { maxTextLength: 50 });
    expect(page.text.length).toBeLessThanOrEqual(50);
    expect(page.text.startsWith('word word')).toBe(true);
    expect(page.truncated).toBe('text');
  });
});

describe('head', () => {
  test('title, description, keywords and canonical are read', async () => {
    const page = await read(
      `<html lang="de-AT"><head><title> Asthma &amp;\n more </title><title>second</title>
       <meta name="Description" content=" A  page &quot;x&quot; "><meta content="a, b" name=KEYWORDS>
       <link rel="canonical" href="../other?utm_source=feed#frag"></head>`,
    );
    expect(page.title).toBe('Asthma & more');
    expect(page.meta).toEqual({
      description: 'A page "x"',
      keywords: 'a, b',
      canonical: 'http://example.org/other',
      declaredLanguage: 'de-AT',
      noindex: false,
      nofollow: false,
    });
    expect(page.language).toBe('de');
  });

  test('a title inside svg is not the title of the page', async () => {
    expect((await read('<body><svg><title>icon</title></svg><title>page</title>')).title).toBe('page');
  });

  test('without a title the one for other sites is used', async () => {
    expect((await read('<meta property="og:title" content="Shared"><p>x')).title).toBe('Shared');
  });
});

describe('links', () => {
  test('a link has its anchor, ten words either side, its tag path and its place', async () => {
    const html = `<body><div id="main box"><p class="intro first">w1 w2 w3 w4 w5 w6 w7 w8 w9 w10 w11
      <a href="next.html#part">the <em>next</em>\n page</a>, v1 v2 v3 v4 v5 v6 v7 v8 v9 v10 v11</p></div>`;
    expect(await link(html)).toEqual({
      url: 'http://example.org/dir/next.html',
      anchor: 'the next page',
      before: 'w2 w3 w4 w5 w6 w7 w8 w9 w10 w11',
      after: ', v1 v2 v3 v4 v5 v6 v7 v8 v9 v10',
      tag: 'a',
      tagPath: 'div#main/p.intro/a',
      position: 0,
      occurrences: 1,
      nofollow: false,
    });
  });

  test('the words around a link cross blocks', async () => {
    const { before, after } = await link('<p>above</p><ul><li><a href="/x">x</a></li></ul><p>below this</p>');
    expect([before, after]).toEqual(['above', 'below this']);
  });

  test('an image speaks by its alternative text, a silent link by its title', async () => {
    const html = `<a href=1><img alt="A  lung"></a><a href=2 title=" the  title "></a><a href=3 aria-label=label><i></i></a>
      <a href=4>Text <img alt="picture"></a><a href=5 title=no>Text</a>`;
    expect((await read(html)).links.map(({ anchor }) => anchor)).toEqual([
      'A lung',
      'the title',
      'label',
      'Text picture',
      'Text',
    ]);
  });

  test('a page in another language links to the one in the wanted language, by hreflang', async () => {
    const alternates =
      '<link rel="alternate" hreflang="en" href="/en/"><link rel=alternate hreflang=ru-RU href="/ru/">' +
      '<link rel="alternate" hreflang="rue" href="/rue/"><link rel="alternate" type="application/rss+xml" href="/feed">';
    const targets = async (html: string, language?: string) =>
      (await read(html, language === undefined ? {} : { language })).links.map(({ tag, url }) => [tag, url]);
    const page = `<html lang="en"><head>${alternates}</head><body>lighthouse`;
    expect(await targets(page, 'ru')).toEqual([['alternate', 'http://example.org/ru/']]);
    expect(await targets(page, 'en'), 'already in that language').toEqual([]);
    expect(await targets(page)).toEqual([]);
  });

  test('links come from a, area, frame, iframe, refresh and next', async () => {
    const html = `<head><link rel="next" href="?page=2"><meta http-equiv="Refresh" content="0; URL='/moved'"></head>
      <map><area href="/area" alt="Area"></map><iframe src="/iframe" title="Frame in"></iframe>
      <frameset><frame src="/frame" id="f"></frameset><a name="no">no</a><a href="/a">A</a>`;
    expect((await read(html)).links.map(({ tag, url, anchor }) => [tag, url.slice(18), anchor])).toEqual([
      ['next', '/dir/page.html?page=2', ''],
      ['refresh', '/moved', ''],
      ['area', '/area', 'Area'],
      ['iframe', '/iframe', 'Frame in'],
      ['frame', '/frame', ''],
      ['a', '/a', 'A'],
    ]);
  });

  test('a link is counted as often as its URL occurs, whatever its text', async () => {
    const { links } = await read(
      '<a href="/x">Asthma</a> <a href="/x">Asthma</a> <a href="/x">Asthma</a> <a href="/x"><img src="i.png"></a> <a href="/y">Home · News · Sport</a>',
    );
    expect(links.map(({ occurrences }) => occurrences)).toEqual([4, 1]);
  });

  test('relative URLs are relative to the base element, regardless of its position', async () => {
    const { links } = await read(
      '<a href="x">x</a><base href="/deep/er/"><base href="/no/"><a href="../y">y</a>',
    );
    expect(links.map(({ url }) => url)).toEqual([
      'http://example.org/deep/er/x',
      'http://example.org/deep/y',
    ]);
  });

  test('a target that is linked twice is one link with both anchors, and the context of the longest', async () => {
    const html = `<div id=a><a rel=nofollow href="/x">more</a></div><div id=b>see <a href="/x#s">Asthma in children</a></div>
      <a href="/x">more</a><a href="/y">y</a>`;
    expect((await read(html)).links).toMatchObject([
      {
        url: 'http://example.org/x',
        anchor: 'more · Asthma in children',
        tagPath: 'div#b/a',
        nofollow: false,
      },
      { url: 'http://example.org/y', position: 1 },
    ]);
  });

  test('only rel=nofollow makes a link nofollow', async () => {
    const { links } = await read(
      '<a href=1 rel="ugc NoFollow">1</a><a href=2 rel="ugc sponsored">2</a><a href=3>3</a>',
    );
    expect(links.map(({ nofollow }) => nofollow)).toEqual([true, false, false]);
  });

  test('a link that is not closed ends where the next one starts', async () => {
    const { links } = await read('<p><a href=1>one <b>two <a href=2>three</a> four');
    expect(links.map(({ anchor }) => anchor)).toEqual(['one two', 'three']);
  });

  test('hidden links keep their text, links in templates and svg are none', async () => {
    const html = `<ul style="display:none"><li><a href=1>Menu <b>item</b> &amp; more</a></ul><noscript><a href=2>two</a></noscript>
      <template><a href=3>x</a></template><svg><a href=4>x</a></svg>
      <noscript><iframe src=5></iframe></noscript><iframe style="display:none" src=6></iframe>`;
    expect((await read(html)).links.map(({ url, anchor }) => [url.slice(-1), anchor])).toEqual([
      ['1', 'Menu item & more'],
      ['2', 'two'],
    ]);
  });

  test('what is not a URL is refused with a reason', async () => {
    const html = `<a href="javascript:void(0)">a</a><a href="mailto:x@example.org">b</a><a href="data:text/html,x">c</a>
      <a href="${'/x'.repeat(20_000)}">d</a><a href="http://[broken/">e</a><a href="#top">f</a><a href=" ">g</a>`;
    const { links, refusedLinks } = await read(html);
    expect(links).toEqual([]);
    expect(refusedLinks.map(({ href, reason }) => [href.slice(0, 11), reason])).toEqual([
      ['/x/x/x/x/x/', 'too-long'],
      ['javascript:', 'scheme'],
      ['mailto:x@ex', 'scheme'],
      ['data:text/h', 'scheme'],
      ['http://[bro', 'invalid'],
    ]);
    expect(refusedLinks.every(({ href }) => href.length <= 200)).toBe(true);
  });

  test('more links than the limit are counted, not kept', async () => {
    let html = '';
    for (let i = 0; i < 30; i++) html += `<a href="/${i}">${i}</a>`;
    const { links, refusedLinks } = await read(html, { maxLinks: 5 });
    expect(links.map(({ anchor }) => anchor)).toEqual(['0', '1', '2', '3', '4']);
    expect(refusedLinks).toEqual([{ href: '', reason: 'too-many-links: 25 more' }]);
  });

  test('a tag path has the last twelve elements', async () => {
    let html = '';
    for (let i = 0; i < 20; i++) html += `<div id=d${i}>`;
    const { tagPath } = await link(`${html}<a href=x>x</a><div><a href=y>y</a>`);
    expect(tagPath).toBe(
      'div#d9/div#d10/div#d11/div#d12/div#d13/div#d14/div#d15/div#d16/div#d17/div#d18/div#d19/a',
    );
    expect(tagPath.split('/')).toHaveLength(12);
    expect((await link(`${html}<a href=x>x</a><div><a href=y>y</a>`, 1)).tagPath.split('/')).toHaveLength(12);
  });

  test('an unknown element has its name in the path', async () => {
    expect((await link('<my-menu class=" big/x dark"><a href=x>x</a></my-menu>')).tagPath).toBe(
      'my-menu.big/a',
    );
  });
});
