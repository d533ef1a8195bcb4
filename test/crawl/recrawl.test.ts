/** Coming back to a small site that changed: real HTTP, and the archive read back by another implementation. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, createReadStream, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WARCParser } from 'warcio';
import { openDatabase } from '../../src/archive/database.ts';
import type { VisitRecord } from '../../src/archive/records.ts';
import { roundsOf } from '../../src/archive/rounds.ts';
import {
  type CrawlEvent,
  checkCrawl,
  exportCrawl,
  follow,
  recrawl,
  repair,
  resume,
  search,
} from '../../src/index.ts';
import { forageHere } from '../cli/forage-here.ts';
import {
  type Answer,
  crawlOf,
  look,
  newFolder,
  page,
  prose,
  removeFolders,
  type SmallWeb,
  smallWeb,
  type Table,
} from './small-web.ts';

afterAll(removeFolders);

const comets = (name: string, links: string[] = []): string =>
  page(links, `${'comet '.repeat(3)} ${prose(name)}`);

/** Answers 304 to the validators that it sends. */
function valid(
  request: IncomingMessage,
  name: 'etag' | 'last-modified',
  value: string,
  body: string,
): Answer {
  const asked = request.headers[name === 'etag' ? 'if-none-match' : 'if-modified-since'];
  const headers = { [name]: value };
  return asked === value ? { status: 304, headers } : { headers, body };
}

const OLD = 'Mon, 05 Jan 2026 10:00:00 GMT';
const sitemap = (...entries: [url: string, lastmod: string][]): Answer => ({
  headers: { 'content-type': 'application/xml' },
  body: `<urlset>${entries.map(([loc, lastmod]) => `<url><loc>${loc}</loc><lastmod>${lastmod}</lastmod></url>`).join('')}</urlset>`,
});
const packed = gzipSync(comets('packed'));

/** The site on one of its days. */
function site(day: () => number): Table {
  const first = <T>(then: T, later: T): T => (day() === 1 ? then : later);
  const known = [
    '/etag',
    '/dated',
    '/plain',
    '/packed',
    '/edited',
    '/clock',
    '/moved',
    '/gone',
    '/removed',
    '/flaky',
  ];
  return {
    'site.test/robots.txt': 'Sitemap: http://site.test/map.xml\n',
    'site.test/': () => comets('hub', first(known, [...known, '/born', '/copy'])),
    'site.test/etag': (_n, request) => valid(request, 'etag', '"v1"', comets('etag')),
    'site.test/dated': (_n, request) => valid(request, 'last-modified', OLD, comets('dated')),
    'site.test/plain': comets('plain'),
    'site.test/packed': { headers: { 'content-encoding': 'gzip' }, body: packed },
    'site.test/edited': (_n, request) =>
      valid(
        request,
        'etag',
        first('"e1"', '"e2"'),
        first(comets('sungrazer'), page([], prose('nothing more'))),
      ),
    'site.test/clock': () => `${comets('clock')}<!-- ${first('12:00', '12:05')} -->`,
    'site.test/moved': () =>
      first<Answer>({ body: comets('moved') }, { status: 301, headers: { location: '/here' } }),
    'site.test/here': comets('moved'),
    'site.test/gone': () => first<Answer>({ body: comets('gone') }, { status: 404 }),
    'site.test/removed': () => first<Answer>({ body: comets('removed') }, { status: 410 }),
    'site.test/flaky': () => first<Answer>({ body: comets('flaky') }, { status: 500 }),
    'site.test/born': comets('born'),
    'site.test/copy': comets('plain'),
    'site.test/orphan': () => comets(first('orphan', 'orphan, rewritten')),
    'site.test/map.xml': () =>
      sitemap(
        ['http://site.test/orphan', first('2026-01-01', '2999-01-01')],
        ['http://site.test/plain', '2026-01-01'],
      ),
  };
}

const settings = {
  set: { judge: 'string-match', half: 1 },
  politeness: { maxTries: 1 },
  archive: { commitEveryMs: 1 },
} as const;

const changesOf = (visits: VisitRecord[]): Record<string, string | undefined> =>
  Object.fromEntries(visits.map(({ url, change }) => [url.replace('http://site.test', ''), change]));

interface Named {
  get(name: string): string | null | undefined;
}

async function recordsOf(folder: string) {
  const records: { type: string; url: string; profile: string | undefined; headers: Named }[] = [];
  for (const file of readdirSync(join(folder, 'archive')).sort()) {
    for await (const record of new WARCParser(createReadStream(join(folder, 'archive', file)))) {
      await record.readFully(false);
      const { headers } = record.warcHeaders;
      records.push({
        type: record.warcType ?? '',
        url: (record.warcTargetURI ?? '').replace('http://site.test', ''),
        profile: headers.get('WARC-Profile')?.split('/').at(-1),
        headers,
      });
    }
  }
  return records;
}

describe('a second round', () => {
  let web: SmallWeb;
  let folder: string;
  let firstSeq = 0;
  let betweenDays = 0;
  const events: CrawlEvent[] = [];
  let day = 1;

  beforeAll(async () => {
    web = await smallWeb(site(() => day));
    ({ folder } = await crawlOf(web, { seeds: ['http://site.test/'], settings }));
    firstSeq = look(folder, (read) => read.visitsSince(0, 1000)).at(-1)!.seq;
    await new Promise((resolve) => setTimeout(resolve, 5));
    betweenDays = Date.now();
    await new Promise((resolve) => setTimeout(resolve, 5));
    day = 2;
    web.log.length = 0;
    const round = recrawl(folder);
    for await (const event of round) events.push(event);
    await round.finished;
  });
  afterAll(() => web.close());

  it('tells what is new, changed, unchanged, moved, gone and out of reach', () => {
    const visits = look(folder, (read) => read.visitsSince(firstSeq, 1000));
    expect(changesOf(visits)).toEqual({
      '/': 'changed',
      '/etag': 'unchanged',
      '/dated': 'unchanged',
      '/plain': 'unchanged',
      '/packed': 'unchanged',
      '/edited': 'changed',
      '/clock': 'unchanged',
      '/moved': 'moved',
      '/here': 'new',
      '/gone': 'gone',
      '/removed': 'gone',
      '/flaky': 'unreachable',
      '/born': 'new',
      '/copy': 'new',
      '/orphan': 'changed',
      '/map.xml': undefined,
    });
  });

  it('asks for every page once', () => {
    const paths = web.paths().filter((path) => path !== '/robots.txt');
    expect(paths.toSorted()).toEqual([...new Set(paths)].toSorted());
  });

  it('says so in events, in the feed and in the table of rounds', async () => {
    const told = events.flatMap((event) => (event.type === 'revisit' ? [event] : []));
    expect(told.find(({ url }) => url.endsWith('/moved'))).toMatchObject({ to: 'http://site.test/here' });
    expect(told.find(({ url }) => url.endsWith('/edited'))).toMatchObject({
      relevant: false,
      wasRelevant: true,
    });
    const fed: string[] = [];
    for await (const { url, change } of follow(folder, { since: firstSeq, changes: true }))
      fed.push(`${change} ${new URL(url).pathname}`);
    expect(fed.toSorted()).toEqual(
      ['changed /', 'changed /edited', 'changed /orphan', 'gone /gone', 'gone /removed'].concat([
        'moved /moved',
        'new /born',
        'new /copy',
        'new /here',
      ]),
    );
    const db = openDatabase(join(folder, 'crawl.db'), { readOnly: true });
    const [round] = roundsOf(db);
    db.close();
    // A copy is new, as in the feed, and never relevant.
    const counts = { new: 3, newRelevant: 2, changed: 3, unchanged: 5, moved: 1, gone: 2, unreachable: 1 };
    expect(round).toMatchObject({ n: 1, by: 'change', stop: 'frontier-empty', ...counts });
  });

  it('keeps what the first visit saw', () => {
    const visits = look(folder, (read) => read.visitsSince(0, 1000)).filter(({ seq }) => seq <= firstSeq);
    expect(visits.find(({ url }) => url.endsWith('/gone'))).toMatchObject({
      outcome: 'page',
      relevant: true,
    });
    const { flaky, edited } = look(folder, (read) => ({
      flaky: read.pageByUrl('http://site.test/flaky'),
      edited: read.pageByUrl('http://site.test/edited'),
    }));
    expect(flaky).toMatchObject({ outcome: 'page', relevant: true });
    expect(edited).toMatchObject({ outcome: 'page', relevant: false });
    expect(betweenDays).toBeGreaterThan(visits.at(-1)!.fetchedAt);
  });

  it('writes revisit records that refer to the first response, read by warcio', async () => {
    const records = await recordsOf(folder);
    const revisits = records.filter(({ type }) => type === 'revisit');
    expect(Object.fromEntries(revisits.map(({ url, profile }) => [url, profile]))).toEqual({
      '/etag': 'server-not-modified',
      '/dated': 'server-not-modified',
      '/plain': 'identical-payload-digest',
      '/packed': 'identical-payload-digest',
      '/copy': 'identical-payload-digest',
    });
    for (const { url, headers } of revisits) {
      const first = url === '/copy' ? '/plain' : url;
      const original = records.find((record) => record.type === 'response' && record.url === first)!;
      expect(headers.get('WARC-Refers-To')).toBe(original.headers.get('WARC-Record-ID'));
      expect(headers.get('WARC-Payload-Digest')).toBe(original.headers.get('WARC-Payload-Digest'));
      expect(headers.get('WARC-Refers-To-Date')).toBe(original.headers.get('WARC-Date'));
    }
  });

  it('is known to search and export by date', async () => {
    const db = openDatabase(join(folder, 'crawl.db'), { readOnly: true });
    const found = (query: string, asOf?: number) =>
      search(db, query, asOf === undefined ? {} : { asOf }).hits.map(({ url }) => new URL(url).pathname);
    const word = prose('gone').split(' ')[0]!;
    expect(found(word)).toEqual([]);
    expect(found(word, betweenDays)).toEqual(['/gone']);
    const bornWord = prose('born').split(' ')[0]!;
    expect(found(bornWord)).toEqual(['/born']);
    expect(found(bornWord, betweenDays)).toEqual([]);
    db.close();
    const lines = async (options: { asOf?: number }) => {
      const out = join(newFolder(), 'out.jsonl');
      await exportCrawl(folder, 'jsonl', out, { ...options, text: true });
      const pages = readFileSync(out, 'utf8').trim().split('\n');
      return pages.map((line) => JSON.parse(line) as { url: string; relevant: boolean; text: string });
    };
    const then = await lines({ asOf: betweenDays });
    const now = await lines({});
    const edited = (pages: typeof then) => pages.find(({ url }) => url.endsWith('/edited'))!;
    expect(edited(then)).toMatchObject({ relevant: true, text: expect.stringContaining('comet') });
    expect(edited(now)).toMatchObject({ relevant: false, text: expect.not.stringContaining('comet') });
    expect(then.some(({ url }) => url.endsWith('/removed'))).toBe(true);
    expect(now.some(({ url }) => url.endsWith('/removed'))).toBe(false);
  });

  it('is shown by site, by directory and by round', async () => {
    const status = async (...flags: string[]) => {
      const { out, err } = await forageHere(['status', folder, ...flags], { cwd: folder });
      return err === '' ? out : err;
    };
    const [head, site] = (await status('--sites', '--csv')).split('\n').map((line) => line.split(','));
    const row = Object.fromEntries(head!.map((name, i) => [name, site![i]]));
    // Of the 12 pages of the first day 3 are gone or moved and 2 are new; of the 11 all but the edited one count.
    expect(row).toMatchObject({ host: 'site.test', path: '/', pages: '11', relevant: '10', references: '0' });
    expect(row).toMatchObject({ entrance: 'http://site.test/', avoided_because: '' });
    expect(await status('--rounds')).toMatch(/^ *1 .* 3 +2 +3 +5 +1 +2 +1$/m);
    expect(await status('--csv')).toContain('--csv is for --sites and --directories.');
    await forageHere(['set', folder, 'recrawl.avoid+=site.test'], { cwd: folder });
    expect(await status('--sites')).toContain('is avoided: set by hand');
  });

  it('leaves a folder that is whole', async () => {
    expect((await checkCrawl(folder)).problems).toEqual([]);
  });

  it('comes back from the archive with all visits of each page when the database is lost', async () => {
    const copy = join(newFolder(), 'repaired');
    cpSync(folder, copy, { recursive: true });
    writeFileSync(join(copy, 'crawl.db'), 'no database');
    const said = (path: string) =>
      look(path, (read) => read.visitsSince(0, 1000)).map(({ url, change, outcome, relevant }) => ({
        ...{ url, change, outcome, relevant },
      }));
    const { finished } = await repair(copy);
    expect(finished).toBe(true);
    expect(said(copy)).toEqual(said(folder));
    const current = (path: string) => look(path, (read) => read.pageByUrl('http://site.test/edited'));
    expect(current(copy)).toMatchObject({ relevant: false, title: current(folder)!.title });
    expect((await checkCrawl(copy)).problems).toEqual([]);
  });
});

describe('a round that is killed', () => {
  it('is continued: nothing is lost, nothing is asked twice, and the first visits are still there', async () => {
    let day = 1;
    let killed: ChildProcess | undefined;
    const web = await smallWeb(
      Object.fromEntries(
        Object.entries(site(() => day)).map(([url, answer]) => [
          url,
          (...asked) => {
            if (web.log.length > 8) killed?.kill('SIGKILL');
            return typeof answer === 'function' ? answer(...asked) : answer;
          },
        ]),
      ) satisfies Table,
      { threads: 0 },
    );
    const { folder } = await crawlOf(web, { seeds: ['http://site.test/'], settings });
    const copy = join(newFolder(), 'whole');
    cpSync(folder, copy, { recursive: true });
    const visitsOf = (path: string) => look(path, (read) => read.visitsSince(0, 1000));
    const places = (visits: VisitRecord[]) => visits.map(({ seq, url, warc }) => ({ seq, url, warc }));
    const first = visitsOf(folder);
    day = 2;
    web.log.length = 0;
    await recrawl(copy).finished;
    const whole = visitsOf(copy);

    web.log.length = 0;
    const forage = fileURLToPath(new URL('../../bin/forage.js', import.meta.url));
    killed = spawn(process.execPath, [forage, 'recrawl', folder, '--quiet'], { stdio: 'ignore' });
    const [, signal] = await once(killed, 'exit');
    expect(signal).toBe('SIGKILL');
    const committed = visitsOf(folder);
    const atKill = committed.slice(first.length).map(({ url }) => new URL(url).pathname);
    expect(places(committed).slice(0, first.length)).toEqual(places(first));
    expect(atKill.length).toBeGreaterThan(0);
    expect(committed.length).toBeLessThan(whole.length);

    killed = undefined;
    web.log.length = 0;
    await resume(folder).finished;
    await web.close();
    const visits = visitsOf(folder);
    expect(places(visits).slice(0, committed.length)).toEqual(places(committed));
    expect(changesOf(visits.slice(first.length))).toEqual(changesOf(whole.slice(first.length)));
    expect(web.paths().filter((path) => atKill.includes(path))).toEqual([]);
    expect((await checkCrawl(folder)).problems).toEqual([]);
  });
});
