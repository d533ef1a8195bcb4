/**
 * Pages made by hand with the Markdown that a person would write for them, and generated pages whose text looks like
 * Markdown and HTML: read by markdown-it, a CommonMark reader with GitHub's tables, they must say what the page said.
 */
import fc from 'fast-check';
import markdownIt from 'markdown-it';
import { describe, expect, test } from 'vitest';
import type { Page } from '../../src/page/page.ts';
import { readDocument } from '../../src/page/read.ts';

async function read(html: string, url = 'http://example.org/birds/'): Promise<Page> {
  const body = Buffer.from(html);
  const page = await readDocument(
    { url, headers: [['Content-Type', 'text/html; charset=utf-8']], body },
    { markdown: true },
  );
  if ('refused' in page) throw new Error(page.detail);
  return page;
}

const markdown = async (html: string): Promise<string> => (await read(html)).markdown!;

// With HTML and everything else that it can read, so that whatever a page smuggles in would show.
const reader = markdownIt({ html: true });

interface Seen {
  text: string;
  links: string[];
  headings: string[];
  tags: string[];
}

/** What somebody else's reader makes of it. */
function seenIn(source: string): Seen {
  const seen: Seen = { text: '', links: [], headings: [], tags: [] };
  const visit = (token: ReturnType<typeof reader.parse>[number]): void => {
    if (token.type.startsWith('html')) throw new Error(`HTML: ${token.content}`);
    if (token.type === 'image') throw new Error(`picture: ${token.content}`);
    if (token.tag !== '') seen.tags.push(token.tag);
    if (token.type === 'link_open') seen.links.push(String(token.attrGet('href')));
    if (token.type === 'heading_open') seen.headings.push(token.tag);
    if (token.children !== null) for (const child of token.children) visit(child);
    else if (token.type === 'softbreak' || token.type === 'hardbreak') seen.text += '\n';
    else seen.text += token.content;
    if (token.type === 'inline' || token.type.startsWith('fence')) seen.text += '\n';
  };
  for (const token of reader.parse(source, {})) visit(token);
  return seen;
}

const words = (text: string): string => text.split(/\s+/).join(' ').trim();
const filler = 'Owls hunt at night over open country and rest by day in barns and old trees near fields.';

describe('the main text as Markdown', () => {
  test('has headings, paragraphs, links, code and line breaks', async () => {
    const html = `<nav><a href=/>Home</a></nav><article><h1>Barn owls</h1><p>${filler} See the <a href="list?a=1&amp;b=(2)">list
      of <code>Tyto</code></a> and <a href="#top">above</a>.<br>Second line.</p><h3>Food</h3><p>${filler}</p></article>`;
    expect(await markdown(html)).toBe(
      `# Barn owls

${filler} See the [list of \`Tyto\`](http://example.org/birds/list?a=1&b=%282%29) and above.\\
Second line.

### Food

${filler}
`,
    );
  });

  test('has lists in lists, numbered ones, and quotations with all that is in them', async () => {
    const html = `<article><p>${filler}</p><ul><li>mice<ol><li>wood mice<li>field voles</ol><li><p>rats</p><p>Young ones.</p></ul>
      <ul><li>another list</ul><blockquote><p>${filler}</p><ul><li>quoted</ul></blockquote><p>${filler}</p></article>`;
    expect(await markdown(html)).toBe(
      `${filler}

- mice
  1. wood mice
  2. field voles
- rats

  Young ones.

* another list

> ${filler}
>
> - quoted

${filler}
`,
    );
  });

  test('has preformatted text as it was, and a table with its head and its empty cells', async () => {
    const html = `<article><p>${filler}</p><pre>
for owl in barn:
    owl.count(\`1\`) &lt; 2

  end</pre><table><caption>Size</caption><tr><th>Owl<th>cm|in<tr><td>Barn<td>33<tr><td>Eagle<td><tr><td>Snowy <code>a|b</code><td>60</table>
      <p>${filler}</p></article>`;
    expect(await markdown(html)).toBe(
      `${filler}

\`\`\`
for owl in barn:
    owl.count(\`1\`) < 2

  end
\`\`\`

Size

| Owl | cm\\|in |
| --- | --- |
| Barn | 33 |
| Eagle |  |
| Snowy \`a\\|b\` | 60 |

${filler}
`,
    );
  });

  test('has a table that only lays out the page as paragraphs', async () => {
    const html = `<table><tr><td><h2>Owls</h2><p>${filler}</p></td><td><p>${filler}</p></td></tr><tr><td>${filler}<td>${filler}</table>`;
    expect(await markdown(html)).toBe(`## Owls\n\n${filler}\n\n${filler}\n\n${filler}\n\n${filler}\n`);
  });

  test('has the blocks of the main text and no others', async () => {
    const html = `<ul><li><a href=1>Home</a><li><a href=2>About</a></ul><article><p>${filler}</p><p>${filler}</p>
      <div class=share-buttons><p>Share this page with friends now</p></div></article><footer>Imprint</footer>`;
    expect(await markdown(html)).toBe(`${filler}\n\n${filler}\n`);
  });

  test('of a page that looks like Markdown and HTML is read as the same text', async () => {
    const text = (await read(HOSTILE.map((line) => `<p>${html(line)}</p>`).join(''))).markdown!;
    const seen = seenIn(text);
    expect(words(seen.text)).toBe(words(HOSTILE.join(' ')));
    expect(seen.links).toEqual([]);
    expect(new Set(seen.tags)).toEqual(new Set(['p']));
  });

  test('of a plain text keeps its paragraphs', async () => {
    const body = Buffer.from('# not a heading\n\n[not](a link)\n');
    const page = await readDocument(
      { url: 'http://example.org/a.txt', headers: [['Content-Type', 'text/plain']], body },
      { markdown: true },
    );
    expect((page as Page).markdown).toBe('\\# not a heading\n\n\\[not\\](a link)\n');
  });

  test('says what the page says, whatever is in it: text, links and headings, no more and no less', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(block(2), { minLength: 1, maxLength: 8 }), async (blocks) => {
        const page = await read(blocks.map(({ html }) => html).join('\n'));
        const seen = seenIn(page.markdown!);
        expect(words(seen.text)).toBe(words(page.mainText));
        // Where a part of the page is left out, its links and headings are, too.
        if (page.mainText !== page.text) return;
        expect(seen.headings).toEqual(blocks.flatMap(({ headings }) => headings));
        expect(seen.links).toEqual(blocks.flatMap(({ links }) => links));
      }),
      { numRuns: 150 },
    );
  });

  test('of a hostile page takes time that grows with its size', async () => {
    const deep = `${'<blockquote><ul><li>'.repeat(1000)}x`;
    const pre = `<pre>${'<div>line</div>'.repeat(5000)}</pre>`;
    const links = '<a href=x>a</a> b <code>c</code>'.repeat(5000);
    const table = `<table>${`<tr>${'<td>1'.repeat(60)}`.repeat(100)}</table>`;
    for (const html of [deep, pre, links, table]) {
      const { markdown, mainText } = await read(html);
      expect(markdown!.length).toBeLessThan(20 * mainText.length + 10_000);
    }
  });
});

const HOSTILE = [
  '# heading',
  'text\\',
  '[link](http://evil.example/)',
  '![picture](http://evil.example/p.png)',
  '[reference]: http://evil.example/',
  '<b onclick=alert(1)>bold</b>',
  '<!-- comment',
  '<http://evil.example/>',
  '* item',
  '- item',
  '+ item',
  '1. item',
  '1) item',
  '---',
  '===',
  '***',
  '> quotation',
  '```js',
  '~~~',
  '`code`',
  '~~struck~~ and ~one~',
  '*emphasis* **strong** _low_ __lower__ snake_case_word',
  '&amp; &#35; &copy; AT&T; a&b',
  '| a | b |',
  '|---|---|',
  ':--',
  '- [ ] task',
  'Footnote[^1]',
  '[^1]: note',
];

const html = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

interface Made {
  html: string;
  links: string[];
  headings: string[];
}

const marks = fc.stringMatching(/^[-*_[\]()<>!&#;`~|+=:1.)\\ab ]{1,8}$/).filter((text) => text.trim() !== '');
const phrase = fc.oneof(marks, fc.constantFrom(...HOSTILE), fc.constantFrom('owl', 'été', '日本', 'a_b'));
const path = fc.stringMatching(/^[a-z()&;*_]{1,6}$/).map((text) => `x${text}`);

/** A phrase, sometimes a link or code. */
const piece = fc.oneof(
  { weight: 3, arbitrary: phrase.map((text) => ({ html: html(text), links: [] as string[] })) },
  {
    weight: 1,
    arbitrary: fc.tuple(phrase, path).map(([text, to]) => ({
      html: `<a href="/${html(to)}">${html(text)}</a>`,
      links: [`http://example.org/${to.replaceAll('(', '%28').replaceAll(')', '%29')}`],
    })),
  },
  { weight: 1, arbitrary: phrase.map((text) => ({ html: `<code>${html(text)}</code>`, links: [] })) },
);
const line = fc
  .array(fc.tuple(piece, fc.constantFrom('', ' ', '<br>')), { minLength: 1, maxLength: 4 })
  .map((pieces) => ({
    html: pieces.map(([one, after]) => one.html + after).join(''),
    links: pieces.flatMap(([one]) => one.links),
    headings: [] as string[],
  }));

const around = (element: string, arbitrary: fc.Arbitrary<Made>, heading?: string): fc.Arbitrary<Made> =>
  arbitrary.map((made) => ({
    html: `<${element}>${made.html}</${element}>`,
    links: made.links,
    headings: heading === undefined ? made.headings : [heading],
  }));

const joined = (many: fc.Arbitrary<Made[]>, before = '', after = ''): fc.Arbitrary<Made> =>
  many.map((all) => ({
    html: before + all.map(({ html }) => html).join('') + after,
    links: all.flatMap(({ links }) => links),
    headings: all.flatMap(({ headings }) => headings),
  }));

function block(depth: number): fc.Arbitrary<Made> {
  const flat: fc.Arbitrary<Made>[] = [
    around('p', line),
    ...['h1', 'h3', 'h6'].map((element) => around(element, line, element)),
    phrase.map((text) => ({ html: `<pre>${html(text)}\n  ${html(text)}</pre>`, links: [], headings: [] })),
    joined(
      fc.array(joined(fc.array(around('td', line), { minLength: 2, maxLength: 3 }), '<tr>', '</tr>'), {
        minLength: 1,
        maxLength: 3,
      }),
      '<table>',
      '</table>',
    ),
  ];
  if (depth === 0) return fc.oneof(...flat);
  const inner = fc.array(block(depth - 1), { minLength: 1, maxLength: 3 });
  const list = (element: string): fc.Arbitrary<Made> =>
    around(
      element,
      joined(fc.array(around('li', fc.oneof(line, joined(inner))), { minLength: 1, maxLength: 3 })),
    );
  return fc.oneof(...flat, list('ul'), list('ol'), around('blockquote', joined(inner)));
}
