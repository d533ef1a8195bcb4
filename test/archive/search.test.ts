import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NewPage } from '../../src/archive/records.ts';
import { type SearchOptions, searchPages } from '../../src/archive/search.ts';
import type { SqliteCatalogue } from '../../src/archive/sqlite-catalogue.ts';
import { aPage, newCatalogue } from './crawl-folder.ts';

function library(): SqliteCatalogue {
  const catalogue = newCatalogue();
  const put = (title: string, text: string, more: Partial<NewPage> = {}) => {
    const id = catalogue.savePage(aPage({ title, url: `http://example.org/${title}`, ...more })).id;
    catalogue.saveText(id, title, text);
  };
  put('asthma', 'Inhalers help children with a wheeze.', { relevant: true, score: 0.9, language: 'en' });
  put('horses', 'A horse has asthma too, now and then; the stable dust is to blame.', {
    score: 0.1,
    language: 'en',
  });
  put('café', 'Un café crème à Besançon, naïve et sans asthme.', { language: 'fr', host: 'fr.example' });
  put('garden', 'Roses, tulips and the dust of the garden path. A garden needs water.', {
    relevant: true,
    score: 0.5,
  });
  catalogue.db.commit();
  return catalogue;
}

const found = (catalogue: SqliteCatalogue, query: string, options: SearchOptions = {}) =>
  searchPages(catalogue.db, query, options).map((hit) => hit.title);

describe('a query', () => {
  const catalogue = () => library();
  test.each([
    ['asthma', ['asthma', 'horses']],
    ['dust asthma', ['horses']],
    ['"dust of the garden"', ['garden']],
    ['"garden the of dust"', []],
    ['asth*', ['asthma', 'café', 'horses']],
    ['dust -stable', ['garden']],
    ['dust NOT stable', ['garden']],
    ['dust -"garden path"', ['horses']],
    ['inhalers OR roses', ['asthma', 'garden']],
    ['dust roses OR horse', ['garden', 'horses']],
    ['CAFE creme besancon', ['café']],
    ['naïve', ['café']],
    ['dust AND garden', ['garden']],
    ['"dust of the', ['garden']],
    ['“dust of the garden”', ['garden']],
    ['garden-path', ['garden']],
    ['title:asthma', []],
    ['asthma !!! ???', ['asthma', 'horses']],
    ['OR asthma OR', ['asthma', 'horses']],
    ['-asthma', []],
    ['', []],
    ['"', []],
    ['* - "" OR NOT ( ) ^ { } : ,', []],
  ])('%s finds %j', (query, titles) => {
    expect(found(catalogue(), query).sort()).toEqual(titles);
  });

  test('of any characters is answered without an error', () => {
    const pages = library();
    const signs = fc.constantFrom(
      '"',
      '*',
      '-',
      'OR',
      'NOT',
      'AND',
      'NEAR',
      '(',
      ')',
      '^',
      ':',
      '{',
      '}',
      '+',
      ' ',
      'dust',
      '\u0000',
      "'",
      '\\',
      '\ud800',
      'é',
      '“',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(signs).map((parts) => parts.join('')),
        ),
        (query) => {
          searchPages(pages.db, query);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('of a hundred thousand words is answered', () => {
    expect(found(library(), 'dust '.repeat(100_000))).toHaveLength(2);
    expect(found(library(), 'dust OR '.repeat(100_000))).toHaveLength(2);
  });
});

describe('hits', () => {
  test('with the word in the title come before those with it in the text', () => {
    expect(found(library(), 'asthma')).toEqual(['asthma', 'horses']);
  });

  test('have a snippet in which the words are marked', () => {
    const [hit] = searchPages(library().db, '"garden path" water', { marks: ['<b>', '</b>'] });
    expect(hit?.snippet).toContain('<b>garden path</b>');
    expect(hit?.snippet).toContain('<b>water</b>');
  });

  test('match the filters, and the limit applies after them', () => {
    const catalogue = library();
    expect(found(catalogue, 'dust', { relevantOnly: true, limit: 1 })).toEqual(['garden']);
    expect(found(catalogue, 'asth*', { language: 'fr' })).toEqual(['café']);
    expect(found(catalogue, 'asth*', { host: 'fr.example' })).toEqual(['café']);
    expect(found(catalogue, 'asth*', { host: 'never.example' })).toEqual([]);
    expect(found(catalogue, 'dust', { minScore: 0.5 })).toEqual(['garden']);
    expect(found(catalogue, 'asthma', { limit: 1, offset: 1 })).toEqual(['horses']);
  });

  test('are ranked by the BM25 of the FTS5 manual with title weight 5', () => {
    // k1 1.2, b 0.75; IDF ln((N - n + 0.5) / (n + 0.5)); each of the two words is in 1 of 4 pages.
    // Words counted by hand, title and text.
    const words = { asthma: 1 + 6, horses: 1 + 14, café: 1 + 9, garden: 1 + 13 };
    const mean = (words.asthma + words.horses + words.café + words.garden) / 4;
    const idf = Math.log((4 - 1 + 0.5) / (1 + 0.5));
    const bm25 = (frequency: number, length: number) =>
      (idf * frequency * 2.2) / (frequency + 1.2 * (1 - 0.75 + (0.75 * length) / mean));
    const { db } = library();
    expect(searchPages(db, 'water')[0]?.score).toBeCloseTo(bm25(1, words.garden), 6);
    expect(searchPages(db, 'horses')[0]?.score).toBeCloseTo(bm25(5, words.horses), 6);
  });
});
