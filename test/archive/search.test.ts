import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/archive/database.ts';
import type { NewPage } from '../../src/archive/records.ts';
import { type SearchOptions, search, searchPages } from '../../src/archive/search.ts';
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

test('of more pages than may be ranked, those read first come by title, then by score, and it says so', () => {
  const catalogue = newCatalogue();
  for (let i = 1; i <= 30; i++) {
    const title = i === 3 ? 'Owls' : `page ${i}`;
    const score = i / 100;
    const { id } = catalogue.savePage(aPage({ link: i, title, score, url: `http://example.org/${i}` }));
    catalogue.saveText(id, title, `owl${' owl'.repeat(i)}${i === 25 ? ' barn' : ''} and other words.`);
  }
  catalogue.db.commit();
  const few = search(catalogue.db, 'owl', { mostRanked: 10, limit: 3 });
  expect(few.hits.map(({ title }) => title)).toEqual(['Owls', 'page 10', 'page 9']);
  expect(found(catalogue, 'owl', { mostRanked: 10, limit: 2, offset: 2 })).toEqual(['page 9', 'page 8']);
  expect(few.hint).toContain('More than 10 pages match');
  expect(found(catalogue, 'owl', { mostRanked: 10, limit: 50 })).toHaveLength(10);
  for (const query of ['owl', 'barn owl']) {
    const all = search(catalogue.db, query, { mostRanked: 30, limit: 1 });
    expect([all.hits[0]?.title, all.hint]).toEqual([query === 'owl' ? 'Owls' : 'page 25', undefined]);
  }
});

test('a snippet has the words where most of them are close together, in any form, and no parts of words', () => {
  const catalogue = newCatalogue();
  const filler = (n: number): string => Array.from({ length: n }, (_, i) => `word${i}`).join(' ');
  const put = (link: number, text: string): void => {
    const { id } = catalogue.savePage(aPage({ link, title: `${link}`, url: `http://example.org/${link}` }));
    catalogue.saveText(id, `${link}`, text);
  };
  put(1, `An owl. ${filler(60)} owlish Barns house OWLS and barn mice ${filler(60)}`);
  put(2, `The barn has an owl.`);
  // Far from the beginning, with an accent, or as a phrase: the index itself looks for them.
  put(3, `${filler(2000)} barn and owl`);
  put(4, `a bärn owl`);
  catalogue.db.commit();
  const snippets = (query: string): Record<string, string> =>
    Object.fromEntries(searchPages(catalogue.db, query).map(({ title, snippet }) => [title, snippet]));
  expect(snippets('owl barn')).toEqual({
    1: '…word57 word58 word59 owlish «Barns» house «OWLS» and «barn» mice word0 word1 word2 word3 word4 word5 word6 word7 word8 word9 word10 word11 word12 word13…',
    2: 'The «barn» has an «owl».',
    3: expect.stringMatching(/^….* word1999 «barn» and «owl»$/),
    4: 'a «bärn» «owl»',
  });
  expect(snippets('"barn mice"')).toEqual({ 1: expect.stringContaining('and «barn mice» word0') });
  expect(snippets('bär* mice')).toEqual({ 1: expect.stringContaining('«mice»') });
});

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
    ['title:asthma', ['asthma']],
    ['dust title:garden', ['garden']],
    ['-title:asthma inhaler', []],
    ['dust host:example.org', ['garden', 'horses']],
    ['dust host:other.example', []],
    ['café host:fr.example', ['café']],
    ['café host:example', ['café']],
    ['dust -host:fr.example', ['garden', 'horses']],
    ['dust url:HORSE', ['horses']],
    ['dust -url:horse', ['garden']],
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

describe('what was understood', () => {
  function aviary(): SqliteCatalogue {
    const catalogue = newCatalogue();
    const put = (title: string, text: string, language: string) =>
      catalogue.saveText(
        catalogue.savePage(aPage({ title, url: `http://example.org/${title}`, language })).id,
        title,
        text,
      );
    put('one', 'The owl is a bird.', 'en');
    put('many', 'Owls study at night; their studies are long.', 'en');
    put('kauz', 'Der Kauz und die Käuze jagen in den Wäldern.', 'de');
    put('wald', 'Ein Wald ohne Vögel.', 'de');
    put('フクロウの話', 'フクロウは夜の猛禽類である。', 'ja');
    put('森', '森にフクロウが住む。', 'ja');
    put('猫头鹰', '猫头鹰是一种猛禽。', 'zh');
    catalogue.db.commit();
    return catalogue;
  }

  test.each([
    ['owl', ['many', 'one']],
    ['owls', ['many', 'one']],
    ['studying', ['many']],
    ['"owl"', ['one']],
    ['Wald', ['kauz', 'wald']],
    ['フクロウ', ['フクロウの話', '森']],
    ['猛禽', ['フクロウの話', '猫头鹰']],
    ['title:フクロウ', ['フクロウの話']],
    ['owl penguin', ['many', 'one']],
    ['owl study bird', ['many', 'one']],
  ])('%s finds %j', (query, titles) => {
    expect(found(aviary(), query).sort()).toEqual([...titles].sort());
  });

  test('is said in words, with other forms and whether some words had to do', () => {
    const { understood, isRelaxed, hits } = search(aviary().db, 'owl penguin -museum host:example.org');
    expect(understood).toBe('owl (also owls) and penguin, not museum, on example.org');
    expect(isRelaxed).toBe(true);
    expect(hits).toHaveLength(2);
    expect(search(aviary().db, 'owl bird').isRelaxed).toBe(false);
  });

  test.each([
    ['', /is empty/],
    ['?!', /has no word/],
    ['-owl', /only says what must not occur/],
    ['host:example.org', /Add a word to look for/],
    ['"night owl', /quote is not closed/],
  ])('has a hint for %j', (query, hint) => {
    expect(search(aviary().db, query).hint).toMatch(hint);
    expect(search(aviary().db, 'owl').hint).toBeUndefined();
  });

  test('has texts and snippets as they were written', () => {
    const { db, read } = aviary();
    const [hit] = search(db, '猛禽').hits;
    expect(read.textOf(hit!.page)!.text).toMatch(/^(フクロウは夜の猛禽類である。|猫头鹰是一种猛禽。)$/);
    expect(hit!.snippet).toContain('«猛禽»');
  });

  test('works on a crawl that is opened for reading only', () => {
    const { db } = aviary();
    const path = db.sql.location()!;
    db.close();
    const readOnly = openDatabase(path, { readOnly: true });
    expect(search(readOnly, 'owls').hits).toHaveLength(2);
    readOnly.close();
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
    expect(searchPages(db, '"horses"')[0]?.score).toBeCloseTo(bm25(5, words.horses), 6);
  });
});
