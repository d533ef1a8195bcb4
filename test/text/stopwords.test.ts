import { expect, test } from 'vitest';
import { stopWords } from '../../src/text/stopwords.ts';

test('English function words are stop words and topic words are not', () => {
  for (const word of ['the', 'of', 'and', "don't", 'i', 'which']) expect(stopWords().has(word)).toBe(true);
  for (const word of ['asthma', 'crawler', 'value', 'help']) expect(stopWords().has(word)).toBe(false);
});

// 620 is the count printed beside the CINDI robot's list.
test('the long English list has its 620 entries, including every letter', () => {
  const long = stopWords('en', 'long');
  expect(long.size).toBe(620);
  for (const letter of 'abcdefghijklmnopqrstuvwxyz') expect(long.has(letter)).toBe(true);
  expect(long.has('help')).toBe(true);
});

// The most common words of each language.
test.each([
  ['ar', 'في من'],
  ['bg', 'и на'],
  ['da', 'og det'],
  ['de', 'und der'],
  ['el', 'και το'],
  ['es', 'el que'],
  ['fi', 'ja on'],
  ['fr', 'le et'],
  ['hu', 'és az'],
  ['it', 'di che'],
  ['nl', 'de het'],
  ['no', 'og det'],
  ['pt', 'de que'],
  ['ro', 'și de'],
  ['ru', 'и не'],
  ['sv', 'och det'],
  ['tr', 've bir'],
  ['uk', 'і не'],
  ['zh', '的 是'],
])('%s leaves out %s', (language, common) => {
  for (const word of common.split(' ')) expect(stopWords(language).has(word), word).toBe(true);
});

test('a language without a list removes nothing', () => {
  expect(stopWords('xx').size).toBe(0);
  expect(stopWords('__proto__').size).toBe(0);
});
