/**
 * Servers that mean harm, or might as well. Each ends in the catalogue under a name of its own, the good pages are
 * fetched, and the memory of the whole crawl stays within bounds.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CrawlOptions, crawl } from '../../src/index.ts';
import { createHttpWeb } from '../../src/web/http/http.ts';
import {
  look,
  optionsFor,
  outcomesOf,
  page,
  pagesOf,
  prose,
  removeFolders,
  type SmallWeb,
  smallWeb,
  type Table,
} from './small-web.ts';

const MB = 1024 * 1024;
const zeros = Buffer.alloc(MB);
/** Members and frames may follow each other: a gigabyte in a few lines. */
const repeated = (packed: Uint8Array, times: number): Buffer => Buffer.concat(Array(times).fill(packed));
const gzipBomb = repeated(gzipSync(zeros), 1024);
const smallerBomb = repeated(gzipSync(zeros), 450);
const sitemapBomb = Buffer.concat([
  gzipSync('<?xml version="1.0"?><urlset>'),
  repeated(gzipSync(Buffer.alloc(MB, ' ')), 1024),
]);
const brotliBomb = brotliCompressSync(Buffer.alloc(256 * MB), {
  params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 24 },
});

const packed = (coding: string, body: Uint8Array) => ({ headers: { 'content-encoding': coding }, body });

const hostile: Table = {
  'gzip.test/': packed('gzip', gzipBomb),
  'smaller.test/': packed('gzip', smallerBomb),
  'nested.test/': packed('gzip, gzip', gzipSync(gzipBomb)),
  'brotli.test/': packed('br', brotliBomb),
  'zstd.test/': packed('zstd', repeated(zstdCompressSync(zeros), 1024)),
  'endless.test/': (_n, _request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    const more = (): void => {
      while (!response.destroyed && response.write(`<p>${prose('endless', 1000)}</p>`));
      response.once('drain', more);
    };
    more();
    return undefined;
  },
  'headers.test/': (_n, _request, response) => {
    const socket = response.socket!;
    socket.on('error', () => {});
    socket.write('HTTP/1.1 200 OK\r\n');
    const more = (): void => {
      while (!socket.destroyed && socket.write(`x-more: ${'y'.repeat(1000)}\r\n`));
      socket.once('drain', more);
    };
    more();
    return undefined;
  },
  'self.test/': { status: 302, headers: { location: '/' } },
  'pair.test/': { status: 301, headers: { location: '/other' } },
  'pair.test/other': { status: 301, headers: { location: '/' } },
  'chain.test/*': (_n, request) => ({
    status: 307,
    headers: { location: `/${Number(request.url!.slice(1)) + 1}` },
  }),
  'deep.test/': `<html><body>${'<div>'.repeat(100_000)}<a href="/below">below</a>${prose('deep')}`,
  'deep.test/below': page([], prose('below')),
  'utf8.test/': {
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: Buffer.concat([
      Buffer.from(`<title>Bad bytes</title><p>${prose('utf8')}`),
      Buffer.from([0xff, 0xfe, 0xc0, 0x80, 0xed, 0xa0, 0x80, 0xf5]),
      Buffer.from('<a href="/after">after</a>'),
    ]),
  },
  'utf8.test/after': page([], prose('after')),
  'address.test/': page({ [`/${'a'.repeat(4_000_000)}`]: 'long', '/short': 'short' }, prose('address')),
  'longer.test/': page({ '/short': 'short', [`/${'a'.repeat(10_000_000)}`]: 'long' }, prose('longer')),
  'longer.test/short': page([], prose('longer short')),
  'address.test/short': page([], prose('short')),
  'schemes.test/': page(
    [
      'javascript:alert(1)',
      'data:text/html,<p>x',
      'file:///etc/passwd',
      'mailto:a@b.test',
      'http://',
      '/web',
    ],
    prose('schemes'),
  ),
  'schemes.test/web': page([], prose('web')),
  'rules.test/robots.txt': (_n, _request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    response.write('User-agent: *\nDisallow: /private\n');
    for (let i = 0; i < 50; i++) response.write('Disallow: /x\n'.repeat(80_000));
    response.end();
    return undefined;
  },
  'rules.test/': page(['/private/page'], prose('rules')),
  'hanging.test/': () => undefined,
  'reset.test/': (_n, request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': 10_000 });
    response.write('<p>half a page');
    setTimeout(() => request.socket.resetAndDestroy(), 20);
    return undefined;
  },
  'long.test/': (_n, request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': 1_000_000_000 });
    response.write('<p>not a gigabyte');
    setTimeout(() => request.socket.end(), 20);
    return undefined;
  },
  'brief.test/': (_n, _request, response) => {
    const body = `<p>${prose('brief')}</p>`;
    response.socket!.end(
      `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: ${body.length}\r\n\r\n${body}HTTP/1.1 200 OK\r\n\r\nsmuggled`,
    );
    return undefined;
  },
  'negative.test/': (_n, _request, response) => {
    response.socket!.end('HTTP/1.1 200 OK\r\ncontent-length: -5\r\n\r\n<p>hello');
    return undefined;
  },
  'pdf.test/': {
    headers: { 'content-type': 'application/pdf' },
    body: Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.from(prose('pdf', 3000)), Buffer.from('\n%%EOF')]),
  },
  'sitemap.test/robots.txt':
    'Sitemap: http://sitemap.test/bomb.xml.gz\nSitemap: http://sitemap.test/wide.xml\n',
  'sitemap.test/': page([], `comet ${prose('sitemap')}`),
  'sitemap.test/bomb.xml.gz': { headers: { 'content-type': 'application/gzip' }, body: sitemapBomb },
  'sitemap.test/wide.xml': {
    headers: { 'content-type': 'application/xml' },
    body: `<urlset>${Array.from({ length: 100_000 }, (_, i) => `<url><loc>http://out.flood.test/${i}</loc></url>`).join('')}</urlset>`,
  },
  'cookies.test/': {
    headers: { 'set-cookie': Array.from({ length: 600 }, (_, i) => `c${i}=${'v'.repeat(80)}`) },
    body: page(['/next'], prose('cookies')),
  },
  'cookies.test/next': (_n, request) =>
    page([], `${prose('next')} cookies: ${(request.headers.cookie ?? '').length}`),
  'cookie-storm.test/': {
    headers: { 'set-cookie': Array.from({ length: 20_000 }, (_, i) => `c${i}=${'v'.repeat(80)}`) },
    body: page([], prose('storm')),
  },
  'links.test/': page(
    Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`//out.flood.test/${i}`, 'x'])),
    prose('links'),
  ),
};

/** What each of them is in the catalogue. */
const expected: Record<string, string> = {
  'gzip.test/': 'failed: unpacked-too-large',
  'smaller.test/': 'failed: unpacked-too-large',
  'nested.test/': 'failed: unpacked-too-large',
  'brotli.test/': 'failed: unpacked-too-large',
  'zstd.test/': 'failed: unpacked-too-large',
  'endless.test/': 'page',
  'headers.test/': 'failed: headers-too-large',
  'self.test/': 'redirect, redirect to itself',
  'pair.test/': 'redirect',
  'pair.test/other': 'redirect',
  'chain.test/9': 'redirect',
  'chain.test/10': 'redirect, too many redirects',
  'deep.test/': 'page',
  'deep.test/below': 'page',
  'utf8.test/': 'page',
  'utf8.test/after': 'page',
  'address.test/': 'page',
  'address.test/short': 'page',
  'longer.test/': 'page',
  'longer.test/short': 'page',
  'schemes.test/': 'page',
  'schemes.test/web': 'page',
  'rules.test/': 'page',
  'reset.test/': 'page',
  'long.test/': 'page',
  'brief.test/': 'page',
  'negative.test/': 'failed: bad-response',
  'pdf.test/': 'refused: parse-error',
  'sitemap.test/': 'page',
  'sitemap.test/bomb.xml.gz': 'sitemap',
  'sitemap.test/wide.xml': 'sitemap',
  'cookies.test/': 'page',
  'cookies.test/next': 'page',
  'cookie-storm.test/': 'failed: headers-too-large',
  'links.test/': 'page',
};

/** Links to a port are those of the server itself: nothing is connected elsewhere there. */
const rebinding: Table = {
  'home.test/': (_n, request) => {
    const port = request.socket.localPort;
    const names = ['flip', 'inside', 'missing'];
    return page(
      names.map((name) => `http://${name}.test:${port}/`),
      prose('home'),
    );
  },
  'flip.test/*': page([], prose('flip')),
  'inside.test/*': page([], prose('inside')),
};

const good = Object.fromEntries(
  Array.from({ length: 30 }, (_, i) => [
    `good.test/p${i}`,
    page([`/p${i + 1}`], `comet ${prose(`good ${i}`)}`),
  ]),
);

let web: SmallWeb;
beforeAll(async () => {
  web = await smallWeb({ ...good, ...hostile, ...rebinding });
});
afterAll(async () => {
  await web.close();
  removeFolders();
});

async function crawlInProcess(options: CrawlOptions): Promise<{ reason: string; peakMb: number }> {
  const script = fileURLToPath(new URL('./hostile-crawl.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script, JSON.stringify(options)]);
  return JSON.parse(stdout) as { reason: string; peakMb: number };
}

const settings = {
  threads: 1,
  concurrency: 8,
  scope: { excludeHosts: ['*.flood.test'] },
  // A busy machine may keep any answer waiting; only the endless headers and bodies must not take so long.
  http: { headerTimeoutMs: 120_000, totalTimeoutMs: 120_000, keepCookies: true },
  politeness: { maxTries: 1, sitemaps: 'all' as const },
};

/** Eight answers of 5 MB and what they unpack to, two threads that parse, and what waits to be collected. */
const MORE_MB = 500;

/** What a crawl takes that meets good pages only. */
let calmMb: number;
beforeAll(async () => {
  calmMb = (await crawlInProcess(optionsFor(web, { seeds: ['http://good.test/p0'], settings }))).peakMb;
});

describe('a crawl among hostile servers', () => {
  let outcomes: Record<string, string>;
  let folder: string;
  let ended: { reason: string; peakMb: number };

  beforeAll(async () => {
    const starts = Object.keys(hostile).filter((key) => key.endsWith('.test/') && key !== 'hanging.test/');
    const seeds = ['good.test/p0', ...starts, 'chain.test/0'].map((key) => `http://${key}`);
    const options = optionsFor(web, { seeds, settings });
    folder = options.out;
    ended = await crawlInProcess(options);
    outcomes = outcomesOf(folder);
  });

  it('comes to its end', () => {
    expect(ended.reason).toBe('frontier-empty');
  });

  it.each(Object.entries(expected))('%s is a %j', (key, outcome) => {
    expect(outcomes[`http://${key}`]).toBe(outcome);
  });

  it('fetches every good page', () => {
    for (const key of Object.keys(good)) expect(outcomes[`http://${key}`], key).toBe('page');
  });

  it('takes little more memory than among good ones', () => {
    expect(ended.peakMb - calmMb).toBeLessThan(MORE_MB);
  });

  it('requests nothing that the rules, the URL or its shape forbid', () => {
    expect(web.paths('rules.test')).toEqual(['/robots.txt', '/']);
    expect(web.paths('schemes.test')).toEqual(['/robots.txt', '/', '/web']);
    expect(web.paths('chain.test')).toEqual([
      '/robots.txt',
      ...Array.from({ length: 11 }, (_, i) => `/${i}`),
    ]);
    expect(web.askedOf('out.flood.test')).toEqual([]);
    const links = look(folder, (read) => read.linksOf(read.pageByUrl('http://schemes.test/')!.id));
    expect(links.filter(({ fate }) => fate?.startsWith('URL: '))).toHaveLength(5);
    const [long] = look(folder, (read) => read.linksOf(read.pageByUrl('http://address.test/')!.id)).filter(
      ({ fate }) => fate !== undefined,
    );
    expect(long?.fate).toMatch(/^URL: .*long/);
    expect(long?.url?.length).toBeLessThan(10_000);
  });

  it('keeps what came of a body without end, and says that it was cut', () => {
    const endless = pagesOf(folder).find(({ url }) => url === 'http://endless.test/');
    expect(endless).toMatchObject({ truncated: 'length', wireBytes: 5_000_000 });
  });

  it('keeps few of a hundred thousand links', () => {
    const { links, flood } = look(folder, (read) => ({
      links: read.linksOf(read.pageByUrl('http://links.test/')!.id),
      flood: read.countsByRefusal().find(({ reason }) => reason === 'scope: host excluded')?.count,
    }));
    expect(links.at(-1)?.fate).toBe('URL: too-many-links: 98000 more');
    expect(links.filter(({ fate }) => fate === 'scope: host excluded')).toHaveLength(2000);
    // At most 2,000 of the page and 5,000 of the sitemap.
    expect(flood).toBeLessThanOrEqual(7000);
    expect(flood).toBeGreaterThan(1000);
  });
});

it('a server that never answers is a "failed: header-timeout"', async () => {
  const options = optionsFor(web, {
    seeds: ['http://hanging.test/'],
    settings: { http: { headerTimeoutMs: 500 }, politeness: { robots: 'ignore', maxTries: 1 } },
  });
  await crawl(options).finished;
  expect(outcomesOf(options.out)).toEqual({ 'http://hanging.test/': 'failed: header-timeout' });
});

it('a crawl without limits takes more than that: the check above can fail', async () => {
  const http = { ...settings.http, maxUnpackedBytes: 2_000_000_000 };
  const options = optionsFor(web, {
    seeds: ['http://good.test/p0', 'http://smaller.test/'],
    settings: { ...settings, http },
  });
  expect((await crawlInProcess(options)).peakMb - calmMb).toBeGreaterThan(MORE_MB);
});

it('a host name that resolves to this machine, at first or later, is never connected to', async () => {
  let flips = 0;
  const live = createHttpWeb({
    userAgent: 'forage-test',
    allowHosts: [`home.test:${web.port}`],
    connectTimeoutMs: 300,
    dnsCacheMs: 0,
    lookup: async (name) => {
      if (name === 'missing.test') throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
      if (name !== 'flip.test') return ['127.0.0.1'];
      // A public IP address for the check, loopback for the connection.
      return flips++ === 0 ? ['192.31.196.1'] : ['127.0.0.1'];
    },
  });
  const { port } = web;
  const options = optionsFor(web, {
    seeds: [`http://home.test:${port}/`],
    web: live,
    settings: { politeness: { robots: 'ignore', sharedAddress: 'all' } },
  });
  await crawl(options).finished;
  await live.close();
  expect(web.askedOf('flip.test')).toEqual([]);
  expect(web.askedOf('inside.test')).toEqual([]);
  expect(flips).toBeGreaterThanOrEqual(2);
  const outcomes = outcomesOf(options.out);
  expect(outcomes[`http://home.test:${port}/`]).toBe('page');
  expect(outcomes[`http://inside.test:${port}/`]).toBe('failed: address-refused');
  expect(outcomes[`http://flip.test:${port}/`]).toBe('failed: address-refused');
  const refused = look(options.out, (read) => read.countsByRefusal().map(({ reason }) => reason));
  expect(refused).toContain('host: dns: The name has no IP address.');
});
