/** Kinds of the Darmstadt family that classify links: by URL tokens, and by any chromosome. */
import { z } from 'zod';
import { fBeta } from '../../learn/evaluation/measures.ts';
import { readChromosome } from '../../learn/evolution/chromosome.ts';
import { type LabelledSample, tested, trained } from '../../learn/evolution/fitness.ts';
import { splitSamples } from '../../learn/evolution/split.ts';
import { defineStrategy } from '../../plugin/define.ts';
import { drawnLinks } from '../../strategy/drawn-link.ts';
import { type LinkModel, linkClassifier, trainLinkClassifier } from '../../strategy/link-classifier.ts';
import { positiveLinks } from '../../strategy/positive-links.ts';
import { type UrlSample, urlSample, urlTokens } from '../../strategy/url-tokens.ts';
import type { Lesson } from '../lesson.ts';
import { chromosomeSetting } from './chromosome-setting.ts';
import { loadEvolvedModel, modelSetting } from './evolved-model.ts';
import { earlierSetting, labelledLinks, linkSamples } from './labelled-links.ts';
import { loadWords } from './word-counts.ts';

const negativesPerPositive = z
  .number()
  .positive()
  .max(100)
  .default(1.1)
  .describe('negatives per positive in training; slightly above 1, so that an uncertain classifier says no');

export const urlTokensKind = defineStrategy({
  name: 'url-tokens',
  summary: 'links whose URLs a decision tree accepts first; it learns during the crawl',
  settings: z.strictObject({
    earlier: earlierSetting,
    tokens: z
      .number()
      .int()
      .min(1)
      .max(5000)
      .default(500)
      .describe('number of most frequent URL tokens, for pages and for links each'),
    words: z
      .string()
      .default('')
      .describe(
        'file of words with their frequencies, tab-separated: URLs are cut at every sign and words written together are split by it; empty: cut at ".", "-" and "/"',
      ),
    negativesPerPositive,
    every: z.number().int().min(1).default(100).describe('retrain after this many pages'),
    maxExamples: z
      .number()
      .int()
      .min(10)
      .max(5000)
      .default(500)
      .describe('links kept per class, evenly spread over all that were seen'),
    minPositives: z
      .number()
      .int()
      .min(1)
      .default(10)
      .describe('links to relevant pages required for the first training'),
    maxRescore: z
      .number()
      .int()
      .min(0)
      .default(20_000)
      .describe('waiting links are classified again while there are at most this many; 0: never'),
  }),
  train(lesson, { earlier, maxExamples, words }): UrlSample {
    const links = labelledLinks(lesson, earlier);
    tellCounts(lesson, links, earlier);
    return { ...urlSample(links, maxExamples), ...(words === '' ? {} : { words: loadWords(words) }) };
  },
  make: ({ settings, model }) => urlTokens(settings, model),
});

export const drawnLinksKind = defineStrategy({
  name: 'drawn-links',
  summary: 'breadth-first or depth-first, and of every page one random link at once',
  settings: z.strictObject({
    order: z.enum(['breadth-first', 'depth-first']).default('breadth-first').describe('of all other links'),
    seed: z.int().default(1).describe('random seed; the same number draws the same links'),
  }),
  make: ({ settings }) => drawnLinks(settings),
});

export const evolvedLinksKind = defineStrategy({
  name: 'evolved-links',
  summary: 'links that a classifier of any features and learner accepts first',
  settings: z.strictObject({
    chromosome: chromosomeSetting.default(
      'label-tokens;269|source-address-tokens;500|target-address-tokens;500|naive-bayes',
    ),
    model: modelSetting,
    earlier: earlierSetting,
    negativesPerPositive,
    maxExamples: z
      .number()
      .int()
      .min(10)
      .max(5000)
      .default(1000)
      .describe('links to relevant pages to learn from'),
    maxCharacters: z
      .number()
      .int()
      .min(100)
      .max(1_000_000)
      .default(20_000)
      .describe('maximum number of characters of a page’s main text, for features that read it'),
  }),
  async train(lesson, settings) {
    if (settings.model !== '') return loadEvolvedModel(settings.model, 'evolved-links') as LinkModel;
    const samples = await linkSamples(lesson, settings);
    tellCounts(lesson, samples, settings.earlier);
    if (classesIn(samples) < 2) return null;
    tellQuality(lesson, settings.chromosome, samples);
    return trainLinkClassifier(readChromosome(settings.chromosome), samples);
  },
  measure({ settings, model }) {
    if (model === null) return (page) => ({ links: new Float64Array(page.links.length) });
    const classify = linkClassifier(model, settings.maxCharacters);
    return (page) => ({ links: classify(page) });
  },
  make: () => positiveLinks(),
});

function tellCounts(lesson: Lesson, links: readonly { relevant: boolean }[], earlier: string): void {
  const relevant = links.filter((link) => link.relevant).length;
  const other = links.length - relevant;
  lesson.quality('link examples', { relevant, other });
  if (relevant >= 10 && other >= 10) return;
  const where = earlier === '' ? 'among the examples' : `in ${earlier}`;
  lesson.warn(
    `There are ${relevant} links to relevant pages and ${other} to others ${where}, too few to train on; use a breadth-first crawl of the topic: --set earlier=FOLDER`,
  );
}

/**
 * Measured on the links of a held-out third of the pages, before training on all. F1 alone rewards saying yes to
 * everything, so what that would reach stands beside it.
 */
function tellQuality(lesson: Lesson, chromosome: string, samples: readonly LabelledSample[]): void {
  const [train, test] = splitSamples(samples, [0.67, 0.33], lesson);
  if (classesIn(train!) < 2 || classesIn(test!) < 2) return;
  const measured = tested(trained(readChromosome(chromosome), train!), test!);
  const { f1, accuracy, mcc, precision, recall } = measured;
  const alwaysYes = alwaysYesF1(test!);
  lesson.quality('link classifier', { f1, 'always-yes f1': alwaysYes, accuracy, mcc, precision, recall });
}

const classesIn = (samples: readonly LabelledSample[]): number =>
  new Set(samples.map(({ relevant }) => relevant)).size;

const alwaysYesF1 = (samples: readonly LabelledSample[]): number => {
  const truePositives = samples.filter(({ relevant }) => relevant).length;
  const falsePositives = samples.length - truePositives;
  return fBeta({ truePositives, falsePositives, falseNegatives: 0, trueNegatives: 0 });
};
