/** What commands print as JSON: the fields that programs can rely on. Tests hold what is printed to them. */
import { z } from 'zod';

interface Output {
  /** One object, or one on every line. */
  per: 'object' | 'line';
  shape: z.ZodType;
}

const about = z
  .looseObject({
    authors: z.array(z.string()).optional(),
    published: z.string().optional(),
    modified: z.string().optional(),
    siteName: z.string().optional(),
    description: z.string().optional(),
  })
  .optional()
  .describe('What the page says of itself.');

const page = z.looseObject({
  id: z.number(),
  url: z.string(),
  host: z.string(),
  outcome: z.string(),
  title: z.string().optional(),
  language: z.string().optional(),
  kind: z.string().optional(),
  score: z.number().optional(),
  relevant: z.boolean(),
  why: z.array(z.string()),
  depth: z.number(),
  about,
});

const dryRun = z.looseObject({ dryRun: z.literal(true), would: z.string() });

export const outputs: Readonly<Record<string, Output>> = {
  search: {
    per: 'line',
    shape: z.looseObject({
      page: z.number(),
      url: z.string(),
      title: z.string(),
      score: z.number().describe('Of the match; not comparable across queries.'),
      snippet: z.string(),
      relevant: z.boolean(),
      relevance: z.number().optional().describe("The judge's score."),
    }),
  },
  show: {
    per: 'object',
    shape: z.looseObject({
      page: page.extend({ fetchedAt: z.number().describe('Milliseconds since the epoch.') }),
      labels: z.array(z.looseObject({ label: z.string(), by: z.string() })),
      path: z.array(z.looseObject({ url: z.string() })).describe('From the seed to this page.'),
      links: z.array(z.looseObject({ anchor: z.string() })),
    }),
  },
  follow: {
    per: 'line',
    shape: z.looseObject({
      sequence: z.number().describe('Give the last one as --since to go on after it.'),
      url: z.string(),
      outcome: z.string(),
      relevant: z.boolean(),
      title: z.string().optional(),
      about,
    }),
  },
  export: { per: 'line', shape: page.extend({ fetchedAt: z.string(), text: z.string().optional() }) },
  label: {
    per: 'object',
    shape: z.union([
      z.looseObject({
        kept: z.number(),
        changed: z.number(),
        inForce: z.string(),
        unknown: z.array(z.string()),
      }),
      dryRun,
    ]),
  },
  set: {
    per: 'object',
    shape: z.union([
      z.looseObject({ changes: z.record(z.string(), z.looseObject({})), inForce: z.string() }),
      dryRun,
    ]),
  },
};
