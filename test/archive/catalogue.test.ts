import { describe, expect, test } from 'vitest';
import { CatalogueReader } from '../../src/archive/catalogue-reader.ts';
import { MemoryCatalogue } from '../../src/archive/memory-catalogue.ts';
import { SqliteCatalogue } from '../../src/archive/sqlite-catalogue.ts';
import { directoryOf } from '../../src/archive/tallies.ts';
import { aPage, newCatalogue, openIn, temporaryFolder } from './crawl-folder.ts';

describe('pages', () => {
  test('of a host and a directory do not count those with the same bytes as another, near-duplicates do', () => {
    for (const catalogue of [newCatalogue(), new MemoryCatalogue()]) {
      const { id } = catalogue.savePage(aPage({ url: 'http://example.org/a/1' }));
      const copy = aPage({ url: 'http://example.org/a/2', outcome: 'duplicate', duplicateOf: id });
      catalogue.savePage(copy);
      catalogue.savePage(
        aPage({ url: 'http://example.org/a/3', outcome: 'near-duplicate', nearDuplicateOf: id }),
      );
      expect(catalogue.read.host('example.org')).toMatchObject({ fetches: 3, pages: 2 });
      if (catalogue instanceof SqliteCatalogue)
        expect(catalogue.read.directoriesOf('example.org')).toMatchObject([{ path: '/a/', pages: 2 }]);
      // A later visit finds a page of its own.
      catalogue.savePage({ ...copy, outcome: 'page', duplicateOf: undefined });
      expect(catalogue.read.host('example.org')).toMatchObject({ fetches: 3, pages: 3 });
    }
  });

  test('a page comes back with everything it was saved with', () => {
    const catalogue = newCatalogue();
    const page = aPage({
      target: 'http://example.org/elsewhere',
      language: 'en',
      digest: 'd'.repeat(64),
      fingerprint: '0123456789abcdef',
      score: 0.75,
      relevant: true,
      why: ['asthma ×7', 'a "quoted", reason'],
      depth: 3,
      via: 17,
      warc: { file: 'a.warc.gz', offset: 5_000_000_000, length: 1234 },
      truncated: 'length',
      n: 42,
    });
    const { id, seq } = catalogue.savePage(page);
    const { duplicateOf, nearDuplicateOf, ...kept } = catalogue.read.pageById(id)!;
    expect(kept).toEqual({ ...page, id, visit: seq, model: 0, called: true });
    expect([duplicateOf, nearDuplicateOf]).toEqual([undefined, undefined]);
    expect(catalogue.read.pageByUrl(page.url)?.id).toBe(id);
  });

  test('fields that an answer did not have stay absent', () => {
    const catalogue = newCatalogue();
    const { id } = catalogue.savePage({
      link: 1,
      url: 'http://gone.example/',
      host: 'gone.example',
      outcome: 'failed: dns',
      fetchedAt: 5,
      depth: 0,
    });
    const page = catalogue.read.pageById(id)!;
    expect(page.status).toBeUndefined();
    expect(page.score).toBeUndefined();
    expect(page.warc).toBeUndefined();
    expect(page.relevant).toBe(false);
    expect(page.why).toEqual([]);
  });

  test('those just below the threshold are the best that were not called, and none that has nothing of the topic', () => {
    const catalogue = newCatalogue();
    for (const [link, score, margin] of [
      [1, 0.2, 1],
      [2, 0.01, -0.5],
      [3, 0.05, -0.1],
      [4, 0, -0.6],
    ] as const)
      catalogue.savePage(
        aPage({ link, url: `http://example.org/${link}`, score, margin, relevant: margin > 0 }),
      );
    expect(catalogue.read.pagesUnderBorder(5).map(({ score }) => score)).toEqual([0.05, 0.01]);
  });

  test('a link that is fetched again has one page, with its former id and the later answer', () => {
    const catalogue = newCatalogue();
    const first = catalogue.savePage(
      aPage({ link: 7, outcome: 'http 503', status: 503, kind: undefined }),
    ).id;
    catalogue.saveLinks(first, [{ url: 'http://old.example/' }]);
    catalogue.saveText(first, 'Old', 'the former words');
    catalogue.savePage(aPage());
    const again = catalogue.savePage(aPage({ link: 7, relevant: true })).id;
    catalogue.saveLinks(again, [{ url: 'http://new.example/' }]);
    catalogue.saveText(again, 'New', 'the later words');
    catalogue.db.commit();
    expect(again).toBe(first);
    expect(catalogue.read.pageById(again)?.outcome).toBe('page');
    expect(catalogue.read.linksOf(again).map((link) => link.url)).toEqual(['http://new.example/']);
    expect(catalogue.read.textOf(again)?.text).toBe('the later words');
    expect(catalogue.read.countsByOutcome()).toEqual([
      { outcome: 'page', pages: 2, relevant: 1, bytes: 2000 },
    ]);
    expect(catalogue.read.host('example.org')).toMatchObject({
      fetches: 2,
      pages: 2,
      relevant: 1,
      errors: 0,
    });
  });

  test('fetch numbers continue after the crawl is reopened', () => {
    const folder = temporaryFolder();
    const db = openIn(folder);
    const before = new SqliteCatalogue(db);
    before.savePage(aPage());
    before.savePage(aPage());
    db.close();
    const after = new SqliteCatalogue(openIn(folder));
    const id = after.savePage(aPage()).id;
    expect(after.read.pageById(id)?.n).toBe(3);
  });

  test('the path to a page starts at the seed, and a cycle in it does not hang', () => {
    const catalogue = newCatalogue();
    const seed = catalogue.savePage(aPage()).id;
    const middle = catalogue.savePage(aPage({ via: seed, depth: 1 })).id;
    const end = catalogue.savePage(aPage({ via: middle, depth: 2 })).id;
    expect(catalogue.read.pathTo(end).map((page) => page.id)).toEqual([seed, middle, end]);
    // The next id is its own.
    const turning = catalogue.savePage(aPage({ via: end + 1 })).id;
    expect(catalogue.read.pathTo(turning).map((page) => page.id)).toEqual([turning]);
    expect(catalogue.read.pathTo(12345)).toEqual([]);
  });
});

describe('links', () => {
  test('are returned in order, with the page that was fetched there', () => {
    const catalogue = newCatalogue();
    catalogue.keepBacklinks();
    const from = catalogue.savePage(aPage({ link: 100_001 })).id;
    const to = catalogue.savePage(aPage({ link: 100_002, url: 'http://example.org/there' })).id;
    catalogue.saveLinks(from, [
      {
        to: 100_002,
        url: 'http://example.org/there',
        anchor: 'there',
        priority: 0.5,
        why: 'anchor 0.5',
      },
      { url: 'http://elsewhere.example/', anchor: 'no', fate: 'outside the scope' },
    ]);
    catalogue.saveLinks(to, [{ to: 100_001, url: 'http://example.org/here' }]);
    const links = catalogue.read.linksOf(from);
    expect(links.map(({ position, target, url, fate }) => ({ position, target, url, fate }))).toEqual([
      { position: 0, target: to, url: 'http://example.org/there', fate: undefined },
      { position: 1, target: undefined, url: 'http://elsewhere.example/', fate: 'outside the scope' },
    ]);
    expect(links[0]).toMatchObject({
      page: from,
      to: 100_002,
      anchor: 'there',
      priority: 0.5,
      why: 'anchor 0.5',
    });
    expect(catalogue.read.inlinksOf(100_002)).toMatchObject([{ from, anchor: 'there' }]);
  });

  test('keep their individual ranks, shared or not', () => {
    const catalogue = newCatalogue();
    const page = catalogue.savePage(aPage()).id;
    const ranks = [
      { priority: 0.25, why: 'page 0.250' },
      { priority: 0.1 + 0.2, why: 'anchor' },
      { priority: 0.25, why: 'page 0.250' },
      { priority: 0.25, why: 'another reason' },
      { priority: 0.25, why: undefined },
      { priority: undefined, why: undefined },
      { priority: 0.25, why: 'page 0.250' },
      { priority: undefined, why: 'a reason alone' },
      { priority: -3, why: 'page 0.250' },
    ];
    catalogue.saveLinks(
      page,
      ranks.map((rank, i) => ({ to: i + 1, url: '', ...rank })),
    );
    const kept = catalogue.read.linksOf(page).map(({ priority, why }) => ({ priority, why }));
    expect(kept).toEqual(ranks);
  });

  test('saved before back-links were enabled are included from then on', () => {
    const catalogue = newCatalogue();
    const from = catalogue.savePage(aPage()).id;
    catalogue.saveLinks(from, [{ url: 'http://x.example/' }, { to: 7, url: '' }]);
    catalogue.keepBacklinks();
    catalogue.keepBacklinks();
    expect(catalogue.read.inlinksOf(7)).toMatchObject([{ from }]);
  });

  test('preserve anchors with any characters', () => {
    const catalogue = newCatalogue();
    const page = catalogue.savePage(aPage()).id;
    const anchors = ['"[1,2]"', '\\u0041 \n', '𝄞 ñ 汉', '\u0001'];
    catalogue.saveLinks(
      page,
      anchors.map((anchor) => ({ url: 'http://x.example/', anchor })),
    );
    expect(catalogue.read.linksOf(page).map(({ anchor }) => anchor)).toEqual(anchors);
  });

  test('a page with more links than the limit does not write into the next page', () => {
    const catalogue = newCatalogue();
    const first = catalogue.savePage(aPage()).id;
    const second = catalogue.savePage(aPage()).id;
    catalogue.saveLinks(
      first,
      Array.from({ length: 65_540 }, (_, i) => ({ url: `http://x.example/${i}` })),
    );
    expect(catalogue.read.linksOf(second)).toEqual([]);
    expect(catalogue.read.linksOf(first)).toHaveLength(65_536);
  });
});

describe('tallies', () => {
  test('hosts and directories count pages, relevant pages, bytes and errors', () => {
    const catalogue = newCatalogue();
    catalogue.savePage(aPage({ url: 'http://a.example/x/1', host: 'a.example', relevant: true }));
    catalogue.savePage(aPage({ url: 'http://a.example/x/2?q=/z/', host: 'a.example' }));
    catalogue.savePage(
      aPage({
        url: 'http://a.example/y/3',
        host: 'a.example',
        outcome: 'http 404',
        status: 404,
        kind: undefined,
      }),
    );
    catalogue.savePage(aPage({ url: 'http://b.example/', host: 'b.example' }));
    expect(catalogue.read.topHosts()).toMatchObject([
      { name: 'a.example', fetches: 3, pages: 2, relevant: 1, bytes: 3000, errors: 1 },
      { name: 'b.example', fetches: 1, pages: 1, relevant: 0, bytes: 1000, errors: 0 },
    ]);
    expect(catalogue.read.tallyOf('a.example')).toEqual({
      fetches: 3,
      pages: 2,
      relevant: 1,
      bytes: 3000,
      errors: 1,
    });
    expect(catalogue.read.tallyOf('never.example')).toBeUndefined();
    expect(catalogue.read.directoriesOf('a.example')).toEqual([
      { host: 'a.example', path: '/x/', pages: 2, relevant: 1 },
    ]);
  });

  test('a directory is the path up to the last slash before the query', () => {
    expect(directoryOf('http://h/a/b/c.html')).toBe('/a/b/');
    expect(directoryOf('http://h/a/b/')).toBe('/a/b/');
    expect(directoryOf('http://h/a?x=/y/')).toBe('/');
    expect(directoryOf('http://h:81/')).toBe('/');
    expect(directoryOf('http://h')).toBe('/');
  });

  test('the curve of relevant pages is sampled and ends at the last fetch', () => {
    const catalogue = newCatalogue();
    // Every third of 100 fetches is relevant: 3, 6, … 99.
    for (let n = 1; n <= 100; n++) catalogue.savePage(aPage({ relevant: n % 3 === 0 }));
    expect(catalogue.read.harvest(4)).toEqual([
      { n: 25, relevant: 8 },
      { n: 50, relevant: 16 },
      { n: 75, relevant: 25 },
      { n: 100, relevant: 33 },
    ]);
    expect(catalogue.read.harvest(3).at(-1)).toEqual({ n: 100, relevant: 33 });
    expect(catalogue.read.recentFinds(2).map((page) => page.n)).toEqual([99, 96]);
    expect(newCatalogue().read.harvest()).toEqual([]);
  });
});

describe('the books', () => {
  test('rules of a host that are saved one by one are all kept', () => {
    const catalogue = newCatalogue();
    catalogue.saveHostRules('a.example', { robotsText: 'User-agent: *\nDisallow: /x', robotsAt: 3 }, 3);
    catalogue.saveHostRules('a.example', { delayMs: 1500, politeness: { why: 'crawl-delay' } }, 4);
    expect(catalogue.read.host('a.example')).toMatchObject({
      firstSeen: 3,
      robotsText: 'User-agent: *\nDisallow: /x',
      robotsAt: 3,
      delayMs: 1500,
      politeness: { why: 'crawl-delay' },
    });
  });

  test('the ledger of a host lists its own requests in order', () => {
    const catalogue = newCatalogue();
    catalogue.saveLedger({ host: 'a.example', at: 1, kind: 'robots', status: 404, durationMs: 3 });
    catalogue.saveLedger({ host: 'b.example', at: 2, kind: 'fetch' });
    catalogue.saveLedger({
      host: 'a.example',
      at: 3,
      kind: 'fetch',
      waitedMs: 900,
      status: 200,
      bytes: 10,
      note: 'ok',
    });
    expect(
      catalogue.read.ledgerOf('a.example').map((entry) => [entry.at, entry.kind, entry.waitedMs]),
    ).toEqual([
      [1, 'robots', undefined],
      [3, 'fetch', 900],
    ]);
    expect(catalogue.read.ledgerOf('a.example', 1).map((entry) => entry.at)).toEqual([3]);
    expect(catalogue.read.ledgerOf('never.example')).toEqual([]);
  });

  test('events are kept, latest first', () => {
    const catalogue = newCatalogue();
    catalogue.saveEvent({ at: 1, kind: 'started' });
    catalogue.saveEvent({ at: 2, kind: 'stopped', detail: { reason: 'budget' } });
    expect(catalogue.read.events()).toEqual([
      { at: 2, kind: 'stopped', detail: { reason: 'budget' } },
      { at: 1, kind: 'started', detail: undefined },
    ]);
  });

  test('notes survive a restart and cannot overwrite the schema version', () => {
    const folder = temporaryFolder();
    const db = openIn(folder);
    const catalogue = new SqliteCatalogue(db);
    catalogue.meta.set('strategy', { weights: [1, 2.5], name: 'ünï' });
    catalogue.meta.set('schema', 99);
    expect(catalogue.meta.get('never')).toBeUndefined();
    db.close();
    const again = new SqliteCatalogue(openIn(folder));
    expect(again.meta.get('strategy')).toEqual({ weights: [1, 2.5], name: 'ünï' });
  });
});

describe('what is on disk', () => {
  test('a file of another version is refused with its number', () => {
    const folder = temporaryFolder();
    const db = openIn(folder);
    new SqliteCatalogue(db);
    db.sql.exec(`UPDATE meta SET value = '77' WHERE key = 'schema'`);
    db.close();
    expect(() => new SqliteCatalogue(openIn(folder))).toThrow(/version 77/);
    expect(() => new CatalogueReader(openIn(folder, { readOnly: true }))).toThrow(/version 77/);
  });

  test('a crash loses what came after the last commit and nothing else', () => {
    const folder = temporaryFolder();
    const db = openIn(folder);
    const catalogue = new SqliteCatalogue(db);
    const kept = catalogue.savePage(aPage()).id;
    catalogue.refuse('robots', 'a.example', 'http://a.example/1');
    db.commit();
    const lost = catalogue.savePage(aPage()).id;
    catalogue.refuse('robots', 'a.example', 'http://a.example/2');
    db.sql.close();
    const reader = new CatalogueReader(openIn(folder, { readOnly: true }));
    expect(reader.pageById(kept)).toBeDefined();
    expect(reader.pageById(lost)).toBeUndefined();
    expect(reader.countsByOutcome()).toMatchObject([{ outcome: 'page', pages: 1 }]);
    expect(reader.refusals()).toEqual([
      { reason: 'robots', host: 'a.example', count: 1, samples: ['http://a.example/1'] },
    ]);
  });
});
