/** Page clusters: relevant pages separate, new pages by their neighbours. */
import { describe, expect, it } from 'vitest';
import { centroid, trainCentroid } from '../../src/judge/centroid.ts';
import { type ClusteredText, type ClusterSettings, PageClusters } from '../../src/strategy/page-clusters.ts';

const settings: ClusterSettings = {
  clustering: 'k-means',
  clusters: 3,
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

  it('needs pages of both kinds', () => {
    expect(() => PageClusters.train(pages.slice(0, 4), settings)).toThrow(/both/);
    expect(() => PageClusters.train(pages.slice(4), settings)).toThrow(/relevant pages/);
  });
});

describe('X-means over pages', () => {
  it('finds the number of clusters, relevant and other pages mixed', () => {
    const mixed = pages.map((page, i) => ({ ...page, wanted: i % 4 === 0 }));
    const clusters = PageClusters.train(mixed, { ...settings, clustering: 'x-means', idf: 'examples' });
    expect(clusters.count).toBeGreaterThan(1);
    const shared = clusters.members.filter((_, i) => mixed[i]!.wanted);
    expect(clusters.members.some((member, i) => !mixed[i]!.wanted && shared.includes(member))).toBe(true);
  });
});
