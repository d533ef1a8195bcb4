import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stemmer } from '../../src/text/stem.ts';
import { stopWords } from '../../src/text/stopwords.ts';
import { termReader } from '../../src/text/terms.ts';
import { words } from '../../src/text/tokens.ts';

test('terms are the stems of all words except stop words', () => {
  const terms = termReader();
  expect(terms('The crawlers were crawling, and the crawler crawled.')).toEqual([
    'crawler',
    'crawl',
    'crawler',
    'crawl',
  ]);
  expect(terms('')).toEqual([]);
  expect(terms('of the and')).toEqual([]);
});

test('a reader equals stop list plus stemmer, on the first and second read', () => {
  const terms = termReader();
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('the', 'running', 'ponies', "don't", 'é', '42', 'of', 'relational')),
      (list) => {
        const text = list.join(' ');
        const expected = words(text)
          .filter((word) => !stopWords().has(word) && word !== '42' && word !== 'é')
          .map((word) => stemmer()(word));
        expect(terms(text)).toEqual(expected);
        expect(terms(text)).toEqual(expected);
      },
    ),
  );
});

test('a reader equals stop list plus stemmer for any script and options', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "dog's",
      'I’ll',
      'Ünïcode',
      'cafe\u0301',
      '北京大学',
      'สวัสดีชาวโลก',
      'İZMİR',
      '\u212a',
      '\uf900',
      '\u1f00',
      'the',
    ),
    fc.string({ unit: 'grapheme', maxLength: 6 }),
  );
  const text = fc
    .array(fc.tuple(piece, fc.constantFrom(' ', '-', '\u00a0', '')), { maxLength: 20 })
    .map((all) => all.flat().join(''));
  const some = fc.constantFrom({}, { lettersOnly: true }, { fold: true }, { minLength: 3 }, { limit: 4 });
  fc.assert(
    fc.property(fc.array(text, { maxLength: 4 }), some, (texts, options) => {
      const terms = termReader({ ...options, numbers: true });
      for (const one of texts) {
        const inTurn = words(one, options).filter((word) => !stopWords().has(word));
        expect(terms(one)).toEqual(inTurn.map((word) => stemmer()(word)));
      }
    }),
  );
});

test('a reader stays correct after more words than it remembers', () => {
  const terms = termReader();
  for (let round = 0; round < 3; round++) {
    const many = Array.from({ length: 60_000 }, (_, i) => `w${round}x${i}`);
    expect(terms(`${many.join(' ')} the ponies`)).toEqual([...many, 'poni']);
    expect(terms('the ponies')).toEqual(['poni']);
  }
});

test('language, stop list, stemming and the options of words can be chosen', () => {
  expect(termReader({ language: 'de' })('Die Häuser und die Gärten')).toEqual(['haus', 'gart']);
  expect(termReader({ stopWords: 'none', stem: 'none' })('The ponies')).toEqual(['the', 'ponies']);
  expect(termReader({ stopWords: 'long' })('help the value of ponies')).toEqual(['poni']);
  const folding = termReader({ language: 'pt', fold: true, stem: 'none' });
  expect(folding('Não há opções à noite')).toEqual(['ha', 'opcoes', 'noite']);
  expect(termReader({ lettersOnly: true })("x86 ponies' 4all Aspirin")).toEqual(['poni', 'aspirin']);
});

test('numbers and single letters are no terms unless asked for', () => {
  const text = 'Mass 1.0, 2007, π, x, F1, 3D and 水 of the ١٢ sun';
  expect(termReader()(text)).toEqual(['mass', 'f1', '3d', '水', 'sun']);
  expect(termReader({ numbers: true })(text)).toEqual([
    'mass',
    ...['1', '0', '2007', 'π', 'x', 'f1', '3d', '水', '١٢', 'sun'],
  ]);
});

test('accents are stripped after stemming, where the stemmer depends on them', () => {
  const portuguese = termReader({ language: 'pt', fold: true });
  // Snowball's sample vocabulary has inform for both forms.
  expect(portuguese('informação informações')).toEqual(['inform', 'inform']);
  expect(termReader({ fold: true })('the cafés')).toEqual(termReader()('cafe'));
});
