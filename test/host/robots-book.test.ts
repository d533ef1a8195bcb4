import type { IncomingMessage, ServerResponse } from 'node:http';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RobotsBook } from '../../src/host/robots/book.ts';
import type { Fetched, Web } from '../../src/web/web.ts';
import { httpServer, newWeb, webOn } from '../web/fixtures/loopback.ts';

const ORIGIN = 'http://site.example';
const PRIVATE = 'User-agent: *\nDisallow: /private\n';
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A book whose server the test may change, and the requests that came. */
async function bookOn(first: Handler) {
  const server = { answer: first, asked: [] as string[] };
  const port = await httpServer((request, response) => {
    server.asked.push(`${request.headers.host}${request.url}`);
    server.answer(request, response);
  });
  const fetched: Fetched[] = [];
  const book = new RobotsBook(webOn(port), { agent: 'Forage', onFetched: (one) => fetched.push(one) });
  return { book, server, fetched };
}

const file = (text: string, headers: Record<string, string> = {}): Handler => {
  return (_, response) => response.writeHead(200, headers).end(text);
};
const status = (code: number, headers: Record<string, string> = {}): Handler => {
  return (_, response) => response.writeHead(code, headers).end();
};

describe('an answer', () => {
  test('with a file gives its rules', async () => {
    const { book, fetched } = await bookOn(
      file(`${PRIVATE}Crawl-delay: 2\nSitemap: /map.xml\nSitemap: mailto:x\n`),
    );
    const verdict = await book.learn(ORIGIN, 0);
    expect(verdict.state).toBe('rules');
    expect(verdict.check(`${ORIGIN}/private/x`)).toEqual({ allowed: false, rule: 'Disallow: /private' });
    expect(verdict.check(`${ORIGIN}/`).allowed).toBe(true);
    expect(verdict.crawlDelayMs).toBe(2000);
    expect(verdict.sitemaps).toEqual([`${ORIGIN}/map.xml`]);
    expect(verdict.says).toBe('robots.txt has 1 rule for all robots, Crawl-delay 2 s');
    expect(fetched.map((one) => one.url)).toEqual([`${ORIGIN}/robots.txt`]);
  });

  test('with a group that names us says so', async () => {
    const { book } = await bookOn(
      file('User-agent: forage\nDisallow: /a\nDisallow: /b\nUser-agent: *\nDisallow: /'),
    );
    const verdict = await book.learn(ORIGIN, 0);
    expect(verdict.says).toBe('robots.txt has 2 rules for Forage');
    expect(verdict.check(`${ORIGIN}/c`).allowed).toBe(true);
  });

  test.each([400, 401, 403, 404, 410, 451])('%i allows everything', async (code) => {
    const { book } = await bookOn(status(code));
    const verdict = await book.learn(ORIGIN, 0);
    expect([verdict.state, verdict.check(`${ORIGIN}/x`).allowed]).toEqual(['no-file', true]);
    expect(verdict.says).toBe(`no robots.txt (${code}): everything is allowed`);
    expect(verdict.expiresAt).toBe(day);
  });

  test.each([429, 500, 502, 503, 504])('%i forbids everything for now', async (code) => {
    const { book } = await bookOn(status(code));
    const verdict = await book.learn(ORIGIN, 0);
    expect([verdict.state, verdict.check(`${ORIGIN}/x`).allowed]).toEqual(['unreachable', false]);
    expect(verdict.says).toBe(
      `robots.txt unavailable (${code}): nothing is requested for now, retried in 60 s`,
    );
  });

  test('that never comes forbids everything for now', async () => {
    const book = new RobotsBook(newWeb({ connectTo: { '*': '127.0.0.1:1' } }), { agent: 'Forage' });
    const verdict = await book.learn(ORIGIN, 0);
    expect([verdict.state, verdict.check(`${ORIGIN}/x`).allowed]).toEqual(['unreachable', false]);
    expect(verdict.says).toMatch(/^robots\.txt unavailable \(connect: /);
  });

  test('that is not in a frozen web counts as missing', async () => {
    const empty: Web = {
      fetch: async ({ url }) => ({
        ok: false,
        url,
        startedAt: 0,
        durationMs: 0,
        reason: 'not-in-web',
        detail: 'It is not there.',
        mayPass: false,
      }),
      close: async () => {},
    };
    const verdict = await new RobotsBook(empty, { agent: 'Forage' }).learn(ORIGIN, 0);
    expect([verdict.state, verdict.check(`${ORIGIN}/x`).allowed]).toEqual(['no-file', true]);
  });

  test('that is cut for time in the middle of a line loses that line', async () => {
    const port = await httpServer((_, response) => {
      response.write('User-agent: *\nDisallow: /private\nDisallow: /pub');
    });
    const book = new RobotsBook(webOn(port, { totalTimeoutMs: 150 }), { agent: 'Forage' });
    const verdict = await book.learn(ORIGIN, 0);
    expect(verdict.state).toBe('rules');
    expect(verdict.check(`${ORIGIN}/private`).allowed).toBe(false);
    expect(verdict.check(`${ORIGIN}/public`).allowed).toBe(true);
  });

  test('of a megabyte is read up to 500 KiB', async () => {
    const { book } = await bookOn(file(`${PRIVATE}${'#\n'.repeat(500_000)}Disallow: /late`));
    const verdict = await book.learn(ORIGIN, 0);
    expect(verdict.check(`${ORIGIN}/private`).allowed).toBe(false);
    expect(verdict.check(`${ORIGIN}/late`).allowed).toBe(true);
  });

  test('of which the request was given up is not remembered', async () => {
    const stop = new AbortController();
    const port = await httpServer(() => stop.abort());
    const book = new RobotsBook(webOn(port), { agent: 'Forage', signal: stop.signal });
    const verdict = await book.learn(ORIGIN, 5);
    expect(verdict.check(`${ORIGIN}/x`).allowed).toBe(false);
    expect(book.known(ORIGIN, 5)).toBeUndefined();
    expect(book.save(ORIGIN)).toBeUndefined();
  });
});

describe('redirects', () => {
  test('are followed five times, also to another host, for the original origin', async () => {
    const { book, server } = await bookOn((request, response) => {
      const hop = Number(/hop=(\d+)/.exec(request.url ?? '')?.[1] ?? 0);
      if (hop === 5) response.end(PRIVATE);
      else response.writeHead(301, { Location: `http://h${hop + 1}.example/r?hop=${hop + 1}` }).end();
    });
    const verdict = await book.learn(ORIGIN, 0);
    expect(server.asked).toHaveLength(6);
    expect(verdict.check(`${ORIGIN}/private`).allowed).toBe(false);
    expect(book.known('http://h5.example', 0)).toBeUndefined();
  });

  test('beyond five count as no file', async () => {
    const { book, server } = await bookOn(status(302, { Location: '/robots.txt' }));
    const verdict = await book.learn(ORIGIN, 0);
    expect(server.asked).toHaveLength(6);
    expect([verdict.state, verdict.check(`${ORIGIN}/private`).allowed]).toEqual(['no-file', true]);
  });

  test.each([[{}], [{ Location: 'mailto:x' }], [{ Location: 'http://' }]])(
    'that are broken (%j) count as no file',
    async (headers) => {
      const { book } = await bookOn(status(301, headers as Record<string, string>));
      expect((await book.learn(ORIGIN, 0)).says).toBe(
        'no robots.txt (broken redirects, 301): everything is allowed',
      );
    },
  );

  test('to a host that fails count as no answer', async () => {
    const { book } = await bookOn((request, response) => {
      if (request.url === '/robots.txt') response.writeHead(301, { Location: '/other' }).end();
      else response.writeHead(503).end();
    });
    expect((await book.learn(ORIGIN, 0)).state).toBe('unreachable');
  });
});

describe('time', () => {
  test('one request serves calls at the same time and a day of calls after it', async () => {
    const { book, server } = await bookOn(file(PRIVATE));
    expect(book.known(ORIGIN, 0)).toBeUndefined();
    const [one, other] = await Promise.all([book.learn(ORIGIN, 0), book.learn(ORIGIN, 0)]);
    expect(one).toBe(other);
    expect(await book.learn(ORIGIN, day - 1)).toBe(one);
    expect(book.known(ORIGIN, day - 1)).toBe(one);
    expect(server.asked).toHaveLength(1);
    expect(book.known(ORIGIN, day)).toBeUndefined();
    await book.learn(ORIGIN, day);
    expect(server.asked).toHaveLength(2);
  });

  test('two origins of one host are two questions', async () => {
    const { book, server } = await bookOn(file(PRIVATE));
    await book.learn('http://site.example', 0);
    await book.learn('http://site.example:8080', 0);
    expect(server.asked).toEqual(['site.example/robots.txt', 'site.example:8080/robots.txt']);
  });

  test.each([
    ['max-age=7200', 2 * hour],
    ['public, Max-Age="7200"', 2 * hour],
    ['max-age=5', hour],
    ['max-age=999999999', day],
    ['no-store', hour],
    ['s-maxage=7200', day],
    ['nonsense', day],
  ])('Cache-Control: %s keeps the rules for %i ms', async (control, lifetime) => {
    const { book } = await bookOn(file(PRIVATE, { 'Cache-Control': control }));
    expect((await book.learn(ORIGIN, 100)).expiresAt).toBe(100 + lifetime);
  });

  test('a server that does not answer is retried after 1, 2, 4 … minutes and finally once a day', async () => {
    const { book, server } = await bookOn(status(503));
    const waits: number[] = [];
    let now = 0;
    for (let n = 0; n < 13; n++) {
      const { expiresAt } = await book.learn(ORIGIN, now);
      waits.push((expiresAt - now) / minute);
      now = expiresAt;
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 1440, 1440]);
    server.answer = file(PRIVATE);
    expect((await book.learn(ORIGIN, now)).state).toBe('rules');
    server.answer = status(503);
    expect((await book.learn(ORIGIN, now + day)).expiresAt).toBe(now + day + minute);
  });

  test('Retry-After is waited for', async () => {
    const { book } = await bookOn(status(429, { 'Retry-After': '3600' }));
    const verdict = await book.learn(ORIGIN, 0);
    expect(verdict.expiresAt).toBe(hour);
    expect(verdict.says).toContain('retried in 60 min');
  });

  test('previous rules stay in force while the server does not answer', async () => {
    const { book, server } = await bookOn(file(PRIVATE));
    await book.learn(ORIGIN, 0);
    server.answer = status(500);
    const verdict = await book.learn(ORIGIN, day);
    expect(verdict.check(`${ORIGIN}/private`).allowed).toBe(false);
    expect(verdict.check(`${ORIGIN}/`).allowed).toBe(true);
    expect(verdict.says).toBe(
      'robots.txt unavailable (500): the previous rules stay in force, retried in 60 s',
    );
    expect(verdict.expiresAt).toBe(day + minute);
  });

  test('a file that was removed is no longer in force', async () => {
    const { book, server } = await bookOn(file(PRIVATE));
    await book.learn(ORIGIN, 0);
    server.answer = status(404);
    expect((await book.learn(ORIGIN, day)).check(`${ORIGIN}/private`).allowed).toBe(true);
  });

  test('after thirty days without an answer everything is allowed, and not before', async () => {
    const { book } = await bookOn(status(503));
    await book.learn(ORIGIN, 0);
    expect((await book.learn(ORIGIN, 30 * day - 1)).check(`${ORIGIN}/x`).allowed).toBe(false);
    const verdict = await book.learn(ORIGIN, 32 * day);
    expect([verdict.state, verdict.check(`${ORIGIN}/x`).allowed]).toEqual(['given-up', true]);
  });
});

describe('memory', () => {
  test('a verdict comes back through JSON', async () => {
    const { book, server } = await bookOn(file(`${PRIVATE}Crawl-delay: 0.5\nSitemap: ${ORIGIN}/ä.xml`));
    const verdict = await book.learn(ORIGIN, 0);
    const { book: again, server: unused } = await bookOn(status(500));
    again.restore(ORIGIN, JSON.parse(JSON.stringify(book.save(ORIGIN))));
    const restored = again.known(ORIGIN, 1);
    expect(restored?.check(`${ORIGIN}/private`)).toEqual(verdict.check(`${ORIGIN}/private`));
    expect([restored?.says, restored?.crawlDelayMs, restored?.sitemaps, restored?.expiresAt]).toEqual([
      verdict.says,
      500,
      [`${ORIGIN}/%C3%A4.xml`],
      day,
    ]);
    expect(server.asked).toHaveLength(1);
    expect(unused.asked).toHaveLength(0);
  });

  test('how long a server has not answered comes back as well', async () => {
    const { book } = await bookOn(status(503));
    await book.learn(ORIGIN, 0);
    await book.learn(ORIGIN, minute);
    const { book: again } = await bookOn(status(503));
    again.restore(ORIGIN, book.save(ORIGIN));
    expect((await again.learn(ORIGIN, hour)).expiresAt).toBe(hour + 4 * minute);
    expect((await again.learn(ORIGIN, 31 * day)).state).toBe('given-up');
  });

  test('what is not a verdict is ignored', () => {
    fc.assert(
      fc.property(fc.anything(), (saved) => {
        const book = new RobotsBook(newWeb(), { agent: 'Forage' });
        book.restore(ORIGIN, saved);
        expect(book.known(ORIGIN, 0)).toBeUndefined();
      }),
      { numRuns: 100 },
    );
  });

  test('the least recently used origins are dropped first', async () => {
    const { book: source } = await bookOn(status(404));
    await source.learn(ORIGIN, 0);
    const book = new RobotsBook(newWeb(), { agent: 'Forage', maxOrigins: 2 });
    for (const name of ['a', 'b', 'a', 'c']) book.restore(`http://${name}.example`, source.save(ORIGIN));
    const held = ['a', 'b', 'c'].filter((name) => book.known(`http://${name}.example`, 0) !== undefined);
    expect(held).toEqual(['a', 'c']);
  });
});
