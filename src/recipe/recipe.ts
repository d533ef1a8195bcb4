/**
 * A recipe combines a judge and a strategy under a name, as data: kinds of judges and strategies with their settings.
 * The built-in ones are in the files of this room, a user's own in a YAML file.
 */
import { z } from 'zod';
import { type MergeRule, mergeRules } from '../frontier/frontier.ts';

export interface Recipe {
  name: string;
  /** One line for the list. */
  summary: string;
  /** How it works, a few sentences. */
  description: string;
  /** Author, year, place: where it comes from. */
  origin: string;
  judge: Spec;
  strategy: Spec;
  /** Paths of the modules that define its kinds, if they are not built in. */
  use?: string[];
  /** How links wait, if it differs from the crawl's defaults. */
  frontier?: { merge?: MergeRule; batch?: number };
  /** Versions with settings of their own, chosen as `recipe@variant`. */
  variants?: Readonly<Record<string, Variant>>;
}

export interface Variant {
  /** What differs, in words. */
  about: string;
  /** As after `--set`. */
  set: Readonly<Record<string, unknown>>;
}

export const frontierSchema = z.strictObject({
  merge: z.enum(mergeRules).optional().describe('the priority of a link that is found again'),
  batch: z
    .number()
    .int()
    .positive()
    .max(100_000)
    .optional()
    .describe(
      'links chosen together and handed out before newer ones are considered; 1: always the best link',
    ),
});

/** A kind of judge or strategy by name, with settings; omitted ones have their defaults. */
export type Spec = { kind: string } & Record<string, unknown>;

/** A kind alone, or a kind with settings. */
export const spec = z
  .union(
    [z.string().min(1), z.looseObject({ kind: z.string().min(1) })],
    'give a kind, or "kind:" with settings',
  )
  .transform((value): Spec => (typeof value === 'string' ? { kind: value } : value));

/** As data: also the variant of a built-in recipe, which is called `recipe@variant`. */
export const recipeSchema = z
  .strictObject({
    name: z
      .string()
      .regex(
        /^[\w+.-]+(\/[\w+.-]+)*(@[\w+.-]+)?$/,
        'a name may contain letters, digits, "-", "+", "." and "/"',
      ),
    summary: z.string().default(''),
    description: z.string().default(''),
    origin: z.string().default('your own'),
    /** Modules that define its kinds. */
    use: z.array(z.string().min(1)).optional(),
    judge: spec,
    strategy: spec,
    frontier: frontierSchema.optional(),
  })
  .transform((given) => given as Recipe);
