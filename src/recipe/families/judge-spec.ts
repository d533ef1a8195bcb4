/** A judge within the settings of another kind. */
import { z } from 'zod';
import { addFaults } from '../../check.ts';
import { judgePart } from '../parts.ts';
import type { Spec } from '../recipe.ts';

export const judgeSpec = z.looseObject({ kind: z.string() });

/** For `transform`: the settings of the judge checked, with every default filled in. */
export const filledIn = (given: string | Spec, context: z.RefinementCtx): Spec =>
  addFaults(context, () => judgePart(typeof given === 'string' ? { kind: given } : given).spec) ?? z.NEVER;
