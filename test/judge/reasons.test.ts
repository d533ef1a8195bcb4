/** The numbers in a judge's reasons add up to its score, or to the sum that they name. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blend } from '../../src/judge/blend.ts';
import { centroid, trainCentroid } from '../../src/judge/centroid.ts';
import { genreContent } from '../../src/judge/genre-content.ts';
import type { Judge } from '../../src/judge/judge.ts';
import { keywordCosine } from '../../src/judge/keyword-cosine.ts';
import { learntJudge } from '../../src/judge/learnt.ts';
import { nearestExample, trainNearest } from '../../src/judge/nearest-example.ts';
import { stringMatch } from '../../src/judge/string-match.ts';
import { synonymCosine } from '../../src/judge/synonym-cosine.ts';
import { trainLearnt } from '../../src/judge/training/learnt.ts';
import { rarity } from '../../src/text/rarity.ts';
import { pageOf } from '../page-of.ts';

const vocabulary = [
  ...[
    'comet',
    'orbit',
    'planet',
    'moon',
    'telescope',
    'star',
    'galaxy',
    'horoscope',
    'rose',
    'garden',
    'thorn',
  ],
  ...['petal', 'ship', 'harbour', 'sail', 'data', 'mining', 'the', '1', '2007', 'x'],
];
const someText = fc
  .array(fc.constantFrom(...vocabulary), { minLength: 1, maxLength: 60 })
  .map((words) => words.join(' '));
const somePage = fc.record({ title: someText, text: someText }).map(pageOf);

const terms = (...list: string[]) => list.map((term) => ({ term, weight: 1 }));
const keywords = [
  ...terms('comet', 'data mining', 'planet', 'moon', 'star', 'galaxy', 'telescope'),
  { term: 'horoscope', weight: -0.5 },
];
const texts = [
  ...['comet orbit planet moon', 'telescope star galaxy comet', 'moon star orbit star planet'],
  ...['rose garden thorn', 'petal rose ship', 'harbour sail ship garden', 'sail harbour data'],
].map((text, i) => ({ text, relevant: i < 3 }));
const idf = rarity({ language: 'en', stem: 'plural' });
const how = { idf: 'mixed', language: 'en' } as const;

const learnt = async (
  learner: string,
  weighting: 'count' | 'log-tf-idf',
  perWord: boolean,
): Promise<Judge> => {
  const model = await trainLearnt(texts, {
    learner,
    settings: {},
    vectors: { minDocuments: 1, weighting, unitLength: !perWord },
    perWord,
    curve: 'logistic',
    seed: 1,
  });
  return learntJudge(model, { threshold: 0.5 });
};

const stringMatches = stringMatch(keywords, { half: 10, halfOfText: 1, titleWeight: 3, stem: 'plural' });
const cosines = keywordCosine(keywords, { threshold: 0.1, language: 'en', stem: 'plural', tf: 'log', idf });

const sums: [string, Judge][] = [
  ['keyword-cosine', cosines],
  ['synonym-cosine', synonymCosine(keywords, { threshold: 0.1, senses: 1 })],
  ['centroid', centroid(trainCentroid(texts, how).record, { threshold: 0.2 })],
  ['nearest-example', nearestExample(trainNearest(texts, how).record, ['a', 'b', 'c'], { threshold: 0.7 })],
  [
    'genre-content',
    genreContent(
      { genre: terms('orbit', 'data'), content: terms('comet', 'moon', 'rose'), urlTerms: terms('example') },
      {
        ...{ threshold: 0.5, genreWeight: 4, contentWeight: 6, pageWeight: 7, urlWeight: 3 },
        ...{ merged: false, literalUrl: false, stem: 'plural' },
      },
    ),
  ],
  [
    'blend',
    blend(
      [
        { name: 'string-match', judge: stringMatches, weight: 1 },
        { name: 'keyword-cosine', judge: cosines, weight: 3 },
      ],
      { threshold: 0.5 },
    ),
  ],
];

describe.each(sums)('the parts named by %s', (_, judge) => {
  it('add up to the score; below 0 it is 0', () => {
    fc.assert(
      fc.property(somePage, (page) => {
        const { score, why } = judge.judge(page);
        expect(Math.max(0, sumOf(why))).toBeCloseTo(score, 2);
      }),
      { numRuns: 60 },
    );
  });
});

const curves: [string, Judge, (sum: number) => number][] = [
  ['string-match', stringMatches, (sum) => (sum <= 0 ? 0 : sum / (sum + 10))],
  ['svm', await learnt('linear-svm', 'log-tf-idf', false), (sum) => 1 / (1 + Math.exp(-sum))],
  ['naive Bayes', await learnt('naive-bayes', 'count', true), (sum) => 1 / (1 + Math.exp(-sum))],
];

describe.each(curves)('the parts named by %s', (_, judge, curve) => {
  it('add up to the sum in the last reason, from which the score follows', () => {
    fc.assert(
      fc.property(somePage, (page) => {
        const { score, why } = judge.judge(page);
        const total = /^in all ([+−]\S+?);/.exec(why.at(-1) ?? 'in all +0;')?.[1] ?? 'missing';
        expect(sumOf(why)).toBeCloseTo(numberOf(total), 2);
        expect(curve(numberOf(total))).toBeCloseTo(score, 2);
      }),
      { numRuns: 60 },
    );
  });
});

it('no judge gives a number or a single letter as a reason, unless a keyword has it', () => {
  for (const [name, judge] of [...sums, ...curves.map(([name, judge]) => [name, judge] as const)]) {
    const page = pageOf({ title: 'comet 1', text: '1 1 1 2007 x comet orbit moon rose' });
    expect(judge.judge(page).why.join(), name).not.toMatch(/(?:\d|\bx) ×/);
  }
});

const sumOf = (why: readonly string[]): number =>
  why.reduce((sum, one) => sum + (/^[+−]/.test(one) ? numberOf(one) : 0), 0);

const numberOf = (text: string): number => Number.parseFloat(text.replace('−', '-'));
