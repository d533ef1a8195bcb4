/** A chromosome as a setting: what is wrong with it is said in the words of whoever reads it. */
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
  .describe('feature sets with their parameters and a learner, as "label-tokens;269|naive-bayes"');
