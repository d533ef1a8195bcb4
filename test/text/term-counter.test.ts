import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TermCounter } from '../../src/text/term-counter.ts';
import { sharedNumbers } from '../../src/text/term-numbers.ts';
import { termReader } from '../../src/text/terms.ts';

/** Every term weighs 1, so the squared norm is the sum of the squared counts. */
function countsAsRead(text: string): void {
  const counter = new TermCounter({ language: 'en' }, () => 1);
  counter.count(text);
  const counts = new Map<string, number>();
  for (const term of termReader({ language: 'en' })(text)) counts.set(term, (counts.get(term) ?? 0) + 1);
  let squares = 0;
  for (const [term, count] of counts) {
    squares += count * count;
    const [number] = counter.numbersOf(term);
    if (number !== undefined && termReader({ language: 'en' })(term)[0] === term)
      expect(counter.countOf(number)).toBe(count);
  }
  expect(counter.norm() ** 2).toBeCloseTo(squares, 6);
}

it('matches the term reader for any text', () => {
  const word = fc.constantFrom(
    'Moon',
    "moon's",
    "don't",
    'café',
    'naïve',
    '月は',
    'x',
    '12',
    'the',
    'İ',
    '—',
    "'",
    '\u{1F600}',
    'a-b',
  );
  const apart = fc.constantFrom(' ', '\n', ', ', '.', '-', '\u00a0', '’', '');
  fc.assert(fc.property(fc.array(fc.tuple(word, apart)), (pieces) => countsAsRead(pieces.flat().join(''))));
  fc.assert(fc.property(fc.string({ unit: 'binary' }), countsAsRead));
});

it('weighs by its own weights where several counters share their numbers, and forgets as they do', () => {
  const terms = sharedNumbers({ language: 'en', stem: 'none' }, ['owl']);
  expect(sharedNumbers({ language: 'en', stem: 'none' }, ['owl'])).toBe(terms);
  const [owl] = terms.numbersOf('owl') as [number];
  const light = new TermCounter(terms, () => 1);
  const heavy = new TermCounter(terms, (term) => (term === 'barn' ? 3 : 4));
  light.count('an owl of a barn');
  heavy.count('an owl of a barn');
  expect([light.norm(), heavy.norm()]).toEqual([Math.hypot(1, 1), 5]);
  // More words than are remembered: all but the requested ones get new numbers.
  for (let from = 0; from < 100_001; from += 5000)
    heavy.count(Array.from({ length: 5000 }, (_, i) => `owl${from + i}s`).join(' '));
  light.count('an owl of a barn');
  heavy.count('an owl of a barn');
  expect([light.norm(), heavy.norm()]).toEqual([Math.hypot(1, 1), 5]);
  expect([light.countOf(owl), heavy.distinctTerms()]).toEqual([1, ['barn']]);
  expect(sharedNumbers({ language: 'en', stem: 'none' }, ['owl', 'mouse'])).not.toBe(terms);
});
