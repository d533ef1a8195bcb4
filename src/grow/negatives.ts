/**
 * Stage 3: negative examples out of the general pages, as many as there are documents: any (`raw`), those that a
 * one-class SVM rejects, or the clusters farthest from the documents. Sobania (TU Darmstadt, 2015), sections 6.2.1 to
 * 6.2.3. They come from the earlier part of the general pages; the later part is kept for measuring the judge.
 */
import { count } from '../answers/numbers.ts';
import { type NegativeFilter, negativeSet } from '../judge/training/negative-set.ts';
import { earlyAndLater, generalPages } from './general.ts';
import type { GrowSettings } from './settings.ts';
import type { Stage } from './stage.ts';
import { digestOfTexts, readTexts, writeTexts } from './text-files.ts';

const filters: Record<GrowSettings['negatives'], NegativeFilter> = {
  raw: 'none',
  'one-class': 'one-class',
  'k-means': 'k-means',
};
const taken: Record<GrowSettings['negatives'], string> = {
  raw: 'drawn at random',
  'one-class': 'rejected by a one-class SVM',
  'k-means': 'of the clusters farthest from the documents',
};

export const negatives: Stage = {
  name: 'negatives',
  reads: ['documents', 'general'],
  asks: ({ settings: { negatives, negativePages, seed } }) => [negatives, negativePages, seed],
  async run(on) {
    const { settings } = on;
    const { early } = earlyAndLater(generalPages(on).pages);
    const positives = readTexts(on.path('documents')).map(({ text }) => text);
    const wanted = settings.negativePages ?? positives.length;
    const { pages, fellBack } = negativeSet(
      filters[settings.negatives],
      positives,
      early.map(({ text }) => text),
      { wanted, seed: settings.seed },
    );
    writeTexts(
      on.path('negatives'),
      pages.map((i) => early[i]!),
    );
    return {
      line: `${count(pages.length)} of the first ${count(early.length)} pages, ${fellBack === undefined ? taken[settings.negatives] : 'not quite as asked for'}`,
      figures: { negatives: pages.length, of: early.length },
      ...(fellBack === undefined ? {} : { notes: [fellBack] }),
    };
  },
  digest: (on) => digestOfTexts(on.path('negatives')),
};
