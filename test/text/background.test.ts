import { expect, test } from 'vitest';
import { englishBackground } from '../../src/text/background.ts';

// Counted in the database files with grep: grep -hc '^[0-9]' data.* gives the documents (82192 + 13789 + 18185 + 3625),
// grep -hoiE '\|.*\basthma\b' the glosses that contain a word.
test('the table counts every gloss of the four files', () => {
  expect(englishBackground('none').documents).toBe(82192 + 13789 + 18185 + 3625);
  expect(englishBackground('full').documents).toBe(117791);
});

test('frequencies match the grep counts', () => {
  const { documentFrequency } = englishBackground('none');
  expect(documentFrequency('asthma')).toBe(11);
  expect(documentFrequency('bicycle')).toBe(42);
  expect(documentFrequency('zebra')).toBe(9);
  // asthmatic in two glosses, asthmatics in one of these two
  expect(englishBackground('full').documentFrequency('asthmat')).toBe(2);
});

test('a page is like forty glosses: idf is −ln(1 − (1 − n/N)^40)', () => {
  const { idf } = englishBackground('none');
  // By bc: 1 − (1 − 11/117791)^40 = 0.003728637, whose −ln is 5.5917
  expect(idf('asthma')).toBeCloseTo(5.5917, 4);
});

test('an unknown word is neither as common as known ones nor the rarest there is', () => {
  const { idf } = englishBackground('none');
  // As if in 8 glosses: 1 − (1 − 8/117791)^40 = 0.002713076
  expect(idf('qwertzuiop')).toBeCloseTo(5.9097, 4);
  expect(idf('abaxial')).toBeGreaterThan(idf('qwertzuiop'));
});

test('words of the Web are common in every form, though hardly in a dictionary', () => {
  for (const form of ['none', 'plural', 'full'] as const) {
    const { idf } = englishBackground(form);
    expect(idf('www')).toBeCloseTo(Math.LN10, 5); // −ln 0.1
    expect(idf(form === 'full' ? 'homepag' : 'homepage')).toBeCloseTo(Math.LN10, 5);
  }
});

test('the table of singulars joins both forms', () => {
  const words = englishBackground('none');
  const singulars = englishBackground('plural');
  const both = words.documentFrequency('zebra') + words.documentFrequency('zebras');
  expect(singulars.documentFrequency('zebra')).toBe(both);
  expect(singulars.documentFrequency('zebras')).toBe(0);
});

test('names of built-in properties are ordinary words', () => {
  expect(englishBackground().documentFrequency('constructor')).toBe(0);
  expect(englishBackground().documentFrequency('__proto__')).toBe(0);
});
