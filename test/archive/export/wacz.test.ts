/**
 * WACZ and CDXJ, read back by others: warcio indexes the same WARC files itself, and wabac, the engine of ReplayWeb.page,
 * opens the WACZ, in Node and as a service worker in Chromium.
 */
import { createHash } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { createLoader, ZipRangeReader } from '@webrecorder/wabac';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { CDXIndexer, getSurt, WARCParser } from 'warcio';
import { exportCdxj } from '../../../src/archive/export/cdxj.ts';
import { urlKey } from '../../../src/archive/export/url-key.ts';
import { exportWacz } from '../../../src/archive/export/wacz.ts';
import { Zip } from '../../../src/archive/export/zip.ts';
import { launchChromium, needsChromium } from '../../lab/chromium.ts';
import { temporaryFolder } from '../crawl-folder.ts';
import { archivedSite, bodyOf, FIRST_VISIT, SECOND_VISIT, siteUrl, textOf } from './archived-site.ts';

interface Cdx {
  urlkey: string;
  timestamp: string;
  url: string;
  mime: string;
  status: string;
  digest: string;
  length: string;
  offset: string;
  filename: string;
}

const cdxOf = (line: string): Cdx => {
  const [, urlkey, timestamp, json] = /^(\S+) (\d{14}) (\{.*\})$/.exec(line)!;
  return { urlkey: urlkey!, timestamp: timestamp!, ...(JSON.parse(json!) as object) } as Cdx;
};

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '');

async function cdxjOf(site: ReturnType<typeof archivedSite>, filter = {}): Promise<Cdx[]> {
  const path = join(temporaryFolder(), 'index.cdxj');
  await exportCdxj(site.catalogue.db, site.archive, path, filter);
  return linesOf(readFileSync(path, 'utf8')).map(cdxOf);
}

async function warcioIndex(folder: string, files: readonly string[]): Promise<Cdx[]> {
  const found: Cdx[] = [];
  const readers = files.map((filename) => ({ filename, reader: createReadStream(join(folder, filename)) }));
  for await (const one of new CDXIndexer({ format: 'cdxj' }).iterIndex(readers)) {
    const { status, length, offset, digest, ...rest } = one as Record<string, unknown>;
    const texts = { status: String(status), length: String(length), offset: String(offset) };
    found.push({ ...rest, ...texts, digest: `sha256:${String(digest)}` } as unknown as Cdx);
  }
  return found;
}

const byPlace = (a: Cdx, b: Cdx): number =>
  a.filename.localeCompare(b.filename) || Number(a.offset) - Number(b.offset);

describe('the index of captures', () => {
  test('has the captures that warcio finds in the same files, in the order of their bytes', async () => {
    const site = archivedSite();
    expect(site.files.length).toBeGreaterThan(2);
    const ours = await cdxjOf(site);
    expect(ours.toSorted(byPlace)).toEqual((await warcioIndex(site.archive, site.files)).toSorted(byPlace));
    const keys = ours.map(({ urlkey, timestamp }) => `${urlkey} ${timestamp}`);
    expect(keys).toEqual(keys.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
    // By hand, from the definition of the key.
    expect(keys).toContain('org,example)/page/2?a=1&b=2 20260102030407');
  });

  test('leads to records that warcio reads on their own', async () => {
    const site = archivedSite();
    for (const { filename, offset, length, url } of await cdxjOf(site)) {
      const bytes = readFileSync(join(site.archive, filename)).subarray(
        Number(offset),
        Number(offset) + Number(length),
      );
      const record = await new WARCParser(Readable.from([bytes])).parse();
      expect(record!.warcTargetURI).toBe(url);
    }
  });

  test('with a filter has every visit of the chosen pages, what leads to them and what they refer to', async () => {
    const urls = (await cdxjOf(archivedSite(), { relevantOnly: true })).map(({ url, mime }) => [url, mime]);
    expect(urls.toSorted()).toEqual(
      [
        [siteUrl(0), 'text/html'],
        [siteUrl(0), 'warc/revisit'],
        [siteUrl(2), 'text/html'],
        [siteUrl(4), 'text/html'],
        ['http://example.org/old', 'text/html'],
        ['http://www.example.org/copy', 'warc/revisit'],
        [siteUrl(3), 'text/html'],
      ].toSorted(),
    );
    const early = await cdxjOf(archivedSite(), { asOf: SECOND_VISIT - 1 });
    expect(early.map(({ timestamp }) => timestamp).filter((at) => at >= '202602')).toEqual([]);
    expect(early.length).toBe(6 + 3);
  });

  test('stops at the last commit of a crawl that is running, and reports what is damaged', async () => {
    const site = archivedSite();
    const last = join(site.archive, site.files.at(-1)!);
    const { size } = statSync(last);
    site.catalogue.meta.set('warc', { file: site.files.at(-1), length: size });
    const whole = await cdxjOf(site);
    writeFileSync(last, readFileSync(last).subarray(0, 100), { flag: 'a' });
    expect(await cdxjOf(site)).toEqual(whole);
    truncateSync(join(site.archive, site.files[0]!), 1000);
    const target = join(temporaryFolder(), 'damaged.cdxj');
    const { captures, damaged } = await exportCdxj(site.catalogue.db, site.archive, target);
    expect(damaged).toBe(1);
    expect(captures).toBeLessThan(whole.length);
  });

  test('has the keys of warcio for any URL', () => {
    const host = fc.constantFrom('www.a.org', 'WWW3.b.co.uk:8080', 'c.org', '127.0.0.1', 'ü.de', '[::1]:80');
    const part = fc.stringMatching(/^[A-Za-z0-9%_.~&=+;,-]{0,12}$/);
    const url = fc
      .tuple(fc.constantFrom('http', 'https', 'HTTP', 'urn'), host, fc.array(part), fc.option(fc.array(part)))
      .map(
        ([scheme, name, path, query]) =>
          `${scheme}://${name}/${path.join('/')}${query === null ? '' : `?${query.join('&')}`}`,
      );
    fc.assert(
      fc.property(url, (one) => urlKey(one) === getSurt(one)),
      { numRuns: 500, examples: [['urn:x:y'], ['http://'], ['https://www.example.org']] },
    );
  });
});

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

/** Files by name, with ranges; `/` is an empty page. */
async function serve(files: Record<string, string>): Promise<string> {
  const server = createServer((request, response) => {
    const path = files[request.url!.split('?', 1)[0]!.slice(1)];
    if (path === undefined)
      return response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Empty</title>');
    const { size } = statSync(path);
    const type = path.endsWith('.js') ? 'text/javascript' : 'application/octet-stream';
    const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
    const start = from === '' ? Math.max(0, to === '' ? 0 : size - Number(to)) : Number(from);
    const end = from === '' || to === '' ? size - 1 : Math.min(size - 1, Number(to));
    const isPart = request.headers.range !== undefined;
    response.writeHead(isPart ? 206 : 200, {
      'content-type': type,
      'accept-ranges': 'bytes',
      'content-length': end - start + 1,
      ...(isPart ? { 'content-range': `bytes ${start}-${end}/${size}` } : {}),
    });
    if (request.method === 'HEAD') return response.end();
    createReadStream(path, { start, end }).pipe(response);
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function openZip(path: string): Promise<(name: string) => Promise<Buffer>> {
  const url = `${await serve({ 'some.zip': path })}/some.zip`;
  const reader = new ZipRangeReader(await createLoader({ url }));
  await reader.load();
  return async (name) => Buffer.from(await (await reader.loadFile(name)).reader.readFully());
}

const sha256 = (bytes: Uint8Array): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

async function waczOf(site: ReturnType<typeof archivedSite>, filter = {}): Promise<string> {
  const path = join(temporaryFolder(), 'owls.wacz');
  await exportWacz(site.catalogue.db, site.archive, path, { ...filter, title: 'Owls' });
  return path;
}

describe('a WACZ file', () => {
  test('has the WARC files as they are, and a data package with the digest of every file', async () => {
    const site = archivedSite();
    const read = await openZip(await waczOf(site));
    for (const file of site.files)
      expect(await read(`archive/${file}`)).toEqual(readFileSync(join(site.archive, file)));
    const bytes = await read('datapackage.json');
    expect(JSON.parse(String(await read('datapackage-digest.json')))).toEqual({
      path: 'datapackage.json',
      hash: sha256(bytes),
    });
    const { resources, ...about } = JSON.parse(String(bytes));
    expect(about).toMatchObject({
      profile: 'data-package',
      wacz_version: '1.1.1',
      title: 'Owls',
      mainPageUrl: siteUrl(4),
    });
    const paths = resources.map(({ path }: { path: string }) => path);
    expect(paths).toEqual([
      ...site.files.map((file) => `archive/${file}`),
      ...['indexes/index.cdx.gz', 'indexes/index.idx', 'pages/pages.jsonl'],
    ]);
    for (const { path, hash, bytes: size } of resources) {
      const inside = await read(path);
      expect([path, hash, size]).toEqual([path, sha256(inside), inside.length]);
    }
    const [head, ...pages] = linesOf(String(await read('pages/pages.jsonl'))).map((line) => JSON.parse(line));
    expect(head).toMatchObject({ format: 'json-pages-1.0', hasText: true });
    expect(pages[3]).toMatchObject({ url: siteUrl(3), ts: '2026-01-02T03:04:08.000Z', text: textOf(3) });
  });

  test('with a filter has whole records of the chosen pages, where its index says', async () => {
    const site = archivedSite();
    const path = await waczOf(site, { relevantOnly: true });
    const read = await openZip(path);
    const folder = temporaryFolder();
    const [, ...blocks] = linesOf(String(await read('indexes/index.idx')));
    expect(blocks.length).toBe(1);
    const { resources } = JSON.parse(String(await read('datapackage.json')));
    const files: string[] = [];
    for (const { path: inside } of resources) {
      if (!inside.startsWith('archive/')) continue;
      files.push(inside.slice('archive/'.length));
      writeFileSync(join(folder, files.at(-1)!), await read(inside));
    }
    const theirs = await warcioIndex(folder, files);
    expect(theirs.length).toBe(7);
    const index = gunzipSync(await read('indexes/index.cdx.gz'));
    const ours = linesOf(String(index)).map(cdxOf);
    expect(ours.toSorted(byPlace)).toEqual(theirs.toSorted(byPlace));
  });

  test('may lie beyond four gigabytes', async () => {
    const path = join(temporaryFolder(), 'large.zip');
    const offset = 5 * 2 ** 30;
    const zip = new Zip({ offset });
    async function* pieces() {
      yield* zip.file('stored', [Buffer.from('as it is')], { stored: true });
      yield* zip.file('ünpacked/deflated', [Buffer.from('hoot '.repeat(1000))]);
      yield zip.end();
    }
    // A sparse file: it takes a few kilobytes of the disk.
    writeFileSync(path, '');
    await pipeline(Readable.from(pieces()), createWriteStream(path, { flags: 'r+', start: offset }));
    const read = await openZip(path);
    expect(String(await read('stored'))).toBe('as it is');
    expect(String(await read('ünpacked/deflated'))).toBe('hoot '.repeat(1000));
  });

  test.skipIf(needsChromium !== '')(
    `is opened and replayed by ReplayWeb.page's engine${needsChromium}`,
    async () => {
      const site = archivedSite();
      const worker = fileURLToPath(new URL('sw.js', import.meta.resolve('@webrecorder/wabac')));
      const url = await serve({ 'owls.wacz': await waczOf(site), 'sw.js': worker });
      const browser = await launchChromium();
      try {
        const page = await browser.newPage();
        await page.goto(url);
        const told = await page.evaluate(
          async ({ source, captures }) => {
            const workers = navigator.serviceWorker;
            const isControlled = new Promise((done) => workers.addEventListener('controllerchange', done));
            await workers.register('/sw.js?useHashCheck=1');
            await isControlled;
            const isAdded = new Promise<void>((done, fail) =>
              workers.addEventListener('message', ({ data }) => {
                if (data.msg_type === 'collAdded') done();
                else if (data.error) fail(new Error(data.error));
              }),
            );
            workers.controller!.postMessage({
              msg_type: 'addColl',
              name: 'owls',
              file: { sourceUrl: source },
            });
            await isAdded;
            const replayed: string[] = [];
            for (const capture of captures) replayed.push(await (await fetch(`/w/owls/${capture}`)).text());
            const texts = await (await fetch('/w/api/c/owls/textIndex')).text();
            const about = await (await fetch('/w/api/c/owls?all=1')).json();
            const opening = indexedDB.open('db:owls');
            await new Promise((done) => opening.addEventListener('success', done));
            const asking = opening.result.transaction('verification').objectStore('verification').getAll();
            await new Promise((done) => asking.addEventListener('success', done));
            const verified = asking.result as { id: string; matched: boolean }[];
            return { replayed, texts, about, verified };
          },
          {
            source: `${url}/owls.wacz`,
            captures: [
              `${stamp(FIRST_VISIT + 2000)}id_/${siteUrl(2)}`,
              `${stamp(SECOND_VISIT)}id_/${siteUrl(0)}`,
              `${stamp(FIRST_VISIT + 1000)}id_/${siteUrl(1)}`,
              `${stamp(SECOND_VISIT)}id_/${siteUrl(1)}`,
              `${stamp(FIRST_VISIT)}id_/http://www.example.org/copy`,
            ],
          },
        );
        expect(told.replayed).toEqual([bodyOf(2), bodyOf(0), bodyOf(1), bodyOf(1, 2), bodyOf(3)]);
        expect(told.about.pages.map((one: { url: string }) => one.url).toSorted()).toEqual(
          [...Array.from({ length: 6 }, (_, n) => siteUrl(n)), 'http://www.example.org/copy'].toSorted(),
        );
        expect(told.texts).toContain(textOf(5));
        // The digests that it checks: of the list of pages, and of a block of the index.
        const matched = told.verified.filter((one) => one.matched).map(({ id }) => id);
        expect(matched).toEqual([
          expect.stringMatching(/indexes\/index\.cdx\.gz:0-\d+$/),
          expect.stringMatching(/pages\/pages\.jsonl$/),
        ]);
      } finally {
        await browser.close();
      }
    },
  );
});

const stamp = (at: number): string => new Date(at).toISOString().replace(/\D/g, '').slice(0, 14);
