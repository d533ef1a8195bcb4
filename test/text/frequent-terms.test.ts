/** Term lists from example texts; frequencies counted by hand. */
import { expect, it } from 'vitest';
import { frequentTerms, generateTerms } from '../../src/text/frequent-terms.ts';

const terms = (...given: Parameters<typeof frequentTerms>) =>
  frequentTerms(...given).map(({ term, count, texts }) => `${term} ${count}/${texts}`);

it('the most frequent terms of one to three words come first, ties in alphabetical order', () => {
  // syllabus 3, exam 2 (in two texts), everything else once.
  const texts = ['syllabus: exams', 'syllabus. exam. syllabus'];
  expect(terms(texts, 3)).toEqual(['syllabus 3/2', 'exam 2/2']);
});

it('a term with 75 % of its occurrences in a longer one is dropped in favour of it', () => {
  // retrieval 4, three of them in "information retrieval"; information 5, three of them there.
  const text =
    'information retrieval. Information retrieval! information retrieval; retrieval. information. information.';
  expect(terms([text], 9)).toEqual(['information 5/1', 'information retrieval 3/1']);
});

it('content terms exclude the genre terms', () => {
  const genre = ['syllabus, exam; botany.', 'Exams. Syllabus. Chemistry.'];
  const relevant = ['Syllabus. Exam. Database. Databases.', 'The syllabus. Exam. SQL. Database. SQL.'];
  const kinds = frequentTerms(genre, 2).map(({ term }) => term);
  expect(kinds.toSorted()).toEqual(['exam', 'syllabus']);
  expect(terms(relevant, 2, kinds)).toEqual(['database 3/2', 'sql 2/1']);
});

it('a long text dominates by occurrences and not by texts', () => {
  const texts = ['rose. rose. rose. rose. tree.', 'tree.', 'tree.'];
  expect(terms(texts, 1)).toEqual(['rose 4/1']);
  expect(terms(texts, 1, [], { by: 'texts' })).toEqual(['tree 3/3']);
});

it('no term crosses the end of a sentence or a line', () => {
  const text = 'data. mining\ndata mining\ndata; mining';
  // data 3, mining 3, together once.
  expect(terms([text], 9)).toEqual(['data 3/1', 'mining 3/1', 'data mining 1/1']);
});

it('numbers and single letters are not terms', () => {
  expect(terms(['1996 1996 1996. x x x. fall 1996'], 9)).toEqual(['fall 1/1']);
});

it('a term is shown in its most frequent form', () => {
  expect(terms(['Exams. exams. exam.'], 1)).toEqual(['exams 3/1']);
  expect(terms(['Exams. exams. exam.'], 2, [], { stem: 'none' })).toEqual(['exams 2/1', 'exam 1/1']);
});

it('stop words are removed before words are joined, so the term is found in pages', () => {
  expect(terms(['theory of computation. theory of computation'], 9)).toEqual(['theory computation 2/1']);
});

it('no texts give no terms', () => {
  expect(frequentTerms([], 10)).toEqual([]);
});

// De Assis (UFMG, 2008), GenerateTerms with NG = 4: of the genre texts syllabus 4, hours 3, office 3, office hours 3;
// of the relevant ones less these database 2, sql 1.
it('the words of a genre phrase are not content terms', () => {
  const genre = [
    'Office hours. Office hours. Syllabus. Syllabus. Syllabus. Botany.',
    'Office hours. Syllabus. Law.',
  ];
  const relevant = [
    'Office hours. Office hours. Syllabus. Database.',
    'Office hours. Office hours. Database. SQL.',
  ];
  const lists = generateTerms({ relevant, genre }, { genre: 4, content: 3 });
  expect([lists.genre, lists.content].map((list) => list.map(({ term }) => term))).toEqual([
    ['syllabus', 'office hours', 'botany', 'law'],
    ['database', 'sql'],
  ]);
});

// In all of three texts and none of three others: G² = 2·(3·ln 2 + 3·ln 2) = 8.3; a word of all six has 0, one that the
// others have more often counts against itself.
it('by contrast, words that the other texts have as well are no terms', () => {
  const texts = ['grading. exam. page. page', 'grading. exam. page', 'grading. page. home'];
  const others = ['page. home', 'page. home', 'page'];
  expect(terms(texts, 9, [], { by: 'contrast' }, others)).toEqual(['grading 3/3', 'exam 2/2']);
});
