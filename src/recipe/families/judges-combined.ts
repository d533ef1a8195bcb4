/** Kinds of judges that combine other judges. */
import { z } from 'zod';
import { blend } from '../../judge/blend.ts';
import { chain } from '../../judge/chain.ts';
import { defineJudge } from '../../plugin/define.ts';
import type { Lesson } from '../lesson.ts';
import { judgePart } from '../parts.ts';
import type { Spec } from '../recipe.ts';
import { filledIn, judgeSpec } from './judge-spec.ts';

const threshold = z.number().min(0).max(1).default(0.5).describe('a page is relevant from this score on');

/** Checked with its own settings, and every default filled in, when the outer settings are read. */
const partSpec = judgeSpec.transform(filledIn);

const blendKind = defineJudge({
  name: 'blend',
  summary: 'the weighted mean of several judges',
  settings: z.strictObject({
    judges: z
      .array(z.strictObject({ judge: partSpec, weight: z.number().positive().default(1) }))
      .min(1)
      .prefault([{ judge: { kind: 'svm' } }, { judge: { kind: 'string-match' } }])
      .describe('the judges, each with its weight: [{judge: {kind: svm}, weight: 0.5}, …]'),
    threshold,
  }),
  needs: ({ judges }) => needsOf(judges),
  learns: ({ judges }) => judges.some(({ judge }) => judgePart(judge).learns),
  train: (lesson, { judges }) => trainAll(lesson, judges),
  make: ({ topic, settings, model }) =>
    blend(
      settings.judges.map(({ judge, weight }, i) => ({
        name: judge.kind,
        judge: judgePart(judge).make(topic, model?.[i]),
        weight,
      })),
      settings,
    ),
});

const share = z.number().min(0).max(1);
/** A bare spec stands for a judge that always decides: the last one. */
const chainLink = z.preprocess(
  (given) => (typeof given === 'object' && given !== null && 'kind' in given ? { judge: given } : given),
  z.strictObject({ judge: partSpec, yes: share.optional(), no: share.optional() }),
);

const chainKind = defineJudge({
  name: 'chain',
  summary: 'judges asked in turn until one is certain',
  settings: z.strictObject({
    judges: z
      .array(chainLink)
      .min(1)
      .refine(
        (judges) => judges.slice(0, -1).every(({ yes, no }) => yes !== undefined || no !== undefined),
        'every judge but the last needs "yes" or "no", or those after it are never asked',
      )
      .prefault([{ judge: { kind: 'string-match' }, no: 0.05 }, { judge: { kind: 'svm' } }])
      .describe(
        'the judges in order, with the score from which each says yes and below which no: [{judge: {kind: string-match}, no: 0.05}, {judge: {kind: svm}}]',
      ),
  }),
  needs: ({ judges }) => needsOf(judges),
  learns: ({ judges }) => judges.some(({ judge }) => judgePart(judge).learns),
  train: (lesson, { judges }) => trainAll(lesson, judges),
  make: ({ topic, settings, model }) =>
    chain(
      settings.judges.map(({ judge, yes, no }, i) => ({
        name: judge.kind,
        judge: judgePart(judge).make(topic, model?.[i]),
        yes,
        no,
      })),
    ),
});

export const combinedKinds = [blendKind, chainKind];

const needsOf = (judges: readonly { judge: Spec }[]) => [
  ...new Set(judges.flatMap(({ judge }) => judgePart(judge).needs)),
];

/** One after the other; what a judge without lessons has learnt is null in JSON. */
async function trainAll(lesson: Lesson, judges: readonly { judge: Spec }[]): Promise<unknown[]> {
  const models: unknown[] = [];
  for (const { judge } of judges) models.push((await judgePart(judge).train(lesson)) ?? null);
  return models;
}
