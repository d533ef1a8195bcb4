import { expect, test } from 'vitest';
import { singular } from '../../src/text/plurals.ts';

test.each([
  ['eggs', 'egg'],
  ['classes', 'class'],
  ['boxes', 'box'],
  ['churches', 'church'],
  ['heroes', 'hero'],
  ['shoes', 'shoe'],
  ['trees', 'tree'],
  ['houses', 'house'],
  ['cities', 'city'],
  ['movies', 'movie'],
  ['ties', 'tie'],
  ['objectives', 'objective'],
])('%s and %s become one form', (plural, one) => {
  expect(singular(plural)).toBe(singular(one));
});

test.each([
  ['objectives', 'object'],
  ['normalization', 'normal'],
  ['organization', 'organ'],
  ['relational', 'related'],
  ['news', 'new'],
  ['universe', 'university'],
])('%s and %s stay apart', (one, other) => {
  expect(singular(one)).not.toBe(singular(other));
});

test.each(['campus', 'glass', 'analysis', 'news', 'gas', 'bus'])('%s stays as it is', (word) => {
  expect(singular(word)).toBe(word);
});
