/** What lies beside crawls: plans and studies, topic files; and the seed finder. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ForageError } from '../../errors.ts';
import { readJudgements } from '../../lab/judgements.ts';
import { readSample } from '../../lab/sample-file.ts';
import { isAddress } from '../../topic/url-list.ts';
import type { JobOrder } from '../jobs.ts';
import { type Desk, Refused, route } from '../route.ts';
import { proposedSeeds } from '../seed-finder.ts';
import { newCrawl, topicOf } from './crawls.ts';
import { begun, jobSchema } from './jobs.ts';

const file = z.object({ id: z.string() });

export const studyRoutes = [
  route({
    method: 'GET',
    path: '/api/v1/studies',
    role: 'read',
    summary: 'Studies with their progress, and plans of studies.',
    answer: z.object({
      items: z.array(
        file.extend({
          runs: z.number(),
          done: z.number(),
          failed: z.number(),
          hasReport: z.boolean(),
          judgements: z.number(),
          judges: z.number(),
        }),
      ),
      plans: z.array(file),
    }),
    work: ({ desk }) => ({
      json: {
        items: desk.files.studies().map(({ id, path }) => ({ id, ...standingOf(path) })),
        plans: desk.files.plans().map(({ id }) => ({ id })),
      },
    }),
  }),
  route({
    method: 'POST',
    path: '/api/v1/studies',
    role: 'all',
    summary: 'A job: runs a plan, or writes the report of a study.',
    body: z.union([
      z.strictObject({ plan: z.string().max(500) }),
      z.strictObject({ study: z.string().max(500) }),
    ]),
    answer: jobSchema,
    work: ({ desk, body }) =>
      begun(desk.jobs.begin('plan' in body ? planOrder(desk, body.plan) : reportOrder(desk, body.study))),
  }),
  route({
    method: 'GET',
    path: '/api/v1/topics',
    role: 'read',
    summary: 'The topic files of the folder.',
    answer: z.object({ items: z.array(file) }),
    work: ({ desk }) => ({ json: { items: desk.files.topics().map(({ id }) => ({ id })) } }),
  }),
  route({
    method: 'POST',
    path: '/api/v1/seeds',
    role: 'all',
    summary:
      'Seeds that the seed finder proposes for a topic, from crawls of this folder or a search engine.',
    body: newCrawl.omit({ name: true, settings: true }).extend({
      crawls: z.array(z.string().min(1).max(300)).max(20).default([]),
      search: z.string().max(2000).default('').describe('The URL of a SearXNG server.'),
    }),
    answer: z.object({ items: z.array(z.object({ url: z.string(), why: z.array(z.string()) })) }),
    async work({ desk, body: { crawls, search, ...given } }) {
      checkSearch(desk, search);
      const paths = crawls.map((id) => desk.crawls.pathOf(id));
      const items = await proposedSeeds(topicOf(given), { crawls: paths, search });
      return { json: { items: items.map(({ url, why }) => ({ url, why })) } };
    },
  }),
];

export function checkSearch({ isLocal }: Pick<Desk, 'isLocal'>, search: string): void {
  if (search !== '' && !isAddress(search))
    throw new ForageError('USAGE', `"${search.slice(0, 100)}" is not the URL of a search engine.`);
  if (search !== '' && !isLocal)
    throw new ForageError('USAGE', 'Only a desk on loopback may say which search engine is asked.');
}

export function planOrder({ files }: Pick<Desk, 'files'>, plan: string): JobOrder {
  const path = files.find('plans', plan);
  const out = path.replace(/\.ya?ml$/i, '-study');
  return { kind: 'study', of: plan, args: ['lab', path, `--out=${out}`], result: () => ({ study: out }) };
}

export function reportOrder({ files }: Pick<Desk, 'files'>, study: string): JobOrder {
  const path = files.find('studies', study);
  return { kind: 'study', of: study, args: ['lab', 'report', path], result: () => ({ study: path }) };
}

export function judgingOrder(
  { files, isLocal }: Pick<Desk, 'files' | 'isLocal'>,
  study: string,
  size: number,
): JobOrder {
  if (!isLocal)
    throw new Refused(409, 'NOT_ALLOWED', 'Judging works only in a browser on the same machine as the desk.');
  const path = files.find('studies', study);
  const draw = readSample(path) === undefined ? [`--size=${size}`] : [];
  const args = ['lab', 'sample', path, '--serve', ...draw];
  return { kind: 'judging', of: study, args, result: () => ({ study: path }) };
}

/** By the files of its runs and judgements: nothing else is read. */
export function standingOf(path: string) {
  const { runs = [], crawls } = JSON.parse(readFileSync(join(path, 'study.json'), 'utf8')) as {
    runs?: { id: string }[];
    crawls?: unknown[];
  };
  const has = (id: string, name: string): boolean => existsSync(join(path, 'runs', id, name));
  const done = runs.filter(({ id }) => has(id, 'run.json')).length;
  const { judgements } = readJudgements(path);
  return {
    runs: runs.length,
    done: crawls === undefined ? done : runs.length,
    failed: runs.filter(({ id }) => has(id, 'failed.json')).length,
    hasReport: existsSync(join(path, 'report.html')),
    judgements: judgements.length,
    judges: new Set(judgements.map(({ judge }) => judge)).size,
  };
}
