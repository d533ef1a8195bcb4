/** Where each link waits: the decision table at the head of two-queues.ts, row by row. */
import { describe, expect, it } from 'vitest';
import { anchorLists } from '../../src/strategy/anchor-inspection.ts';
import { inspectLinks } from '../../src/strategy/link-inspection.ts';
import type { Ranked, Strategy } from '../../src/strategy/strategy.ts';
import { queues, type TwoQueuesSettings, twoQueues } from '../../src/strategy/two-queues.ts';
import { linkTo, pageOf } from '../page-of.ts';
import { visitOf } from './visit-of.ts';

const settings: TwoQueuesSettings = {
  inSite: 'ranked',
  leftovers: 'last',
  documents: 'first',
  inspectUrls: true,
  inspectAnchors: true,
  siteExit: { afterPages: 200, minShare: 0.05 },
};
const rules = { maxLevels: 7, stopDirectories: new Set(['calendar']), departments: new Set(['cs']) };
const anchors = anchorLists({ prune: ['login'], extract: ['research'] });

const page = pageOf({
  url: 'http://www.uni.edu/index.html',
  links: [
    linkTo('http://www.uni.edu/calendar/may.html', 'Research in May'),
    linkTo('http://www.uni.edu/a/b/c/d/e/f/g/h/', 'Research'),
    linkTo('http://www.uni.edu/photo.jpg', 'Research'),
    linkTo('http://www.uni.edu/thesis.pdf', 'Research'),
    linkTo('http://www.uni.edu/login.html', 'Login'),
    linkTo('http://www.uni.edu/owls.html', 'Owls'),
    linkTo('http://www.uni.edu/research.html', 'Research'),
    linkTo('http://cs.other.edu/', 'Owls'),
    linkTo('http://other.edu/', 'Research'),
  ],
});

type Given = Partial<Parameters<typeof visitOf>[0]> & { layer: number; signals?: Record<string, number> };

const rank = (strategy: Strategy, { layer, signals = {}, ...given }: Given): Ranked[] => [
  ...(strategy.visit(
    visitOf({
      page,
      signals: {
        layer,
        layer2In: Number.NaN,
        layer2Out: Number.NaN,
        ...signals,
        links: inspectLinks(page, rules, anchors),
      },
      judgement: { score: 0, relevant: layer === 1, why: [] },
      via: { id: 1, url: page.url, anchor: '', priority: queues.high, depth: 1 },
      ...given,
    }),
  ) as Iterable<Ranked>),
];
const placesOf = (ranked: Ranked[]): (string | number)[] =>
  ranked.map(({ refuse, priority }) => refuse ?? priority);
const { documents, ownSite, high, low, unlisted, last } = queues;
const refused = ['stop directory', 'too many directory levels', 'format not wanted'];

describe('links wait', () => {
  it.each([
    ['of a page on the topic', 1, [documents, last, high, high, high, high]],
    ['of a page that leads to it', 2, [last, unlisted, unlisted, low, high, low]],
    ['of any other page', 0, [last, last, last, last, high, last]],
  ])('%s, as the table says', (_, layer, expected) => {
    expect(placesOf(rank(twoQueues(settings), { layer }))).toEqual([...refused, ...expected]);
  });

  it('with links of the same site first, if sites are completed one by one', () => {
    const strategy = twoQueues({ ...settings, inSite: 'first' });
    expect(placesOf(rank(strategy, { layer: 1 })).slice(3)).toEqual([
      documents,
      last,
      ownSite,
      ownSite,
      high,
      high,
    ]);
    expect(placesOf(rank(strategy, { layer: 2 })).slice(3)).toEqual([
      last,
      unlisted,
      unlisted,
      ownSite,
      high,
      low,
    ]);
  });

  it('nowhere, if leftovers are refused', () => {
    const strategy = twoQueues({ ...settings, leftovers: 'refuse' });
    expect(placesOf(rank(strategy, { layer: 2 })).slice(3)).toEqual([
      'layer 2, document',
      'layer 2, anchor not in list',
      'layer 2, anchor not in list',
      low,
      high,
      low,
    ]);
  });

  it.each([
    ['on the topic', 1, 'layer 1'],
    ['that leads to it', 2, 'layer 2'],
    ['of any other kind', 0, 'neither layer'],
  ])('in the high queue to a department, from a page %s', (_, layer, from) => {
    const [, , , , , , , department] = rank(twoQueues(settings), { layer });
    expect(department).toMatchObject({ priority: high, ...(layer !== 1 && { why: `${from}, department` }) });
  });

  it('in the last queue to documents that cannot be read, also from pages on the topic', () => {
    const papers = pageOf({
      url: 'http://www.uni.edu/',
      links: ['ps', 'ps.gz', 'dvi', 'ppt', 'pdf', 'doc'].map((ending) =>
        linkTo(`http://www.uni.edu/thesis.${ending}`, 'Research'),
      ),
    });
    const signals = {
      layer: 1,
      layer2In: Number.NaN,
      layer2Out: Number.NaN,
      links: inspectLinks(papers, rules, anchors),
    };
    const visit = visitOf({ page: papers, signals, judgement: { score: 1, relevant: true, why: [] } });
    const ranked = [...(twoQueues(settings).visit(visit) as Iterable<Ranked>)];
    expect(placesOf(ranked)).toEqual([last, last, last, last, documents, documents]);
  });

  it('by their layer only, without inspections', () => {
    const strategy = twoQueues({
      ...settings,
      inspectUrls: false,
      inspectAnchors: false,
      documents: 'as pages',
    });
    expect(placesOf(rank(strategy, { layer: 1 }))).toEqual(page.links.map(() => high));
    expect(placesOf(rank(strategy, { layer: 2 }))).toEqual(page.links.map(() => low));
  });
});

describe('what is learnt', () => {
  const away = (url: string, from: number | undefined = 1) => ({
    id: 9,
    url,
    anchor: '',
    priority: high,
    depth: 1,
    ...(from === undefined ? {} : { from }),
  });
  const learning: TwoQueuesSettings = {
    ...settings,
    learnStopDirectories: { moreThanSites: 1, minPages: 0 },
    tunnel: { gamma: 0, sites: 1, after: 1 },
  };
  const fromLow = { via: { id: 1, url: page.url, anchor: '', priority: low, depth: 1 } };
  /** −105 against −100: neither by the plain test; with γ = 0 everything passes the tunnel. */
  const neither = { layer: 0, signals: { layer2In: -105, layer2Out: -100 } };

  it('unproductive sites are left permanently', () => {
    const strategy = twoQueues(settings);
    rank(strategy, { layer: 0, page: pageOf({ url: 'http://other.edu/' }) });
    rank(strategy, { layer: 0, host: () => ({ pages: 200, relevant: 9 }) });
    expect(strategy.admits!(away('http://www.uni.edu/x'))).toBe('site below 5 % after 200 pages');
    expect(strategy.admits!(away('http://other.edu/x'))).toBeUndefined();
  });

  it('directory names stop links, but not seeds', () => {
    const strategy = twoQueues(learning);
    for (const site of ['a.org', 'b.org']) {
      rank(strategy, { layer: 0, page: pageOf({ url: `http://${site}/alumni/x.html` }) });
    }
    expect(strategy.admits!(away('http://c.org/alumni/'))).toBe('stop directory, learnt');
    expect(
      strategy.admits!({ id: 1, url: 'http://c.org/alumni/', anchor: '', priority: 1000, depth: 0 }),
    ).toBeUndefined();
  });

  it('a page counts as leading in the tunnel, from a page out of the low queue to a site with a relevant one', () => {
    const strategy = twoQueues(learning);
    const placeOfResearch = (given: Given): number => rank(strategy, given)[6]!.priority;
    expect(placeOfResearch(neither)).toBe(last);
    expect(placeOfResearch({ ...neither, ...fromLow })).toBe(low);
    expect(rank(strategy, neither)[6]!.why).toBe('layer 2 by tunnel');
    rank(strategy, { layer: 1, host: () => ({ pages: 3, relevant: 2 }) });
    expect(placeOfResearch(neither)).toBe(low);
    rank(strategy, { layer: 1, host: () => ({ pages: 1, relevant: 1 }) });
    expect(placeOfResearch(neither)).toBe(last);
  });

  it('state is saved once, and a restored strategy ranks and refuses like the first', () => {
    const strategy = twoQueues(learning);
    rank(strategy, { ...neither, ...fromLow, host: () => ({ pages: 300, relevant: 0 }) });
    for (const site of ['a.org', 'b.org']) {
      rank(strategy, { layer: 0, page: pageOf({ url: `http://${site}/alumni/x.html` }) });
    }
    const saved = structuredClone(strategy.save!());
    expect(saved).toBeDefined();
    expect(strategy.save!()).toBeUndefined();
    const restored = twoQueues(learning);
    restored.restore!(saved);
    expect(placesOf(rank(restored, neither))).toEqual(placesOf(rank(strategy, neither)));
    expect(rank(restored, neither)[6]!.priority).toBe(low);
    for (const url of ['http://www.uni.edu/x', 'http://c.org/alumni/', 'http://c.org/x']) {
      expect(restored.admits!(away(url))).toBe(strategy.admits!(away(url)));
    }
  });
});
