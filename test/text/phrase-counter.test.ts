/** Words and phrases counted in one pass; expected counts by hand. */
import { expect, it } from 'vitest';
import { PhraseCounter, phraseForm } from '../../src/text/phrase-counter.ts';

const count = (phrases: string[], text: string, keepForms = false): number[] => {
  const form = phraseForm({ keepForms });
  return [...new PhraseCounter(phrases.map(form)).count(form(text))];
};

it('counts a phrase everywhere, also within a longer one', () => {
  expect(
    count(['vector', 'vector model', 'model'], 'The vector model is a model. Vectors. One vector.'),
  ).toEqual([3, 1, 2]);
});

it('normalises text and phrases alike: case, accents, stop words, stems', () => {
  expect(count(['add to', 'Exams', 'café'], 'Add it to your cart. An EXAM and two cafes.')).toEqual([
    1, 1, 1,
  ]);
});

it('compares unstemmed words if stemming is off', () => {
  expect(count(['exams', 'exam'], 'exam, exam, exams', true)).toEqual([1, 2]);
});

it('finds overlapping phrases, and a phrase that starts again after a partial match', () => {
  expect(count(['red red blue'], 'red red red blue')).toEqual([1]);
  expect(count(['red blue', 'blue red'], 'red blue red')).toEqual([1, 1]);
});

it('never finds a phrase of stop words only', () => {
  expect(count(['of the', 'tree'], 'the top of the tree')).toEqual([0, 1]);
});
