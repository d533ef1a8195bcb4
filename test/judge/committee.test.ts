/** The committee with each kind of input, and what it refuses. */
import { describe, expect, it } from 'vitest';
import { Committee, type CommitteeModel, committeeJudge } from '../../src/judge/committee.ts';
import { EvidenceReader, type PageEvidence } from '../../src/judge/page-evidence.ts';
import { fitCommittee, keywordWeight } from '../../src/judge/training/committee.ts';
import { fitApart } from '../../src/judge/training/fit-apart.ts';
import { Random } from '../../src/learn/random.ts';
import { pageOf } from '../page-of.ts';

const birds = 'feather wing nest beak plumage migration egg flight song perch'.split(' ');
const trains = 'rail engine station track signal coach tunnel platform ticket steam'.split(' ');
const filler = 'year people small part often large group place known called early late'.split(' ');
const keywords = [
  { term: 'feather', weight: 1 },
  { term: 'nest', weight: 1 },
];
const reader = new EvidenceReader(keywords, 'en');

/** A page of sixty words, a quarter of them of its subject, some of any other. */
function pageAbout(subject: readonly string[], seed: number) {
  const random = new Random(seed);
  const text = Array.from({ length: 60 }, (_, i) => {
    const other = [birds, trains, filler][random.below(3)]!;
    const list = i % 4 === 0 ? subject : i % 10 === 1 ? other : filler;
    return list[random.below(list.length)];
  }).join(' ');
  return pageOf({ url: `http://example.test/${seed}`, title: `Page ${seed}`, text });
}
const evidenceOf = (subject: readonly string[], seed: number): PageEvidence =>
  reader.read(pageAbout(subject, seed));
const examples = (relevant: number, irrelevant: number): CommitteeModel['examples'] => [
  ...Array.from({ length: relevant }, (_, i) => ({
    url: `b${i}`,
    evidence: evidenceOf(birds, i),
    relevant: true,
  })),
  ...Array.from({ length: irrelevant }, (_, i) => ({
    url: `t${i}`,
    evidence: evidenceOf(trains, 100 + i),
    relevant: false,
  })),
];
const lesson = { keywords, language: 'en', crawled: [], pages: 0, seed: 1 };
const crawled = (about: readonly string[], from: number, n: number) =>
  Array.from({ length: n }, (_, i) => evidenceOf(about, from + i));

/** As a crawl meets them: birds and trains in turns. */
const mixed = Array.from({ length: 100 }, (_, i) => evidenceOf(i % 2 === 0 ? birds : trains, 800 + i));

/** Keywords alone, fitted as in a crawl of a hundred pages. */
function fittedTo(met: readonly PageEvidence[]): CommitteeModel {
  let model = fitCommittee({ ...lesson, examples: [] });
  for (const pages of [25, 50, 100])
    model = fitCommittee({ ...lesson, examples: [], crawled: met.slice(0, pages), pages, before: model });
  return model;
}

function calledBy(model: CommitteeModel): { relevant: number; others: number } {
  const committee = new Committee(model);
  const isCalled = mixed.map((evidence) => committee.ofEvidence(evidence).probability >= 0.5);
  return {
    relevant: isCalled.filter((called, i) => called && i % 2 === 0).length,
    others: isCalled.filter((called, i) => called && i % 2 === 1).length,
  };
}

describe('a committee', () => {
  it('of both kinds of examples tells unseen pages apart, with reasons in words', () => {
    const model = fitCommittee({ ...lesson, examples: examples(10, 30) });
    expect(model.basis).toBe('both');
    const judge = committeeJudge(JSON.parse(JSON.stringify(model)), { threshold: 0.5 });
    const bird = judge.judge(pageAbout(birds, 500));
    expect(bird.relevant).toBe(true);
    expect(bird.why.join('; ')).toMatch(/\+\d\.\d+ feather ×\d.*for its text; most by/);
    expect(judge.judge(pageAbout(trains, 501)).relevant).toBe(false);
    expect(judge.scoreText('plumage')).toBeGreaterThan(0.5);
    expect(judge.scoreText('engine')).toBeLessThan(0.5);
    expect(judge.scoreText('')).toBe(0.5);
  });

  it('weighs the keywords by how well they tell held-out examples apart beside the text', () => {
    const random = new Random(5);
    const labels = Array.from({ length: 120 }, (_, i) => i < 20);
    const noise = labels.map(() => 4 * random.next() - 2);
    const clear = labels.map((label) => (label ? 3 : 0) + 2 * random.next() - 1);
    expect(keywordWeight(clear, noise, labels)).toBeLessThan(0.5);
    expect(keywordWeight(noise, clear, labels)).toBeGreaterThan(0.5);
  });

  it('of relevant examples alone goes by likeness, then by what the crawl meets', () => {
    const given = examples(5, 0);
    const before = fitCommittee({ ...lesson, examples: given });
    expect(before.likeness).toBeDefined();
    const met = [...crawled(trains, 200, 40), ...crawled(birds, 300, 10)];
    const after = fitCommittee({ ...lesson, examples: given, crawled: met, pages: 50, before });
    expect(after.text).toBeDefined();
    const committee = new Committee(after);
    // Pages of the subject almost without keywords: the text has to find them.
    const mean = (about: readonly string[]): number =>
      [600, 601, 602, 603, 604].reduce(
        (sum, seed) => sum + committee.ofPage(pageAbout(about, seed)).text! / 5,
        0,
      );
    expect(mean(birds.slice(3))).toBeGreaterThan(mean(trains) + 0.5);
  });

  it('of relevant examples alone likes the words that they share, before any page is crawled', () => {
    const judge = committeeJudge(fitCommittee({ ...lesson, examples: examples(5, 0) }), { threshold: 0.5 });
    expect(judge.scoreText('plumage')).toBeGreaterThan(0.55);
    expect(judge.scoreText('engine')).toBe(0.5);
    expect(judge.judge(pageAbout(birds, 500)).score).toBeGreaterThan(
      judge.judge(pageAbout(trains, 501)).score,
    );
  });

  it('compares an example with the others alone when it says how alike they are', () => {
    const strangers = ['eins zwei drei', 'rot blau gelb', 'nord ost west'].map((text, i) => ({
      url: `s${i}`,
      evidence: reader.read(pageOf({ url: `http://example.test/s${i}`, title: '', text })),
      relevant: true,
    }));
    expect(fitCommittee({ ...lesson, examples: strangers }).likeness!.median).toBe(1e-6);
  });

  it('of relevant examples and a title goes by the text first, and ranks links by the best fifth', () => {
    const met = [...crawled(trains, 200, 45), ...crawled(birds, 300, 5)];
    const given = { ...lesson, fromTitle: true, examples: examples(5, 0), crawled: met, pages: 50 };
    const model = fitCommittee(given);
    expect(model.mix).toMatchObject({ keywords: 0.5, text: 1 });
    expect(model.fromTitle).toBe(true);
    const committee = new Committee(model);
    const guides = met.map((evidence) => committee.ofEvidence(evidence).guide);
    expect(guides.slice(45).filter((guide) => guide >= 0.5).length).toBeGreaterThanOrEqual(4);
    expect(guides.filter((guide) => guide >= 0.5).length).toBeLessThanOrEqual(11);
  });

  it('refuses a fit that ranks the given examples worse than the keywords do, and says so', () => {
    // The examples are full of keywords and otherwise about trains, which the crawl is full of.
    const given = [1, 2, 3].map((seed) => ({
      url: `g${seed}`,
      evidence: { ...evidenceOf(trains, seed), counts: [40, 40] },
      relevant: true,
    }));
    const met = Array.from({ length: 60 }, (_, i) => ({
      ...evidenceOf(i < 12 ? birds : trains, 700 + i),
      counts: i < 12 ? [30, 30] : [i % 3 === 0 ? 1 : 0, 0],
    }));
    const before = fitCommittee({ ...lesson, examples: [] });
    const fitted = fitCommittee({ ...lesson, examples: given, crawled: met, pages: 6000, before });
    expect(fitted.said).toMatch(/^A fit to 6000 pages was refused: .* above \d+ % of the crawled pages, by/);
    expect(fitted.mix.text).toBe(0);
  });

  it('of keywords alone is standardised over the crawled pages', () => {
    const before = fitCommittee({ ...lesson, examples: [] });
    const met = [...crawled(trains, 200, 40), ...crawled(birds, 300, 5)];
    const after = fitCommittee({ ...lesson, examples: [], crawled: met, pages: 45, before });
    expect(after.basis).toBe('keywords');
    expect(after.view.pages).toBe(45);
    // Of pages without keywords, which most crawled ones are, nothing is left to be said.
    const committee = new Committee(after);
    const score = (counts: number[]): number =>
      committee.ofEvidence({ ...evidenceOf(filler, 9), counts }).keywords;
    expect(score([0, 0])).toBeLessThan(0);
    expect(score([3, 2])).toBeGreaterThan(1.5);
    expect(score([3, 2])).toBeGreaterThan(score([1, 0]));
  });

  it('of keywords alone calls relevant pages so, also where most of the crawl is relevant', () => {
    // Two of three pages have both keywords two to seven times, the others at most one of them, once.
    const isRelevant = (i: number): boolean => i % 3 !== 0;
    const met = Array.from({ length: 100 }, (_, i): PageEvidence => {
      const count = isRelevant(i) ? 2 + ((7 * i) % 6) : 0;
      const counts = isRelevant(i) ? [count, count] : [i % 2, 0];
      return { ...evidenceOf(filler, 800 + i), counts, cosine: isRelevant(i) ? 0.05 + count / 50 : 0.02 };
    });
    const committee = new Committee(fittedTo(met));
    const called = [...met.keys()].filter((i) => committee.ofEvidence(met[i]!).probability >= 0.5);
    expect(called).toEqual([...met.keys()].filter(isRelevant));
  });

  it('of keywords alone calls nothing where no page has more than a trace of them', () => {
    const met = Array.from({ length: 100 }, (_, i) => ({
      ...evidenceOf(filler, 800 + i),
      counts: [i % 2, i % 3 === 0 ? 1 : 0],
      cosine: (i % 6) / 300,
    }));
    const committee = new Committee(fittedTo(met));
    expect(met.filter((evidence) => committee.ofEvidence(evidence).probability >= 0.5)).toEqual([]);
  });

  it('calls about as many pages after a first label as before it', () => {
    const before = fittedTo(mixed);
    const without = calledBy(before);
    for (const relevant of [true, false]) {
      const evidence = evidenceOf(relevant ? birds : trains, 700);
      const labelled = [{ url: 'x', evidence, relevant, isLabelled: true }];
      const after = calledBy(
        fitCommittee({ ...lesson, examples: labelled, crawled: mixed, pages: 100, before }),
      );
      expect(Math.abs(after.relevant - without.relevant)).toBeLessThanOrEqual(5);
      expect(Math.abs(after.others - without.others)).toBeLessThanOrEqual(5);
    }
  });

  it('judges by the keywords as before after a label or two that come before the first fit', () => {
    const before = fitCommittee({ ...lesson, examples: [] });
    const label = (relevant: boolean, seed: number) => ({
      ...{ url: `x${seed}`, evidence: evidenceOf(relevant ? birds : trains, seed), relevant },
      isLabelled: true,
    });
    const without = calledBy(before);
    expect(without.relevant).toBeGreaterThanOrEqual(40);
    for (const labels of [[label(true, 700)], [label(false, 701)], [label(true, 700), label(true, 702)]]) {
      const met = mixed.slice(0, 20);
      const after = fitCommittee({ ...lesson, examples: labels, crawled: met, pages: 20, before });
      expect(calledBy(after)).toEqual(without);
    }
  });

  it('is the same fitted in a thread of its own', async () => {
    const given = { ...lesson, examples: examples(5, 25) };
    expect((await fitApart(given)).model).toEqual(fitCommittee(given));
  });
});
