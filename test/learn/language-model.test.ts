import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LanguageModel } from '../../src/learn/language-model.ts';
import { pack } from '../../src/learn/learner-record.ts';

const sentence = (text: string) => text.split(' ');

describe('a bigram model calculated by hand', () => {
  // Sentences "a b", "a b", "a c". Pairs: <s>a 3, ab 2, ac 1, b</s> 2, c</s> 1; so n₁ = 2, n₂ = 2, n₃ = 1, n₄ = 0,
  // Y = 2/(2 + 4) = 1/3 and the discounts 1 − 2Y·2/2 = 1/3, 2 − 3Y·1/2 = 3/2, 3 − 4Y·0 = 3.
  const model = LanguageModel.fit(['a b', 'a b', 'a c'].map(sentence), 2);
  // One word: by how many different words stand before: a 1 (<s>), b 1 (a), c 1 (a), </s> 2 (b, c); together 5.
  // n₃ = 0, too thin, so ½, 1 and 1½; 3·½ + 1 = 2.5 of 5 goes evenly to a, b, c, </s> and the unknown: 0.1 each.
  const alone = { a: 0.5 / 5 + 0.1, b: 0.5 / 5 + 0.1, c: 0.5 / 5 + 0.1, end: 1 / 5 + 0.1, unknown: 0.1 };
  const handedDownByA = (3 / 2 + 1 / 3) / 3;

  test('unigram probabilities match', () => {
    expect(model.probability('a')).toBeCloseTo(alone.a, 12);
    expect(model.probability('</s>')).toBeCloseTo(alone.end, 12);
    expect(model.probability('zebra')).toBeCloseTo(alone.unknown, 12);
  });

  test('bigram probabilities match', () => {
    expect(model.probability('b', ['a'])).toBeCloseTo((2 - 3 / 2) / 3 + handedDownByA * alone.b, 12);
    expect(model.probability('c', ['a'])).toBeCloseTo((1 - 1 / 3) / 3 + handedDownByA * alone.c, 12);
    // After <s>: a three times, all of it discounted.
    expect(model.probability('a', ['<s>'])).toBeCloseTo(alone.a, 12);
    expect(model.probability('a', ['zebra'])).toBeCloseTo(alone.a, 12);
  });

  test('perplexity matches with and without the unknown word', () => {
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

test('in any context the probabilities of all words sum to 1', () => {
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

/** Chen and Goodman (1999) implemented naively: every count is a pass over all n-grams. */
function plainKneserNey(sentences: readonly string[][], order: number) {
  const rows = sentences.map((words) => ['<s>', ...words, '</s>']);
  const grams = (n: number) =>
    rows.flatMap((row) => row.slice(n - 1).map((_, i) => row.slice(i, i + n).join(' ')));
  const counts = Array.from({ length: order }, (_, i) => {
    const n = i + 1;
    const counted = new Map<string, number>();
    const longer = [...new Set(n < order ? grams(n + 1) : [])].map((gram) =>
      gram.slice(gram.indexOf(' ') + 1),
    );
    for (const gram of n === order ? grams(n) : grams(n).filter((one) => one.startsWith('<s>')))
      counted.set(gram, (counted.get(gram) ?? 0) + 1);
    for (const gram of longer) counted.set(gram, (counted.get(gram) ?? 0) + 1);
    if (n === 1) counted.delete('<s>');
    return counted;
  });
  const discounts = counts.map((counted) => {
    const [one, two, three, four] = [1, 2, 3, 4].map(
      (k) => [...counted.values()].filter((c) => c === k).length,
    );
    const y = one! / (one! + 2 * two!);
    const found = [1 - (2 * y * two!) / one!, 2 - (3 * y * three!) / two!, 3 - (4 * y * four!) / three!];
    return one! * two! * three! > 0 && found.every((d, i) => d >= 0 && d <= i + 1) ? found : [0.5, 1, 1.5];
  });
  const vocabulary = new Set(rows.flat()).size - 1;
  const probability = (word: string, before: readonly string[]): number => {
    const shorter = () => (before.length === 0 ? 1 / (vocabulary + 1) : probability(word, before.slice(1)));
    const start = before.map((one) => `${one} `).join('');
    const here = [...counts[before.length]!].filter(
      ([gram]) => gram.startsWith(start) && gram.split(' ').length === before.length + 1,
    );
    const total = here.reduce((sum, [, count]) => sum + count, 0);
    if (total === 0) return shorter();
    const off = (count: number) => discounts[before.length]![Math.min(count, 3) - 1]!;
    const count = here.find(([gram]) => gram === start + word)?.[1] ?? 0;
    const kept = count > 0 ? count - off(count) : 0;
    return kept / total + (here.reduce((sum, [, one]) => sum + off(one), 0) / total) * shorter();
  };
  return (word: string, before: readonly string[]) =>
    probability(word, before.slice(Math.max(0, before.length - order + 1)));
}

test('every order matches the naive implementation of the formulas', () => {
  fc.assert(
    fc.property(
      texts,
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.oneof(letters, fc.constant('zebra')), { maxLength: 4 }),
      (some, order, before) => {
        const model = LanguageModel.fit(some, order);
        const plain = plainKneserNey(some, order);
        for (const word of ['a', 'b', '</s>', 'zebra']) {
          expect(model.probability(word, ['<s>', ...before])).toBeCloseTo(
            plain(word, ['<s>', ...before]),
            10,
          );
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('a model survives a JSON round trip', () => {
  fc.assert(
    fc.property(texts, texts, (some, others) => {
      const model = LanguageModel.fit(some);
      const again = LanguageModel.fromJSON(JSON.parse(JSON.stringify(model)));
      expect(again.perplexity(others)).toEqual(model.perplexity(others));
    }),
    { numRuns: 30 },
  );
});

test('a longer context distinguishes what a shorter one cannot', () => {
  const lines = ['x a p', 'y a q'].flatMap((line) => Array.from({ length: 5 }, () => sentence(line)));
  const trigram = LanguageModel.fit(lines, 3);
  expect(trigram.probability('p', ['x', 'a'])).toBeGreaterThan(0.6);
  expect(trigram.probability('p', ['y', 'a'])).toBeLessThan(0.3);
  const bigram = LanguageModel.fit(lines, 2);
  expect(bigram.probability('p', ['x', 'a'])).toBe(bigram.probability('p', ['y', 'a']));
});

test('empty training or test text, and a damaged model, are refused', () => {
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
