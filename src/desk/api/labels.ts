/** What people say about pages: which to ask about next, the answers, and what they show. */
import { z } from 'zod';
import { queueOf, queues } from '../../answers/label-queue.ts';
import { trustOf } from '../../answers/trust.ts';
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
      queue: z.enum(queues).default('random'),
      limit: z.coerce.number().int().min(1).max(200).default(20),
    }),
    answer: z.object({
      queue: z.string(),
      drawn: z.string(),
      isBlind: z.boolean(),
      pages: z.array(pageSchema),
    }),
    work: ({ desk, parts, query }) =>
      desk.crawls.reading(parts.crawl!, (crawl) => ({ json: queueOf(crawl, query.queue, query.limit) })),
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
    summary: 'Keeps labels; a later one of the same person replaces the earlier, and "unsure" takes it back.',
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
    }),
    answer: z.object({ kept: z.number(), changed: z.number(), inForce: z.string() }).loose(),
    async work({ desk, parts, body, user }) {
      await desk.crawls.reading(parts.crawl!, ({ read }) => {
        const unknown = body.labels.find(({ page }) => read.pageById(page) === undefined);
        if (unknown !== undefined)
          throw new Refused(404, 'NOT_FOUND', `The crawl has no page ${unknown.page}.`);
      });
      const control = await desk.crawls.control(parts.crawl!);
      const kept = await control.label(body.labels.map(({ by = user.name, ...label }) => ({ ...label, by })));
      desk.live.forget(parts.crawl!);
      return { json: kept };
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
    work: ({ desk, parts }) =>
      desk.crawls.reading(parts.crawl!, (crawl) => {
        const { precision, figure: sentence, warnings } = trustOf(crawl);
        return { json: { precision, sentence, warnings } };
      }),
  }),
];
