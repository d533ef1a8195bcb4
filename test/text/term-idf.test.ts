/** idf = ln(N / n), by hand. */
import { expect, it } from 'vitest';
import { termIdf } from '../../src/text/term-idf.ts';

it('is ln(N / n), and a term in no text counts as in one', () => {
  const texts = ['exams and grading', 'grading', 'an exam, another exam', 'nothing'];
  const idf = termIdf(['exam', 'grading', 'office hours'], texts);
  expect(idf[0]).toBeCloseTo(Math.log(4 / 2), 12);
  expect(idf[1]).toBeCloseTo(Math.log(4 / 2), 12);
  expect(idf[2]).toBeCloseTo(Math.log(4), 12);
});

it('is 0 for a term in every text and 1 without a sample', () => {
  expect(termIdf(['exam'], ['exam', 'exams'])).toEqual([0]);
  expect(termIdf(['exam', 'rose'], [])).toEqual([1, 1]);
});
