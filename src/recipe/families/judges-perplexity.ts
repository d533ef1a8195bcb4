/** The kind `perplexity`: a language model of the relevant examples. */
import { z } from 'zod';
import { pageText } from '../../judge/page-text.ts';
import { perplexityJudge, trainPerplexity } from '../../judge/perplexity.ts';
import { defineJudge } from '../../plugin/define.ts';
import { borderNow, borderOf } from './judges-likeness.ts';

export const perplexityKind = defineJudge({
  name: 'perplexity',
  summary: 'how well a language model of the examples predicts the page',
  settings: z.strictObject({
    order: z.number().int().min(1).max(5).default(3).describe('n-gram order'),
    unknownWords: z.boolean().default(true).describe('whether words that are in no example count'),
    maxWords: z.number().int().positive().default(1000).describe('maximum number of words read per page'),
    threshold: z
      .union([z.number().min(0).max(1), z.literal('learnt')])
      .default('learnt')
      .describe(
        'a page is relevant from this score on; "learnt": the value that best separates the examples',
      ),
  }),
  needs: () => ['examples'],
  train(lesson, settings) {
    const texts = lesson.examples.map(({ page, relevant }) => ({ text: pageText(page), relevant }));
    const { model, scores } = trainPerplexity(texts, settings);
    return { ...model, threshold: borderOf(lesson, settings.threshold, scores, 0.4) };
  },
  make: ({ settings, model }) =>
    perplexityJudge(model, { ...settings, threshold: borderNow(settings, model) }),
});
