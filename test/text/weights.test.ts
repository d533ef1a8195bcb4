import { describe, expect, test } from 'vitest';
import { ForageError } from '../../src/errors.ts';
import { termCosine } from '../../src/text/term-cosine.ts';
import { emptyVector, vectorOf } from '../../src/text/vectors.ts';
import { Vocabulary } from '../../src/text/vocabulary.ts';
import { idf, smoothIdf, type Weighting, weigher, weightings } from '../../src/text/weights.ts';

// Four documents; n and occurrences: crawler 2, 5; web 4, 4; spider 1, 1; sums 7 and 10.
const vocabulary = new Vocabulary();
vocabulary.learn(['crawler', 'web', 'crawler', 'crawler']);
vocabulary.learn(['crawler', 'web', 'crawler']);
vocabulary.learn(['web', 'spider']);
vocabulary.learn(['web']);
const page = vocabulary.counts(['crawler', 'crawler', 'spider', 'web', 'web', 'web', 'web']);

/** Weights of crawler (2 times), web (4 times), spider (once). */
function weighed(name: Weighting): number[] {
  const { indices, values } = weigher(name, vocabulary)(page);
  return [0, 1, 2].map((term) => values[indices.indexOf(term)] ?? 0);
}

describe('weightings match hand calculations', () => {
  test.each<[Weighting, number[]]>([
    ['binary', [1, 1, 1]],
    ['count', [2, 4, 1]],
    ['max-tf', [0.5, 1, 0.25]],
    ['log-tf', [1.693147, 2.386294, 1]],
    ['tf-idf', [0.346574, 0, 0.346574]], // ½ ln 2, 1 · ln 1, ¼ ln 4
    ['log-tf-idf', [2.55805, 2.386294, 1.916291]], // 1.693147 · (1 + ln 5/3), 2.386294 · 1, 1 + ln 5/2
    ['tf-log2-idf', [2, 0, 2]], // 2 · log2 2, 4 · log2 1, 1 · log2 4
    ['frequencies', [5.5, 6.8, 1.7]], // γ = 7/10: 2 + 0.7 · 5, 4 + 0.7 · 4, 1 + 0.7 · 1
  ])('%s', (name, expected) => {
    const found = weighed(name);
    for (let i = 0; i < 3; i++) expect(found[i]).toBeCloseTo(expected[i]!, 5);
  });

  test('frequencies of the CINDI thesis: RDF + γ·RKF on the sums of its Table 6', () => {
    // Summed over its 24 words and both classes: RDF 502, RKF 1,777, so γ = 502/1777 = 0.28250. By hand:
    // comput 108 + γ·664, film 17 + γ·105, system 58 + γ·139.
    const rdf = [108, 17, 58];
    const rkf = [664, 105, 139];
    const weights = weigher('frequencies', {
      documents: 300,
      documentFrequency: (term) => rdf[term]!,
      collectionFrequency: (term) => rkf[term]!,
      totalDocumentFrequency: 502,
      totalCollectionFrequency: 1777,
    });
    const { values } = weights(
      vectorOf([
        [0, 9],
        [1, 1],
        [2, 2],
      ]),
    );
    expect([...values].map((value) => +value.toFixed(3))).toEqual([295.579, 46.662, 97.267]);
  });

  test('an empty page has no weights in any weighting', () => {
    for (const name of weightings) expect(weigher(name, vocabulary)(emptyVector)).toEqual(emptyVector);
  });

  test('an unknown weighting, or one without its vocabulary, is refused', () => {
    expect(() => weigher('tfidf' as Weighting, vocabulary)).toThrow(/choose from binary/);
    expect(() => weigher('tf-idf')).toThrow(ForageError);
    expect(() => weigher('frequencies', new Vocabulary())).toThrow(/contains documents/);
    expect(() => weigher('count')(vectorOf([[1, 2]]))).not.toThrow();
  });

  test('idf is defined for terms in no document and for an empty collection', () => {
    expect(idf(100, 10)).toBeCloseTo(Math.LN10, 12);
    expect(idf(100, 0)).toBeCloseTo(4.60517, 5);
    expect(idf(0, 0)).toBe(0);
    expect(idf(5, 9)).toBe(0);
    expect(smoothIdf(0, 0)).toBe(1);
    expect(smoothIdf(9, 4)).toBeCloseTo(1.693147, 6);
  });
});

// Worked examples for four terms from the description of the genre crawler.
describe('cosine over given terms', () => {
  test.each([
    [[3, 1, 0, 0], undefined, 0.63246],
    [[6, 2, 0, 0], undefined, 0.63246],
    [[5, 0, 0, 0], undefined, 0.5],
    [[2, 2, 0, 0], undefined, Math.SQRT1_2],
    [[3, 1, 0, 0], [2, 1, 1, 1], 0.80778],
    [[1, 1, 1, 1], undefined, 1],
    [[0, 0, 0, 0], undefined, 0],
    [[], undefined, 0],
    [[1, 2], [0, 0], 0],
  ])('counts %j with idf %j → %f', (counts, weights, expected) => {
    expect(termCosine(counts, weights)).toBeCloseTo(expected, 5);
  });

  test('invalid counts are refused', () => {
    expect(() => termCosine([1, Number.NaN])).toThrow(ForageError);
    expect(() => termCosine([-1])).toThrow(ForageError);
    expect(() => termCosine([1, 2], [1])).toThrow(/as many idf/);
  });
});
