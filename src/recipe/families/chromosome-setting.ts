/** A chromosome as a setting: errors are reported in the reader's terms. */
import { z } from 'zod';
import { readChromosome } from '../../learn/evolution/chromosome.ts';

export const chromosomeSetting = z
  .string()
  .superRefine((line, context) => {
    try {
      readChromosome(line);
    } catch (error) {
      context.addIssue({ code: 'custom', message: (error as Error).message });
    }
  })
  .describe('feature sets with their parameters and a learner, such as "label-tokens;269|naive-bayes"');
