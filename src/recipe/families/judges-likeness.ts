/** Kinds of judges that compare pages with the relevant examples; counterexamples only help to set the threshold. */
import { z } from 'zod';
import { centroid, trainCentroid } from '../../judge/centroid.ts';
import { nearestExample, trainNearest } from '../../judge/nearest-example.ts';
import { pageText } from '../../judge/page-text.ts';
import { learntThreshold } from '../../judge/training/quality.ts';
import { ExampleVectors, idfSources } from '../../learn/example-vectors.ts';
import { defineJudge } from '../../plugin/define.ts';
import type { Lesson } from '../lesson.ts';
import { idfFrom, idfSetting } from './word-settings.ts';

const idf = idfSetting(idfSources, 'the examples and English in general; either; or none');

interface Settings {
  idf: z.output<typeof idf>;
  threshold: number | 'learnt';
}

interface Model {
  record: unknown;
  threshold: number;
}

const border = z.union([z.number().min(0).max(1), z.literal('learnt')]);

const centroidKind = defineJudge({
  name: 'centroid',
  summary: 'similarity to the mean of the relevant examples',
  settings: z.strictObject({
    idf,
    threshold: border
      .default('learnt')
      .describe(
        'a page is relevant from this cosine on; "learnt": the value that best separates the examples',
      ),
  }),
  needs: () => ['examples'],
  train: (lesson, settings) => learn(trainCentroid, lesson, settings, 0.2),
  make: ({ settings, model }) => centroid(model?.record, { threshold: borderNow(settings, model) }),
  inWords({ settings, model }) {
    const examples = new ExampleVectors(model.record);
    const words = examples.heaviest(examples.vectors[0]!, 12).join(', ');
    return [
      { title: 'The mean of the relevant examples, by the words that weigh most', lines: [words] },
      { title: `A page counts from a cosine of ${borderNow(settings, model).toFixed(3)} on`, lines: [] },
    ];
  },
});

const nearestKind = defineJudge({
  name: 'nearest-example',
  summary: 'similarity to the nearest relevant example',
  settings: z.strictObject({
    idf,
    threshold: border
      .default(0.75)
      .describe('a page is relevant above this cosine; "learnt": the value that best separates the examples'),
  }),
  needs: () => ['examples'],
  train: (lesson, settings) => ({
    ...learn(trainNearest, lesson, settings, 0.75),
    sources: lesson.examples.filter(({ relevant }) => relevant).map(({ source }) => source),
  }),
  make: ({ settings, model }) =>
    nearestExample(model?.record, model?.sources, { threshold: borderNow(settings, model) }),
});

export const likenessKinds = [centroidKind, nearestKind];

function learn(train: typeof trainCentroid, lesson: Lesson, settings: Settings, otherwise: number): Model {
  const texts = lesson.examples.map(({ page, relevant }) => ({ text: pageText(page), relevant }));
  const { language } = lesson.topic;
  const source = idfFrom(settings.idf, { language, stem: 'full' });
  const { record, scores } = train(texts, { idf: source, language: language ?? 'en' });
  return { record, threshold: borderOf(lesson, settings.threshold, scores, otherwise) };
}

/** One that was set after the lesson wins over what was learnt. */
export const borderNow = (
  { threshold }: { threshold: number | 'learnt' },
  model: { threshold: number },
): number => (threshold === 'learnt' ? model?.threshold : threshold);

/** The border as set or learnt from scores of examples held out. */
export function borderOf(
  lesson: Lesson,
  set: number | 'learnt',
  scores: readonly number[],
  otherwise: number,
): number {
  if (set !== 'learnt') return set;
  const known = [...scores.keys()].filter((i) => !Number.isNaN(scores[i]));
  const labels = known.map((i) => lesson.examples[i]!.relevant);
  const given = known.map((i) => scores[i]!);
  return learntThreshold(labels, given) ?? otherwise;
}
