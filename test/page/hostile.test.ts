/** Any bytes at all come out as a page or as a named refusal, and nothing that is large is slow. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NotAPage, Page } from '../../src/page/page.ts';
import { readDocument } from '../../src/page/read.ts';

async function read(body: Uint8Array | string, type = 'text/html'): Promise<Page | NotAPage> {
  return await readDocument({
    url: 'http://example.org/dir/',
    headers: [['Content-Type', type]],
    body: typeof body === 'string' ? Buffer.from(body) : body,
  });
}

async function page(body: Uint8Array | string, type?: string): Promise<Page> {
  const found = await read(body, type);
  if ('refused' in found) throw new Error(`${found.refused}: ${found.detail}`);
  return found;
}

/** Everything that a page promises, whatever it was read from. */
function check(found: Page | NotAPage): void {
  if ('refused' in found) {
    expect(['empty', 'binary', 'unsupported-type']).toContain(found.refused);
    return;
  }
  expect(structuredClone(found)).toEqual(found);
  expect(found.text).not.toMatch(/ {2}|\n\n|^\s|\s$|\t|\r|\0/);
  expect(found.digest).toMatch(/^[0-9a-f]{64}$/);
  expect(found.fingerprint).toMatch(/^[0-9a-f]{16}$/);
  for (const line of found.mainText.split('\n')) expect(found.text).toContain(line);
  expect(new Set(found.links.map(({ url }) => url)).size).toBe(found.links.length);
  found.links.forEach((link, at) => {
    expect(link.position).toBe(at);
    expect(link.url).toMatch(/^https?:\/\//);
    for (const words of [link.anchor, link.before, link.after])
      expect(words).toBe(words.replace(/\s+/g, ' ').trim());
    expect(link.before.split(' ').length).toBeLessThanOrEqual(10);
    expect(link.tagPath.split('/').length).toBeLessThanOrEqual(12);
  });
}

const SAMPLE = `<!doctype html><html lang=en><head><title>T &amp; t</title><base href="/b/"><meta name=robots content=nofollow></head>
<body><nav id=n><ul class="a b"><li><a href="/1">One</a><li><a href='2?x=1&amp;y=2' title=t><img alt=pic></a></ul></nav>
<h1>Caf&eacute;&nbsp;x</h1><p>some words <a href=//other.example/>the <b>link</b></a> more&#x20;words &#128512;<br>line</p>
<svg><title>i</title><path/></svg><script>"<a href=no>"</script><table><tr><td>a<td>b</table><!-- c --><div hidden>h</div>
<iframe src="/f">x</iframe><map><area href=3 alt=area></map><p>end</body></html>`;

describe('hostile bytes', () => {
  test('random bytes under random names', async () => {
    const types = fc.constantFrom(
      'text/html',
      'text/plain',
      'text/html; charset=utf-16',
      'text/html; charset=shift_jis',
      '',
    );
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), types, async (bytes, type) =>
        check(await read(bytes, type)),
      ),
      { numRuns: 500 },
    );
  });

  test('random characters that mean something in HTML', async () => {
    const pieces = fc.constantFrom(
      ...[
        '<',
        '>',
        '</',
        '/>',
        '&',
        '&amp;',
        '&#',
        '&#x',
        ';',
        '"',
        "'",
        '=',
        '<!--',
        '-->',
        '<!',
        '<?',
        ']]>',
        '<![CDATA[',
        ' ',
      ],
      ...[
        '<a href=',
        '<a href="x">',
        '</a>',
        '<p>',
        '</p>',
        '<svg>',
        '</svg>',
        '<math>',
        '<title>',
        '</title>',
        '<script>',
        '</script>',
      ],
      ...[
        '<table>',
        '<td>',
        '<li>',
        '<div hidden>',
        '</div>',
        '<textarea>',
        '<select>',
        '<template>',
        '<noscript>',
        '<iframe src=y>',
      ],
      ...[
        '<foreignObject>',
        '<plaintext>',
        '<base href=z>',
        '<x-y class=c>',
        'word',
        '\0',
        '\u00a0',
        '\ud83d\ude00',
        '哮喘',
        '&nvlt;',
        '&Aacute',
      ],
    );
    await fc.assert(
      fc.asyncProperty(fc.array(pieces, { maxLength: 60 }), async (parts) =>
        check(await read(parts.join(''))),
      ),
      { numRuns: 1500 },
    );
  });

  test('a page with bytes changed, and a page cut anywhere', async () => {
    const sample = Buffer.from(SAMPLE);
    const change = fc.tuple(fc.nat(sample.length - 1), fc.nat(255));
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { maxLength: 20 }),
        fc.nat(sample.length),
        async (changes, length) => {
          const bytes = Buffer.from(sample);
          for (const [at, value] of changes) bytes[at] = value;
          check(await read(bytes.subarray(0, length)));
        },
      ),
      { numRuns: 500 },
    );
    for (const encoding of ['utf16le', 'latin1'] as const) check(await read(Buffer.from(SAMPLE, encoding)));
  });

  test('random plain text', async () => {
    const words = fc.constantFrom(
      'a',
      ' ',
      '\n',
      '\n\n',
      '\r\n',
      'http://',
      'http://example.org/x',
      'www.a.b',
      '(',
      ').',
      '\0',
      '\u2028',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(words), async (parts) =>
        check(await read(`x ${parts.join('')}`, 'text/plain')),
      ),
      { numRuns: 300 },
    );
  });
});

describe('large documents', () => {
  const inside = (html: string) => `<!doctype html><body>${html}<a href="/last">last link</a>`;

  test('a hundred thousand elements in each other', async () => {
    for (const tag of ['div', 'b', 'a href=x', 'table><tr><td', 'x-y', 'form', 'svg', 'ul><li']) {
      const found = await page(inside(`<${tag}>`.repeat(100_000)));
      check(found);
    }
    const found = await page(inside(`${'<div>'.repeat(100_000)}deep${'</div>'.repeat(100_000)}`));
    expect(found.text).toBe('deep\nlast link');
    expect(found.links[0]).toMatchObject({ anchor: 'last link', tagPath: 'a' });
  });

  test('a hundred thousand end tags that end nothing, under a hundred thousand elements', async () => {
    const found = await page(inside(`${'<b>'.repeat(100_000)}${'</i>'.repeat(100_000)}`));
    expect(found.links).toHaveLength(1);
  });

  test('a hundred thousand links', async () => {
    let html = '';
    for (let i = 0; i < 100_000; i++) html += `<a href="/${i}">${i}</a> `;
    const found = await page(html);
    expect(found.links).toHaveLength(2000);
    expect(found.links[1999]).toMatchObject({ url: 'http://example.org/1999', anchor: '1999' });
    expect(found.refusedLinks).toEqual([{ href: '', reason: 'too-many-links: 98000 more' }]);
  });

  test('the same link a hundred thousand times, with other words each time', async () => {
    let html = '';
    for (let i = 0; i < 100_000; i++) html += `<a href="/x">anchor ${i}</a>`;
    const found = await page(html);
    expect(found.links).toHaveLength(1);
    expect(found.links[0]!.anchor.length).toBeLessThanOrEqual(1000);
  });

  test('an attribute of ten megabytes, and a hundred thousand attributes', async () => {
    const long = 'x'.repeat(10_000_000);
    const found = await page(
      inside(`<a href="${long}">long</a><p class="${long}" style="${long}">p <img alt="${long}">`),
    );
    expect(found.refusedLinks).toEqual([{ href: 'x'.repeat(200), reason: 'too-long' }]);
    expect(found.links).toMatchObject([{ anchor: 'last link', tagPath: `p.${'x'.repeat(40)}/a` }]);
    check(await page(inside(`<p ${Array.from({ length: 100_000 }, (_, i) => `a${i}=b`).join(' ')}>`)));
  });

  test('a hundred thousand entities, ampersands and unknown names', async () => {
    expect((await page(inside('&amp;'.repeat(100_000)))).text).toHaveLength(100_000 + 9);
    check(await page(inside('&'.repeat(1_000_000))));
    check(await page(inside(`&#${'0'.repeat(1_000_000)}65;`)));
    check(await page(inside(Array.from({ length: 100_000 }, (_, i) => `<t${i}>`).join(''))));
    check(await page(inside(`<${'x'.repeat(1_000_000)}>`)));
  });

  test('things that never end', async () => {
    for (const start of [
      '<!--',
      '<script>',
      '<title>',
      '<textarea>',
      '<a href="',
      '<a ',
      '</',
      '<![CDATA[',
      '<svg>',
      "<p title='",
    ]) {
      check(await page(`<html><p>text ${start}${'<b> - '.repeat(200_000)}`));
    }
  });

  test('text over the limit is cut at it', async () => {
    const found = await page(inside('word '.repeat(1_000_000)));
    expect(found.text.length).toBeLessThanOrEqual(2 * 1024 * 1024);
    expect(found.truncated).toBe('text');
  });

  test('plain text of a million brackets, and one URL of a megabyte', async () => {
    check(await page(`x ${'http://a.b/'.repeat(1)}${')'.repeat(1_000_000)}`, 'text/plain'));
    check(await page(`x ${'(http://example.org/a) '.repeat(50_000)}`, 'text/plain'));
    check(await page('www.'.repeat(300_000), 'text/plain'));
  });

  test('a refresh and a robots tag of a megabyte', async () => {
    const long = ' '.repeat(1_000_000);
    check(
      await page(
        `<html><meta http-equiv=refresh content="0${long}"><meta name=robots content="${long.replaceAll(' ', ',')}"><p>x`,
      ),
    );
  });
});
