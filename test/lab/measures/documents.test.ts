/** Accepted documents (the CINDI thesis): what is a document, and who accepts it where nobody gave labels. */
import { expect, it } from 'vitest';
import { measureStudy } from '../../../src/lab/measure-study.ts';
import { runOf, studyOf, visited } from '../study-of.ts';

const figuresOf = (visits: Parameters<typeof runOf>[1]) =>
  measureStudy(studyOf([runOf('a', visits)])).runs[0]!.figures;

it('counts what was read as PDF whatever its address, and what its address calls a document', () => {
  const figures = figuresOf([
    visited('paper', { kind: 'pdf', judged: true }),
    visited('thesis.ps.gz', { kind: 'text', judged: false }),
    visited('old.pdf', { judged: true }),
    visited('index.html', { kind: 'html', judged: true }),
  ]);
  expect(figures.documents).toBe(3);
  expect(figures.acceptedDocuments).toBeCloseTo(2 / 3, 12);
});

it('asks the judge that measures before the one that steered', () => {
  const figures = figuresOf([
    visited('a', { kind: 'pdf', judged: true, measured: { score: 0.1, relevant: false } }),
    visited('b', { kind: 'pdf', judged: false, measured: { score: 0.9, relevant: true } }),
    visited('c', { kind: 'pdf', judged: true, measured: { score: 0.2, relevant: false } }),
  ]);
  expect(figures.acceptedDocuments).toBeCloseTo(1 / 3, 12);
});

it('says nothing of a crawl that met none', () => {
  expect(figuresOf([visited('index.html', { kind: 'html' })])).not.toHaveProperty('documents');
});
