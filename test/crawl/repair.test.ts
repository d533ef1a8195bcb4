/** A crawl folder that was damaged: what is found, what comes back, and that the crawl goes on. */
import {
  appendFileSync,
  existsSync,
  lstatSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/archive/database.ts';
import { openCrawl } from '../../src/crawl/open.ts';
import { asDiskTrouble } from '../../src/disk.ts';
import { SqliteFrontier } from '../../src/frontier/sqlite-frontier.ts';
import { checkCrawl, crawl, repair, resume } from '../../src/index.ts';
import { hostOf } from '../../src/url/url.ts';
import {
  crawlOf,
  optionsFor,
  page,
  pagesOf,
  prose,
  removeFolders,
  type SmallWeb,
  smallWeb,
  type Table,
} from './small-web.ts';

/** Fifty pages in a chain with side links, a duplicate, a redirect, an error, a sitemap of pages linked nowhere. */
function table(): Table {
  const pages: Table = {
    'a.test/robots.txt': { body: 'User-agent: *\nSitemap: http://a.test/map.xml\n' },
    'a.test/map.xml': {
      headers: { 'content-type': 'application/xml' },
      body: '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>http://a.test/listed</loc></url></urlset>',
    },
    'a.test/listed': page([], `comet ${prose('listed')}`),
    'a.test/twin': page([], prose('a twin')),
    'b.test/twin': page([], prose('a twin')),
    'a.test/moved': { status: 302, headers: { location: '/p7' } },
  };
  for (let i = 0; i < 50; i++) {
    const links = [`/p${i + 1}`, '/twin', 'http://b.test/twin', '/moved', '/gone', `http://c${i}.test/`];
    pages[`a.test/p${i}`] = page(links, `${i % 3 === 0 ? 'comet comet ' : ''}${prose(`page ${i}`, 120)}`);
  }
  return pages;
}

let web: SmallWeb;
beforeAll(async () => {
  web = await smallWeb(table(), { threads: 0 });
});
afterAll(async () => {
  await web.close();
  removeFolders();
});

const seeds = ['http://a.test/p0'];
const settings = {
  recipe: 'best-first/page+anchor',
  concurrency: 1,
  politeness: { sitemaps: 'relevant-hosts' },
} as const;
const crawled = async (pages: number, threads = 0) =>
  (await crawlOf(web, { seeds, settings: { ...settings, threads, budget: { pages } } })).folder;

/** What a page's row says that does not depend on when it was written. */
const rows = (folder: string) =>
  pagesOf(folder)
    .filter(({ warc }) => warc !== undefined)
    .map(({ url, outcome, title, language, score, relevant, why, digest, depth, warc, fetchedAt }) => ({
      ...{ url, outcome, title, language, score, relevant, why, digest, depth, warc, fetchedAt },
    }));

function waiting(folder: string): Map<string, number> {
  const db = openDatabase(join(folder, 'crawl.db'));
  const frontier = new SqliteFrontier(db, { hostOf });
  const found = new Map([...frontier.byArrival()].map(({ url, priority }) => [url, priority]));
  db.close();
  return found;
}

describe('a crawl whose database was deleted', () => {
  it('is not started from zero', async () => {
    const folder = await crawled(5);
    rmSync(join(folder, 'crawl.db'));
    for (const attempt of [() => resume(folder), () => openCrawl(folder)])
      expect(attempt).toThrow(/crawl\.db is missing or empty\. The pages are still in .*forage repair/);
    writeFileSync(join(folder, 'crawl.db'), '');
    expect(() => resume(folder)).toThrow(/missing or empty/);
  });

  it('comes back with every archived page as it was, and goes on', async () => {
    const folder = await crawled(20, 1);
    const before = rows(folder);
    expect(new Set(before.map(({ outcome }) => outcome))).toEqual(
      new Set(['page', 'duplicate', 'redirect', 'http 404', 'sitemap']),
    );
    rmSync(join(folder, 'crawl.db'));
    const done = await repair(folder);
    expect(done).toMatchObject({ finished: true, pages: 20, damage: [], former: undefined });
    expect(rows(folder)).toEqual(before);
    expect(await checkCrawl(folder)).toMatchObject({ problems: [], notes: [] });
    await resume(folder, { budget: { pages: 1000 } }).finished;
    const { stop, folder: whole } = await crawlOf(web, { seeds, settings });
    expect(stop.reason).toBe('frontier-empty');
    const urls = (of: string) =>
      pagesOf(of)
        .map(({ url, outcome }) => `${outcome} ${url}`)
        .sort();
    expect(urls(folder)).toEqual(urls(whole));
  });

  it('has the links waiting that it had, with their priorities', async () => {
    const folder = await crawled(12);
    const before = waiting(folder);
    expect(before.size).toBeGreaterThan(3);
    rmSync(join(folder, 'crawl.db'));
    await repair(folder);
    expect(waiting(folder)).toEqual(before);
  });
});

describe('a damaged database', () => {
  it('is named with what is safe and what to do, is found by a check, and is kept beside the new one', async () => {
    const folder = await crawled(30);
    const path = join(folder, 'crawl.db');
    const bytes = readFileSync(path);
    bytes.fill(0xa5, 4096, bytes.length - 4096);
    writeFileSync(path, bytes);
    const failed = resume(folder).finished;
    await expect(failed).rejects.toMatchObject({ name: 'ForageError', code: 'CRAWL_FOLDER' });
    await expect(failed).rejects.toThrow(/crawl\.db is damaged.*The pages in archive\/.*forage repair/);
    const { problems } = await checkCrawl(folder);
    expect(problems[0]).toMatch(/^crawl\.db: /);
    const done = await repair(folder);
    expect(done).toMatchObject({ pages: 30, former: `${path}.damaged-1` });
    expect(existsSync(done.former!)).toBe(true);
    expect((await checkCrawl(folder)).problems).toEqual([]);
  });

  it('is refused by repair if it is whole', async () => {
    const folder = await crawled(2);
    await expect(repair(folder)).rejects.toThrow(/is not damaged, so there is nothing to repair/);
  });
});

describe('a damaged archive', () => {
  it('is found record by record, and repair brings back the rest without touching it', async () => {
    const folder = await crawled(20);
    const { warc, url } = pagesOf(folder).filter(({ outcome }) => outcome === 'page')[9]!;
    const path = join(folder, 'archive', warc!.file);
    const bytes = readFileSync(path);
    bytes.fill(0, warc!.offset + 60, warc!.offset + 76);
    writeFileSync(path, bytes);
    const { problems } = await checkCrawl(folder);
    expect(problems.join('\n')).toContain(`in the catalogue and not in the file: ${url}`);
    rmSync(join(folder, 'crawl.db'));
    const done = await repair(folder);
    expect(done.pages).toBe(19);
    expect(done.damage).toHaveLength(1);
    expect(readFileSync(path)).toEqual(bytes);
    await resume(folder, { budget: { pages: 60 } }).finished;
    expect(readFileSync(path)).toEqual(bytes);
    expect(pagesOf(folder).find((one) => one.url === url)?.warc?.file).toMatch(/-00002\.warc\.gz$/);
  });

  it('that is damaged where a file begins costs what was there, and so does a file of rubbish', async () => {
    const small = { ...settings, threads: 0, budget: { pages: 20 }, archive: { maxFileBytes: 10_000 } };
    const { folder } = await crawlOf(web, { seeds, settings: small });
    const inArchive = (n: number) => join(folder, 'archive', `test-0000${n}.warc.gz`);
    expect(existsSync(inArchive(3))).toBe(true);
    const bytes = readFileSync(inArchive(1));
    writeFileSync(inArchive(1), bytes.fill(0, 0, 64));
    writeFileSync(inArchive(2), Buffer.alloc(statSync(inArchive(2)).size, 0xab));
    const lost = pagesOf(folder).filter(({ warc }) => warc?.file === 'test-00002.warc.gz');
    const { problems } = await checkCrawl(folder);
    expect(problems).toContainEqual(expect.stringMatching(/00001.* 1 records cannot be read: at byte 0/));
    expect(problems).toContainEqual(
      expect.stringMatching(`00002.* ${lost.length} records are in the catalogue and not in the file`),
    );
    const events: string[] = [];
    const again = crawl(optionsFor(web, { seeds, settings: { web: [folder], threads: 0 } }));
    for await (const event of again) if (event.type === 'notice') events.push(event.message);
    expect(events).toContainEqual(expect.stringMatching(/cannot be read: .*00001.*, and 1 more part\.$/));
    rmSync(join(folder, 'crawl.db'));
    const done = await repair(folder);
    expect(done.damage).toHaveLength(2);
    expect(done.pages).toBe(20 - lost.filter(({ outcome }) => outcome === 'page').length);
  });

  it('that ends early is found by its length', async () => {
    const folder = await crawled(5);
    const [{ warc }] = pagesOf(folder).slice(-1) as [ReturnType<typeof pagesOf>[number]];
    const path = join(folder, 'archive', warc!.file);
    truncateSync(path, statSync(path).size - 10);
    const { problems } = await checkCrawl(folder);
    expect(problems.join('\n')).toMatch(/has \d+ bytes, and had \d+ at the last commit/);
  });

  it('is whole if it ends within a record that was written after the last commit', async () => {
    const folder = await crawled(5);
    const [{ warc }] = pagesOf(folder).slice(-1) as [ReturnType<typeof pagesOf>[number]];
    const path = join(folder, 'archive', warc!.file);
    const before = await checkCrawl(folder);
    appendFileSync(path, readFileSync(path).subarray(0, 100));
    const { problems, notes, records } = await checkCrawl(folder);
    expect(problems).toEqual([]);
    expect(notes).toContainEqual(expect.stringMatching(/: 100 bytes were written after the last commit/));
    expect(records).toBe(before.records);
  });
});

describe('a full disk', () => {
  /** /dev/full answers every write with ENOSPC. */
  it.runIf(existsSync('/dev/full'))(
    'under the archive ends the crawl with a sentence, and it can go on',
    async () => {
      const small = { ...settings, archive: { maxFileBytes: 1 } };
      const options = optionsFor(web, { seeds, settings: { ...small, budget: { pages: 20 } } });
      const run = crawl(options);
      const full = (n: number) => join(options.out, 'archive', `test-${String(n).padStart(5, '0')}.warc.gz`);
      const isFull = (async () => {
        for await (const event of run)
          if (event.type === 'page' && event.n === 3)
            for (let n = 1; n < 500; n++) if (!existsSync(full(n))) symlinkSync('/dev/full', full(n));
      })();
      await expect(run.finished).rejects.toMatchObject({ name: 'ForageError', code: 'CRAWL_FOLDER' });
      await expect(run.finished).rejects.toThrow(
        /^The disk is full: .*warc\.gz.*up to the last commit .* is safe/,
      );
      await isFull;
      for (let n = 1; n < 500; n++)
        if (lstatSync(full(n), { throwIfNoEntry: false })?.isSymbolicLink()) rmSync(full(n));
      const stop = await resume(options.out).finished;
      expect(stop.summary.pages).toBe(20);
      expect((await checkCrawl(options.out)).problems).toEqual([]);
    },
  );

  it.runIf(existsSync('/dev/full'))(
    'under crawl.yaml is said in a sentence, and the file stays',
    async () => {
      const folder = await crawled(2);
      const before = readFileSync(join(folder, 'crawl.yaml'));
      symlinkSync('/dev/full', join(folder, 'crawl.yaml.new'));
      await expect(resume(folder, { budget: { pages: 9 } }).finished).rejects.toThrow(
        /^The disk is full: .*crawl\.yaml/,
      );
      expect(readFileSync(join(folder, 'crawl.yaml'))).toEqual(before);
    },
  );
});

it.each([
  ['EROFS', /read-only.*Make it writable/],
  ['EACCES', /permission denied/],
  ['EIO', /The disk reports an error/],
])('%s is said in a sentence', (code, sentence) => {
  const error = Object.assign(new Error(code), { code, syscall: 'open', path: '/crawls/owls/crawl.yaml' });
  expect(asDiskTrouble(error, 'crawl.db')).toMatchObject({
    name: 'ForageError',
    message: expect.stringMatching(sentence),
  });
  expect(asDiskTrouble(new TypeError('a bug'), 'crawl.db')).toBeInstanceOf(TypeError);
});
