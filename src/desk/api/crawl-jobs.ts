/** What the command line does with a crawl and takes minutes, as jobs: asks again, sends, checks, repairs, grows a corpus. */
import { existsSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { z } from 'zod';
import { roundsOf } from '../../archive/rounds.ts';
import { openCrawl } from '../../crawl/open.ts';
import { orders } from '../../crawl/recrawl/round.ts';
import { ForageError } from '../../errors.ts';
import { sentTo } from '../../send/send.ts';
import { isAddress } from '../../topic/url-list.ts';
import type { Job } from '../jobs.ts';
import { type Asked, Refused, route } from '../route.ts';
import { begun, flags, jobSchema } from './jobs.ts';

const positive = z.number().int().positive();
const json = (output: string): unknown => JSON.parse(output) as unknown;

export const recrawlBody = z.strictObject({
  budget: positive.optional().describe('Requests in a round.'),
  by: z.enum(orders).optional(),
  due: z.boolean().default(false).describe('Only pages that are due.'),
  every: z
    .string()
    .regex(/^\d{1,4}[dhm]$/)
    .optional()
    .describe('Begin a round every 7d, 12h, 30m, until the job is stopped.'),
});

export const crawlJobRoutes = [
  route({
    method: 'POST',
    path: '/api/v1/crawls/{crawl}/recrawl',
    role: 'all',
    summary: 'A job: asks for the pages of a stopped crawl again; its result is the last round.',
    body: recrawlBody,
    answer: jobSchema,
    work: async (asked) => begun(await recrawl(asked, asked.body)),
  }),
  route({
    method: 'GET',
    path: '/api/v1/crawls/{crawl}/sent',
    role: 'read',
    summary: 'Where the pages of a crawl were sent, and how far.',
    answer: z.object({ items: z.array(z.object({ name: z.string() }).loose()) }),
    work: ({ desk, parts }) => ({ json: { items: sentTo(desk.crawls.pathOf(parts.crawl!)) } }),
  }),
  route({
    method: 'POST',
    path: '/api/v1/crawls/{crawl}/send',
    role: 'all',
    summary: 'A job: sends the pages of a crawl to a search index, storage, a webhook or NATS.',
    body: z.strictObject({
      to: z
        .string()
        .max(2000)
        .regex(/^[a-z][a-z0-9+]*:\/\//)
        .describe('As of "forage send --to"; not a file.'),
      relevant: z.boolean().default(false),
      text: z.boolean().default(true),
      links: z.boolean().default(false),
      wait: z.boolean().default(false).describe('Stay on when the crawl has ended.'),
      restart: z.boolean().default(false),
    }),
    answer: jobSchema,
    work({ desk, parts, body: { text, ...body } }) {
      if (!desk.isLocal)
        throw new ForageError('USAGE', 'Only a desk on loopback may say where pages are sent to.');
      const path = desk.crawls.pathOf(parts.crawl!);
      const args = ['send', path, '--json', ...flags({ ...body, noText: !text })];
      return begun(desk.jobs.begin({ kind: 'send', of: parts.crawl!, args, result: json }));
    },
  }),
  ...(['check', 'repair'] as const).map((kind) =>
    route({
      method: 'POST',
      path: `/api/v1/crawls/{crawl}/${kind}`,
      role: 'all',
      summary:
        kind === 'check'
          ? 'A job: checks that a crawl is whole, database and archive against each other.'
          : 'A job: rebuilds the database of a stopped crawl from its archive.',
      body: z.strictObject({}),
      answer: jobSchema,
      work({ desk, parts }) {
        const args = [kind, desk.crawls.pathOf(parts.crawl!), '--json'];
        // 1: it is damaged; the result says how.
        const codes = kind === 'check' ? [0, 1] : [0];
        return begun(desk.jobs.begin({ kind, of: parts.crawl!, args, codes, result: json }));
      },
    }),
  ),
  route({
    method: 'POST',
    path: '/api/v1/grow',
    role: 'all',
    summary: 'A job: from a folder of documents, in the folder of the desk, to a corpus of pages like them.',
    body: z.strictObject({
      documents: z.string().min(1).max(300),
      seeds: z.array(z.string().max(4000)).max(1000).default([]),
      words: positive.optional(),
      pages: positive.optional(),
      relevant: positive.optional(),
      language: z
        .string()
        .regex(/^[a-z]{2,3}$/)
        .optional(),
      contact: z.string().min(1).max(300).optional(),
      web: z.array(z.string().min(1).max(300)).max(20).default([]).describe('Crawls that answer instead.'),
      generalPages: positive.optional(),
    }),
    answer: jobSchema,
    work({ desk, body: { documents, seeds, web, ...body } }) {
      if (!desk.isLocal)
        throw new ForageError('USAGE', 'Only a desk on loopback reads folders of its machine.');
      const path = resolve(desk.crawls.folder, documents);
      const inside = relative(desk.crawls.folder, path);
      if (inside === '' || inside.startsWith(`..${sep}`) || inside === '..' || !existsSync(path))
        throw new Refused(404, 'NOT_FOUND', `body.documents: there is no folder "${documents}" here.`);
      const wrong = seeds.find((one) => !isAddress(one));
      if (wrong !== undefined)
        throw new ForageError('USAGE', `body.seeds: "${wrong.slice(0, 100)}" is not a URL.`);
      const out = `${path}-corpus`;
      const args = [
        'grow',
        path,
        `--out=${out}`,
        ...seeds.map((url) => `--seed=${url}`),
        ...web.map((id) => `--web=${desk.crawls.pathOf(id)}`),
        ...flags(body),
      ];
      return begun(
        desk.jobs.begin({
          kind: 'grow',
          of: documents,
          args,
          result: () => ({ folder: `${inside}-corpus` }),
        }),
      );
    },
  }),
];

/** Refused at once if the crawl runs; the process would say so only in its job. */
export async function recrawl(
  { desk, parts }: Pick<Asked, 'desk' | 'parts'>,
  body: z.output<typeof recrawlBody>,
): Promise<Job> {
  const id = parts.crawl!;
  const path = desk.crawls.pathOf(id);
  const { state } = await desk.crawls.statusOf(id);
  if (state === 'running' || state === 'paused')
    throw new ForageError(
      'CRAWL_FOLDER',
      `${id} is running. Stop it first; then its pages can be asked for again.`,
    );
  return desk.jobs.begin({
    kind: 'recrawl',
    of: id,
    args: ['recrawl', path, ...flags(body)],
    result: () => lastRound(path),
  });
}

function lastRound(path: string): unknown {
  const { db } = openCrawl(path);
  try {
    return roundsOf(db, 1)[0];
  } finally {
    db.close();
  }
}
