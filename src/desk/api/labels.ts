/** What people say about pages: which to ask about next, the answers, and what they show. */
import { z } from 'zod';
import { keptSentence } from '../../answers/label-effect.ts';
import { queues } from '../../answers/label-queue.ts';
import { draws, labels } from '../../archive/records.ts';
import { Refused, route } from '../route.ts';
import { listOf, pageSchema, share } from './schemas.ts';

const labelSchema = z.object({
  page: z.number().int(),
  label: z.enum(labels),
  by: z.string(),
  drawn: z.string(),
  at: z.number(),
});

export const labelRoutes = [
  route({
    method: 'GET',
    path: '/api/v1/crawls/{crawl}/queue',
    role: 'read',
    summary:
      'The next pages to label: drawn at random among those called relevant, over all scores, or chosen.',
    query: z.strictObject({
      queue: z
        .enum(queues)
        .default('random')
        .describe('"informative": near the threshold, each of another site; "others": labelled by others.'),
      by: z.string().min(1).max(100).optional().describe('Who is asked; default: the user of the desk.'),
      limit: z.coerce.number().int().min(1).max(200).default(20),
    }),
    answer: z.object({
      queue: z.string(),
      drawn: z.string(),
      isBlind: z.boolean(),
      pages: z.array(pageSchema.extend({ drawn: z.string().optional() })),
    }),
    work: async ({ desk, parts, query, user }) => ({
      json: await desk.crawls.readingApart(parts.crawl!, 'queue', { by: user.name, ...query }),
    }),
  }),
  route({
    method: 'GET',
    path: '/api/v1/crawls/{crawl}/labels',
    role: 'read',
    summary: 'All labels of a crawl.',
    answer: listOf(labelSchema.loose()),
    work: ({ desk, parts }) =>
      desk.crawls.reading(parts.crawl!, ({ read }) => ({ json: { items: read.labels() } })),
  }),
  route({
    method: 'POST',
    path: '/api/v1/crawls/{crawl}/labels',
    role: 'label',
    summary:
      'Keeps labels; a later one of the same person replaces the earlier, and "unsure" takes it back. Answers at once.',
    body: z.strictObject({
      labels: z
        .array(
          z.strictObject({
            page: z.number().int().positive(),
            label: z.enum(labels),
            drawn: z.enum(draws).default('chosen').describe('As the queue said.'),
            by: z.string().min(1).max(100).optional().describe('Who says so; default: the user of the desk.'),
          }),
        )
        .min(1)
        .max(1000),
      awaitsEffect: z
        .boolean()
        .default(false)
        .describe('Answer when the judge has learnt from them, with what moved.'),
    }),
    answer: z
      .object({ kept: z.number(), changed: z.number(), inForce: z.string(), sentence: z.string() })
      .loose(),
    async work({ desk, parts, body, user }) {
      await desk.crawls.reading(parts.crawl!, ({ read }) => {
        const unknown = body.labels.find(({ page }) => read.pageById(page) === undefined);
        if (unknown !== undefined)
          throw new Refused(404, 'NOT_FOUND', `The crawl has no page ${unknown.page}.`);
      });
      const control = await desk.crawls.control(parts.crawl!);
      const said = body.labels.map(({ by = user.name, ...label }) => ({ ...label, by }));
      const kept = await control.label(said, body);
      desk.live.forget(parts.crawl!);
      return { json: { ...kept, sentence: keptSentence(kept) } };
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/crawls/{crawl}/precision',
    role: 'read',
    summary:
      'How many of the pages called relevant are: a share with its interval, what it rests on, and a sentence.',
    answer: z.object({
      sentence: z.string(),
      warnings: z.array(z.string()),
      precision: share.partial().loose(),
    }),
    async work({ desk, parts }) {
      const trust = await desk.crawls.readingApart(parts.crawl!, 'trust');
      const { precision, figure: sentence, warnings } = trust;
      return { json: { precision, sentence, warnings } };
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/crawls/{crawl}/people',
    role: 'read',
    summary:
      "Who labelled how many pages, how well each pair agrees on the pages that both labelled, and Krippendorff's alpha over the pages that two or more labelled.",
    answer: z.object({
      people: z.array(z.object({ name: z.string(), labels: z.number() }).loose()),
      pairs: z.array(z.object({ judges: z.array(z.string()), pages: z.number(), raw: z.number() }).loose()),
      anyTwo: z
        .object({ pages: z.number(), answers: z.number(), alpha: z.number().optional() })
        .optional()
        .describe('Over the pages that two or more labelled; absent if there are none.'),
      disputed: z.array(z.number()),
      sentence: z.string(),
    }),
    work: async ({ desk, parts }) => ({ json: await desk.crawls.readingApart(parts.crawl!, 'people') }),
  }),
];
