import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { words } from '../../src/text/tokens.ts';
import { WordNumbers } from '../../src/text/word-numbers.ts';

/** Numbers in order of first occurrence, and their words. */
function numbered(options: { lettersOnly?: boolean; maxWords?: number } = {}) {
  const known: string[] = [];
  const reader = new WordNumbers((word) => {
    if (!known.includes(word)) known.push(word);
    return known.indexOf(word);
  }, options);
  const read = (text: string): string[] => {
    reader.read(text);
    return Array.from(reader.numbers.subarray(0, reader.length), (number) => known[number]!);
  };
  return { reader, read };
}

describe('words as numbers', () => {
  it.each([false, true])('match the words of the tokeniser, in order (letters only: %s)', (lettersOnly) => {
    const { read } = numbered({ lettersOnly });
    const piece = fc.constantFrom(
      'Moon',
      'x',
      '12',
      'café',
      'a-b',
      'B2b',
      '\u212a',
      '—',
      'MOON',
      '\u{1F600}',
    );
    const apart = fc.constantFrom(' ', '\n', ', ', '.', '\u00a0', '');
    fc.assert(
      fc.property(fc.array(fc.tuple(piece, apart), { maxLength: 30 }), (pieces) => {
        const text = pieces.flat().join('');
        expect(read(text)).toEqual(words(text, { lettersOnly }));
      }),
      { numRuns: 200 },
    );
  });

  it('fit a text in which every character is a word', () => {
    const { read } = numbered();
    const text = `${'月 '.repeat(3000)}${'a '.repeat(3000)}`;
    expect(read(text)).toEqual(words(text));
  });

  it('are requested once per word until the reader forgets', () => {
    const asked: string[] = [];
    const reader = new WordNumbers((word) => asked.push(word), { maxWords: 3 });
    reader.read('one two One TWO');
    expect(asked).toEqual(['one', 'two']);
    expect(reader.full).toBe(false);
    reader.read('three one');
    expect(reader.full).toBe(true);
    reader.forget();
    reader.read('one');
    expect(asked).toEqual(['one', 'two', 'three', 'one']);
  });
});
