/** Keywords against a background: standard scores worked out by hand. */
import { describe, expect, it } from 'vitest';
import { fitKeywordView, keywordScore } from '../../src/judge/keyword-view.ts';
import type { KeywordEvidence } from '../../src/judge/page-evidence.ts';
import { EvidenceReader } from '../../src/judge/page-evidence.ts';
import { pageOf } from '../page-of.ts';

const owl = [{ term: 'barn owl', weight: 1 }];
const page = (count: number, words = 100, roots = 90): KeywordEvidence => ({
  counts: [count],
  words,
  roots,
  cosine: 0,
});

describe('the keyword view', () => {
  it('without a background uses fixed scales', () => {
    const model = fitKeywordView(owl, []);
    // ln 3 / √100 = 0.1099; BM25 with a mean of 400 words: 2.2 · 2 / (2 + 1.2 (0.25 + 0.75 / 4)) = 1.7426.
    // (0.1099 − 0.1) / 0.15 = 0.0657; (1.7426 − 1) / 1.5 = 0.4951; half of the sum is 0.2804.
    expect(keywordScore(page(2), model)).toBeCloseTo(0.2804, 3);
  });

  it('is the distance from a background in its standard deviations', () => {
    // Eight pages without the keyword, two with one occurrence: rarity ln(11 / 2.5) = 1.4816.
    const background = [...Array(8).fill(page(0)), page(1), page(1)];
    const model = fitKeywordView(
      owl,
      background.map((evidence) => ({ evidence, weight: 1 })),
    );
    expect(model.weights[0]).toBeCloseTo(1.4816, 4);
    // A value that two of ten pages have, the others 0, is 2 deviations above the mean, in both measures and in their sum.
    expect(keywordScore(page(1), model)).toBeCloseTo(2, 6);
    expect(keywordScore(page(0), model)).toBeCloseTo(-0.5, 6);
  });

  it('lets pages that are probably relevant count little in the background', () => {
    const irrelevant = Array.from({ length: 12 }, (_, i) => ({
      evidence: page(i % 6 === 0 ? 1 : 0),
      weight: 1,
    }));
    const relevant = Array.from({ length: 12 }, () => ({ evidence: page(9), weight: 0.001 }));
    const alone = keywordScore(page(3), fitKeywordView(owl, irrelevant));
    expect(keywordScore(page(3), fitKeywordView(owl, [...irrelevant, ...relevant]))).toBeCloseTo(alone, 0);
  });
});

describe('the evidence of a page', () => {
  const reader = new EvidenceReader(
    ['barn owls', 'pellet'].map((term) => ({ term, weight: 1 })),
    'en',
  );

  it('counts keywords as consecutive stems, and the words that are no stop words', () => {
    const { counts, words, roots } = reader.read(
      pageOf({ title: 'Barn owl', text: 'A barn owl and its pellets. The barn of an owl.' }),
    );
    expect(counts).toEqual([2, 1]);
    // barn, owl three times each, pellet once.
    expect(words).toBe(7);
    expect(roots).toBeCloseTo(2 * Math.sqrt(3) + 1, 9);
  });

  it('lists the distinct terms of text, title and address', () => {
    const { text, title, address } = reader.read(
      pageOf({ url: 'http://www.owls.test/~ann/cs101/Notes.html', title: 'Owls', text: 'owl pellets owl' }),
    );
    expect(text).toBe('owl pellet');
    expect(title).toBe('owl');
    expect(address.split(' ').sort()).toEqual(
      'depth:3 ending:html host:owls host:test path:ann path:html path:notes shape:cs999 tilde'.split(' '),
    );
  });
});
