import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readSitemap, type Sitemap, type SitemapLimits } from '../../src/host/sitemap/sitemap.ts';

const AT = 'https://site.example/sitemap.xml';
const XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

function read(text: string | Uint8Array, limits?: Partial<SitemapLimits>): Promise<Sitemap> {
  return readSitemap(typeof text === 'string' ? Buffer.from(text) : text, AT, limits);
}

function urlset(...urls: string[]): string {
  const entries = urls.map((url) => `<url><loc>${url}</loc></url>`).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${XMLNS}>\n${entries}\n</urlset>`;
}

function urls(sitemap: Sitemap): string[] {
  return sitemap.ok ? sitemap.entries.map((entry) => entry.url) : [`refused: ${sitemap.reason}`];
}

describe('a sitemap', () => {
  test('as in the example of sitemaps.org gives URLs, dates and priorities', async () => {
    // The values of the sample at https://www.sitemaps.org/protocol.html#sitemapXMLFormat.
    const sample = `<?xml version="1.0" encoding="UTF-8"?>
<urlset ${XMLNS}>
   <url>
      <loc>http://www.example.com/</loc>
      <lastmod>2005-01-01</lastmod>
      <changefreq>monthly</changefreq>
      <priority>0.8</priority>
   </url>
   <url>
      <loc>http://www.example.com/catalog?item=12&amp;desc=vacation_hawaii</loc>
      <changefreq>weekly</changefreq>
   </url>
   <url>
      <loc>http://www.example.com/catalog?item=74&amp;desc=vacation_newfoundland</loc>
      <lastmod>2004-12-23T18:00:15+00:00</lastmod>
      <priority>0.3</priority>
   </url>
</urlset>`;
    expect(await read(sample)).toEqual({
      ok: true,
      kind: 'urlset',
      entries: [
        { url: 'http://www.example.com/', lastmod: Date.UTC(2005, 0, 1), priority: 0.8 },
        { url: 'http://www.example.com/catalog?item=12&desc=vacation_hawaii' },
        {
          url: 'http://www.example.com/catalog?item=74&desc=vacation_newfoundland',
          lastmod: Date.UTC(2004, 11, 23, 18, 0, 15),
          priority: 0.3,
        },
      ],
      sitemaps: [],
      refused: 0,
    });
  });

  test('that is an index gives sitemaps', async () => {
    const index = `<sitemapindex ${XMLNS}><sitemap><loc>/a.xml.gz</loc><lastmod>2004-10-01T18:23</lastmod></sitemap>
      <sitemap><loc><![CDATA[ https://site.example/b.xml?x=1&y=2 ]]></loc></sitemap></sitemapindex>`;
    expect(await read(index)).toMatchObject({
      kind: 'index',
      entries: [],
      sitemaps: [
        { url: 'https://site.example/a.xml.gz', lastmod: Date.UTC(2004, 9, 1, 18, 23) },
        { url: 'https://site.example/b.xml?x=1&y=2' },
      ],
    });
  });

  test('packed with gzip is unpacked', async () => {
    expect(urls(await read(gzipSync(urlset('https://site.example/a'))))).toEqual(['https://site.example/a']);
  });

  test('as text has one URL per line', async () => {
    const text =
      '\ufeffhttps://site.example/a\r\n\r\n  https://site.example/b  \nnot an address\nhttps://site.example/c';
    expect(await read(text)).toMatchObject({ kind: 'text', refused: 1 });
    expect(urls(await read(text))).toEqual(['a', 'b', 'c'].map((name) => `https://site.example/${name}`));
  });

  test('as RSS 2.0 has links and dates of publication', async () => {
    const rss = `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>News</title>
      <link>https://site.example/</link><atom:link href="https://site.example/feed" rel="self"/>
      <item><title>One</title><link>https://site.example/1</link><atom:link>x</atom:link>
      <pubDate>Tue, 10 Jun 2003 04:00:00 GMT</pubDate></item></channel></rss>`;
    expect(await read(rss)).toMatchObject({
      kind: 'rss',
      entries: [{ url: 'https://site.example/1', lastmod: Date.UTC(2003, 5, 10, 4) }],
    });
  });

  test('as RSS 1.0 has items beside the channel', async () => {
    const rdf = `<rdf:RDF xmlns:rdf="r" xmlns="http://purl.org/rss/1.0/"><channel><link>https://site.example/</link></channel>
      <item rdf:about="x"><link>https://site.example/1</link><dc:date>2003-06-10</dc:date></item></rdf:RDF>`;
    expect(await read(rdf)).toMatchObject({
      kind: 'rss',
      entries: [{ url: 'https://site.example/1', lastmod: Date.UTC(2003, 5, 10) }],
    });
  });

  test('as Atom has alternate links', async () => {
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><link href="https://site.example/"/>
      <entry><link rel="edit" href="/edit"/><link rel="alternate" href="/1"/><updated>2003-12-13T18:30:02Z</updated></entry>
      <entry><link href="/2"/><link href="/ignored"/></entry></feed>`;
    expect(await read(atom)).toMatchObject({
      kind: 'atom',
      entries: [
        { url: 'https://site.example/1', lastmod: Date.UTC(2003, 11, 13, 18, 30, 2) },
        { url: 'https://site.example/2' },
      ],
    });
  });

  test('with a prefix of its own is read, and images in it are not pages', async () => {
    const prefixed = `<sm:urlset xmlns:sm="s" xmlns:image="i"><sm:url><sm:loc>https://site.example/a</sm:loc>
      <image:image><image:loc>https://site.example/a.jpg</image:loc></image:image></sm:url></sm:urlset>`;
    expect(urls(await read(prefixed))).toEqual(['https://site.example/a']);
    const images = `<urlset ${XMLNS}><url><loc>https://site.example/a</loc><image:loc>https://site.example/b.jpg</image:loc></url></urlset>`;
    expect(urls(await read(images))).toEqual(['https://site.example/a']);
  });

  test('with URLs in other elements of an entry gives only that of the entry', async () => {
    const nested =
      '<urlset><url><extra><loc>/not-this</loc></extra><loc>/a</loc><extra><loc>/nor-this</loc></extra></url></urlset>';
    expect(urls(await read(nested))).toEqual(['https://site.example/a']);
  });

  test('in another encoding is read as it says', async () => {
    const latin = `<?xml version="1.0" encoding="ISO-8859-1"?><urlset><url><loc>https://site.example/é</loc></url></urlset>`;
    expect(urls(await read(Buffer.from(latin, 'latin1')))).toEqual(['https://site.example/%C3%A9']);
    const utf16 = Buffer.from(`\ufeff${urlset('https://site.example/é')}`, 'utf16le');
    expect(urls(await read(utf16))).toEqual(['https://site.example/%C3%A9']);
    const unknown = urlset('https://site.example/a').replace('UTF-8', 'no-such-code');
    expect(urls(await read(unknown))).toEqual(['https://site.example/a']);
  });

  test('gives canonical URLs and counts invalid ones', async () => {
    const sitemap = await read(
      urlset('HTTPS://SITE.example:443/a?utm_source=x#y', 'mailto:x', '', 'http://', 'b'),
    );
    expect(urls(sitemap)).toEqual(['https://site.example/a', 'https://site.example/b']);
    expect(sitemap).toMatchObject({ refused: 3 });
  });

  test.each([
    ['2005', Date.UTC(2005)],
    ['2005-02', Date.UTC(2005, 1)],
    ['2005-02-03T04:05:06', Date.UTC(2005, 1, 3, 4, 5, 6)],
    ['2005-02-03T04:05+01:00', Date.UTC(2005, 1, 3, 3, 5)],
    ['9999-01-01', undefined],
    ['1066-10-14', undefined],
    ['yesterday', undefined],
    ['', undefined],
  ])('with a lastmod of %j says %s', async (text, expected) => {
    const sitemap = await read(`<urlset><url><loc>/a</loc><lastmod>${text}</lastmod></url></urlset>`);
    expect(sitemap.ok && sitemap.entries[0]?.lastmod).toBe(expected);
  });

  test.each([
    ['0.5', 0.5],
    ['1', 1],
    ['1.1', undefined],
    ['-1', undefined],
    ['high', undefined],
  ])('with a priority of %j says %s', async (text, expected) => {
    const sitemap = await read(`<urlset><url><loc>/a</loc><priority>${text}</priority></url></urlset>`);
    expect(sitemap.ok && sitemap.entries[0]?.priority).toBe(expected);
  });
});

describe('what is not a sitemap is refused with a reason', () => {
  test.each([
    ['nothing', '', 'empty'],
    ['blanks', ' \n\t', 'not-a-sitemap'],
    ['a page', '<!DOCTYPE html><html><body><a href="/x">x</a></body></html>', 'not-a-sitemap'],
    ['other XML', '<opml><url><loc>/a</loc></url></opml>', 'not-a-sitemap'],
    ['prose', 'This is\nnot a list\nof addresses.', 'not-a-sitemap'],
    ['a number', '42', 'not-a-sitemap'],
  ])('%s', async (_, text, reason) => {
    expect(await read(text)).toMatchObject({ ok: false, reason });
  });

  test('a gzip header with nothing behind it', async () => {
    expect(await read(new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0xff, 0xff, 0xff]))).toMatchObject({
      ok: false,
      reason: 'bad-gzip',
    });
    expect(await read(gzipSync(''))).toMatchObject({ ok: false, reason: 'not-a-sitemap' });
  });

  test('the root element is reported', async () => {
    expect(await read('<html/>')).toMatchObject({
      detail: 'The file is not a sitemap: its root element is <html>.',
    });
  });
});

describe('limits', () => {
  const many = Array.from({ length: 5000 }, (_, n) => `https://site.example/${n}`);

  test('URLs are read up to the limit', async () => {
    const sitemap = await read(urlset(...many), { maxEntries: 100 });
    expect(sitemap).toMatchObject({ ok: true, cut: 'entries' });
    expect(urls(sitemap)).toEqual(many.slice(0, 100));
    expect(await read(urlset(...many.slice(0, 100)), { maxEntries: 100 })).not.toHaveProperty('cut');
  });

  test.each([
    ['XML', urlset(...many)],
    ['text', many.join('\n')],
    ['gzip', gzipSync(urlset(...many))],
  ])('bytes of %s are read up to the limit, and no URL is cut in two', async (_, file) => {
    const sitemap = await read(file, { maxBytes: 10_000 });
    expect(sitemap).toMatchObject({ ok: true, cut: 'size' });
    const found = urls(sitemap);
    expect(found.length).toBeGreaterThan(100);
    expect(found).toEqual(many.slice(0, found.length));
  });

  test('sixty megabytes in a small file are read up to the limit', async () => {
    const bomb = gzipSync(
      Buffer.concat([Buffer.from(urlset('/a').replace('</urlset>', '')), Buffer.alloc(60_000_000, ' ')]),
    );
    expect(bomb.length).toBeLessThan(100_000);
    expect(await read(bomb)).toMatchObject({
      ok: true,
      cut: 'size',
      entries: [{ url: 'https://site.example/a' }],
    });
  });

  test('a file that breaks off gives what came before', async () => {
    const packed = gzipSync(urlset(...many), { level: 0 });
    const sitemap = await read(packed.subarray(0, packed.length / 2));
    expect(sitemap).toMatchObject({ ok: true, cut: 'unfinished' });
    const found = urls(sitemap);
    expect(found.length).toBeGreaterThan(100);
    expect(found).toEqual(many.slice(0, found.length));
    expect(await read(urlset('/a').replace('</urlset>', ''))).toMatchObject({
      cut: 'unfinished',
      entries: [{}],
    });
  });

  test('a file that turns bad gives what came before', async () => {
    const file = Buffer.from(urlset(...many, ...many));
    const packed = Buffer.concat([
      gzipSync(file),
      Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0xff, 0xff]),
    ]);
    const sitemap = await read(packed);
    expect(sitemap).toMatchObject({ ok: true, cut: 'bad-gzip' });
    expect(urls(sitemap).slice(0, 2)).toEqual(many.slice(0, 2));
  });

  test('elements within elements without end stop the reading', async () => {
    const nested = `<urlset><url><loc>/a</loc></url>${'<x>'.repeat(100_000)}<url><loc>/b</loc></url>`;
    expect(await read(nested)).toMatchObject({
      cut: 'nesting',
      entries: [{ url: 'https://site.example/a' }],
    });
  });

  test('a URL of ten megabytes is refused, and the next is read', async () => {
    expect(await read(urlset('x'.repeat(10_000_000), '/b'))).toMatchObject({
      refused: 1,
      entries: [{ url: 'https://site.example/b' }],
    });
    const text = `https://site.example/${'x'.repeat(1_000_000)}\nhttps://site.example/b`;
    expect(await read(text)).toMatchObject({ refused: 1, entries: [{ url: 'https://site.example/b' }] });
  });

  test('entities of its own unfold to nothing', async () => {
    const laughs = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>${urlset('https://site.example/&b;')}`;
    const found = urls(await read(laughs));
    expect(found).toHaveLength(1);
    expect(found[0]).not.toContain('aaa');
  });
});

test('any bytes give entries or a named refusal', async () => {
  const tokens = fc.constantFrom(
    ...(
      '<urlset> </urlset> <url> </url> <loc> </loc> <sitemapindex> <sitemap> </sitemap> <rss> <item> <link> ' +
      '</item> <feed> <entry> <link/> <![CDATA[ ]]> <!-- --> <?xml ?> & &amp; &#x; &#1114112; < > http://a.example/ ' +
      '<lastmod> </lastmod> 2005 <priority> </priority> \u0000 <x:loc> </'
    ).split(' '),
    '\n',
    '<link href="/x">',
  );
  const files = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.array(tokens, { maxLength: 40 }).map((parts) => new Uint8Array(Buffer.from(parts.join('')))),
    fc.uint8Array({ maxLength: 100 }).map((tail) => new Uint8Array([0x1f, 0x8b, 8, 0, ...tail])),
    fc.uint8Array({ minLength: 1, maxLength: 300 }).map((bytes) => new Uint8Array(gzipSync(bytes))),
  );
  await fc.assert(
    fc.asyncProperty(files, async (bytes) => {
      const sitemap = await readSitemap(bytes, AT);
      if (!sitemap.ok) expect(sitemap.detail).toMatch(/\.$/);
      else
        for (const { url } of [...sitemap.entries, ...sitemap.sitemaps]) expect(new URL(url).href).toBe(url);
    }),
    { numRuns: 1000 },
  );
});
