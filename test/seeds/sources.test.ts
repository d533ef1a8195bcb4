/** Each source by itself, against real servers, files and crawls. */
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { parseTopic } from '../../src/index.ts';
import { chosenSources, type NamedSources } from '../../src/seeds/chosen.ts';
import { OpenSource } from '../../src/seeds/gather.ts';
import { likenessTo } from '../../src/seeds/likeness.ts';
import { Union } from '../../src/seeds/union.ts';
import { forageHere } from '../cli/forage-here.ts';
import { crawlOf, newFolder, page, prose, removeFolders, smallWeb } from '../crawl/small-web.ts';

const folder = newFolder();
const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
  removeFolders();
});

function file(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

type Said = { status?: number; headers?: Record<string, string>; body?: string };

/** The address of a server that gives these answers. */
async function serve(answer: (url: URL, request: IncomingMessage) => Said | object): Promise<string> {
  const server = createServer((request, response) => {
    const said = answer(new URL(request.url!, 'http://x'), request);
    const { status = 200, headers = {}, body } = said as Said;
    response.writeHead(status, headers).end(body ?? JSON.stringify(said));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const owls = parseTopic(
  'name: owls\nlanguage: en\nkeywords: [owl]\nseeds: ["http://a.test/"]\nexamples: { relevant: ["http://b.test/owl", "http://c.test/"] }',
);

async function ask(named: NamedSources, queries: readonly string[] = [], limit = 20) {
  const told: string[] = [];
  const [chosen] = chosenSources(named);
  const source = await OpenSource.open(chosen!, {
    topic: owls,
    likeness: likenessTo(owls.keywords),
    http: { contact: 'a@b.org' },
    tell: (message) => told.push(message),
  });
  const union = new Union();
  await source.list();
  await source.search(queries, limit);
  source.deliver(union);
  await source.close();
  return { ...source.report, told, found: [...union.candidates.values()] };
}

describe('a SearXNG server', () => {
  it('is asked page by page in the topic’s language; each engine behind it is a list', async () => {
    const asked: string[] = [];
    const url = await serve((url) => {
      asked.push(url.search);
      const n = Number(url.searchParams.get('pageno'));
      const results =
        n > 1
          ? []
          : [
              {
                url: `http://r${n}.test/`,
                title: `<em>Owl</em> ${n}`,
                content: 'x',
                engines: ['one', 'two'],
              },
            ];
      return { results, unresponsive_engines: [['three', 'timeout']] };
    });
    const { found, lists, told, requests } = await ask({ search: [`${url}/`] }, ['barn owl']);
    expect(asked[0]).toBe('?q=barn%20owl&format=json&pageno=1&language=en');
    expect(requests).toBe(2);
    expect(found.map(({ url, title, lists }) => [url, title, lists.size])).toEqual([
      ['http://r1.test/', 'Owl 1', 2],
    ]);
    expect(lists).toBe(2);
    expect(told).toEqual([expect.stringContaining('do not answer: three,timeout')]);
  });

  it('that refuses JSON says what to change', async () => {
    const url = await serve(() => ({ status: 403, body: '' }));
    const { failed } = await ask({ search: [url] }, ['owl']);
    expect(failed).toBe('it answered 403: add "json" to search.formats in its settings.yml');
  });
});

describe('an engine described in YAML', () => {
  const engine = (name: string, more: object) => file(name, { delayMs: 0, results: '', ...more });

  it('gets its key in headers and URL from the environment, counts offsets, and waits when asked to', async () => {
    process.env.FORAGE_TEST_KEY = 'se cret';
    const asked: [string, unknown][] = [];
    const url = await serve((url, request) => {
      asked.push([url.search, request.headers['x-key']]);
      if (asked.length === 1) return { status: 429, headers: { 'retry-after': '0' }, body: '' };
      return asked.length === 2 ? [{ link: 'http://r.test/' }, { nothing: 1 }, 'text'] : [];
    });
    const described = engine('offsets.yaml', {
      url: `${url}/?q={query}&start={offset}&n={count}&k={key}`,
      key: 'FORAGE_TEST_KEY',
      headers: { 'X-Key': '{key}' },
      fields: { url: 'link' },
      pageSize: 7,
    });
    const { found, failed } = await ask({ search: [described] }, ['a&b']);
    expect(failed).toBeUndefined();
    expect(asked).toEqual([
      ['?q=a%26b&start=0&n=7&k=se%20cret', 'se cret'],
      ['?q=a%26b&start=0&n=7&k=se%20cret', 'se cret'],
      ['?q=a%26b&start=7&n=7&k=se%20cret', 'se cret'],
    ]);
    expect(found.map(({ url }) => url)).toEqual(['http://r.test/']);
  });

  it('that redirects into the private network, or answers nonsense, is left out with the reason', async () => {
    const inside = await serve(() => [{ url: 'http://stolen.test/' }]);
    const answers: [Said | object, RegExp][] = [
      [{ status: 302, headers: { location: `${inside}/` }, body: '' }, /loopback/],
      [{ body: '<html>' }, /^its answer is not JSON$/],
      [{ body: '{"other": []}' }, /^its answer is not a list$/],
      [{ status: 429, headers: { 'retry-after': '3600' }, body: '' }, /^it answered 429$/],
    ];
    for (const [answer, reason] of answers) {
      const url = await serve(() => answer);
      const { failed, found, requests } = await ask(
        { search: [engine('odd.yaml', { url: `${url}/?q={query}` })] },
        ['owl', 'barn'],
      );
      expect(failed).toMatch(reason);
      expect(found).toEqual([]);
      expect(requests).toBeLessThanOrEqual(2);
    }
  });
});

it('a CDX server is asked for the hosts of seeds and examples; one that it does not know is no failure', async () => {
  const asked: (string | null)[] = [];
  const url = await serve((url) => {
    asked.push(url.searchParams.get('url'));
    if (asked.length === 2) return { status: 404, body: '{"message": "No Captures found"}' };
    const lines = ['/owl/barn', '/owl/barn', '/train', '/owl.png'].map((path) =>
      JSON.stringify({
        url: `http://a.test${path}`,
        mime: path.endsWith('png') ? 'image/png' : 'text/html',
        status: '200',
      }),
    );
    return { body: `${lines.join('\n')}\nnonsense` };
  });
  const described = file('server.yaml', { kind: 'cdx', from: [`${url}/CC-index`], delayMs: 0 });
  const { found, failed, told } = await ask({ search: [described] });
  expect(failed).toBeUndefined();
  expect(asked).toEqual(['a.test/*', 'b.test/*', 'c.test/*']);
  expect(found.map(({ url }) => url)).toEqual(['http://a.test/owl/barn']);
  expect(told).toEqual(['2 lines of the CDX index could not be read.']);
});

it('back-links are the pages that link to examples, those that link to most first', async () => {
  const links = file(
    'links.tsv',
    [
      'http://x.test/\thttp://b.test/owl\tan owl',
      'http://y.test/\thttp://c.test/',
      'http://y.test/\thttp://b.test/owl',
      'http://z.test/\thttp://d.test/',
    ].join('\n'),
  );
  const { found } = await ask({ backlinks: [links] });
  expect(found.map(({ url, links }) => [url, links.length])).toEqual([
    ['http://y.test/', 2],
    ['http://x.test/', 1],
  ]);
});

it('a crawl brings what it finds, its hubs, and what its relevant pages cite although it was never fetched', async () => {
  const web = await smallWeb({
    'a.test/': page(['http://b.test/', 'http://c.test/', 'http://e.test/x'], prose('a')),
    'b.test/': page(['http://d.test/', '/own'], `owl owl barn ${prose('b')}`),
    'c.test/': page(['http://d.test/', 'http://e.test/y'], `owl owl tawny ${prose('c')}`),
  });
  const { folder: crawled } = await crawlOf(web, {
    seeds: ['http://a.test/'],
    keywords: ['owl'],
    settings: {
      threads: 0,
      scope: { hosts: ['a.test', 'b.test', 'c.test'] },
      budget: { pages: 3 },
      set: { threshold: 0.01 },
    },
  });
  await web.close();
  const { found } = await ask({ crawl: [crawled] }, ['tawny owl']);
  const listed = (name: string) =>
    found.filter(({ lists }) => [...lists.keys()].some((list) => list.endsWith(`: ${name}`)));
  expect(listed('tawny owl').map(({ url }) => url)).toEqual(['http://c.test/']);
  // a.test links to both relevant pages.
  expect(listed('hubs').map(({ url }) => url)).toEqual(['http://a.test/']);
  // d.test is cited by two sites; b.test/own is the site's own; e.test/x is cited by no relevant page.
  expect(listed('cited').map(({ url, inLinks }) => [url, inLinks])).toEqual([
    ['http://d.test/', 2],
    ['http://e.test/y', 1],
  ]);
});

it('a source of one’s own is used by its name, or by a file with its settings', async () => {
  const plugin = fileURLToPath(new URL('../../examples/plugins/bookmarks-source.ts', import.meta.url));
  file(
    'bookmarks.html',
    '<DT><A HREF="http://o.test/" ADD_DATE="1">Owls of the barn</A>\n<DT><A HREF="http://t.test/">Trains</A>',
  );
  file('other.html', '<A HREF="http://p.test/">An owl</A>');
  file('mine.yaml', { kind: 'bookmarks', file: join(folder, 'other.html') });
  file('owls.yaml', 'name: owls\nkeywords: [owl]\n');
  const args = [
    'seeds',
    'find',
    'owls.yaml',
    '--use',
    plugin,
    '--search',
    'bookmarks',
    '--search',
    'mine.yaml',
    '--json',
  ];
  const { out, err } = await forageHere(args, { cwd: folder });
  expect(err).toBe('');
  const { seeds } = JSON.parse(out) as { seeds: { url: string; lists: string[] }[] };
  expect(seeds.map(({ url, lists }) => [url, ...lists])).toEqual([
    ['http://p.test/', 'mine: all'],
    ['http://o.test/', 'bookmarks: all'],
  ]);
});
