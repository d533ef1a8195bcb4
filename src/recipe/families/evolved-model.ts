/** A model that `forage topic evolve` has kept, as a setting. */
import { z } from 'zod';
import { ForageError } from '../../errors.ts';
import { loadEvolved } from '../../learn/evolution/evolution-folder.ts';

export const modelSetting = z
  .string()
  .default('')
  .describe(
    'folder of an evolution by "forage topic evolve": its model is used as it is, nothing is trained',
  );

export function loadEvolvedModel(folder: string, kind: 'evolved-text' | 'evolved-links'): unknown {
  const read = z.object({ model: z.unknown() }).safeParse(loadEvolved(folder, kind));
  if (read.success && read.data.model !== undefined) return read.data.model;
  throw new ForageError('MODEL_INVALID', `The model in ${folder} is damaged; evolve it again.`);
}
