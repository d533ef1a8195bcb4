/**
 * Training, evolution and evaluation for programs: each begins a job in a process of its own, whose progress can be
 * watched. With `classify` this is a control unit for classifiers that another crawler can use (Sobania, TU Darmstadt,
 * 2015, section 5.3).
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ForageError } from '../../errors.ts';
import { isAddress } from '../../topic/url-list.ts';
import { type Job, jobKinds } from '../jobs.ts';
import { type Asked, type Reply, route } from '../route.ts';
import { refusePaths } from './crawls.ts';

export const jobSchema = z.object({
  id: z.string(),
  kind: z.enum(jobKinds),
  of: z.string(),
  state: z.enum(['running', 'done', 'failed', 'stopped']),
  startedAt: z.number(),
  endedAt: z.number().optional(),
  progress: z.string().describe('What it said last.'),
  result: z.unknown().optional(),
  message: z.string().optional().describe('Why it failed.'),
});

export const begun = (job: Job): Reply => ({
  status: 202,
  json: job,
  headers: { location: `/api/v1/jobs/${job.id}` },
});

export const trainBody = z.strictObject({
  recipe: z.string().min(1).max(200).optional(),
  threshold: z.number().min(0).max(1).optional(),
  set: z
    .record(z.string().regex(/^[\w.-]{1,100}$/), z.union([z.string().max(1000), z.number(), z.boolean()]))
    .default({})
    .describe('Settings of the recipe.'),
  dryRun: z.boolean().default(false).describe('Only say what would change.'),
});

export const jobRoutes = [
  route({
    method: 'GET',
    path: '/api/v1/jobs',
    role: 'read',
    summary: 'Jobs of this desk, the latest first.',
    answer: z.object({ items: z.array(jobSchema) }),
    work: ({ desk }) => ({ json: { items: desk.jobs.all() } }),
  }),
  route({
    method: 'GET',
    path: '/api/v1/jobs/{job}',
    role: 'read',
    summary: 'One job: its state, what it said last, and its result.',
    answer: jobSchema,
    work: ({ desk, parts }) => ({ json: desk.jobs.find(parts.job!) }),
  }),
  route({
    method: 'GET',
    path: '/api/v1/jobs/{job}/events',
    role: 'read',
    summary: 'What a job says, line by line, and its end, as server-sent events; Last-Event-ID continues.',
    answerType: 'text/event-stream',
    work(asked) {
      asked.desk.jobs.find(asked.parts.job!);
      return { text: eventsOf(asked), type: 'text/event-stream', headers: { 'x-accel-buffering': 'no' } };
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/jobs/{job}/stop',
    role: 'all',
    summary: 'Ends a job; what it has written is kept.',
    body: z.strictObject({}),
    answer: jobSchema,
    work: ({ desk, parts }) => ({ json: desk.jobs.stop(parts.job!) }),
  }),
  route({
    method: 'POST',
    path: '/api/v1/crawls/{crawl}/train',
    role: 'all',
    summary: 'A job: the judge of a stopped crawl learns again, and judges every stored page.',
    body: trainBody,
    answer: jobSchema,
    work: async (asked) => begun(await train(asked, asked.body)),
  }),
  route({
    method: 'POST',
    path: '/api/v1/crawls/{crawl}/evolve',
    role: 'all',
    summary: 'A job: finds features and a learner for the links of a judged crawl by evolution.',
    body: z.strictObject({
      population: z.number().int().min(2).max(200).optional(),
      generations: z.number().int().min(1).max(1000).optional(),
      patience: z.number().int().min(0).max(1000).optional(),
      beta: z.number().positive().max(10).optional(),
      max: z
        .number()
        .int()
        .min(20)
        .max(100_000)
        .optional()
        .describe('Links to relevant pages to learn from.'),
      seed: z.number().int().min(1).optional(),
    }),
    answer: jobSchema,
    work({ desk, parts, body }) {
      const path = desk.crawls.pathOf(parts.crawl!);
      const out = `${path}-evolved`;
      return begun(
        desk.jobs.begin({
          kind: 'evolve',
          of: parts.crawl!,
          args: ['topic', 'evolve', path, `--out=${out}`, ...flags(body)],
          result: () => evolvedIn(out),
        }),
      );
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/evaluate',
    role: 'all',
    summary: 'A job: measures crawls by relevant pages that they were not given.',
    body: z.strictObject({
      crawls: z.array(z.string().min(1).max(300)).min(1).max(20),
      positives: z.array(z.string().max(4000)).min(1).max(1000).describe('URLs of relevant pages.'),
      threshold: z.number().min(0).max(1).optional(),
      perplexity: z.boolean().default(false),
    }),
    answer: jobSchema,
    work({ desk, body }) {
      const paths = body.crawls.map((id) => desk.crawls.pathOf(id));
      const wrong = body.positives.find((one) => !isAddress(one));
      if (wrong !== undefined)
        throw new ForageError('USAGE', `body.positives: "${wrong.slice(0, 100)}" is not a URL.`);
      return begun(
        desk.jobs.begin({
          kind: 'evaluate',
          of: body.crawls.join(', '),
          args: [
            'evaluate',
            ...paths,
            '--json',
            ...body.positives.map((url) => `--positives=${url}`),
            ...flags({ threshold: body.threshold, perplexity: body.perplexity }),
          ],
          result: (output) => JSON.parse(output) as unknown,
        }),
      );
    },
  }),
];

/** Of a running crawl the threshold can be changed; for all else it must stand still. */
export async function train(
  { desk, parts }: Pick<Asked, 'desk' | 'parts'>,
  { recipe, threshold, set, dryRun }: z.output<typeof trainBody>,
): Promise<Job> {
  const id = parts.crawl!;
  if (!desk.isLocal) refusePaths(set);
  const { state } = await desk.crawls.statusOf(id);
  if (state === 'running' || state === 'paused')
    throw new ForageError('CRAWL_FOLDER', `${id} is running. Stop it first; then its judge can learn again.`);
  return desk.jobs.begin({
    kind: 'train',
    of: id,
    args: [
      'judge',
      desk.crawls.pathOf(id),
      '--json',
      ...flags({ recipe, threshold, dryRun }),
      ...Object.entries(set).map(([key, value]) => `--set=${key}=${value}`),
    ],
    result: (output) => JSON.parse(output) as unknown,
  });
}

/** `holdOut: 'page'` as `--hold-out=page`; what is absent or false is left out. */
export function flags(given: Record<string, string | number | boolean | undefined>): string[] {
  return Object.entries(given).flatMap(([key, value]) => {
    const flag = `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    if (value === undefined || value === false) return [];
    return [value === true ? flag : `${flag}=${value}`];
  });
}

function evolvedIn(folder: string): unknown {
  const file = join(folder, 'model.json');
  if (!existsSync(file)) return { folder };
  const { chromosome, test } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  return { folder, chromosome, test };
}

async function* eventsOf({ desk, parts, headers, gone }: Asked): AsyncGenerator<string> {
  const last = headers['last-event-id'];
  const since = typeof last === 'string' && /^\d{1,9}$/.test(last) ? Number(last) : 0;
  for await (const { n, line } of desk.jobs.watch(parts.job!, since, gone))
    yield `id: ${n}\nevent: line\ndata: ${JSON.stringify(line)}\n\n`;
  if (!gone.aborted) yield `event: end\ndata: ${JSON.stringify(desk.jobs.find(parts.job!))}\n\n`;
}
