/**
 * A plan: which webs, topics and recipes a study compares, with how many repeats and what budget. One YAML file, parsed
 * strictly. Paths are relative to its folder; `demo` stands for the demonstration web.
 */
import { z } from 'zod';

const name = z.string().regex(/^[\w.+-]+$/, 'a name may contain letters, digits, "-", "+", "_" and "."');
const positive = z.number().int().positive();

export const planSchema = z.strictObject({
  name,
  title: z.string().optional(),
  /** The user's modules that the recipes need, by path or package name. */
  use: z.array(z.string().min(1)).default([]),
  webs: z
    .array(
      z.strictObject({
        name,
        /** WARC files, folders of them, crawl folders; or `demo`. */
        files: z.union([z.string(), z.array(z.string()).min(1)], 'give a path, or a list of paths'),
        /**
         * A table with a URL and its topics on each line, separated by a tab; several topics by ";", "," or a space.
         * For measures with labels; the demonstration web has its own.
         */
        labels: z.string().optional(),
        /** The size of the demonstration web, and the seed that it is generated from. */
        demo: z
          .strictObject({
            /** Pages about subjects, or pages of a kind about a subject in English and Portuguese. */
            kind: z.enum(['subjects', 'genres']).optional(),
            pages: positive.min(500).max(100_000).default(4000),
            hosts: positive.min(20).max(5000).optional(),
            seed: z.number().int().min(0).default(1),
            /**
             * How many pages of its subject become each topic's relevant examples, and of others its irrelevant ones.
             */
            relevant: positive.max(1000).default(20),
            irrelevant: positive.max(1000).default(100),
          })
          .optional(),
      }),
    )
    .min(1),
  topics: z
    .array(
      z.strictObject({
        web: name,
        /** A topic file; for the demonstration web one of its topics by name. */
        file: z.string(),
        /** Its name in the labels; the topic's name by default. */
        label: z.string().optional(),
        /**
         * Relevant pages that the measures learn from instead of the relevant examples: URLs, pages, folders, lists of
         * URLs or topic files. A number holds back that many of the examples.
         */
        positives: z
          .union(
            [positive, z.string().transform((one) => [one]), z.array(z.string()).min(1)],
            'give a number of examples to hold back, or URLs, files and folders',
          )
          .optional(),
        /**
         * Sites that a crawl should reach (CINDI): a file with a host or URL on each line, by default the hosts with
         * relevant pages by label; and how many of them are drawn.
         */
        targets: z.strictObject({ sites: z.string().optional(), draw: positive.optional() }).optional(),
      }),
    )
    .min(1),
  recipes: z
    .array(
      z.union(
        [
          z.string(),
          z.strictObject({
            recipe: z.string(),
            /** Its name in the report; made from recipe and settings by default. */
            as: z.string().optional(),
            set: z.record(z.string(), z.unknown()).default({}),
            /** Each setting with the values to try: all combinations are run. */
            sweep: z.record(z.string(), z.array(z.unknown()).min(1)).default({}),
          }),
        ],
        'give the name of a recipe, or "recipe:" with settings',
      ),
    )
    .min(1),
  /** Experiments that are compared separately: recipes by their names in the report, on all topics or on these. */
  groups: z
    .array(
      z.strictObject({
        name,
        recipes: z.array(z.string()).min(1),
        topics: z.array(z.string()).min(1).optional(),
      }),
    )
    .default([]),
  repeats: z
    .strictObject({
      times: positive.default(1),
      /** How many of the topic's examples to draw for each repeat; all of them by default. */
      relevant: positive.optional(),
      irrelevant: positive.optional(),
      genre: positive.optional(),
    })
    .prefault({}),
  /** Pages of each run; everything that can be reached by default. */
  pages: positive.optional(),
  /**
   * What is measured on every visited page besides labels: `judge` is the score of the judge below, `perplexity` that
   * of a language model of the relevant examples. On a web without labels the judge always measures.
   */
  measures: z.array(z.enum(['judge', 'perplexity'])).default([]),
  /**
   * Control points: the 1st, 2nd, 4th, 8th … unit of a crawl are windows, by pages or bytes. By default 64 units are the
   * whole crawl.
   */
  windows: z
    .strictObject({ of: z.enum(['pages', 'bytes']).default('pages'), unit: positive.optional() })
    .prefault({}),
  /** Settings of every crawl, as for `forage crawl --settings`. */
  settings: z.record(z.string(), z.unknown()).default({}),
  /** The judge that measures if there are no labels; it must not be the one that steers. */
  judge: z.looseObject({ kind: z.string() }).default({ kind: 'nearest-example', threshold: 0.75 }),
  /** Virtual time: the relevant pages found after a number of seconds, with given connections and delays. */
  time: z
    .strictObject({
      /**
       * `as-run`: the pages in the order of a crawl that fetched one at a time, put on the clock afterwards.
       * `simulated`: the crawl itself runs by the clock and chooses as it would live; it ends with the last of
       * `seconds`.
       */
      order: z.enum(['as-run', 'simulated']).default('as-run'),
      connections: positive.default(32),
      delayMs: z.number().min(0).default(5000),
      latencyMs: z.number().positive().default(300),
      bytesPerSecond: z.number().positive().default(1_000_000),
      seconds: z.array(z.number().positive()).default([60, 600, 3600]),
    })
    .prefault({}),
});

export type Plan = z.output<typeof planSchema>;
