/** Proposed anchor lists, with rates and G² calculated by hand. */
import { expect, it } from 'vitest';
import { type JudgedLink, proposeAnchors } from '../../src/strategy/anchor-proposals.ts';

const times = (n: number, anchor: string, fromRelevant: boolean, succeeded: boolean): JudgedLink[] =>
  Array.from({ length: n }, () => ({ anchor, fromRelevant, succeeded }));

it('anchors that fail on relevant pages are pruned, those that succeed on others are extracted', () => {
  const { prune, extract, fromRelevant, fromOthers } = proposeAnchors([
    ...times(10, 'Login', true, false),
    ...times(2, 'log-in page', true, false),
    ...times(20, 'Comets', true, true),
    ...times(10, 'Sports', true, false),
    ...times(8, 'Sports', true, true),
    ...times(10, 'Research groups', false, true),
    ...times(2, 'research group', false, true),
    ...times(1, 'Rare', false, true),
    ...times(60, 'Home', false, false),
  ]);
  expect(fromRelevant).toEqual({ links: 50, succeeded: 28 });
  expect(fromOthers).toEqual({ links: 73, succeeded: 13 });
  // The ratio of Login: (0.5/11) / (28.5/51).
  expect(prune.map(({ anchor, links, succeeded }) => [anchor, links, succeeded])).toEqual([['Login', 10, 0]]);
  expect(prune[0]!.ratio).toBeCloseTo(0.5 / 11 / (28.5 / 51), 10);
  expect(extract.map(({ anchor, links, succeeded }) => [anchor, links, succeeded])).toEqual([
    ['Research groups', 12, 12],
  ]);
});

it('each text of several links to one page counts, and a limit keeps the most certain', () => {
  const links = [
    ...times(20, 'Login · Sign in', true, false),
    ...times(10, 'Help', true, false),
    ...times(30, 'Comets', true, true),
  ];
  expect(proposeAnchors(links).prune.map(({ anchor }) => anchor)).toEqual(['Login', 'Sign in', 'Help']);
  expect(proposeAnchors(links, { limit: 1 }).prune.map(({ anchor }) => anchor)).toEqual(['Login']);
});

it('no links give no proposals', () => {
  expect(proposeAnchors([])).toMatchObject({ prune: [], extract: [] });
});
