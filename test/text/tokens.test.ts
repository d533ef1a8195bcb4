import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  countWords,
  eachLetterRun,
  eachWord,
  foldAccents,
  lowerCase,
  ownString,
  words,
} from '../../src/text/tokens.ts';

describe('words', () => {
  test('are lower-cased runs of letters and digits', () => {
    expect(words('The CPU-cache of the Pentium 4, 1.5 GHz.')).toEqual(
      'the cpu cache of the pentium 4 1 5 ghz'.split(' '),
    );
  });

  test('an English contraction stays one word and a possessive s is dropped', () => {
    expect(words("Don't take the dog's or I’ll tell, we’ve said")).toEqual(
      "don't take the dog or i'll tell we've said".split(' '),
    );
  });

  test('an apostrophe outside English contractions separates words', () => {
    expect(words("l'homme dell’arte 'quoted' rock'n'roll")).toEqual(
      'l homme dell arte quoted rock n roll'.split(' '),
    );
  });

  test('letters of other scripts are letters', () => {
    expect(words('Größe, naïve ΑΘΗΝΑ Москва مرحبا नमस्ते')).toEqual([
      'größe',
      'naïve',
      'αθηνα',
      'москва',
      'مرحبا',
      'नमस्ते',
    ]);
  });

  test('a combining accent gives the same word as the composed letter', () => {
    expect(words('cafe\u0301')).toEqual(['caf\u00e9']);
    expect(words('\u1112\u1161\u11ab')).toEqual(['\ud55c']);
    expect(words('plain cafe\u0301 plain')).toEqual(['plain', 'caf\u00e9', 'plain']);
  });

  test('Chinese, Japanese and Thai are segmented without spaces', () => {
    expect(words('我爱北京天安门。').join('')).toBe('我爱北京天安门');
    expect(words('我爱北京天安门。')).toContain('北京');
    expect(words('東京に行きます')).toContain('東京');
    expect(words('ภาษาไทยง่าย')).toContain('ไทย');
  });

  test('a mark of repetition is a word by itself, as it is after a character', () => {
    expect([words('漢〻'), words('〻')]).toEqual([['漢', '〻'], ['〻']]);
  });

  test('a long run without spaces is cut without losing a character', () => {
    const run = '中'.repeat(5001);
    expect(words(run).join('')).toBe(run);
  });

  test('lone surrogates separate words and never throw', () => {
    expect(words('a\ud800b \udc00c d\ud83d')).toEqual(['a', 'b', 'c', 'd']);
  });

  test('letters beyond the basic plane belong to words and emoji do not', () => {
    expect(words('𝒜bc 😀 ok')).toEqual(['𝒜bc', 'ok']);
  });

  test('an empty text has no words', () => {
    expect(words('')).toEqual([]);
    expect(words(' \n\t.,;')).toEqual([]);
  });

  test('options fold accents, drop short words and stop early', () => {
    expect(words('São João', { fold: true })).toEqual(['sao', 'joao']);
    expect(words('a bc def', { minLength: 2 })).toEqual(['bc', 'def']);
    expect(words('a b c d', { limit: 2 })).toEqual(['a', 'b']);
    expect(words('a b', { limit: 0 })).toEqual([]);
  });

  test('letters-only reading equals the regular expression [a-z]{2,} over the lower-cased text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."aZ09-’'é中 \n_İ😀") }), (text) => {
        expect(words(text, { lettersOnly: true })).toEqual(lowerCase(text).match(/[a-z]{2,}/g) ?? []);
      }),
    );
  });

  test('places are in order, do not overlap and lie inside the text', () => {
    for (const each of [eachWord, eachLetterRun]) {
      fc.assert(
        fc.property(fc.string({ unit: 'binary' }), (text) => {
          let last = 0;
          each(text, (start, end) => {
            expect(start).toBeGreaterThanOrEqual(last);
            expect(end).toBeGreaterThan(start);
            last = end;
          });
          expect(last).toBeLessThanOrEqual(text.length);
        }),
      );
    }
  });

  test('five megabytes of one letter are one word, and of anything else are counted correctly', () => {
    expect(words('a'.repeat(5_000_000)).length).toBe(1);
    expect(words('a '.repeat(500_000)).length).toBe(500_000);
    expect(words('é'.repeat(1_000_000)).length).toBe(1);
  });

  test('iteration stops on false', () => {
    const seen: number[] = [];
    eachWord('one two three', (start) => {
      seen.push(start);
      return seen.length < 2;
    });
    expect(seen).toEqual([0, 4]);
  });
});

test('lower case keeps the length of every text', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => lowerCase(text).length === text.length));
  expect(lowerCase('İZMİR')).toBe('izmir');
});

test('folding strips accents and keeps other letters', () => {
  expect(foldAccents('Ünïcødé ß')).toBe('Unicøde ß');
});

test('a copied string equals its original', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => ownString(text) === text));
});

test('as many words are counted as are found one by one', () => {
  const piece = fc.constantFrom(
    "'",
    '’',
    's',
    't',
    'll',
    'owl',
    ' ',
    '-',
    'é',
    'e\u0301',
    '猫',
    'ー',
    '𝒳',
    '\ud800',
    '7',
  );
  const text = fc.oneof(
    fc.array(piece).map((pieces) => pieces.join('')),
    fc.string({ unit: 'binary' }),
  );
  fc.assert(
    fc.property(text, (one) => {
      let found = 0;
      eachWord(one, () => {
        found += 1;
      });
      expect(countWords(one)).toBe(found);
    }),
    { numRuns: 2000 },
  );
});
