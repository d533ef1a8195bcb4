/** A judge within the settings of another kind. */
import { z } from 'zod';

export const judgeSpec = z.looseObject({ kind: z.string() });
