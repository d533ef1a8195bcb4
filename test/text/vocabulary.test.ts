import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Vocabulary } from '../../src/text/vocabulary.ts';

const term = fc.constantFrom('a', 'b', 'c', 'constructor', '__proto__', 'é', '', 'x'.repeat(40));
const documents = fc.array(fc.array(term, { maxLength: 30 }), { maxLength: 20 });

test('numbers follow the order of first occurrence and never change', () => {
  const vocabulary = new Vocabulary();
  vocabulary.learn(['b', 'a', 'b']);
  vocabulary.learn(['c', 'a']);
  expect(['b', 'a', 'c', 'd'].map((t) => vocabulary.number(t))).toEqual([0, 1, 2, undefined]);
  expect(vocabulary.term(2)).toBe('c');
  expect(vocabulary.size).toBe(3);
});

test('counts cover the current document and skip unknown terms', () => {
  const vocabulary = new Vocabulary();
  vocabulary.learn(['x', 'y', 'z']);
  const counts = vocabulary.counts(['z', 'q', 'x', 'z']);
  expect([...counts.indices]).toEqual([0, 2]);
  expect([...counts.values]).toEqual([1, 2]);
  expect(vocabulary.documents).toBe(1);
});

test('frequencies equal naive counts for any documents', () => {
  fc.assert(
    fc.property(documents, (given) => {
      const vocabulary = new Vocabulary();
      for (const document of given) vocabulary.learn(document);
      expect(vocabulary.documents).toBe(given.length);
      let inDocuments = 0;
      for (const t of new Set(given.flat())) {
        const number = vocabulary.number(t)!;
        const holders = given.filter((document) => document.includes(t)).length;
        expect(vocabulary.documentFrequency(number)).toBe(holders);
        expect(vocabulary.collectionFrequency(number)).toBe(
          given.flat().filter((other) => other === t).length,
        );
        inDocuments += holders;
      }
      expect(vocabulary.totalDocumentFrequency).toBe(inDocuments);
      expect(vocabulary.totalCollectionFrequency).toBe(given.flat().length);
    }),
  );
});

test('a vocabulary survives a JSON round trip', () => {
  fc.assert(
    fc.property(documents, (given) => {
      const vocabulary = new Vocabulary();
      for (const document of given) vocabulary.learn(document);
      const again = Vocabulary.fromJSON(JSON.parse(JSON.stringify(vocabulary)));
      expect(again.toJSON()).toEqual(vocabulary.toJSON());
      expect(again.totalCollectionFrequency).toBe(vocabulary.totalCollectionFrequency);
      expect(again.learn(['a', 'new'])).toEqual(vocabulary.learn(['a', 'new']));
    }),
  );
});

test('a full vocabulary adds no terms and keeps counting known ones', () => {
  const vocabulary = new Vocabulary(2);
  vocabulary.learn(['a', 'b', 'c']);
  vocabulary.learn(['c', 'a']);
  expect(vocabulary.size).toBe(2);
  expect(vocabulary.number('c')).toBeUndefined();
  expect(vocabulary.documentFrequency(0)).toBe(2);
  expect(new Vocabulary().learn(['x'.repeat(201), 'a']).indices.length).toBe(1);
});

test('counts survive growth beyond the initial table size', () => {
  const vocabulary = new Vocabulary();
  const many = Array.from({ length: 5000 }, (_, i) => `t${i}`);
  vocabulary.learn([...many, ...many]);
  expect(vocabulary.collectionFrequency(0)).toBe(2);
  expect(vocabulary.collectionFrequency(4999)).toBe(2);
  expect(vocabulary.counts(['t4999']).indices[0]).toBe(4999);
});

test('pruning keeps the terms in enough documents, the most frequent first', () => {
  const vocabulary = new Vocabulary();
  vocabulary.learn(['a', 'b', 'b', 'c']);
  vocabulary.learn(['b', 'c']);
  const pruned = vocabulary.pruned(2);
  expect(pruned.toJSON()).toEqual({
    documents: 2,
    terms: [
      ['b', 2, 3],
      ['c', 2, 2],
    ],
  });
  expect(vocabulary.pruned(1, 1).size).toBe(1);
});

test.each([
  null,
  {},
  { documents: -1, terms: [] },
  { documents: 1, terms: [['a', 1]] },
  { documents: 1, terms: [['a', Number.NaN, 1]] },
  {
    documents: 1,
    terms: [
      ['a', 1, 1],
      ['a', 1, 1],
    ],
  },
  { documents: 1, terms: [['x'.repeat(201), 1, 1]] },
])('an invalid vocabulary is refused with a remedy: %j', (record) => {
  expect(() => Vocabulary.fromJSON(record)).toThrow(/train the model again/);
});
