import { expect, test } from 'vitest';
import { CatalogueReader } from '../../src/archive/catalogue-reader.ts';
import type { VisitRecord } from '../../src/archive/records.ts';
import { SqliteCatalogue } from '../../src/archive/sqlite-catalogue.ts';
import { aPage, newCatalogue, openIn, temporaryFolder } from './crawl-folder.ts';

const seqs = (visits: VisitRecord[]): number[] => visits.map(({ seq }) => seq);

test('a visit has all fields of the feed', () => {
  const catalogue = newCatalogue();
  const page = aPage({
    language: 'en',
    digest: 'd'.repeat(64),
    relevant: true,
    why: ['asthma ×7'],
    depth: 2,
    via: 17,
    warc: { file: 'a.warc.gz', offset: 5, length: 12 },
    model: 3,
  });
  const { id, seq } = catalogue.savePage(page);
  const { link, durationMs, bytes, wireBytes, contentType, ...told } = page;
  expect(catalogue.read.visitsSince(0, 10)).toEqual([{ ...told, page: id, seq }]);
});

test('visits come in batches, by number, optionally only relevant ones', () => {
  const catalogue = newCatalogue();
  for (let n = 1; n <= 10; n++) catalogue.savePage(aPage({ relevant: n % 3 === 0 }));
  expect(seqs(catalogue.read.visitsSince(0, 4))).toEqual([1, 2, 3, 4]);
  expect(seqs(catalogue.read.visitsSince(8, 4))).toEqual([9, 10]);
  expect(catalogue.read.visitsSince(10, 4)).toEqual([]);
  expect(seqs(catalogue.read.visitsSince(0, 2, { relevant: true }))).toEqual([3, 6]);
  expect(seqs(catalogue.read.visitsSince(6, 2, { relevant: true }))).toEqual([9]);
});

test('a page that is fetched again keeps its former visit, as it was judged then', () => {
  const catalogue = newCatalogue();
  const former = aPage({ link: 7, title: 'Old', score: 0.9, relevant: true, digest: 'old', why: ['old'] });
  const { id } = catalogue.savePage({ ...former, fetchedAt: 1000 });
  catalogue.savePage({ ...former, title: 'New', score: 0.1, relevant: false, digest: 'new', model: 1 });
  const [first, second] = catalogue.read.visitsSince(0, 10);
  expect(first).toMatchObject({ seq: 1, page: id, score: 0.9, relevant: true, digest: 'old', model: 0 });
  expect(first).toMatchObject({ fetchedAt: 1000, url: former.url, title: undefined, why: [] });
  expect(second).toMatchObject({ seq: 2, page: id, score: 0.1, digest: 'new', model: 1, title: 'New' });
});

test('other handles see only committed visits, and a number is never reused, even if its row is deleted', () => {
  const folder = temporaryFolder();
  const db = openIn(folder);
  const catalogue = new SqliteCatalogue(db);
  catalogue.savePage(aPage());
  db.commit();
  const feed = new CatalogueReader(openIn(folder, { readOnly: true }));
  catalogue.savePage(aPage());
  expect(seqs(feed.visitsSince(0, 10))).toEqual([1]);
  db.commit();
  expect(seqs(feed.visitsSince(1, 10))).toEqual([2]);
  db.sql.exec('DELETE FROM visits WHERE seq = 2');
  db.close();
  const resumed = new SqliteCatalogue(openIn(folder));
  expect(resumed.savePage(aPage())).toEqual({ id: 3, seq: 3 });
});

test('a judgement that is replaced is kept with its model, and the visit keeps its own', () => {
  const catalogue = newCatalogue();
  const { id } = catalogue.savePage(
    aPage({
      score: 0.9,
      margin: 2,
      relevant: true,
      why: ['first'],
      fetchedAt: 5,
      url: 'http://example.org/a/b',
    }),
  );
  catalogue.saveJudgement(id, { score: 0.2, margin: 0, relevant: false, why: ['second'], model: 1, at: 10 });
  // The same model again: it takes its own place.
  catalogue.saveJudgement(id, {
    score: 0.3,
    margin: -1,
    relevant: false,
    why: ['once more'],
    model: 1,
    at: 15,
  });
  catalogue.saveJudgement(id, { score: 0.6, margin: 0.5, relevant: true, why: ['third'], model: 2, at: 20 });
  catalogue.saveJudgement(id, { score: 0.1, margin: -2, relevant: false, why: ['fourth'], model: 3, at: 30 });
  expect(catalogue.read.judgementsOf(id)).toEqual([
    { score: 0.9, margin: 2, relevant: true, why: ['first'], model: 0, at: 5 },
    { score: 0.3, margin: -1, relevant: false, why: ['once more'], model: 1, at: 15 },
    { score: 0.6, margin: 0.5, relevant: true, why: ['third'], model: 2, at: 20 },
  ]);
  expect(catalogue.read.pageById(id)).toMatchObject({ score: 0.1, margin: -2, why: ['fourth'], model: 3 });
  expect(catalogue.read.visitsSince(0, 10)).toMatchObject([
    { seq: 1, score: 0.9, relevant: true, why: ['first'], model: 0 },
  ]);
  expect(catalogue.read.countsByOutcome()).toMatchObject([{ outcome: 'page', pages: 1, relevant: 0 }]);
  expect(catalogue.read.directoriesOf('example.org')).toMatchObject([{ path: '/a/', pages: 1, relevant: 0 }]);
  expect(catalogue.read.recentFinds()).toEqual([]);
});

test('a later judgement is not lost when the page is fetched again', () => {
  const catalogue = newCatalogue();
  const { id } = catalogue.savePage(aPage({ link: 7, score: 0.9 }));
  catalogue.saveJudgement(id, { score: 0.2, margin: 0, relevant: true, why: ['later'], model: 1, at: 10 });
  catalogue.savePage(aPage({ link: 7, score: 0.5, model: 1 }));
  expect(catalogue.read.judgementsOf(id).map(({ score, model }) => [score, model])).toContainEqual([0.2, 1]);
  expect(catalogue.read.pageById(id)).toMatchObject({ score: 0.5, judgedAt: undefined });
  expect(catalogue.read.tallyOf('example.org')).toMatchObject({ fetches: 1, relevant: 0 });
});

test('the reasons of a visit are never those of another visit by the same model', () => {
  const catalogue = newCatalogue();
  const fetchWith = (why: string): number => catalogue.savePage(aPage({ link: 7, why: [why] })).id;
  const judgeAgain = (page: number, at: number): void =>
    catalogue.saveJudgement(page, { score: 0.2, margin: 0, relevant: true, why: ['again'], model: 1, at });
  const reasons = () => catalogue.read.visitsSince(0, 10).map(({ why }) => why);
  judgeAgain(fetchWith('first'), 10);
  const page = fetchWith('second');
  expect(reasons()).toEqual([[], ['second']]);
  judgeAgain(page, 20);
  expect(reasons()).toEqual([[], ['second']]);
});

test('pages to judge are those with a stored response, by id, while they are being judged', () => {
  const catalogue = newCatalogue();
  const stored: number[] = [];
  for (let i = 0; i < 1203; i++) {
    const warc = i % 3 === 0 ? undefined : { file: 'a.warc.gz', offset: i, length: 9 };
    const { id } = catalogue.savePage(aPage({ warc }));
    if (warc) stored.push(id);
  }
  const seen: number[] = [];
  for (const { id, warc, score } of catalogue.read.pagesToJudge()) {
    expect([warc.offset, score]).toEqual([id - 1, 0.25]);
    seen.push(id);
    catalogue.saveJudgement(id, { score: 0.75, margin: 0, relevant: true, why: [], model: 1, at: 1 });
  }
  expect(seen).toEqual(stored);
  expect(catalogue.read.tallyOf('example.org')).toMatchObject({ pages: 1203, relevant: 802 });
});

test('models are returned with their description', () => {
  const catalogue = newCatalogue();
  catalogue.saveModel({ version: 0, at: 1, recipe: 'lund/svm', detail: { examples: 40 } });
  catalogue.saveModel({ version: 1, at: 2, recipe: 'lund/svm' });
  expect(catalogue.read.models()).toEqual([
    { version: 0, at: 1, recipe: 'lund/svm', detail: { examples: 40 } },
    { version: 1, at: 2, recipe: 'lund/svm' },
  ]);
});

test('of many faults the latest thousand are kept and all are counted, also after a restart', () => {
  const folder = temporaryFolder();
  const db = openIn(folder);
  const before = new SqliteCatalogue(db);
  for (let i = 0; i < 1500; i++)
    before.saveFault({ at: i, part: 'judge', url: `http://example.org/${i}`, message: `fault ${i}` });
  db.close();
  const after = new SqliteCatalogue(openIn(folder));
  after.saveFault({ at: 1500, part: 'strategy', message: 'x'.repeat(1_000_000) });
  expect(after.read.faultCounts()).toEqual([
    { part: 'judge', count: 1500 },
    { part: 'strategy', count: 1 },
  ]);
  const kept = after.read.faults(10_000);
  expect(kept).toHaveLength(1000);
  expect(kept[0]!.message.length).toBeLessThan(10_000);
  expect(kept[1]).toEqual({ at: 1499, part: 'judge', url: 'http://example.org/1499', message: 'fault 1499' });
});
