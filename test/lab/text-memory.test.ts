/** Cached texts read the same as texts that are scanned. */
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { RememberedTexts } from '../../src/lab/text-memory.ts';
import { readFrom, WordNumbers } from '../../src/text/word-numbers.ts';

afterEach(() => readFrom(undefined));

/** Numbers words in the order of the requests. */
function counter(options: { lettersOnly?: boolean; maxWords?: number } = {}) {
  const asked: string[] = [];
  const words = new WordNumbers((word) => asked.push(word) - 1, options);
  const read = (text: string): number[] => {
    if (words.full) words.forget();
    words.read(text);
    return [...words.numbers.subarray(0, words.length)];
  };
  return { read, asked };
}

const piece = fc.constantFrom(
  'Moon',
  'x',
  '12',
  "don't",
  'café',
  'MOON',
  'a-b',
  '火星',
  'İ',
  '\u{1F600}',
  'orbits',
);
/** Texts long enough to be cached, with short ones between them. */
const text = fc
  .tuple(fc.array(piece, { minLength: 1, maxLength: 40 }), fc.constantFrom(1, 200))
  .map(([pieces, times]) => Array.from({ length: times }, () => pieces.join(' ')).join(' '));

describe('a remembered text', () => {
  it.each([
    {},
    { lettersOnly: true },
    // Forgets all words from time to time.
    { maxWords: 5 },
  ])('has the same numbers as without the cache, for counters with %j', (options) => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 8 }), (texts) => {
        readFrom(undefined);
        const alone = counter(options);
        const expected = texts.map(alone.read);
        readFrom(new RememberedTexts(1e9));
        // The first fills the cache, the second finds everything in it.
        for (const one of [counter(options), counter(options)]) {
          expect(texts.map(one.read)).toEqual(expected);
          expect(one.asked).toEqual(alone.asked);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('reads the same after the cache is replaced', () => {
    const one = counter();
    const long = 'comets and moons '.repeat(50);
    const [first] = [one.read(long)];
    readFrom(new RememberedTexts(1e9));
    counter().read('other words stand first here '.repeat(50));
    expect(one.read(long)).toEqual(first);
    readFrom(new RememberedTexts(1e9));
    expect(one.read(long)).toEqual(first);
  });

  it('reports cache hits, and nothing else', () => {
    let times = 0;
    readFrom(new RememberedTexts(1e9, () => times++));
    const long = 'comets and moons '.repeat(50);
    counter().read(long);
    expect(times).toBe(0);
    counter().read(long);
    counter().read(long);
    counter().read('comets');
    expect(times).toBe(2);
  });

  it('is scanned each time once the cache is full', () => {
    let times = 0;
    readFrom(new RememberedTexts(1, () => times++));
    const texts = ['comets and moons '.repeat(50), 'roses and tulips '.repeat(50)];
    const one = counter();
    for (const _ of [1, 2]) for (const each of texts) one.read(each);
    expect([times, one.asked.length]).toEqual([1, 5]);
  });
});
