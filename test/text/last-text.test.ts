import { afterEach, expect, it } from 'vitest';
import { shareLastText } from '../../src/text/last-text.ts';
import { readFrom, WordNumbers } from '../../src/text/word-numbers.ts';

afterEach(() => readFrom(undefined));

/** Numbers in the order in which words are first met. */
function reader(): (text: string) => number[] {
  const known = new Map<string, number>();
  const words = new WordNumbers((word) => known.set(word, known.get(word) ?? known.size).get(word)!);
  return (text) => {
    words.read(text);
    return Array.from(words.numbers.subarray(0, words.length));
  };
}

it('counters that share the scan of a text read the same words as each for itself', () => {
  const filler = 'the owl’s don’t été 猫は 42 Owl '.repeat(30);
  // 120,000 distinct words in all: more than are remembered.
  const texts = Array.from({ length: 60 }, (_, page) =>
    Array.from({ length: 2000 }, (_, i) => `word${2000 * page + i}`).join(' '),
  ).flatMap((text, page) => [`${filler} page ${page}`, text, text, filler, 'short']);
  const [first, second, alone] = [reader(), reader(), reader()];
  const expected = texts.map(alone);
  shareLastText();
  for (const [i, text] of texts.entries()) {
    expect(first(text)).toEqual(expected[i]);
    expect(second(text)).toEqual(expected[i]);
  }
});
