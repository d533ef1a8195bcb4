import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressOf, shapeOf } from '../../src/demo/addresses.ts';
import type { CharsetManner } from '../../src/demo/manners.ts';
import type { DemoServer } from '../../src/demo/server.ts';
import { startDemoServer } from '../../src/demo/server.ts';
import type { Site } from '../../src/demo/sites.ts';
import { ask } from './ask.ts';
import { atlas, faulty, siteWith, web } from './odd-web.ts';
import { readLinks } from './read-links.ts';

let server: DemoServer;
const get = (site: Site, path: string, headers?: Record<string, string>) =>
  ask(server.port, `http://${site.host}${path}`, headers);

beforeAll(async () => {
  server = await startDemoServer(web);
});
afterAll(() => server.close());

describe('bytes', () => {
  test.each(['gzip', 'br', 'zstd'] as const)('are sent as %s only if accepted', async (coding) => {
    const site = siteWith((manners) => manners.coding === coding && manners.session === 'none');
    const plain = await get(site, '/');
    expect(plain.headers['content-encoding']).toBeUndefined();
    const packed = await get(site, '/', { 'accept-encoding': `deflate, ${coding};q=0.9` });
    expect(packed.headers['content-encoding']).toBe(coding);
    const unpack = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync }[coding];
    expect(unpack(packed.body).equals(plain.body)).toBe(true);
    expect(
      (await get(site, '/', { 'accept-encoding': `${coding};q=0` })).headers['content-encoding'],
    ).toBeUndefined();
  });

  // The platform's decoder reads back what the site wrote, under the name a browser would choose.
  test.each<[CharsetManner, string, string | undefined, string | undefined]>([
    ['utf-8', 'utf-8', 'utf-8', undefined],
    ['utf-8-meta', 'utf-8', undefined, 'utf-8'],
    ['utf-8-called-latin1', 'utf-8', 'iso-8859-1', 'utf-8'],
    ['latin1', 'iso-8859-1', 'iso-8859-1', undefined],
    ['windows-1252-meta', 'windows-1252', undefined, 'windows-1252'],
    ['utf-16le', 'utf-16le', 'utf-16', undefined],
    ['shift_jis', 'shift_jis', 'Shift_JIS', undefined],
    ['shift_jis-meta', 'shift_jis', undefined, 'shift_jis'],
  ])('are written as %s', async (charset, decoder, inHeader, inMeta) => {
    const site = siteWith((manners) => manners.charset === charset && !manners.faults.has('wrong-types'));
    const told = await get(site, '/');
    const html = new TextDecoder(decoder, { fatal: true }).decode(told.body);
    expect(html).toContain('<title>');
    expect(/charset=(.+)$/.exec(told.headers['content-type']!)?.[1]).toBe(inHeader);
    expect(/<meta charset="([^"]+)"/.exec(html)?.[1]).toBe(inMeta);
    if (decoder === 'shift_jis') expect(html).toContain('日本語');
  });

  test('have a wrong content type on some sites', async () => {
    const site = faulty('wrong-types');
    const picture = await get(site, '/pictures/plan-1.html');
    expect(picture.headers['content-type']).toContain('text/html');
    expect(picture.body.subarray(1, 4).toString()).toBe('PNG');
    const types = new Set<string | undefined>();
    for (const other of atlas.sites.filter(
      ({ manners }) => manners.faults.has('wrong-types') && manners.perSecond === 0,
    )) {
      for (const { first, count } of other.sections) {
        for (let page = first; page < first + count; page++) {
          if (shapeOf(atlas, page) === 'pdf' || shapeOf(atlas, page) === 'text') continue;
          const answer = web.answer({ url: addressOf(atlas, { kind: 'page', site: other, page }), now: 0 });
          if (answer.kind === 'response')
            types.add(answer.headers.find(([name]) => name === 'content-type')?.[1]);
        }
      }
    }
    expect(types).toContain('text/plain');
    expect(types).toContain(undefined);
  });

  test('contain broken HTML whose links a parser still finds', async () => {
    const site = siteWith(
      ({ faults, session, charset }) =>
        faults.has('damaged') && session === 'none' && charset.startsWith('utf-8'),
    );
    const html = (await get(site, '/')).body.toString();
    expect(html.match(/<li>/g)!.length).toBeGreaterThan((html.match(/<\/li>/g) ?? []).length);
    expect(html).toMatch(/href=[^"]/);
    const links = readLinks(html, `http://${site.host}/`);
    expect(links.filter(({ url }) => web.subjectOf(url) !== undefined).length).toBeGreaterThan(5);
  });

  test('have robots directives (noindex, nofollow) in the page and in the header', () => {
    const metas = new Set<string>();
    const headers = new Set<string>();
    for (const site of atlas.sites.filter(({ manners }) => manners.faults.has('unindexed'))) {
      for (const { first, count } of site.sections) {
        for (let page = first; page < first + count; page++) {
          const answer = web.answer({
            url: addressOf(atlas, { kind: 'page', site, page }),
            now: page * 10_000,
          });
          if (answer.kind !== 'response') continue;
          const meta = /<meta name="robots" content="?([^">]+)/.exec(answer.body.toString())?.[1];
          const header = answer.headers.find(([name]) => name === 'x-robots-tag')?.[1];
          if (meta !== undefined) metas.add(meta);
          if (header !== undefined) headers.add(header);
        }
      }
    }
    expect([...metas]).toEqual(expect.arrayContaining(['noindex', 'index, nofollow']));
    expect([...headers]).toEqual(expect.arrayContaining(['noindex']));
  });

  test('are plain text with URLs on some pages', () => {
    const page = [...atlas.siteOf.keys()].find((number) => shapeOf(atlas, number) === 'text')!;
    const url = addressOf(atlas, { kind: 'page', site: atlas.sites[atlas.siteOf[page]!]!, page });
    const answer = web.answer({ url, now: 5e9 });
    if (answer.kind !== 'response') throw new Error('no answer');
    expect(answer.headers[0]).toEqual(['content-type', 'text/plain; charset=utf-8']);
    expect(answer.body.toString()).toMatch(/: http:\/\/[a-z.-]+\d+\.test\//);
  });
});
