/** The five queue policies on visits made by hand, against the table of the thesis (queue policies PS to PFS-2). */
import { describe, expect, it } from 'vitest';
import {
  levelsOf,
  type SiblingPromotionSettings,
  siblingPromotion,
} from '../../src/strategy/sibling-promotion.ts';
import { linkTo, pageOf } from '../page-of.ts';
import { visitOf } from './visit-of.ts';

const settings: SiblingPromotionSettings = {
  queue: 'FS-2',
  changeThreshold: 0.2,
  merge: 'latest',
  siblings: 'all',
  ties: 'first',
  levels: 'path',
  maxLevels: 7,
  maxLinks: 200,
};

function visited(
  given: Partial<SiblingPromotionSettings>,
  score: number,
  more: { seed?: boolean; relevant?: boolean; urls?: string[] } = {},
) {
  const { seed = false, relevant = false, urls = ['http://h.test/a', 'http://h.test/b'] } = more;
  const via = {
    id: 9,
    url: 'http://h.test/',
    anchor: '',
    priority: 0,
    depth: 1,
    ...(seed ? {} : { from: 1 }),
  };
  const strategy = siblingPromotion({ ...settings, ...given });
  return [
    ...strategy.visit(
      visitOf({
        page: pageOf({ links: urls.map((url) => linkTo(url)) }),
        judgement: { score, relevant, why: [] },
        via,
      }),
    ),
  ].map((one) =>
    'siblings' in one ? `siblings ${one.siblings} ${one.merge}` : (one.refuse ?? one.priority),
  );
}

describe('a queue policy', () => {
  it.each([
    ['PS', 0.1, [0.1, 0.1]],
    ['PS', 0.5, [0.5, 0.5]],
    ['FS-1', 0.1, [0, 0, 'siblings 0.1 latest']],
    ['FS-1', 0.5, [0, 0, 'siblings 0.5 latest']],
    ['FS-2', 0.1, [0, 0]],
    ['FS-2', 0.5, [0, 0, 'siblings 0.5 latest']],
    ['PFS-1', 0.1, [0.1, 0.1, 'siblings 0.1 latest']],
    ['PFS-1', 0.5, [0.5, 0.5, 'siblings 0.5 latest']],
    ['PFS-2', 0.1, [0, 0]],
    ['PFS-2', 0.5, [0.5, 0.5, 'siblings 0.5 latest']],
  ] as const)('%s passes on a score of %d as in the table', (queue, score, given) => {
    expect(visited({ queue }, score)).toEqual(given);
  });

  it('decides among links without a score by its rule for ties', () => {
    const urls = ['http://h.test/a', 'http://h.test/b', 'http://h.test/c'];
    const order = (ties: SiblingPromotionSettings['ties']): string =>
      (visited({ ties }, 0.1, { urls }) as number[])
        .map((priority, i) => ({ priority, name: 'abc'[i]! }))
        .sort((one, other) => other.priority - one.priority)
        .map(({ name }) => name)
        .join('');
    expect(order('first')).toBe('abc');
    expect(order('last')).toBe('cba');
    expect(order('place')).toBe('abc');
    expect(order('random')).not.toBe('abc'); // by the hashes of these three URLs
    for (const priority of visited({ ties: 'random' }, 0.1, { urls }) as number[])
      expect(priority).toBeLessThan(1e-8);
  });

  it('counts levels along the links of a site, or by the path of a URL', () => {
    const strategy = siblingPromotion({ ...settings, levels: 'links', maxLevels: 2 });
    const visit = (carry: number | undefined, url: string) => {
      const via = { id: 9, url: 'http://h.test/', anchor: '', priority: 0, depth: 1, from: 1, carry };
      const page = pageOf({ url: 'http://h.test/', links: [linkTo(url)] });
      const given = visitOf({ page, judgement: { score: 0, relevant: false, why: [] }, via });
      return [...strategy.visit(given)][0] as { carry?: number; refuse?: string };
    };
    expect(visit(undefined, 'http://h.test/a/b/c/d')).toMatchObject({ carry: 1 });
    expect(visit(1, 'http://h.test/a')).toMatchObject({ carry: 2 });
    expect(visit(2, 'http://h.test/a')).toMatchObject({ refuse: 'below level 2 of its site' });
    expect(visit(2, 'http://other.test/a')).toMatchObject({ carry: 0 });
  });

  it('includes the threshold itself', () => {
    expect(visited({}, 0.2)).toContain('siblings 0.2 latest');
    expect(visited({}, 0.1999)).toEqual([0, 0]);
  });

  it('can require that the judge counts the page instead', () => {
    expect(visited({ changeThreshold: 'relevant' }, 0.9)).toEqual([0, 0]);
    expect(visited({ changeThreshold: 'relevant' }, 0.1, { relevant: true })).toContain(
      'siblings 0.1 latest',
    );
  });

  it('lets no seed promote', () => {
    expect(visited({ queue: 'PFS-1' }, 0.9, { seed: true })).toEqual([0.9, 0.9]);
  });

  it('requests the index of in-links only if it promotes siblings', () => {
    expect(siblingPromotion({ ...settings, queue: 'PS' }).usesInlinks).toBe(false);
    expect(siblingPromotion(settings).usesInlinks).toBe(true);
  });
});

describe('the limits of a site', () => {
  it('refuse links beyond the first maxLinks of a page', () => {
    const urls = ['http://h.test/1', 'http://h.test/2', 'http://h.test/3'];
    expect(visited({ maxLinks: 2 }, 0, { urls })).toEqual([0, 0, 'after the first 2 links of its page']);
  });

  it('refuse URLs with too many levels, which do not use up the limit', () => {
    const urls = ['http://h.test/1/2/3', 'http://h.test/1/2/'];
    expect(visited({ maxLevels: 2, maxLinks: 1 }, 0, { urls })).toEqual(['below level 2 of its site', 0]);
  });

  it.each([
    ['http://h.test/', 0],
    ['http://h.test', 0],
    ['http://h.test/a.html', 1],
    ['http://h.test/courses/db/', 2],
    ['http://h.test/courses/db/index.html?x=/a/b', 3],
    ['http://h.test//a//b', 2],
  ])('count %s as %d levels', (url, levels) => {
    expect(levelsOf(url)).toBe(levels);
  });
});
