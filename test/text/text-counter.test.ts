/** Compared with the naive way: terms as strings, each looked up in the vocabulary. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type TermOptions, termReader } from '../../src/text/terms.ts';
import { TextCounter } from '../../src/text/text-counter.ts';
import { Vocabulary } from '../../src/text/vocabulary.ts';

const piece = fc.oneof(
  fc.constantFrom(
    'Asthma',
    'inhalers',
    "don't",
    "dog's",
    'the',
    'naïve',
    'x86',
    '北京大学',
    'สวัสดีชาวโลก',
    'cafe\u0301',
  ),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
);
const text = fc
  .array(fc.tuple(piece, fc.constantFrom(' ', '-', '\n', '')), { maxLength: 25 })
  .map((all) => all.flat().join(''));
const options = fc.constantFrom<Omit<TermOptions, 'limit'>>(
  {},
  { lettersOnly: true, stopWords: 'none', stem: 'none' },
  { stopWords: 'long', fold: true },
  { language: 'fr', minLength: 3 },
);

/** Term by term, since a text with words that need strings may number its terms in another order. */
function frequencies(vocabulary: Vocabulary): Map<string, [number, number]> {
  return new Map(vocabulary.toJSON().terms.map(([term, inDocuments, all]) => [term, [inDocuments, all]]));
}

test('a counter that learns gives the same frequencies as terms read as strings', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 6 }), options, (texts, read) => {
      const [learnt, plain] = [new Vocabulary(), new Vocabulary()];
      const counter = new TextCounter(learnt, read, true);
      const terms = termReader(read);
      for (const one of texts) {
        const counts = counter.count(one);
        expect(counts).toEqual(learnt.counts(terms(one)));
        plain.learn(terms(one));
      }
      expect(frequencies(learnt)).toEqual(frequencies(plain));
      expect(learnt.documents).toBe(plain.documents);
      expect(learnt.totalCollectionFrequency).toBe(plain.totalCollectionFrequency);
      expect(learnt.totalDocumentFrequency).toBe(plain.totalDocumentFrequency);
    }),
  );
});

test('a counter that does not learn does not change its vocabulary', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 4 }), text, options, (texts, asked, read) => {
      const vocabulary = new Vocabulary();
      const terms = termReader(read);
      for (const one of texts) vocabulary.learn(terms(one));
      const before = vocabulary.toJSON();
      expect(new TextCounter(vocabulary, read).count(asked)).toEqual(vocabulary.counts(terms(asked)));
      expect(vocabulary.toJSON()).toEqual(before);
    }),
  );
});

test('a full vocabulary adds no terms, and counting works beyond the initial table size', () => {
  const full = new Vocabulary(2);
  new TextCounter(full, {}, true).count('owl barn barn moon');
  expect(frequencies(full)).toEqual(
    new Map([
      ['owl', [1, 1]],
      ['barn', [1, 2]],
    ]),
  );
  const many = Array.from({ length: 5000 }, (_, i) => `t${i}`).join(' ');
  const wide = new Vocabulary();
  const counter = new TextCounter(wide, {}, true);
  expect(counter.count(`owl ${many}`).indices.length).toBe(5001);
  expect([...counter.count('owl t4999 t4999').values]).toEqual([1, 2]);
});
