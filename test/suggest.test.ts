import { describe, expect, it } from 'vitest';
import { editDistance, instead, nearest } from '../src/suggest.ts';

describe('the edit distance', () => {
  // Published examples: Wikipedia, "Levenshtein distance" and "Damerau–Levenshtein distance" (the restricted one).
  it.each([
    ['kitten', 'sitting', 3],
    ['saturday', 'sunday', 3],
    ['ca', 'abc', 3],
    ['comet', 'comte', 1],
    ['', 'owl', 3],
    ['owl', 'owl', 0],
  ])('of %j and %j is %i', (a, b, distance) => {
    expect(editDistance(a, b)).toBe(distance);
    expect(editDistance(b, a)).toBe(distance);
  });
});

describe('the nearest name', () => {
  const keys = ['pages', 'pagesPerHost', 'relevant', 'best-first/page+anchor', 'breadth-first'];

  it.each([
    ['pagse', 'pages'],
    ['Pages', 'pages'],
    ['pages_per_host', 'pagesPerHost'],
    ['relevent', 'relevant'],
    ['page+ancor', 'best-first/page+anchor'],
    ['breath first', 'breadth-first'],
  ])('of %j is %j', (name, meant) => expect(nearest(name, keys)).toBe(meant));

  it('is empty if no name is similar', () => {
    expect(nearest('colour', keys)).toBeUndefined();
    expect(nearest('x', ['y'])).toBeUndefined();
    expect(nearest('', keys)).toBeUndefined();
  });

  it('is replaced by the list of names if there is none', () => {
    expect(instead('pagse', keys)).toBe('; did you mean "pages"?');
    expect(instead('colour', ['pages', 'relevant'])).toBe('; there are: pages, relevant');
    expect(instead('colour', [])).toBe('; there are none');
    expect(instead('colour', keys, '"forage recipes"')).toBe('; "forage recipes" lists what there is.');
  });
});
