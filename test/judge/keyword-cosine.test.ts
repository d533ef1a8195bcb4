import { describe, expect, it } from 'vitest';
import { type KeywordCosineSettings, keywordCosine } from '../../src/judge/keyword-cosine.ts';
import type { WeightedTerm } from '../../src/topic/topic.ts';
import { pageOf } from '../page-of.ts';

const planetAndMoon = [
  { term: 'planet', weight: 1 },
  { term: 'moon', weight: 1 },
];
const idf: Record<string, number> = { planet: 3, moon: 4, river: 2 };

const judgeOf = (keywords: readonly WeightedTerm[], given: Partial<KeywordCosineSettings> = {}) =>
  keywordCosine(keywords, {
    threshold: 0.1,
    language: 'en',
    stem: 'plural',
    tf: 'count',
    idf: (term) => idf[term] ?? 5,
    ...given,
  });

describe('keyword cosine', () => {
  const rivers = pageOf({ title: '', text: 'The planets and the planet of a river' });

  it('is the cosine of tf·idf vectors, calculated by hand', () => {
    // The page: planet twice (2 · 3), river once (2). The query: planet 3, moon 4. By Batsakis' Eqs 1 and 2:
    // 6 · 3 / (√(36 + 4) · √(9 + 16)) = 18 / (6.32456 · 5) = 0.569210
    expect(judgeOf(planetAndMoon).judge(rivers).score).toBeCloseTo(0.56921, 5);
  });

  it('with tf: log, two occurrences count 1 + ln 2 = 1.693147', () => {
    // 5.079442 · 3 / (√(25.80073 + 4) · 5) = 15.238325 / 27.295054 = 0.558281
    expect(judgeOf(planetAndMoon, { tf: 'log' }).judge(rivers).score).toBeCloseTo(0.558281, 5);
  });

  it('counts every word of the page in its length, known or not', () => {
    // Three words that nobody asked for: 6 · 3 / (√(36 + 4 + 3 · 25) · 5) = 18 / 53.619026
    const page = pageOf({ title: '', text: 'planet planets river guitar violin drum' });
    expect(judgeOf(planetAndMoon).judge(page).score).toBeCloseTo(0.335702, 5);
  });

  it('is 1 for a page of only keywords and 0 for one without any', () => {
    const judge = judgeOf(planetAndMoon);
    expect(judge.scoreText('moon planet')).toBeCloseTo(1, 10);
    expect(judge.scoreText('a recipe for soup')).toBe(0);
    expect(judge.scoreText('')).toBe(0);
  });

  it('counts a page from the threshold on and says why', () => {
    const page = pageOf({ title: 'A moon', text: 'A moon and a planet, another moon, and the sea' });
    const said = judgeOf(planetAndMoon).judge(page);
    expect(said.relevant).toBe(true);
    // moon 3 · 4 · 4 = 48, planet 1 · 3 · 3 = 9; "another" and "sea" weigh 5: over √(12² + 3² + 5² + 5²) · 5 = 71.239
    expect(said.why).toEqual(['+0.674 moon ×3, in title', '+0.126 planet ×1']);
    expect(judgeOf(planetAndMoon, { threshold: 0.999 }).judge(page).relevant).toBe(false);
  });

  it('explains a phrase by its words, each with its own count', () => {
    const judge = judgeOf([{ term: 'data mining', weight: 1 }]);
    const text = `data mining ${'data '.repeat(30)}`;
    const { why } = judge.judge(pageOf({ title: 'Data', text }));
    expect(why.map((one) => one.replace(/^\S+ /, ''))).toEqual(['data ×32, in title', 'mining ×1']);
  });

  it('compares singular and plural, and does not take a word for another with the same Porter stem', () => {
    const judge = judgeOf([
      { term: 'organization', weight: 1 },
      { term: 'objectives', weight: 1 },
      { term: 'normalization', weight: 1 },
      { term: 'relational', weight: 1 },
    ]);
    expect(judge.scoreText('organs, objects that are normal, and related')).toBe(0);
    expect(judge.scoreText('organizations')).toBeGreaterThan(0);
    expect(judge.scoreText('an objective')).toBeGreaterThan(0);
    expect(
      judgeOf([{ term: 'organization', weight: 1 }], { stem: 'full' }).scoreText('organs'),
    ).toBeGreaterThan(0);
  });

  it('counts numbers and single letters only if a keyword has them', () => {
    const judge = judgeOf([{ term: 'vitamin c', weight: 1 }]);
    expect(judge.scoreText('vitamin 1 2 3 x')).toBe(judge.scoreText('vitamin'));
    expect(judge.scoreText('vitamin c')).toBeCloseTo(1, 10);
  });

  it('subtracts for a keyword with a negative weight, down to 0', () => {
    const judge = judgeOf([...planetAndMoon, { term: 'horoscope', weight: -2 }]);
    expect(judge.scoreText('moon horoscope')).toBeLessThan(judge.scoreText('moon soup'));
    expect(judge.scoreText('horoscope')).toBe(0);
  });

  it('gives the same score before and after a hundred thousand other words', () => {
    const judge = judgeOf(planetAndMoon);
    const before = judge.scoreText('the planets of a river');
    for (let i = 0; i < 12; i++) {
      judge.scoreText(
        Array.from({ length: 10_000 }, (_, n) => `word${(i * 10_000 + n).toString(36)}x`).join(' '),
      );
    }
    expect(judge.scoreText('the planets of a river')).toBe(before);
  });
});
