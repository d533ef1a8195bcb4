import { describe, expect, it } from 'vitest';
import { medianSum, stringMatch } from '../../src/judge/string-match.ts';
import { pageOf } from '../page-of.ts';

const settings = { half: 10, halfOfText: 1, titleWeight: 3, stem: 'plural' as const };
const score = (terms: [string, number][], text: string, title = ''): number =>
  stringMatch(
    terms.map(([term, weight]) => ({ term, weight })),
    settings,
  ).judge(pageOf({ title, text })).score;

describe('weighted string match', () => {
  it('sums the weights of all occurrences: s / (s + 10), calculated by hand', () => {
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

  it('sums words, phrases, combinations and negative weights, a title three times', () => {
    const terms: [string, number][] = [
      ['formula 1', 3],
      ['fernando alonso', 5],
      ['nascar', -4],
      ['pit AND stop', 2],
    ];
    // 3 · (1 + 3) + 5 − 4 + 2 = 15
    expect(score(terms, 'Fernando Alonso left Formula 1 for NASCAR at a pit stop', 'Formula 1')).toBe(0.6);
  });

  it('counts phrases as units, not their words', () => {
    expect(score([['fernando alonso', 5]], 'Fernando Alonso and Alonso, Fernando')).toBeCloseTo(5 / 15, 12);
  });

  it('counts a combination as often as its rarest part', () => {
    const terms: [string, number][] = [['racing AND car', 3]];
    expect(score(terms, 'car car car racing racing')).toBeCloseTo(6 / 16, 12);
    expect(score(terms, 'car car car')).toBe(0);
  });

  it('counts a combination over title and text together', () => {
    // Once in the title counts three times; the rarest part is the car, once.
    expect(score([['racing AND car', 3]], 'a car', 'Racing')).toBeCloseTo(3 / 13, 12);
  });

  it('counts either part of OR, and nothing if an excluded part occurs', () => {
    const terms: [string, number][] = [['jaguar AND NOT car OR big cat', 2]];
    expect(score(terms, 'Jaguar, jaguars and a big cat')).toBeCloseTo(6 / 16, 12);
    expect(score(terms, 'the jaguar is a car for a big cat')).toBeCloseTo(2 / 12, 12);
    expect(score(terms, 'the jaguar', 'A car')).toBe(0);
  });

  it('treats lower-case "and" as a word of the phrase', () => {
    expect(score([['search and rescue', 5]], 'search and rescue, rescue and search')).toBeCloseTo(5 / 15, 12);
  });

  it('refuses a term that only excludes', () => {
    expect(() => score([['NOT car', 1]], 'text')).toThrow(/NOT car/);
  });

  it('computes the median sum of pages', () => {
    const pages = ['asthma', 'asthma asthma asthma', 'asthma asthma', 'none'].map((text) => pageOf({ text }));
    const terms = [{ term: 'asthma', weight: 2 }];
    expect(medianSum(terms, settings, pages)).toBe(3);
    expect(medianSum(terms, settings, pages.slice(0, 3))).toBe(4);
  });

  it('counts a match in the title three times', () => {
    expect(score([['asthma', 1]], 'asthma', 'Asthma')).toBeCloseTo(4 / 14, 12);
  });

  it('subtracts for negative weights and never falls below 0', () => {
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

  it('reports what was found, largest weight first', () => {
    const judge = stringMatch(
      [
        { term: 'asthma', weight: 1 },
        { term: 'inhaler', weight: 5 },
        { term: 'horoscope', weight: -2 },
      ],
      settings,
    );
    const { why } = judge.judge(pageOf({ title: 'An inhaler', text: 'asthma asthma horoscope inhaler' }));
    // inhaler 5 · (1 + 3), asthma 1 · 2, horoscope −2 · 1
    expect(why).toEqual([
      '+20.000 inhaler ×1, ×1 in title',
      '+2.000 asthma ×2',
      '−2.000 horoscope ×1',
      'in all +20.000; 10 is a score of ½',
    ]);
  });

  it('does not take a word for another with the same Porter stem', () => {
    expect(score([['normalization', 5]], 'normally the normal')).toBe(0);
    expect(score([['organization', 5]], 'two organizations and an organ')).toBeCloseTo(5 / 15, 12);
  });

  it('does not count an empty term everywhere', () => {
    expect(score([['...', 5]], 'some words')).toBe(0);
  });
});
