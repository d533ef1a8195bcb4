/** What `forage topic` proposes and tries, as jobs: terms of examples, keywords and anchors of crawls, a judge without a crawl. */
import { parse } from 'yaml';
import { z } from 'zod';
import { type Desk, route } from '../route.ts';
import { refusePaths } from './crawls.ts';
import { begun, flags, jobSchema, trainBody } from './jobs.ts';

const few = z.number().int().min(1).max(1000).optional();
const contact = z.string().min(1).max(300).optional();
const web = z
  .array(z.string().min(1).max(300))
  .max(20)
  .default([])
  .describe('Crawls that answer instead of the live Web.');
const topic = z.string().min(1).max(500).describe('A file that GET topics lists.');

/** Lists to prune by hand, for a topic file: `text` as printed, and as data. */
const proposed = (output: string): unknown => ({ ...(parse(output) as object), text: output });

const webFlags = ({ crawls }: Desk, ids: readonly string[]): string[] =>
  ids.map((id) => `--web=${crawls.pathOf(id)}`);

export const topicRoutes = [
  route({
    method: 'POST',
    path: '/api/v1/topics/terms',
    role: 'all',
    summary: 'A job: proposes genre and content terms from the example pages of a topic file.',
    body: z.strictObject({
      topic,
      genre: few,
      content: few,
      longest: z.number().int().min(1).max(10).optional(),
      by: z.enum(['contrast', 'occurrences', 'pages']).optional(),
      contact,
      web,
    }),
    answer: jobSchema,
    work({ desk, body: { topic, web, ...body } }) {
      const args = [
        'topic',
        'terms',
        desk.files.find('topics', topic),
        ...webFlags(desk, web),
        ...flags(body),
      ];
      return begun(desk.jobs.begin({ kind: 'topic', of: topic, args, result: proposed }));
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/topics/test',
    role: 'all',
    summary: 'A job: trains the judge of a recipe on the examples of a topic file, and says how it does.',
    body: trainBody.pick({ recipe: true, set: true }).extend({
      topic,
      try: z
        .string()
        .regex(/^[\w.-]{1,100}=[\w.,+-]{1,300}$/)
        .optional()
        .describe('A setting with several values: c=0.01,0.1,1.'),
      contact,
      web,
    }),
    answer: jobSchema,
    work({ desk, body: { topic, web, set, ...body } }) {
      if (!desk.isLocal) refusePaths(set);
      const args = [
        'topic',
        'test',
        desk.files.find('topics', topic),
        '--json',
        ...webFlags(desk, web),
        ...Object.entries(set).map(([key, value]) => `--set=${key}=${value}`),
        ...flags(body),
      ];
      return begun(
        desk.jobs.begin({
          kind: 'topic',
          of: topic,
          args,
          result: (output) => JSON.parse(output) as unknown,
        }),
      );
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/crawls/{crawl}/keywords',
    role: 'all',
    summary: 'A job: proposes keywords with weights, from the meta keywords and the anchors of a crawl.',
    body: z.strictObject({ minCount: few, limit: few }),
    answer: jobSchema,
    work({ desk, parts, body }) {
      const args = ['topic', 'keywords', desk.crawls.pathOf(parts.crawl!), ...flags(body)];
      return begun(desk.jobs.begin({ kind: 'topic', of: parts.crawl!, args, result: proposed }));
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/crawls/{crawl}/anchors',
    role: 'all',
    summary: 'A job: proposes anchors to prune and to extract, from links between judged pages of a crawl.',
    body: z.strictObject({ minLinks: few, limit: few }),
    answer: jobSchema,
    work({ desk, parts, body }) {
      const args = ['topic', 'anchors', desk.crawls.pathOf(parts.crawl!), ...flags(body)];
      return begun(desk.jobs.begin({ kind: 'topic', of: parts.crawl!, args, result: proposed }));
    },
  }),
];
