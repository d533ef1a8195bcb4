import { expect, test } from 'vitest';
import { singular, singularInPortuguese } from '../../src/text/plurals.ts';

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

// The examples of Orengo and Huyck (2001), "A stemming algorithm for the Portuguese language", plural reduction, and
// words of lists in the terms of de Assis (UFMG, 2008).
test.each([
  ['bons', 'bom'],
  ['balões', 'balão'],
  ['capitães', 'capitão'],
  ['normais', 'normal'],
  ['papéis', 'papel'],
  ['amáveis', 'amável'],
  ['lençóis', 'lençol'],
  ['barris', 'barril'],
  ['males', 'mal'],
  ['mares', 'mar'],
  ['casas', 'casa'],
  ['difíceis', 'difícil'],
  ['azuis', 'azul'],
  ['leis', 'lei'],
  ['vezes', 'vez'],
  ['livres', 'livre'],
  ['teses', 'tese'],
  ['professores', 'professor'],
  ['disciplinas', 'disciplina'],
  ['pré-requisitos', 'pré-requisito'],
])('%s and %s become one form in Portuguese', (plural, one) => {
  expect(singularInPortuguese(plural)).toBe(singularInPortuguese(one));
});

test.each([
  ['programa', 'programação'],
  ['banco', 'banca'],
  ['normalização', 'normal'],
  ['objetivos', 'objeto'],
  ['contato', 'contatar'],
])('%s and %s stay apart in Portuguese', (one, other) => {
  expect(singularInPortuguese(one)).not.toBe(singularInPortuguese(other));
});

test.each(['país', 'gás', 'através', 'ônibus', 'campus'])('%s stays as it is in Portuguese', (word) => {
  expect(singularInPortuguese(word)).toBe(word);
});
