/** Kinds of judges that are made of other judges. */
import { z } from 'zod';
import { blend } from '../judge/blend.ts';
import type { JudgeKind } from './kind.ts';
import { judgePart } from './parts.ts';
import type { Spec } from './recipe.ts';

const threshold = z.number().min(0).max(1).default(0.5).describe('a page counts from this score on');

/** Checked with its own settings, and every default filled in, where the settings of the whole are read. */
const partSpec = z.looseObject({ kind: z.string() }).transform((spec): Spec => judgePart(spec).spec);

const blendKind: JudgeKind<{ judges: { judge: Spec; weight: number }[]; threshold: number }, unknown[]> = {
  name: 'blend',
  summary: 'the weighted mean of several judges',
  settings: z.strictObject({
    judges: z
      .array(z.strictObject({ judge: partSpec, weight: z.number().positive().default(1) }))
      .min(1)
      .prefault([{ judge: { kind: 'svm' } }, { judge: { kind: 'string-match' } }])
      .describe('which, each with its weight: [{judge: {kind: svm}, weight: 0.5}, …]'),
    threshold,
  }),
  needs: ({ judges }) => needsOf(judges),
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
};

export const combinedKinds: readonly JudgeKind[] = [blendKind];

const needsOf = (judges: readonly { judge: Spec }[]) => [
  ...new Set(judges.flatMap(({ judge }) => judgePart(judge).needs)),
];

/** One after the other; what a judge without lessons has learnt is null in JSON. */
async function trainAll(
  lesson: Parameters<NonNullable<JudgeKind['train']>>[0],
  judges: readonly { judge: Spec }[],
): Promise<unknown[]> {
  const models: unknown[] = [];
  for (const { judge } of judges) models.push((await judgePart(judge).train(lesson)) ?? null);
  return models;
}
