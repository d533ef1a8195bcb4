/** Words that examples share, with weights worked out by hand. */
import { expect, it } from 'vitest';
import { featureWeights, SharedWords } from '../../src/judge/training/shared-words.ts';

const pages = (...texts: string[]) => texts.map((text) => ({ text }));
// Of a language without a table of frequencies every word is expected on 1/e of its pages.
const language = 'xx';

it('a word counts by its log odds against other pages and its places, if two examples have it', () => {
  const others = pages(...Array.from({ length: 75 }, () => 'jahr haus'));
  const shared = new SharedWords(pages('eule jahr nest', 'eule jahr', 'eule jahr wald'), others, language);
  const weights = shared.weights();
  // 25/e of 100 pages have it: 0.09197. Of the examples (3 + 2 · 0.09197) / 5 = 0.63679.
  expect(weights.get('eule')).toBeCloseTo(Math.log((0.63679 * 0.90803) / (0.09197 * 0.36321)), 3);
  // On almost every page: (75 + 25/e) / 100 = 0.84197 against 0.93679; and it comes second, which weighs 50/51.
  const second = 50 / 51;
  expect(weights.get('jahr')).toBeCloseTo(second * Math.log((0.93679 * 0.15803) / (0.84197 * 0.06321)), 3);
  expect(weights.has('nest')).toBe(false);
});

it('an example is compared with what the others share, without it', () => {
  const shared = new SharedWords(pages('eule nest wald', 'eule nest', 'eule wald'), [], language);
  expect([...shared.weights().keys()].sort()).toEqual(['eule', 'nest', 'wald']);
  const without = shared.without(1);
  expect([...without.keys()].sort()).toEqual(['eule', 'wald']);
  // Third on one of the other two, second on the other.
  expect(without.get('wald')! / without.get('eule')!).toBeCloseTo((50 / 52 + 50 / 51) / 2, 10);
  expect([...new SharedWords(pages('eule nest'), [], language).without(0).keys()]).toEqual(['eule', 'nest']);
});

it('words are features of the text, not of title or address', () => {
  const space = { language, text: ['wald', 'eule'], title: ['eule'], address: ['path:eule'] };
  expect([...featureWeights(new Map([['eule', 2]]), space)]).toEqual([0, 2, 0, 0]);
});
