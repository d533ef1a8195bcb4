import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Vectoriser } from '../../src/learn/vectoriser.ts';
import { termReader } from '../../src/text/terms.ts';
import { norm } from '../../src/text/vectors.ts';

const texts = [
  "The inhaler's price: asthma patients don't pay; ASTHMA, asthma-free!",
  'Asthma patients pay for naïve café inhalers, 20 of them.',
  'In 北京大学 学生 of Ünïcode and İstanbul; rock ’n’ roll isn’t asthma',
  '北京大学 的 学生 rock and roll, Ünïcode, İstanbul, isn’t it? สวัสดีชาวโลก',
  'สวัสดีชาวโลก inhalers 20',
];
const pieces = fc.oneof(
  fc.constantFrom(...texts.flatMap((text) => text.split(' '))),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.constantFrom("'", '’', '\n', '\u212a', 'x\u0301', '\ud800', '𝒳'),
);
const mixture = fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join(' '));

describe.each([
  { lettersOnly: true, stopWords: 'none', stem: 'none' },
  { lettersOnly: false, stopWords: 'usual', stem: 'full' },
  { lettersOnly: false, stopWords: 'none', stem: 'none' },
] as const)('with $lettersOnly, $stopWords, $stem', (settings) => {
  const vectoriser = Vectoriser.fit(texts, { ...settings, minDocuments: 1 });
  const terms = termReader(settings);

  test('counting without strings gives the same counts as the term reader', () => {
    fc.assert(
      fc.property(mixture, fc.constantFrom(' ', ''), (text, glue) => {
        const whole = text.split(' ').join(glue) + texts[0];
        expect(vectoriser.counts(whole)).toEqual(vectoriser.vocabulary.counts(terms(whole)));
      }),
      { numRuns: 300 },
    );
  });
});

test('weights are (1 + ln tf) times smooth idf at unit length, as calculated by hand', () => {
  // Two documents; "asthma" in both: idf 1 + ln(3/3) = 1; "inhaler" in one: 1 + ln(3/2). Asked: asthma ×2, inhaler.
  const vectoriser = Vectoriser.fit(['asthma inhaler', 'asthma'], { minDocuments: 1, stem: 'none' });
  const vector = vectoriser.vector('asthma inhaler asthma');
  const [asthma, inhaler] = [1 + Math.LN2, 1 + Math.log(1.5)];
  const length = Math.hypot(asthma, inhaler);
  expect(vectoriser.term(vector.indices[0]!)).toBe('asthma');
  expect([...vector.values]).toEqual([
    expect.closeTo(asthma / length, 12),
    expect.closeTo(inhaler / length, 12),
  ]);
  expect(norm(vector)).toBeCloseTo(1, 12);
});

test('a hundred thousand unknown words are ignored', () => {
  const vectoriser = Vectoriser.fit(['asthma inhaler'], { minDocuments: 1 });
  for (let round = 0; round < 3; round++) {
    const words = Array.from({ length: 100_000 }, (_, i) => `w${round}x${i}`).join(' ');
    expect([...vectoriser.counts(`${words} asthma`).values]).toEqual([1]);
  }
});

test('unknown settings and a damaged record are refused', () => {
  expect(() => Vectoriser.fit(texts, { weighting: 'gold' } as never)).toThrow(
    expect.objectContaining({ code: 'INPUT_INVALID' }),
  );
  for (const bad of [null, {}, { settings: { weighting: 'gold' }, vocabulary: {} }]) {
    expect(() => Vectoriser.fromJSON(bad)).toThrow(expect.objectContaining({ code: 'MODEL_INVALID' }));
  }
});

test('texts that share no term give no vocabulary', () => {
  expect(() => Vectoriser.fit(['one two', 'three four'], { stopWords: 'none' })).toThrow(
    expect.objectContaining({ code: 'TRAINING' }),
  );
});
