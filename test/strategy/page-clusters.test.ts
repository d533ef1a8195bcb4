/** Page clusters: relevant pages separate, new pages by their neighbours. */
import { describe, expect, it } from 'vitest';
import { centroid, trainCentroid } from '../../src/judge/centroid.ts';
import { Random } from '../../src/learn/random.ts';
import { type ClusteredText, type ClusterSettings, PageClusters } from '../../src/strategy/page-clusters.ts';

const settings: ClusterSettings = {
  clustering: 'k-means',
  clusters: 3,
  minClusters: 2,
  maxClusters: 20,
  idf: 'background',
  seed: 1,
};

const labelled = (pages: readonly ClusteredText[]) =>
  pages.map(({ text, wanted }) => ({ text, relevant: wanted }));

/** Three subjects with distinct words, and one word in all. */
const subjects = {
  comets: ['comet tail orbit', 'comet orbit sun', 'comet sun tail', 'comet orbit tail sun'],
  roses: ['rose thorn garden', 'rose garden petal', 'rose petal thorn', 'rose garden thorn petal'],
  ships: ['ship sail harbour', 'ship harbour anchor', 'ship anchor sail', 'ship sail harbour anchor'],
};
const pages = Object.entries(subjects).flatMap(([subject, texts]) =>
  texts.map((text) => ({ text: `${text} welcome`, wanted: subject === 'comets' })),
);

describe('k-means over pages', () => {
  const clusters = PageClusters.train(pages, settings);

  it('puts the relevant pages in cluster 0, and the others by their words', () => {
    expect(clusters.count).toBe(3);
    expect(clusters.members.slice(0, 4)).toEqual([0, 0, 0, 0]);
    const [roses, ships] = [clusters.members.slice(4, 8), clusters.members.slice(8)];
    expect(new Set(roses).size).toBe(1);
    expect(new Set(ships).size).toBe(1);
    expect(new Set([0, roses[0], ships[0]]).size).toBe(3);
  });

  it('assigns a new page to the majority cluster of its neighbours', () => {
    const cluster = (text: string) => clusters.clusterOf(clusters.compare(text), 5);
    expect(cluster('a comet and its tail')).toBe(0);
    expect(cluster('petal and thorn')).toBe(clusters.members[4]);
    expect(cluster('an anchor')).toBe(clusters.members[8]);
  });

  it('a page unlike all of them is not assigned to the relevant cluster', () => {
    expect(clusters.clusterOf(clusters.compare('xyzzy'), 5)).not.toBe(0);
    expect(clusters.clusterOf(clusters.compare(''), 5)).not.toBe(0);
  });

  it('a held-out page is assigned to its own cluster', () => {
    expect(clusters.agreement(3)).toBe(1);
  });

  it('similarity to the mean of the relevant pages is 0 without a shared word, 1 for the mean itself', () => {
    expect(clusters.likeness('rose')).toBe(0);
    expect(clusters.likeness('')).toBe(0);
    const twins = PageClusters.train(
      [
        { text: 'comet orbit', wanted: true },
        { text: 'rose', wanted: false },
      ],
      { ...settings, clusters: 5 },
    );
    expect(twins.likeness('orbit comet')).toBeCloseTo(1, 12);
  });

  it.each([
    ['comet', Math.SQRT1_2],
    ['comet guitar', 0.5],
    ['comet guitar piano violin trumpet drum', 0.288675],
  ])('all words of a page count in its length: "%s"', (text, byHand) => {
    // Without idf the mean of "comet orbit" is (1, 1), so n different words, one of them "comet", give 1 / √(2n).
    const training = [
      { text: 'comet orbit', wanted: true },
      { text: 'rose garden', wanted: false },
    ];
    const plain = PageClusters.train(training, { ...settings, idf: 'none' });
    expect(plain.likeness(text)).toBeCloseTo(byHand, 6);
    const judge = centroid(trainCentroid(labelled(training), { idf: 'none', language: 'en' }).record, {
      threshold: 0.2,
    });
    expect(plain.likeness(text)).toBe(judge.scoreText(text));
  });

  it('survives a JSON round trip', () => {
    const again = PageClusters.fromJSON(JSON.parse(JSON.stringify(clusters)));
    for (const text of ['comet thorn', 'harbour', 'sun sail welcome']) {
      const compared = again.compare(text);
      expect(compared).toEqual(clusters.compare(text));
      expect(again.clusterOf(compared, 5)).toBe(clusters.clusterOf(compared, 5));
    }
    expect(() => PageClusters.fromJSON({ members: [] })).toThrow(/train it again/);
  });

  it('is deterministic for a given seed', () => {
    expect(PageClusters.train(pages, settings).members).toEqual(clusters.members);
  });

  it('needs a relevant page, and another page', () => {
    expect(() => PageClusters.train(pages.slice(4), settings)).toThrow(/relevant pages/);
    expect(() => PageClusters.train(pages.slice(0, 1), settings)).toThrow(/at least two/);
  });
});

describe('relevant pages only', () => {
  const plain: ClusterSettings = { ...settings, idf: 'none' };
  const comets = ['comet tail', 'comet orbit', 'comet'].map((text) => ({ text, wanted: true }));
  const clusters = PageClusters.train(comets, plain);
  const cluster = (text: string) => clusters.clusterOf(clusters.compare(text), 5);

  it('a page is relevant if it is as similar to their mean as they are to each other, otherwise it is another page', () => {
    // Without idf: "comet tail" against the mean of the other two, (2, 0, 1)/2: 2/√2/√5 = 0.632, the lowest of three.
    // The mean of all is (3, 1, 1)/3: "tail" has 1/√11 = 0.302, "comet rose" 3/√2/√11 = 0.640.
    expect(clusters.count).toBe(2);
    expect(cluster('comet rose')).toBe(0);
    expect(cluster('comet rose garden')).toBe(1);
    expect(cluster('tail')).toBe(1);
    expect(cluster('xyzzy')).toBe(1);
    expect(clusters.agreement(5)).toBe(1);
  });

  it('survives a JSON round trip', () => {
    const again = PageClusters.fromJSON(JSON.parse(JSON.stringify(clusters)));
    expect(again.count).toBe(2);
    expect(again.clusterOf(again.compare('tail'), 5)).toBe(1);
    expect(again.groups(1)).toEqual([
      { pages: 3, wanted: 3, words: ['comet'] },
      { pages: 0, wanted: 0, words: [] },
    ]);
  });
});

describe('X-means over pages', () => {
  it.each([5, 8])('finds %i subjects, plus or minus one, among pages with thousands of words', (subjects) => {
    const texts = planted(subjects);
    const clusters = PageClusters.train(texts, { ...xMeans, minClusters: 1 });
    expect(clusters.count).toBeGreaterThanOrEqual(subjects - 1);
    expect(clusters.count).toBeLessThanOrEqual(subjects + 1);
    // Pages of a subject are together, relevant and others.
    const pairs = texts.flatMap((one, i) =>
      texts.flatMap((other, j) => (i < j && one.subject === other.subject ? [[i, j] as const] : [])),
    );
    const together = pairs.filter(([i, j]) => clusters.members[i] === clusters.members[j]);
    expect(together.length / pairs.length).toBeGreaterThan(0.9);
  });

  it('finds one where there is one subject, and keeps to the limits it is given', () => {
    expect(PageClusters.train(planted(1), { ...xMeans, minClusters: 1 }).count).toBe(1);
    expect(PageClusters.train(planted(1), { ...xMeans, minClusters: 3 }).count).toBe(3);
    expect(PageClusters.train(planted(5), { ...xMeans, maxClusters: 3 }).count).toBe(3);
  });

  it('pages without a word in common are one cluster', () => {
    const strangers = ['comet', 'rose', 'ship'].map((text, i) => ({ text, wanted: i === 0 }));
    expect(PageClusters.train(strangers, xMeans).members).toEqual([0, 0, 0]);
  });
});

const xMeans: ClusterSettings = { ...settings, clustering: 'x-means', idf: 'examples' };

/**
 * 24 pages a subject, 300 words each: 15 % of the subject (a vocabulary of 400), 20 % that only this page has, the rest
 * from 2,000 words of all; all with frequencies like those of natural language. Every fourth page is relevant.
 */
function planted(subjects: number): (ClusteredText & { subject: number })[] {
  const random = new Random(1);
  const drawn = (name: string, words: number): string =>
    name + spelt(Math.min(words, Math.floor((words + 1) ** random.next())));
  return Array.from({ length: 24 * subjects }, (_, page) => {
    const subject = page % subjects;
    const words = Array.from({ length: 300 }, () => {
      const part = random.next();
      if (part < 0.15) return drawn(`subject${spelt(subject)}x`, 400);
      return part < 0.35 ? drawn(`page${spelt(page)}x`, 15) : drawn('common', 2000);
    });
    return { text: words.join(' '), wanted: page % 4 === 0, subject };
  });
}

/** A number in letters, since digits are no words. */
const spelt = (number: number): string =>
  String(number).replace(/\d/g, (digit) => 'bcdfghjklm'[Number(digit)]!);
