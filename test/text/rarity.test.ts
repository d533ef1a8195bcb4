import { expect, test } from 'vitest';
import { countFrequencies, rarity } from '../../src/text/rarity.ts';
import { termReader } from '../../src/text/terms.ts';

const counted = { documents: 300, terms: ['www', 'zebra'], frequencies: [300, 2] };

test('counted pages and background are weighed as if the background were a hundred pages', () => {
  const idf = rarity({ language: 'en', stem: 'none', counted });
  // www: 300 of 300 pages, and a tenth of all pages before: (300 + 100 · 0.1) / 400 = 0.775
  expect(idf('www')).toBeCloseTo(0.254892, 5);
  // zebra: 2 of 300, and 9 glosses: 1 − (1 − 9/117791)^40 = 0.003051698; (2 + 0.3051698) / 400 = 0.005762925
  expect(idf('zebra')).toBeCloseTo(5.156309, 4);
});

test('a word that the pages lack is not rarer for that', () => {
  const background = rarity({ language: 'en', stem: 'none' });
  for (const word of ['qwertzuiop', 'asthma', 'water'])
    expect(rarity({ language: 'en', stem: 'none', counted })(word)).toBe(background(word));
});

test('a word on every page weighs nothing once enough pages are counted, a topic word keeps its weight', () => {
  const much = { documents: 1_000_000, terms: ['www'], frequencies: [1_000_000] };
  expect(rarity({ language: 'en', stem: 'none', counted: much })('www')).toBeCloseTo(0, 3);
});

test('other languages start with equal words, and learn from pages like English', () => {
  expect(rarity({ language: 'de', stem: 'full' })('stern')).toBe(1);
  const idf = rarity({
    language: 'de',
    stem: 'full',
    counted: { documents: 100, terms: ['seit'], frequencies: [90] },
  });
  expect(idf('seit')).toBeLessThan(1);
  expect(idf('stern')).toBeCloseTo(5.9097, 4);
});

test('a term counts once for each text, and a term of one text is left out', () => {
  const texts = ['owl owl owls nest', 'an owl hunts', 'the train'];
  expect(countFrequencies(texts, termReader({ stem: 'plural' }))).toEqual({
    documents: 3,
    terms: ['owl'],
    frequencies: [2],
  });
});
