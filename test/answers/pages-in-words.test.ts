/** Words that counted, thresholds that move, crawls beside each other: all by hand. */
import { expect, it } from 'vitest';
import { comparison } from '../../src/answers/compare.ts';
import { countedWords, markedText } from '../../src/answers/counted-words.ts';
import { thresholdEffect } from '../../src/answers/threshold-effect.ts';

it('the words of the reasons are found in the text by their stems, phrases word by word', () => {
  const words = countedWords([
    '+0.040 barn owl ×2, in title',
    '−0.010 museum ×1',
    '+0.001 from 3 other words',
  ]);
  expect(words).toEqual([
    { word: 'barn owl', value: 0.04, times: 2 },
    { word: 'museum', value: -0.01, times: 1 },
  ]);
  const pieces = markedText('Barn owls, an owl; the Museums of barn owl.', words, 'en');
  expect(pieces.filter(({ counts }) => counts === 'for').map(({ text }) => text)).toEqual([
    'Barn owls',
    'barn owl',
  ]);
  expect(pieces.filter(({ counts }) => counts === 'against').map(({ text }) => text)).toEqual(['Museums']);
  expect(pieces.map(({ text }) => text).join('')).toBe('Barn owls, an owl; the Museums of barn owl.');
});

const page = (id: number, score: number, called: boolean, version = 2) => ({
  id,
  url: `http://a.test/${id}`,
  digest: '',
  title: '',
  score,
  margin: undefined,
  called,
  version,
});

const judge = { threshold: 0.5, version: 2 };

it('another threshold names the pages that change sides, and is held against the labels', () => {
  const pages = [page(1, 0.9, true), page(2, 0.6, true), page(3, 0.4, false), page(4, 0.1, false)];
  const labels = new Map([
    [1, { label: 'relevant' as const }],
    [3, { label: 'relevant' as const }],
    [4, { label: 'not-relevant' as const }],
    [2, { label: 'unsure' as const }],
  ]);
  const lower = thresholdEffect(pages, labels, 0.3, judge);
  expect(lower).toMatchObject({
    called: { before: 2, after: 3, least: 3, most: 3 },
    labels: { right: 2, called: 2, missed: 0, relevant: 2, changed: 1 },
    sentence: 'At 0.30, 1 page more would count as relevant: 3 instead of 2.',
  });
  expect(lower.examples.map(({ id }) => id)).toEqual([3]);
  expect(thresholdEffect(pages, labels, 0.95, judge).sentence).toBe(
    'At 0.95, 2 pages fewer would count as relevant: 0 instead of 2.',
  );
  expect(thresholdEffect(pages, labels, 0.5, judge).sentence).toBe(
    'At 0.50 nothing changes: 2 pages count as relevant.',
  );
});

it('what another threshold would do is a range where pages have scores of earlier versions', () => {
  const pages = [
    page(1, 0.9, true),
    page(2, 0.6, true, 1),
    page(3, 0.4, false, 1),
    page(4, 0.35, false),
    page(5, 0.1, false, 1),
  ];
  const none = new Map();
  // Of version 2, two pages are at 0.30 or above; the three of version 1 may all be, or none.
  expect(thresholdEffect(pages, none, 0.3, judge)).toMatchObject({
    called: { before: 2, after: 4, least: 2, most: 5 },
    byEarlierVersions: 3,
    sentence:
      'At 0.30, 2 pages more would count as relevant by the scores that they have: 4 instead of 2. 3 of 5 scores are from earlier versions of the judge: judged again by version 2, it may be 2 to 5.',
  });
  expect(thresholdEffect(pages, none, 0.95, judge).sentence).toBe(
    'At 0.95, 2 pages fewer would count as relevant by the scores that they have: 0 instead of 2. 3 of 5 scores are from earlier versions of the judge: judged again by version 2, it may be 0 to 3.',
  );
  expect(thresholdEffect(pages, none, 0.61, judge).sentence).toMatch(
    /1 page fewer would count as relevant by the scores that they have: 1 instead of 2\. 3 of 5 .* 1 to 4\.$/,
  );
  expect(thresholdEffect(pages, none, 0.55, judge).sentence).toBe(
    'At 0.55 nothing changes by the scores that the pages have: 2 pages count as relevant. 3 of 5 scores are from earlier versions of the judge: judged again by version 2, it may be 1 to 4.',
  );
  // Nothing is proposed: there is nothing to doubt.
  expect(thresholdEffect(pages, none, 0.5, judge).sentence).toBe(
    'At 0.50 nothing changes: 2 pages count as relevant.',
  );
});

it('crawls are compared at the length of the shorter one, with what both found', () => {
  const crawl = (id: string, curve: [number, number][], finds: string[]) => ({
    id,
    title: id,
    recipe: 'r',
    curve: curve.map(([n, relevant]) => ({ n, relevant })),
    bins: [],
    threshold: undefined,
    finds: new Set(finds),
  });
  const { sentence, crawls, overlaps, shortest } = comparison([
    crawl(
      'a',
      [
        [50, 2],
        [100, 3],
      ],
      ['x', 'y', 'z'],
    ),
    crawl(
      'b',
      [
        [50, 1],
        [100, 1],
        [200, 4],
      ],
      ['y', 'z', 'u', 'v'],
    ),
  ]);
  expect(shortest).toBe(100);
  expect(crawls.map(({ atShortest, alone }) => ({ atShortest, alone }))).toEqual([
    { atShortest: 3, alone: 1 },
    { atShortest: 1, alone: 2 },
  ]);
  // Two of the five pages x y z u v.
  expect(overlaps).toEqual([{ a: 'a', b: 'b', both: 2, share: 0.4 }]);
  expect(sentence).toBe(
    'After 100 requests a has found more: 3 relevant pages, b 1. 2 pages were found by both, 40.0 % of all found by either.',
  );
});
