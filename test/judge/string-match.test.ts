import { describe, expect, it } from 'vitest';
import { stringMatch } from '../../src/judge/string-match.ts';
import { pageOf } from '../page-of.ts';

const settings = { half: 10, halfOfText: 1, titleWeight: 3 };
const score = (terms: [string, number][], text: string, title = ''): number =>
  stringMatch(
    terms.map(([term, weight]) => ({ term, weight })),
    settings,
  ).judge(pageOf({ title, text })).score;

describe('weighted string match', () => {
  it('sums the weights of all occurrences: s / (s + 10), worked out by hand', () => {
    expect(score([['asthma', 2]], 'Asthma and asthma and asthma')).toBeCloseTo(6 / 16, 12);
    expect(
      score(
        [
          ['asthma', 2],
          ['inhaler', 4],
        ],
        'asthma inhalers',
      ),
    ).toBeCloseTo(6 / 16, 12);
  });

  it('counts phrases as wholes, not their words', () => {
    expect(score([['fernando alonso', 5]], 'Fernando Alonso and Alonso, Fernando')).toBeCloseTo(5 / 15, 12);
  });

  it('counts a combination as often as its rarest part', () => {
    const terms: [string, number][] = [['racing AND car', 3]];
    expect(score(terms, 'car car car racing racing')).toBeCloseTo(6 / 16, 12);
    expect(score(terms, 'car car car')).toBe(0);
  });

  it('counts a match in the title three times', () => {
    expect(score([['asthma', 1]], 'asthma', 'Asthma')).toBeCloseTo(4 / 14, 12);
  });

  it('takes away for negative weights and never falls below 0', () => {
    expect(
      score(
        [
          ['asthma', 3],
          ['horoscope', -2],
        ],
        'asthma horoscope',
      ),
    ).toBeCloseTo(1 / 11, 12);
    expect(score([['horoscope', -2]], 'horoscope')).toBe(0);
  });

  it('says what was found, the weightiest first', () => {
    const judge = stringMatch(
      [
        { term: 'asthma', weight: 1 },
        { term: 'inhaler', weight: 5 },
        { term: 'horoscope', weight: -2 },
      ],
      settings,
    );
    const { why } = judge.judge(pageOf({ title: 'An inhaler', text: 'asthma asthma horoscope inhaler' }));
    expect(why).toEqual(['inhaler ×1, ×1 in title', 'asthma ×2', '−2 horoscope ×1']);
  });

  it('does not count an empty term everywhere', () => {
    expect(score([['...', 5]], 'some words')).toBe(0);
  });
});
