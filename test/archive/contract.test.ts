/** The contract that every catalogue fulfils. */
import { describe, expect, test } from 'vitest';
import type { Catalogue } from '../../src/archive/catalogue.ts';
import { MemoryCatalogue } from '../../src/archive/memory-catalogue.ts';
import { aPage, newCatalogue } from './crawl-folder.ts';

describe.each<[string, () => Catalogue]>([
  ['on disk', newCatalogue],
  ['in memory', () => new MemoryCatalogue()],
])('a catalogue %s', (_, make) => {
  test('returns a page as it was saved', () => {
    const catalogue = make();
    const page = aPage({
      digest: 'd'.repeat(64),
      fingerprint: '0123456789abcdef',
      relevant: true,
      why: ['asthma ×7'],
      via: 17,
      warc: { file: 'a.warc.gz', offset: 5, length: 12 },
      model: 3,
    });
    const { id, seq } = catalogue.savePage(page);
    expect(catalogue.read.pageById(id)).toEqual({ ...page, id, n: 1, visit: seq, called: true });
    expect(catalogue.read.pageById(id + 1)).toBeUndefined();
  });

  test('gives a link that is fetched again its former id and a later sequence number', () => {
    const catalogue = make();
    const first = catalogue.savePage(aPage({ link: 7, status: 503, outcome: 'http 503', kind: undefined }));
    const other = catalogue.savePage(aPage({ link: 8 }));
    const again = catalogue.savePage(aPage({ link: 7, relevant: true }));
    const third = catalogue.savePage(aPage({ link: 9 }));
    expect([first.id, other.id, again.id, third.id]).toEqual([1, 2, 1, 3]);
    expect([first.seq, other.seq, again.seq, third.seq]).toEqual([1, 2, 3, 4]);
    expect(catalogue.read.pageById(1)).toMatchObject({ outcome: 'page', visit: 3, n: 3, model: 0 });
    expect(catalogue.read.tallyOf('example.org')).toEqual({
      fetches: 3,
      pages: 3,
      relevant: 1,
      bytes: 3000,
      errors: 0,
    });
  });

  test('counts pages, relevant pages, bytes and errors of a host, and keeps its rules one by one', () => {
    const catalogue = make();
    expect(catalogue.read.host('a.example')).toBeUndefined();
    expect(catalogue.read.tallyOf('a.example')).toBeUndefined();
    catalogue.saveLedger({ host: 'a.example', at: 2, kind: 'robots' });
    catalogue.saveHostRules('a.example', { robotsText: 'User-agent: *', robots: { a: [1] }, robotsAt: 3 }, 3);
    catalogue.saveHostRules('a.example', { delayMs: 1500, politeness: { why: 'crawl-delay' } }, 4);
    catalogue.savePage(aPage({ host: 'a.example', relevant: true }));
    catalogue.savePage(aPage({ host: 'a.example', status: undefined, kind: undefined, bytes: undefined }));
    expect(catalogue.read.host('a.example')).toEqual({
      name: 'a.example',
      firstSeen: 2,
      fetches: 2,
      pages: 1,
      relevant: 1,
      bytes: 1000,
      errors: 1,
      delayMs: 1500,
      robotsText: 'User-agent: *',
      robots: { a: [1] },
      robotsAt: 3,
      politeness: { why: 'crawl-delay' },
    });
  });

  test('finds the original of a duplicate and of a near one, until the original changes', () => {
    const catalogue = make();
    const [digest, fingerprint] = ['ab'.repeat(32), 'f0e1d2c3b4a59687'];
    const original = catalogue.savePage(aPage({ link: 50, digest, fingerprint })).id;
    catalogue.savePage(aPage({ digest, fingerprint, outcome: 'duplicate', duplicateOf: original }));
    expect(catalogue.findByDigest(digest)).toBe(original);
    expect(catalogue.findNear('f0e1d2c3b4a59680')).toEqual({ page: original, distance: 3 });
    expect(catalogue.findNear('f0e1d2c3b4a59680', 2)).toBeUndefined();
    catalogue.savePage(aPage({ link: 50, digest: 'cd'.repeat(32), fingerprint: '0f1e2d3c4b5a6978' }));
    expect(catalogue.findByDigest(digest)).toBeUndefined();
    expect(catalogue.findNear(fingerprint)).toBeUndefined();
    expect(catalogue.findByDigest('cd'.repeat(32))).toBe(original);
  });

  test('finds the back-links of a page, and their siblings', () => {
    const catalogue = make();
    catalogue.keepBacklinks();
    const save = (link: number, via: number | undefined, ...to: number[]): number => {
      const { id } = catalogue.savePage(aPage({ link, url: `http://example.org/${link}`, via }));
      catalogue.saveLinks(id, [
        { url: 'mailto:x', fate: 'not an address' },
        ...to.map((target) => ({ to: target, url: '', anchor: `to ${target}` })),
      ]);
      return id;
    };
    const finder = save(901, undefined, 9, 2);
    save(902, finder, 1, 3);
    save(903, finder, 1, 4, 1);
    save(904, finder, 1, 5);
    save(1, finder, 1, 6);
    expect(catalogue.read.siblingsOf(1)).toEqual([9, 2, 3, 4, 5]);
    // The latest two that hold it are 904 and its own page, which is left out.
    expect(catalogue.read.siblingsOf(1, 2)).toEqual([9, 2, 5]);
    expect(catalogue.read.siblingsOf(77)).toEqual([]);
    expect(catalogue.read.inlinksOf(3)).toEqual([
      { from: 2, fromUrl: 'http://example.org/902', anchor: 'to 3' },
    ]);
    expect(catalogue.read.inlinksOf(1, 3).map(({ from }) => from)).toEqual([2, 3, 3]);
    // Fetched again, a page keeps its place in the order, and holds what it holds now.
    save(902, finder, 1, 8);
    expect(catalogue.read.inlinksOf(3)).toEqual([]);
    expect(catalogue.read.inlinksOf(1).map(({ from }) => from)).toEqual([2, 3, 3, 4, 5]);
    expect(catalogue.read.siblingsOf(1)).toEqual([9, 2, 8, 4, 5]);
  });

  test('judges a page again and corrects the tallies', () => {
    const catalogue = make();
    const { id, seq } = catalogue.savePage(aPage({ score: 0.9, relevant: true, why: ['old'] }));
    catalogue.savePage(aPage({ relevant: true }));
    catalogue.saveJudgement(id, { score: 0.1, margin: -2, relevant: false, why: ['new'], model: 2, at: 77 });
    expect(catalogue.read.pageById(id)).toMatchObject({
      score: 0.1,
      margin: -2,
      relevant: false,
      why: ['new'],
      model: 2,
      judgedAt: 77,
      visit: seq,
    });
    expect(catalogue.read.tallyOf('example.org')).toMatchObject({ fetches: 2, pages: 2, relevant: 1 });
    const judgement = { score: 1, margin: 1, relevant: true, why: [], model: 2, at: 78 };
    expect(() => catalogue.saveJudgement(99, judgement)).toThrow('no page 99');
  });

  test('knows the latest model and all faults by part', () => {
    const catalogue = make();
    expect(catalogue.read.latestModel()).toBeUndefined();
    catalogue.saveModel({ version: 0, at: 1, recipe: 'best-first' });
    catalogue.saveModel({ version: 2, at: 3, recipe: 'best-first' });
    catalogue.saveModel({ version: 1, at: 2, recipe: 'best-first' });
    expect(catalogue.read.latestModel()).toBe(2);
    for (const part of ['reader', 'judge', 'strategy', 'judge'])
      catalogue.saveFault({ at: 1, part, message: 'no' });
    expect(catalogue.read.faultCounts()).toEqual([
      { part: 'judge', count: 2 },
      { part: 'reader', count: 1 },
      { part: 'strategy', count: 1 },
    ]);
  });

  test('keeps the last label of each person, under a number that rises with every answer', () => {
    const catalogue = make();
    for (const link of [1, 2]) catalogue.savePage(aPage({ link, relevant: false }));
    const say = (page: number, by: string, label: 'relevant' | 'not-relevant' | 'unsure') =>
      catalogue.saveLabel({ page, label, drawn: 'called', by, at: 1 });
    const changes = [
      say(2, 'bob', 'relevant'),
      say(1, 'bob', 'relevant'),
      say(1, 'ann', 'unsure'),
      say(1, 'ann', 'not-relevant'),
    ];
    expect(changes).toEqual([1, 1, 0, -1]);
    expect(catalogue.read.labels().map(({ seq, page, by, label }) => [seq, page, by, label])).toEqual([
      [1, 2, 'bob', 'relevant'],
      [2, 1, 'bob', 'relevant'],
      [4, 1, 'ann', 'not-relevant'],
    ]);
    expect(() => say(99, 'ann', 'relevant')).toThrow('no page 99');
  });

  test('counts a page by the latest answer of a person, whatever the judge says before and after', () => {
    const catalogue = make();
    const [{ id }, near] = [
      catalogue.savePage(aPage({ link: 1, relevant: true, score: 0.9 })),
      catalogue.savePage(aPage({ link: 2, relevant: false, outcome: 'near-duplicate', nearDuplicateOf: 1 })),
    ];
    const label = { drawn: 'chosen', by: 'ann', at: 1 } as const;
    const judge = (relevant: boolean, model: number) =>
      catalogue.saveJudgement(id, { score: 0.5, margin: 0, relevant, why: [], model, at: 2 });
    const state = () => {
      const { relevant, called, answer } = catalogue.read.pageById(id)!;
      return { relevant, called, answer, counted: catalogue.read.tallyOf('example.org')!.relevant };
    };
    catalogue.saveLabel({ ...label, page: id, label: 'not-relevant' });
    expect(state()).toEqual({ relevant: false, called: true, answer: false, counted: 0 });
    judge(false, 2);
    catalogue.saveLabel({ ...label, page: id, label: 'relevant', at: 3 });
    expect(state()).toEqual({ relevant: true, called: false, answer: true, counted: 1 });
    catalogue.savePage(aPage({ link: 1, relevant: false, score: 0.1 }));
    expect(state()).toEqual({ relevant: true, called: false, answer: true, counted: 1 });
    // The text of a near-duplicate counts with the page that it copies.
    expect(catalogue.saveLabel({ ...label, page: near.id, label: 'relevant' })).toBe(0);
    catalogue.saveLabel({ ...label, page: id, label: 'unsure' });
    expect(state()).toEqual({ relevant: false, called: false, answer: undefined, counted: 0 });
  });

  test('stores notes by value', () => {
    const { meta } = make();
    const counts = { pages: 1 };
    meta.set('counts', counts);
    counts.pages = 2;
    meta.set('stop', undefined);
    meta.setState('strategy', { weights: Float64Array.of(1, 2) });
    expect(meta.get('counts')).toEqual({ pages: 1 });
    expect(meta.get('stop')).toBeNull();
    expect(meta.get('never')).toBeUndefined();
    expect(meta.getState('strategy')).toEqual({ weights: Float64Array.of(1, 2) });
    expect(meta.getState('never')).toBeUndefined();
  });
});
