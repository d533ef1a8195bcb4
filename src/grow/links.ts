/**
 * Stage 5: links with known targets, for the classifier of links: of every general page one random link, whose target
 * was fetched with it and is judged here. Sobania (TU Darmstadt, 2015), section 5.3.2. Either URL tokens and a decision
 * tree (section 7.1), which goes on learning during the crawl; or features and learner found by evolution (section
 * 6.4); or the strategy of the recipe `adaptive`, which learns links during the crawl and needs none of these.
 *
 * `words.tsv` has the words of documents and general pages: they split what URLs write together ("medicineonline").
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { count } from '../answers/numbers.ts';
import { openGraph } from '../crawl/training/graph.ts';
import { makeFolder } from '../disk.ts';
import { measure } from '../learn/evaluation/measures.ts';
import { linkPool, writeChromosome } from '../learn/evolution/chromosome.ts';
import { evolveInFolder } from '../learn/evolution/evolve-in-folder.ts';
import { type LabelledSample, tested, trained } from '../learn/evolution/fitness.ts';
import { linkLevels } from '../learn/evolution/learner-levels.ts';
import { splitSamples } from '../learn/evolution/split.ts';
import { urlTokeniser } from '../learn/features/url-words.ts';
import { linksOfCrawl, linksOfFile, samplesOf } from '../recipe/families/labelled-links.ts';
import { loadWords } from '../recipe/families/word-counts.ts';
import type { Recipe } from '../recipe/recipe.ts';
import { recipeOf } from '../recipe/registry.ts';
import { balanced } from '../strategy/balanced-examples.ts';
import { trainLinkClassifier } from '../strategy/link-classifier.ts';
import { type UrlExample, UrlTokenClassifier } from '../strategy/url-token-classifier.ts';
import { words } from '../text/tokens.ts';
import { generalPages, generalPath, isCrawl } from './general.ts';
import { trainedJudge } from './judge.ts';
import { watchGenerations } from './judge-spec.ts';
import type { GrowSettings } from './settings.ts';
import type { Growing, Stage, StageResult } from './stage.ts';
import { readTexts, writeTable } from './text-files.ts';

/** Of each class: enough to train on, to choose by and to test on. */
const FEWEST_TO_EVOLVE = 20;
/** Held out to measure a classifier of links. */
const TEST_SHARE = 1 / 3;
const POPULATION = 30;

export const links: Stage = {
  name: 'links',
  reads: ['documents', 'general', 'judge'],
  resumes: true,
  asks: ({ settings }) => {
    const kind = linkClassifier(settings);
    return [kind, kind === 'evolved' ? settings.evolution : null, settings.seed];
  },
  async run(on) {
    makeFolder(on.path('links'));
    if (linkClassifier(on.settings) === 'adaptive')
      return { line: 'none are needed: the crawl learns links by itself', figures: {} };
    writeWords(on);
    const labelled = await labelLinks(on);
    const relevant = labelled.filter((link) => link.relevant).length;
    const figures = { links: labelled.length, relevant };
    const got = `${count(labelled.length)} links, ${count(relevant)} to pages called relevant`;
    if (linkClassifier(on.settings) === 'evolved') return evolveLinks(on, got, figures);
    const quality = urlQuality(on, labelled);
    return {
      line: `${got}; URL words and a decision tree: ${quality === undefined ? 'too few to measure; it learns during the crawl' : `MCC ${quality.mcc.toFixed(2)} on links of unseen pages`}`,
      figures: { ...figures, ...(quality && { mcc: quality.mcc }) },
    };
  },
  digest(on) {
    const hash = createHash('sha256');
    for (const name of ['links.tsv', 'words.tsv', 'evolution/model.json']) {
      const path = join(on.path('links'), name);
      if (existsSync(path)) hash.update(name).update(readFileSync(path));
    }
    return hash.digest('hex');
  },
};

const linkClassifier = ({ links, judge }: GrowSettings): NonNullable<GrowSettings['links']> =>
  links ?? (judge === 'adaptive' ? 'adaptive' : 'url-tokens');

/** The strategy that uses what this stage left, and how its links wait. */
export function linkStrategy(on: Growing): Pick<Recipe, 'strategy' | 'frontier'> {
  const kind = linkClassifier(on.settings);
  if (kind === 'adaptive') {
    const { strategy, frontier } = recipeOf('adaptive');
    return { strategy, ...(frontier && { frontier }) };
  }
  const evolution = join(on.path('links'), 'evolution');
  if (kind === 'evolved' && existsSync(join(evolution, 'model.json')))
    return { strategy: { kind: 'evolved-links', model: evolution } };
  return { strategy: { kind: 'url-tokens', earlier: linksFile(on), words: wordsFile(on) } };
}

const linksFile = (on: Growing): string => join(on.path('links'), 'links.tsv');
const wordsFile = (on: Growing): string => join(on.path('links'), 'words.tsv');

/** Texts without links, as a background set, have no link set. */
async function labelLinks(on: Growing): Promise<UrlExample[]> {
  const found: (UrlExample & { score: number })[] = [];
  if (isCrawl(generalPath(on))) {
    const pages = new Map(generalPages(on).pages.map((page) => [page.source, page]));
    const judge = trainedJudge(on);
    const drawn = linksOfCrawl(generalPath(on), on.settings.seed);
    for (const [i, { source, target }] of drawn.entries()) {
      const page = pages.get(target);
      if (page === undefined) continue;
      found.push({ source, target, ...(await judge(page)) });
      on.progress('links', i + 1, drawn.length);
    }
  }
  writeTable(
    linksFile(on),
    ['# page', 'link', 'relevant', 'score'],
    found.map(({ source, target, relevant, score }) => [
      source,
      target,
      relevant ? 'yes' : 'no',
      score.toFixed(4),
    ]),
  );
  return found;
}

const MOST_WORDS = 30_000;
/** Rarer ones are mostly misspelt. */
const LEAST_COUNT = 3;

function writeWords(on: Growing): void {
  const counts = new Map<string, number>();
  const texts = [...readTexts(on.path('documents')), ...generalPages(on).pages];
  for (const { text } of texts)
    for (const word of words(text, { minLength: 3 })) counts.set(word, (counts.get(word) ?? 0) + 1);
  const rows = [...counts]
    .filter(([word, n]) => n >= LEAST_COUNT && /^\p{L}+$/u.test(word))
    .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    .slice(0, MOST_WORDS);
  writeTable(wordsFile(on), ['# word', 'count'], rows);
}

/** On the links of a third of the pages, by a tree that has learnt from the others; every page has one. */
function urlQuality(on: Growing, all: readonly UrlExample[]): { mcc: number } | undefined {
  const test = all.filter((_, i) => i % 3 === 0);
  const train = all.filter((_, i) => i % 3 !== 0);
  const classes = (part: readonly UrlExample[]) => [
    part.filter(({ relevant }) => relevant),
    part.filter(({ relevant }) => !relevant),
  ];
  const [positives = [], negatives = []] = classes(train);
  const [tested = []] = classes(test);
  if (positives.length < FEWEST_TO_TEST || tested.length < FEWEST_TO_TEST || negatives.length === 0)
    return undefined;
  const tokensOf = urlTokeniser(loadWords(wordsFile(on)));
  const tree = UrlTokenClassifier.fit(
    balanced(positives, negatives, NEGATIVES_PER_POSITIVE).flat(),
    500,
    tokensOf,
  );
  return measure(
    test.map(({ relevant }) => relevant),
    test.map(({ source, target }) => tree.score(tree.placesOfSource(source), target)),
  );
}

const FEWEST_TO_TEST = 5;
const NEGATIVES_PER_POSITIVE = 1.1;

async function evolveLinks(
  on: Growing,
  got: string,
  figures: { links: number; relevant: number },
): Promise<StageResult> {
  if (Math.min(figures.relevant, figures.links - figures.relevant) < FEWEST_TO_EVOLVE)
    return {
      line: `${got}; URL words and a decision tree, which learns during the crawl`,
      figures,
      notes: [
        `Evolution needs ${FEWEST_TO_EVOLVE} links to relevant pages and as many others, so URL words are used instead. A longer general crawl has more: --general-pages`,
      ],
    };
  const samples = await samplesIn(on);
  const { population = POPULATION, ...settings } = on.settings.evolution;
  const { seed } = on.settings;
  const [test, train] = splitSamples(samples, [TEST_SHARE, 1 - TEST_SHARE], { seed });
  const { found, folder } = await evolveInFolder(
    join(on.path('links'), 'evolution'),
    {
      kind: 'evolved-links',
      train: train!,
      test: test!,
      pool: linkPool,
      levels: linkLevels,
      settings: { ...settings, population, seed },
      threads: availableParallelism(),
    },
    { generation: watchGenerations(on, settings.generations) },
  );
  const measured = tested(trained(found.best, train!), test!);
  const chromosome = writeChromosome(found.best);
  const model = trainLinkClassifier(found.best, samples);
  folder.saveModel('evolved-links', { chromosome, model, test: measured });
  return {
    line: `${got}; evolved: MCC ${measured.mcc.toFixed(2)}, F1 ${measured.f1.toFixed(2)} on links of unseen pages`,
    figures: { ...figures, mcc: measured.mcc, f1: measured.f1 },
    notes: [`${chromosome}, about ${found.evaluation.costMs.toFixed(1)} ms a page`],
  };
}

async function samplesIn(on: Growing): Promise<LabelledSample[]> {
  const noFetch = (url: string) => Promise.reject(new Error(`${url} is not fetched`));
  const graph = await openGraph(generalPath(on), noFetch, {});
  try {
    return await samplesOf(linksOfFile(linksFile(on)), (url) => graph.page(url), {
      negativesPerPositive: NEGATIVES_PER_POSITIVE,
      maxExamples: 1000,
      maxCharacters: 20_000,
    });
  } finally {
    graph.close();
  }
}
