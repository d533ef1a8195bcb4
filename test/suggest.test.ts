import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { editDistance, instead, nearest, typed } from '../src/suggest.ts';

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

describe('a path as it is typed in a command', () => {
  it('stands as it is where a shell leaves it alone', () => {
    for (const path of ['owls', './Vögel/2026-11', '../猫', 'a+b@c_d']) expect(typed(path)).toBe(path);
    expect(typed('my crawls/owls')).toBe('"my crawls/owls"');
  });

  it.skipIf(process.platform === 'win32')('is what the shell hands on', () => {
    const nasty = [
      'two words',
      "Ann's owls",
      'say "owl"',
      '$HOME',
      '`id`',
      'a\\b',
      'a!b',
      'a&b;c',
      '(1)',
      '~',
      '*',
      'a\nb',
    ];
    for (const path of nasty)
      expect(execFileSync('sh', ['-c', `printf %s ${typed(path)}`], { encoding: 'utf8' })).toBe(path);
  });
});
