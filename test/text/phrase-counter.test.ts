/** Words and phrases counted in one pass; expected counts by hand. */
import { expect, it } from 'vitest';
import { PhraseCounter, type PhraseForm, phraseForm } from '../../src/text/phrase-counter.ts';

const count = (phrases: string[], text: string, given: PhraseForm = {}): number[] => {
  const form = phraseForm(given);
  return [...new PhraseCounter(phrases.map(form)).count(form(text))];
};

it('counts a phrase everywhere, also within a longer one', () => {
  expect(
    count(['vector', 'vector model', 'model'], 'The vector model is a model. Vectors. One vector.'),
  ).toEqual([3, 1, 2]);
});

it('normalises text and phrases alike: case, accents, stop words, plurals', () => {
  expect(count(['add to', 'Exams', 'café'], 'Add it to your cart. An EXAM and two cafes.')).toEqual([
    1, 1, 1,
  ]);
});

it('does not take words with the same Porter stem for each other, unless asked to', () => {
  const [terms, text] = [['objectives', 'organization'], 'an object, two organs'] as const;
  expect(count([...terms], text)).toEqual([0, 0]);
  expect(count([...terms], text, { stem: 'full' })).toEqual([1, 1]);
});

it('finds singular and plural of Portuguese and Spanish words, with and without accents', () => {
  const pt = { language: 'pt' };
  const text = 'A informação e as informações, informacao e informacoes';
  for (const term of ['informação', 'informações', 'informacao', 'informacoes'])
    expect(count([term], text, pt), term).toEqual([4]);
  const es = { language: 'es' };
  for (const term of ['información', 'informacion', 'informaciones'])
    expect(count([term], 'La información y las informaciones; informacion', es), term).toEqual([3]);
  expect(count(['cafe'], 'un café, des cafés', { language: 'fr' })).toEqual([2]);
});

// "Programa" is a genre term of syllabi, "programação" their content (de Assis, UFMG, 2008, sections 3.1 and 4.1.3: words are
// compared without accents, capitals and stop words, and not by stem).
it('does not take Portuguese words with the same stem for each other, unless asked to', () => {
  const [terms, text] = [['programa', 'bancos de dados'], 'A programação e as bancas de dados'] as const;
  expect(count([...terms], text, { language: 'pt' })).toEqual([0, 0]);
  expect(count([...terms], text, { language: 'pt', stem: 'full' })).toEqual([1, 1]);
  expect(count([...terms], 'Programas: questões de banco de dados', { language: 'pt' })).toEqual([1, 1]);
  expect(count(['questão'], 'questoes, questao, questões', { language: 'pt' })).toEqual([3]);
});

it('finds a term with a number or a single letter', () => {
  expect(count(['cs 101', 'vitamin c'], 'CS 101: vitamin C, vitamin D')).toEqual([1, 1]);
});

it('compares unstemmed words if stemming is off', () => {
  expect(count(['exams', 'exam'], 'exam, exam, exams', { stem: 'none' })).toEqual([1, 2]);
});

it('finds overlapping phrases, and a phrase that starts again after a partial match', () => {
  expect(count(['red red blue'], 'red red red blue')).toEqual([1]);
  expect(count(['red blue', 'blue red'], 'red blue red')).toEqual([1, 1]);
});

it('never finds a phrase of stop words only', () => {
  expect(count(['of the', 'tree'], 'the top of the tree')).toEqual([0, 1]);
});
