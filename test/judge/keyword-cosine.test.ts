import { describe, expect, it } from 'vitest';
import { keywordCosine } from '../../src/judge/keyword-cosine.ts';
import { englishBackground } from '../../src/text/background.ts';
import { pageOf } from '../page-of.ts';

const planetAndMoon = [
  { term: 'planet', weight: 1 },
  { term: 'moon', weight: 1 },
];

describe('keyword cosine', () => {
  it('is the cosine of tf·idf vectors, calculated by hand', () => {
    const { idf } = englishBackground();
    // The page: planet twice, river once. The query: planet, moon. By Batsakis' Eqs 1 and 2:
    const dot = idf('planet') * 2 * idf('planet');
    const pageLength = Math.hypot(2 * idf('planet'), idf('river'));
    const queryLength = Math.hypot(idf('planet'), idf('moon'));
    const judge = keywordCosine(planetAndMoon, { threshold: 0.1 });
    const { score } = judge.judge(pageOf({ title: '', text: 'The planets and the planet of a river' }));
    expect(score).toBeCloseTo(dot / (pageLength * queryLength), 10);
  });

  it('is 1 for a page of only keywords and 0 for one without any', () => {
    const judge = keywordCosine(planetAndMoon, { threshold: 0.1 });
    expect(judge.scoreText('moon planet')).toBeCloseTo(1, 10);
    expect(judge.scoreText('a recipe for soup')).toBe(0);
    expect(judge.scoreText('')).toBe(0);
  });

  it('counts a page from the threshold on and says why', () => {
    const page = pageOf({ title: 'A moon', text: 'A moon and a planet, another moon, and the sea' });
    const kind = keywordCosine(planetAndMoon, { threshold: 0.1 }).judge(page);
    expect(kind.relevant).toBe(true);
    expect(kind.why).toEqual(['moon ×3, in title', 'planet ×1']);
    expect(keywordCosine(planetAndMoon, { threshold: 0.999 }).judge(page).relevant).toBe(false);
  });

  it('subtracts for a keyword with a negative weight, down to 0', () => {
    const judge = keywordCosine([...planetAndMoon, { term: 'horoscope', weight: -2 }], { threshold: 0.1 });
    expect(judge.scoreText('moon horoscope')).toBeLessThan(judge.scoreText('moon soup'));
    expect(judge.scoreText('horoscope')).toBe(0);
  });

  it('gives the same score before and after a hundred thousand other words', () => {
    const judge = keywordCosine(planetAndMoon, { threshold: 0.1 });
    const before = judge.scoreText('the planets of a river');
    for (let i = 0; i < 12; i++) {
      judge.scoreText(
        Array.from({ length: 10_000 }, (_, n) => `word${(i * 10_000 + n).toString(36)}x`).join(' '),
      );
    }
    expect(judge.scoreText('the planets of a river')).toBe(before);
  });
});
