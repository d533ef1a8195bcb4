/** Cost of a mistake per class: equal, set per class, or balanced so that both classes weigh the same in total. */
import { z } from 'zod';
import type { ExampleCounts } from './examples.ts';

export const classWeights = z.union([
  z.literal('balanced'),
  z.strictObject({ relevant: z.number().positive(), other: z.number().positive() }),
]);

export type ClassWeights = z.infer<typeof classWeights>;

export function weightsOf(setting: ClassWeights, counts: ExampleCounts): { relevant: number; other: number } {
  if (setting !== 'balanced') return setting;
  const half = (counts.relevant + counts.other) / 2;
  return { relevant: half / counts.relevant, other: half / counts.other };
}
