/** How much a mistake costs, by class: both the same, each its own, or each class as a whole the same. */
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
