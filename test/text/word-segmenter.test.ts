/** Splitting of words that are written together. Probabilities are worked out by hand. */
import { expect, test } from 'vitest';
import { urlTokeniser } from '../../src/learn/features/url-words.ts';
import { WordSegmenter } from '../../src/text/word-segmenter.ts';

const counts: [string, number][] = [
  ['medicine', 50],
  ['online', 40],
  ['therapist', 5],
  ['the', 500],
  ['rapist', 1],
  ['solar', 20],
  ['eclipse', 10],
];

test('words written together are split', () => {
  const segmenter = new WordSegmenter(counts);
  expect(segmenter.split('medicineonline')).toEqual(['medicine', 'online']);
  expect(segmenter.split('solareclipseonline')).toEqual(['solar', 'eclipse', 'online']);
});

test('a word stays whole, and so does what has a part that is no word', () => {
  const segmenter = new WordSegmenter(counts);
  // "the" + "rapist" are known, too.
  expect(segmenter.split('therapist')).toEqual(['therapist']);
  expect(segmenter.split('medicinexq')).toEqual(['medicinexq']);
  expect(segmenter.split('darmstadt')).toEqual(['darmstadt']);
});

test('of two ways to split, the one with the more frequent words is taken', () => {
  // "ab cdef" has 1/8 · 2/8, "abcd ef…" is impossible, "abc def" 4/8 · 1/8: 4 against 2 of 64; "ab" is too short anyway.
  const segmenter = new WordSegmenter([
    ['abc', 4],
    ['def', 1],
    ['abcd', 1],
    ['efg', 2],
    ['defg', 1],
  ]);
  // "abc defg": 4/9 · 1/9 = 4/81; "abcd efg": 1/9 · 2/9 = 2/81.
  expect(segmenter.split('abcdefg')).toEqual(['abc', 'defg']);
});

test('a URL is cut at signs, capitals and digits, and words written together', () => {
  const tokens = urlTokeniser(counts);
  expect(tokens('http://www.medicineonline.com/wp/s/Solar_eclipse%20Online.htm?id=12a')).toEqual([
    'www',
    'medicine',
    'online',
    'com',
    'wp',
    's',
    'solar',
    'eclipse',
    'online',
    'htm',
    'id',
    '12',
    'a',
  ]);
  // Without words, as the thesis cuts.
  expect(urlTokeniser()('http://www.medicineonline.com/a-b')).toEqual([
    'www',
    'medicineonline',
    'com',
    'a',
    'b',
  ]);
});
