import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LanguageModel } from '../../src/learn/language-model.ts';
import { pack } from '../../src/learn/learner-record.ts';

const sentence = (text: string) => text.split(' ');

describe('a model of two words, worked by hand', () => {
  // Sentences "a b", "a b", "a c". Pairs: <s>a 3, ab 2, ac 1, b</s> 2, c</s> 1; so n₁ = 2, n₂ = 2, n₃ = 1, n₄ = 0,
  // Y = 2/(2 + 4) = 1/3 and the discounts 1 − 2Y·2/2 = 1/3, 2 − 3Y·1/2 = 3/2, 3 − 4Y·0 = 3.
  const model = LanguageModel.fit(['a b', 'a b', 'a c'].map(sentence), 2);
  // One word: by how many different words stand before: a 1 (<s>), b 1 (a), c 1 (a), </s> 2 (b, c); together 5.
  // n₃ = 0, too thin, so ½, 1 and 1½; 3·½ + 1 = 2.5 of 5 goes evenly to a, b, c, </s> and the unknown: 0.1 each.
  const alone = { a: 0.5 / 5 + 0.1, b: 0.5 / 5 + 0.1, c: 0.5 / 5 + 0.1, end: 1 / 5 + 0.1, unknown: 0.1 };
  const handedDownByA = (3 / 2 + 1 / 3) / 3;

  test('words without a context', () => {
    expect(model.probability('a')).toBeCloseTo(alone.a, 12);
    expect(model.probability('</s>')).toBeCloseTo(alone.end, 12);
    expect(model.probability('zebra')).toBeCloseTo(alone.unknown, 12);
  });

  test('words after another', () => {
    expect(model.probability('b', ['a'])).toBeCloseTo((2 - 3 / 2) / 3 + handedDownByA * alone.b, 12);
    expect(model.probability('c', ['a'])).toBeCloseTo((1 - 1 / 3) / 3 + handedDownByA * alone.c, 12);
    // After <s>: a three times, all of it discounted.
    expect(model.probability('a', ['<s>'])).toBeCloseTo(alone.a, 12);
    expect(model.probability('a', ['zebra'])).toBeCloseTo(alone.a, 12);
  });

  test('perplexity with and without the unknown word', () => {
    // "a zebra": a after <s>, zebra after a, </s> after something unknown.
    const { a } = alone;
    const zebra = handedDownByA * alone.unknown;
    const found = model.perplexity([sentence('a zebra')]);
    expect(found).toMatchObject({ words: 3, unknown: 1 });
    expect(found.withUnknown).toBeCloseTo((a * zebra * alone.end) ** (-1 / 3), 9);
    expect(found.withoutUnknown).toBeCloseTo((a * alone.end) ** (-1 / 2), 9);
  });
});

const letters = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const texts = fc.array(fc.array(letters, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 30 });

test('after any words the probabilities of all words add up to 1', () => {
  fc.assert(
    fc.property(
      texts,
      fc.array(fc.oneof(letters, fc.constant('zebra')), { maxLength: 4 }),
      (some, before) => {
        const model = LanguageModel.fit(some);
        const known = ['a', 'b', 'c', 'd', 'e'].filter((word) => model.knows(word));
        const words = [...known, '</s>', 'zebra'];
        const context = ['<s>', ...before];
        const sum = words.reduce((total, word) => total + model.probability(word, context), 0);
        expect(sum).toBeCloseTo(1, 9);
      },
    ),
  );
});

test('a model is the same after JSON', () => {
  fc.assert(
    fc.property(texts, texts, (some, others) => {
      const model = LanguageModel.fit(some);
      const again = LanguageModel.fromJSON(JSON.parse(JSON.stringify(model)));
      expect(again.perplexity(others)).toEqual(model.perplexity(others));
    }),
    { numRuns: 30 },
  );
});

test('a longer context tells apart what a shorter one cannot', () => {
  const lines = ['x a p', 'y a q'].flatMap((line) => Array.from({ length: 5 }, () => sentence(line)));
  const trigram = LanguageModel.fit(lines, 3);
  expect(trigram.probability('p', ['x', 'a'])).toBeGreaterThan(0.6);
  expect(trigram.probability('p', ['y', 'a'])).toBeLessThan(0.3);
  const bigram = LanguageModel.fit(lines, 2);
  expect(bigram.probability('p', ['x', 'a'])).toBe(bigram.probability('p', ['y', 'a']));
});

test('nothing to learn or to measure, and a damaged model, are refused', () => {
  expect(() => LanguageModel.fit([])).toThrow(expect.objectContaining({ code: 'TRAINING' }));
  expect(() => LanguageModel.fit([[]])).toThrow(expect.objectContaining({ code: 'TRAINING' }));
  expect(() => LanguageModel.fit([['a']], 9)).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }));
  const model = LanguageModel.fit([['a']]);
  expect(() => model.perplexity([])).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }));
  const record = JSON.parse(JSON.stringify(model));
  for (const bad of [
    null,
    {},
    { ...record, counts: 'AA==' },
    { ...record, parents: record.lastWords.values },
    { ...record, parents: pack([]), lastWords: pack([]), counts: pack([]) },
    { ...record, parents: pack([0, -1]), lastWords: pack([0, 0]), counts: pack([0, 1]) },
    { ...record, parents: pack([0, 0]), lastWords: pack([0, 0.5]), counts: pack([0, 1]) },
    { ...record, parents: pack([0, 0]), lastWords: pack([0, 1]), counts: pack([0, -3]) },
    { ...record, parents: pack([0, 0, 0]), lastWords: pack([0, 1, 1]), counts: pack([0, 1, 1]) },
  ]) {
    expect(() => LanguageModel.fromJSON(bad)).toThrow(expect.objectContaining({ code: 'MODEL_INVALID' }));
  }
});
