/** Browsing is recorded through a real server over a real web on loopback; hostile pages are shown without their teeth. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openCrawl } from '../../src/crawl/open.ts';
import type { LocalServer } from '../../src/desk/local-server.ts';
import { RecordLog, visitsOfCrawl } from '../../src/desk/record-log.ts';
import { rewriteHtml } from '../../src/desk/record-page.ts';
import { startRecorder } from '../../src/desk/record-server.ts';
import { loadBrowsingLog } from '../../src/topic/browsing-log.ts';
import { parseTopic } from '../../src/topic/load.ts';
import { createHttpWeb } from '../../src/web/http/http.ts';
import type { Web } from '../../src/web/web.ts';
import {
  crawlOf,
  newFolder,
  page,
  prose,
  removeFolders,
  type SmallWeb,
  smallWeb,
} from '../crawl/small-web.ts';
import { forage } from './forage.ts';
import { forageHere } from './forage-here.ts';

afterAll(removeFolders);

const topic = parseTopic('name: comets\nseeds: ["http://r.test/"]');
let site: SmallWeb;
let web: Web;
let recorder: LocalServer;
let path: string;

beforeEach(async () => {
  site = await smallWeb({
    'r.test/': page({ '/comet': 'a comet', '/moved': 'moved', 'javascript:alert(1)': 'no' }, 'start'),
    'r.test/comet': page({ '/': 'back' }, 'all about a comet'),
    'r.test/moved': { status: 301, headers: { location: '/comet' } },
    'r.test/loop': { status: 302, headers: { location: '/loop' } },
    'r.test/picture': {
      headers: { 'content-type': 'image/png' },
      body: Buffer.from('\x89PNG\r\n\x1a\n\0\0\0', 'latin1'),
    },
    'r.test/plain': { headers: { 'content-type': 'text/plain' }, body: 'a <b>plain</b> text' },
  });
  web = createHttpWeb({ userAgent: 'Forage/test', connectTo: { '*.test': `127.0.0.1:${site.port}` } });
  path = join(newFolder(), 'log.yaml');
  recorder = await startRecorder({ web, topic, log: new RecordLog(path, topic.name), port: 0 });
});

afterEach(async () => {
  await recorder.close();
  await web.close();
  await site.close();
});

const get = (where: string) => fetch(new URL(where, recorder.url), { redirect: 'manual' });
const go = (url: string, from?: number) =>
  get(`go?${new URLSearchParams({ url, ...(from === undefined ? {} : { from: String(from) }) })}`);
const post = (what: string, form: Record<string, string>) =>
  fetch(new URL(what, recorder.url), { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
/** Without the times. */
const logged = () => loadBrowsingLog(path).visits.map(({ at: _, ...visit }) => visit);

describe('recording', () => {
  it('keeps the order, the labels and from where each page was reached', async () => {
    expect(await (await get('')).text()).toContain('href="go?url=http%3A%2F%2Fr.test%2F"');
    const first = await go('http://r.test/');
    expect(first.status).toBe(303);
    expect(new URL(first.headers.get('location')!, recorder.url).href).toBe(`${recorder.url}visit/0`);

    const shown = await (await get('page/0')).text();
    const link = /href="([^"]+)">a comet/.exec(shown)![1]!.replaceAll('&#38;', '&');
    expect((await get(link)).headers.get('location')).toMatch(/visit\/1$/);
    expect((await post('label', { visit: '1', relevant: 'yes' })).status).toBe(303);
    expect((await post('label', { visit: '0', relevant: 'no' })).status).toBe(303);
    expect(logged()).toEqual([
      { url: 'http://r.test/', relevant: false },
      { url: 'http://r.test/comet', relevant: true, from: 0 },
    ]);
  });

  it('logs where a redirect ends, and one step once', async () => {
    await go('http://r.test/');
    await go('http://r.test/moved', 0);
    await go('http://r.test/comet', 0);
    await go('r.test/comet');
    expect(logged()).toEqual([
      { url: 'http://r.test/' },
      { url: 'http://r.test/comet', from: 0 },
      { url: 'http://r.test/comet' },
    ]);
  });

  it('continues an existing log', async () => {
    await go('http://r.test/');
    await post('label', { visit: '0', relevant: 'yes' });
    await recorder.close();
    recorder = await startRecorder({ web, topic, log: new RecordLog(path, topic.name), port: 0 });
    expect(await (await get('')).text()).toContain('<a href="visit/0">http://r.test/</a>');
    await go('http://r.test/comet', 0);
    expect(logged().map(({ relevant, from }) => [relevant, from])).toEqual([
      [true, undefined],
      [undefined, 0],
    ]);
  });

  it('is over when Done is pressed', async () => {
    await go('http://r.test/');
    expect(await (await post('done', {})).text()).toContain('1 not labelled');
    await recorder.done;
  });

  it('says what cannot be shown, and logs none of it', async () => {
    for (const [url, said] of [
      ['http://r.test/missing', /answered 404/],
      ['http://r.test/picture', /cannot be shown/],
      ['http://r.test/loop', /redirect/],
      ['http://10.0.0.1/', /cannot be fetched/],
      ['ftp://r.test/', /not the URL/],
      ['', /not the URL/],
    ] as const) {
      const answer = await go(url);
      expect(answer.status, url).toBeGreaterThanOrEqual(400);
      expect(await answer.text(), url).toMatch(said);
    }
    expect(existsSync(path)).toBe(false);
  });

  it.each([
    ['label', { visit: '7', relevant: 'yes' }, 400],
    ['label', { visit: '0', relevant: 'perhaps' }, 400],
    ['elsewhere', {}, 404],
    ['label', { visit: 'x'.repeat(20_000) }, 413],
  ])('refuses a form that fits nothing: %s %o', async (what, form, status) => {
    expect((await post(what, form as Record<string, string>)).status).toBe(status);
  });

  it('shows text as text', async () => {
    await go('http://r.test/plain');
    expect(await (await get('page/0')).text()).toContain('a &#60;b&#62;plain&#60;/b&#62; text');
  });
});

describe('the recorder is out of reach of other pages', () => {
  it('answers only to its secret and its own name', async () => {
    const { origin, port, pathname } = new URL(recorder.url);
    expect((await fetch(`${origin}/`)).status).toBe(404);
    expect((await fetch(`${origin}/${'0'.repeat(32)}/`)).status).toBe(404);
    const renamed = await new Promise((resolve) => {
      request(
        { port, host: '127.0.0.1', path: pathname, headers: { host: `evil.test:${port}` } },
        (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        },
      ).end();
    });
    expect(renamed).toBe(404);
  });

  it('shows a page in a frame that may do nothing but lead on', async () => {
    await go('http://r.test/');
    const bar = await get('visit/0');
    expect(await bar.text()).toContain('sandbox="allow-top-navigation-by-user-activation" src="../page/0"');
    expect(bar.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    const policy = (await get('page/0')).headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/sandbox allow-top-navigation-by-user-activation$/);
  });

  it('lets nothing through of a page but text, structure and links', () => {
    const hostile = `<html><head><base href="http://b.test/dir/"><meta http-equiv=refresh content="0;url=http://x.test/">
      <script>alert("</b>")</script><style>*{display:none}</style><link rel=stylesheet href=x.css></head>
      <body onload="alert(1)"><form action="http://x.test/"><input name=q><button>send</button></form>
      <a href="page?a=1&amp;b=2" onclick="alert(2)" style="position:fixed" target="_self">on</a>
      <a href="java&#115;cript:alert(3)">bad</a><a href="#top">top</a><a href='data:text/html,<script>1</script>'>data</a>
      <img src=x onerror=alert(4) alt="a &quot;<b>picture"><svg onload=alert(5)><script>alert(6)</script></svg>
      <iframe srcdoc="<script>alert(7)</script>" src="/frame"></iframe><p title="><script>alert(8)</script>">2 < 3 &lt;b&gt;</p>
      <object data=x></object><p<script>alert(9)</p><b x='`;
    const shown = rewriteHtml(hostile, 'http://a.test/', (url) => `/go?url=${encodeURIComponent(url)}`);
    const tags = [...shown.matchAll(/<[^>]*>?/g)].map(([tag]) => tag);
    for (const tag of tags) {
      expect(tag).toMatch(/^<(?:\/?(?:p|b|a)|a target="_top" title="[^"<>]*" href="\/go\?url=[\w%.-]*")>$/);
    }
    expect(shown).toContain('href="/go?url=http%3A%2F%2Fb.test%2Fdir%2Fpage%3Fa%3D1%26b%3D2">on</a>');
    expect(shown).toContain('href="/go?url=http%3A%2F%2Fb.test%2Fframe">[iframe]</a>');
    expect(shown).toContain('<a>bad</a><a>top</a><a>data</a>');
    expect(shown).toContain('[a &#34;&#60;b&#62;picture]');
    expect(shown).toContain('2 &lt; 3 &lt;b&gt;');
    expect(shown).not.toMatch(/alert\([1-7]\)|display:none/);
  });

  it('rewrites a page of hundreds of thousands of open elements', () => {
    const nested = '<b><i>'.repeat(200_000) + '</u>'.repeat(200_000);
    expect(rewriteHtml(nested, 'http://a.test/', String)).toHaveLength(nested.length);
  });
});

describe('the command', () => {
  const topicFile = (): string => {
    const file = join(newFolder(), 'comets.yaml');
    writeFileSync(file, 'name: comets\nseeds: ["http://r.test/"]');
    return file;
  };

  it('records over the web that it is given, until Done', async () => {
    const out = join(newFolder(), 'own.yaml');
    const args = [
      '--contact',
      'me@example.org',
      '--connect-to',
      `r.test=127.0.0.1:${site.port}`,
      '--out',
      out,
    ];
    const running = forage(['topic', 'record', topicFile(), ...args]);
    await running.printed('Ctrl-C');
    const address = /http:\/\/127\.0\.0\.1:\d+\/\w+\//.exec(running.soFar.out)![0];
    await fetch(`${address}go?url=http://r.test/comet`);
    await fetch(`${address}label`, {
      method: 'POST',
      body: new URLSearchParams({ visit: '0', relevant: 'yes' }),
    });
    await fetch(`${address}done`, { method: 'POST' });
    const { code, out: said } = await running;
    expect(code).toBe(0);
    expect(said).toContain('1 page, 1 relevant, 0 not');
    expect(loadBrowsingLog(out).visits[0]).toMatchObject({ url: 'http://r.test/comet', relevant: true });
  });

  it('ends with Ctrl-C, and says what it lacks', async () => {
    const running = forage(['topic', 'record', topicFile(), '--contact', 'me@example.org'], {
      cwd: newFolder(),
    });
    await running.printed('Ctrl-C');
    running.child.kill('SIGINT');
    expect(await running).toMatchObject({ code: 0, out: expect.stringContaining('No page was visited') });
    const without = await forageHere(['topic', 'record', topicFile()]);
    expect(without.code).toBe(2);
    expect(without.err).toMatch(/--contact/);
  });

  it('makes a log of a crawl: its pages, from where, by the judge', async () => {
    const crawled = await smallWeb({
      'c.test/': page({ '/a': 'one', '/hop': 'rose' }, prose('start')),
      'c.test/a': page([], `comet comet comet ${prose('a', 5)}`),
      'c.test/hop': { status: 301, headers: { location: '/b' } },
      'c.test/b': page({ '/gone': 'gone' }, prose('b')),
    });
    const { folder } = await crawlOf(crawled, { seeds: ['http://c.test/'], settings: { concurrency: 1 } });
    await crawled.close();
    const expected = [
      { url: 'http://c.test/', relevant: false },
      { url: 'http://c.test/a', relevant: true, from: 0 },
      { url: 'http://c.test/b', relevant: false, from: 0 },
    ];
    const open = openCrawl(folder);
    expect(visitsOfCrawl(open, 10)).toMatchObject(expected);
    open.db.close();

    const file = topicFile();
    const ran = await forageHere(['topic', 'record', file, '--from-crawl', folder, '--limit', '2']);
    expect(ran.out).toContain('2 pages, 1 relevant');
    expect(ran.out).toContain('browsingLog: comets-browsing.yaml');
    const out = join(dirname(file), 'comets-browsing.yaml');
    expect(loadBrowsingLog(out).visits).toMatchObject(expected.slice(0, 2));
    expect(readFileSync(out, 'utf8')).toMatch(/^# Pages looked at for the topic comets/);
  });
});
