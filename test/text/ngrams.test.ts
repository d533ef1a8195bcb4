import { expect, test } from 'vitest';
import { ForageError } from '../../src/errors.ts';
import { characterNgrams, phrases } from '../../src/text/ngrams.ts';

test('phrases are every run of one to three words', () => {
  expect(phrases(['a', 'b', 'c', 'd'])).toEqual(['a', 'a b', 'a b c', 'b', 'b c', 'b c d', 'c', 'c d', 'd']);
  expect(phrases(['a', 'b', 'c'], 2, 2)).toEqual(['a b', 'b c']);
  expect(phrases([])).toEqual([]);
  expect(phrases(['a'], 3, 2)).toEqual([]);
});

test('character n-grams never cut a surrogate pair', () => {
  expect(characterNgrams('abcd', 3)).toEqual(['abc', 'bcd']);
  expect(characterNgrams('a😀b', 2)).toEqual(['a😀', '😀b']);
  expect(characterNgrams('ab', 3)).toEqual([]);
});

test.each([0, -1, 1.5, Number.NaN, 1e9])('a length of %s is refused', (n) => {
  expect(() => characterNgrams('abc', n)).toThrow(ForageError);
  expect(() => phrases(['a'], n)).toThrow(ForageError);
});
