import { expect, test } from 'vitest';
import { englishBackground } from '../../src/text/background.ts';

// Counted in the database files with grep: grep -hc '^[0-9]' data.* gives the documents (82192 + 13789 + 18185 + 3625),
// grep -hoiE '\|.*\basthma\b' the glosses that contain a word.
test('the table counts every gloss of the four files', () => {
  expect(englishBackground('words').documents).toBe(82192 + 13789 + 18185 + 3625);
  expect(englishBackground('stems').documents).toBe(117791);
});

test('frequencies match the grep counts', () => {
  const { documentFrequency } = englishBackground('words');
  expect(documentFrequency('asthma')).toBe(11);
  expect(documentFrequency('bicycle')).toBe(42);
  expect(documentFrequency('zebra')).toBe(9);
  // asthmatic in two glosses, asthmatics in one of these two
  expect(englishBackground('stems').documentFrequency('asthmat')).toBe(2);
});

test('idf is ln(documents / frequency), and an unknown word counts as found once', () => {
  const { idf } = englishBackground('words');
  expect(idf('asthma')).toBeCloseTo(9.27877, 5); // ln(117791 / 11)
  expect(idf('qwertzuiop')).toBeCloseTo(11.67667, 5); // ln(117791)
  expect(idf('')).toBeCloseTo(11.67667, 5);
});

test('names of built-in properties are ordinary words', () => {
  expect(englishBackground().documentFrequency('constructor')).toBe(1);
  expect(englishBackground().documentFrequency('__proto__')).toBe(1);
});
