/**
 * The kind `binary`: a judge with any features and learner, trained on the topic's examples; without counterexamples,
 * on pages of an earlier general crawl (Sobania, TU Darmstadt, 2015, sections 5.3.1, 5.3.2 and 6.2). The thesis crawls
 * and then trains in one run; here these are two crawls, because a judge stays the same throughout a crawl.
 */
import { z } from 'zod';
import { readEarlierCrawl } from '../../archive/earlier-crawl.ts';
import { ForageError } from '../../errors.ts';
import {
  type EvolvedTextModel,
  evolvedText,
  mainTextOf,
  trainEvolvedText,
} from '../../judge/evolved-text.ts';
import { negativeFilters, negativeSet } from '../../judge/training/negative-set.ts';
import { readChromosome } from '../../learn/evolution/chromosome.ts';
import { defineJudge } from '../../plugin/define.ts';
import { chromosomeSetting } from './chromosome-setting.ts';
import { loadEvolvedModel, modelSetting } from './evolved-model.ts';

export const binaryKind = defineJudge({
  name: 'binary',
  summary: 'any features and learner, trained on the examples or against a general crawl',
  settings: z.strictObject({
    chromosome: chromosomeSetting.default('frequent-tokens;100|rbf-svm'),
    model: modelSetting,
    general: z
      .string()
      .default('')
      .describe(
        'folder of a general crawl whose pages are the negatives; empty: the topic’s counterexamples',
      ),
    filter: z
      .enum(negativeFilters)
      .default('none')
      .describe(
        'which of its pages: any, the cluster farthest from the examples, or those rejected by a one-class SVM',
      ),
    negatives: z
      .number()
      .int()
      .min(0)
      .max(10_000)
      .default(0)
      .describe('number of its pages; 0: as many as there are relevant examples'),
    threshold: z.number().min(0).max(1).default(0.5).describe('a page is relevant from this score on'),
    maxCharacters: z
      .number()
      .int()
      .min(100)
      .max(1_000_000)
      .default(20_000)
      .describe('maximum number of characters read per page'),
  }),
  needs: ({ model, general }) =>
    model !== '' ? [] : general === '' ? ['examples', 'counterexamples'] : ['examples'],
  train(lesson, settings) {
    if (settings.model !== '') return loadEvolvedModel(settings.model, 'evolved-text') as EvolvedTextModel;
    const texts = lesson.examples.map(({ page, relevant }) => ({ text: mainTextOf(page), relevant }));
    const positives = texts.filter(({ relevant }) => relevant);
    if (settings.general !== '') {
      const known = new Set(lesson.examples.flatMap(({ source, page }) => [source, page.url]));
      const general = generalTexts(settings.general, known);
      const { filter, negatives } = settings;
      const { pages, fellBack } = negativeSet(
        filter,
        positives.map(({ text }) => text),
        general,
        { wanted: negatives === 0 ? Math.max(2, positives.length) : negatives, seed: lesson.seed },
      );
      if (fellBack) lesson.warn(fellBack);
      lesson.quality('negative set', { pages: pages.length, of: general.length });
      texts.push(...pages.map((i) => ({ text: general[i]!, relevant: false })));
    }
    return trainEvolvedText(readChromosome(settings.chromosome), texts, { ...settings, seed: lesson.seed });
  },
  make: ({ settings, model }) => evolvedText(model, settings),
});

/** The pages of a crawl, limited so that choosing among them is fast; without those that are known. */
export function generalTexts(folder: string, known: ReadonlySet<string>): string[] {
  const texts = readEarlierCrawl(folder, (read) =>
    read
      .pagesInOrder(GENERAL_PAGES)
      .filter(({ url }) => !known.has(url))
      .map(({ id }) => read.textOf(id))
      .filter((text) => text !== undefined)
      .map(({ title, text }) => mainTextOf({ title, mainText: text })),
  );
  if (texts.length >= 2) return texts;
  throw new ForageError(
    'TRAINING',
    `${folder} holds ${texts.length} pages with their text; make a breadth-first crawl of a few hundred, with archive.fullText on.`,
  );
}

const GENERAL_PAGES = 5000;
