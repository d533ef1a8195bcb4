/** Redirects: each hop is a request of its own, polite, recorded, and kept in the archive. */
import { createReadStream, readdirSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { WARCParser } from 'warcio';
import { crawlOf, look, outcomesOf, page, pagesOf, prose, removeFolders, smallWeb } from './small-web.ts';

afterAll(removeFolders);

const to = (status: number, location: string) => ({ status, headers: { location } });

it('a chain over two hosts is recorded hop by hop, at the depth of the link that began it', async () => {
  const web = await smallWeb({
    'a.test/': page({ '/old': 'comet' }, prose('start')),
    'a.test/old': to(301, '/older'),
    'a.test/older': to(302, 'http://b.test/away'),
    'b.test/away': to(307, '../further'),
    'b.test/further': to(308, '//b.test/end#part'),
    'b.test/end': page([], `comet ${prose('end')}`),
  });
  const { stop, folder } = await crawlOf(web, { seeds: ['http://a.test/'] });
  await web.close();
  expect(stop.summary).toMatchObject({ pages: 2, redirects: 4, errors: 0 });
  expect(
    pagesOf(folder).map(({ url, outcome, status, target, depth }) => [url, outcome, status, target, depth]),
  ).toEqual([
    ['http://a.test/', 'page', 200, undefined, 0],
    ['http://a.test/old', 'redirect', 301, 'http://a.test/older', 1],
    ['http://a.test/older', 'redirect', 302, 'http://b.test/away', 1],
    ['http://b.test/away', 'redirect', 307, 'http://b.test/further', 1],
    ['http://b.test/further', 'redirect', 308, 'http://b.test/end', 1],
    ['http://b.test/end', 'page', 200, undefined, 1],
  ]);
  const path = look(folder, (read) => read.pathTo(read.pageByUrl('http://b.test/end')!.id));
  expect(path.map(({ url }) => url)).toEqual(['http://a.test/', 'http://b.test/end']);

  const archived: [string, number][] = [];
  for (const name of readdirSync(join(folder, 'archive')))
    for await (const record of new WARCParser(createReadStream(join(folder, 'archive', name)), {
      keepHeadersCase: true,
    }))
      if (record.warcType === 'response')
        archived.push([record.warcTargetURI ?? '', Number(record.httpHeaders?.statusCode)]);
  expect(archived).toEqual([
    ['http://a.test/robots.txt', 404],
    ['http://a.test/', 200],
    ['http://a.test/old', 301],
    ['http://a.test/older', 302],
    ['http://b.test/robots.txt', 404],
    ['http://b.test/away', 307],
    ['http://b.test/further', 308],
    ['http://b.test/end', 200],
  ]);
});

it('a redirect is not followed out of scope, past robots.txt, or to an invalid URL', async () => {
  const web = await smallWeb({
    'a.test/': page(['/out', '/banned', '/mail', '/nowhere', '/empty', '/twice', '/again'], prose('start')),
    'a.test/robots.txt': 'User-agent: *\nDisallow: /secret\n',
    'a.test/out': to(302, 'http://elsewhere.test/'),
    'a.test/banned': to(302, '/secret'),
    'a.test/mail': to(302, 'mailto:a@b.test'),
    'a.test/nowhere': { status: 302 },
    'a.test/twice': to(302, '/target'),
    'a.test/again': to(302, '/target'),
    'a.test/target': page([], prose('target')),
    'a.test/secret': page([], prose('secret')),
    'elsewhere.test/': page([], prose('elsewhere')),
  });
  const { folder } = await crawlOf(web, {
    seeds: ['http://a.test/'],
    settings: { scope: { follow: 'seed-hosts' } },
  });
  await web.close();
  const outcomes = outcomesOf(folder);
  expect(outcomes['http://a.test/out']).toBe('redirect, scope: not a seed host');
  expect(outcomes['http://a.test/banned']).toBe('redirect');
  expect(outcomes['http://a.test/mail']).toMatch(/^redirect, redirect to a bad URL: /);
  expect(outcomes['http://a.test/nowhere']).toBe('http 302');
  expect(outcomes['http://a.test/empty']).toBe('http 404');
  expect(web.askedOf('elsewhere.test')).toEqual([]);
  expect(web.paths('a.test')).not.toContain('/secret');
  expect(web.paths('a.test').filter((path) => path === '/target')).toHaveLength(1);
  expect(look(folder, (read) => read.countsByRefusal()).map(({ reason }) => reason)).toContain(
    'robots.txt: Disallow: /secret',
  );
});

it('addresses that servers write in UTF-8, or in bytes of their own, are requested byte by byte', async () => {
  const bytes = (text: string) => Buffer.from(text).toString('latin1');
  const web = await smallWeb({
    'a.test/': page(['/utf8', '/latin1'], prose('start')),
    'a.test/utf8': to(301, bytes('/Sova_pálená/сова?q=ü')),
    'a.test/latin1': to(302, '/\xe4'),
    'a.test/*': page([], prose('end')),
  });
  const { folder } = await crawlOf(web, { seeds: ['http://a.test/'], settings: { recipe: 'breadth-first' } });
  await web.close();
  // As encodeURI has it.
  const spelt = '/Sova_p%C3%A1len%C3%A1/%D1%81%D0%BE%D0%B2%D0%B0?q=%C3%BC';
  expect(web.paths('a.test')).toEqual(expect.arrayContaining([spelt, '/%E4']));
  expect(outcomesOf(folder)).toHaveProperty([`http://a.test${spelt}`], 'page');
});

it('a site that sets a cookie and sends the client back is read where cookies are kept', async () => {
  const wantsCookie = (back: ReturnType<typeof to>, body: string) => (_n: number, request: IncomingMessage) =>
    /\bok=1/.test(request.headers.cookie ?? '') ? page([], body) : back;
  const sets = { 'set-cookie': 'ok=1; path=/' };
  const web = await smallWeb({
    'a.test/': page(['http://self.test/', 'http://round.test/paper', 'http://loop.test/1'], prose('start')),
    'self.test/': wantsCookie({ status: 302, headers: { location: '/', ...sets } }, prose('self')),
    'round.test/paper': wantsCookie(
      { status: 302, headers: { location: '/cookie', ...sets } },
      prose('paper'),
    ),
    'round.test/cookie': to(302, '/check'),
    'round.test/check': to(302, '/paper'),
    'loop.test/1': to(302, '/2'),
    'loop.test/2': { status: 302, headers: { location: '/1', ...sets } },
  });
  const read = async (keepCookies: boolean) => {
    const { folder } = await crawlOf(web, {
      seeds: ['http://a.test/'],
      settings: { http: { keepCookies } },
    });
    return outcomesOf(folder);
  };
  expect(await read(false)).toMatchObject({
    'http://self.test/': 'redirect, redirect to itself',
    'http://round.test/paper': 'redirect',
  });
  web.log.length = 0;
  expect(await read(true)).toMatchObject({
    'http://self.test/': 'page',
    'http://round.test/paper': 'page',
    'http://round.test/check': 'redirect',
    'http://loop.test/1': 'redirect',
  });
  expect(web.paths('self.test')).toEqual(['/robots.txt', '/', '/']);
  expect(web.paths('round.test')).toEqual(['/robots.txt', '/paper', '/cookie', '/check', '/paper']);
  // Once more with the cookie, then no more.
  expect(web.paths('loop.test')).toEqual(['/robots.txt', '/1', '/2', '/1']);
  await web.close();
});
