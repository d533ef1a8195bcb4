/** One crawl: how it stands, and what can be done to it. */
import { z } from 'zod';
import { inWords } from '../../answers/live.ts';
import type { ControlStatus } from '../../crawl/control.ts';
import type { Settings } from '../../crawl/settings.ts';
import { type Asked, route } from '../route.ts';
import { refusePool } from './crawls.ts';
import { answerSchema, done, share, siteSchema, states } from './schemas.ts';

const liveSchema = z
  .object({
    id: z.string(),
    title: z.string(),
    state: states,
    stateSentence: z.string(),
    found: z.string(),
    answers: z.array(answerSchema).describe('Is it finding, why is it slow, what next: as the desk says it.'),
    figures: z.object({ pages: z.number(), relevant: z.number(), harvest: share.optional() }).loose(),
    curve: z.array(z.object({ n: z.number(), relevant: z.number() })),
    sites: z.array(siteSchema),
  })
  .loose();

const order = (name: 'pause' | 'go' | 'stop', summary: string) =>
  route({
    method: 'POST',
    path: `/api/v1/crawls/{crawl}/${name}`,
    role: 'all',
    summary,
    body: z.strictObject({}),
    answer: done,
    async work({ desk, parts }) {
      const control = await desk.crawls.control(parts.crawl!);
      const said: object | ControlStatus = await control[name]();
      desk.live.forget(parts.crawl!);
      return { json: said };
    },
  });

const budget = z.strictObject({
  pages: z.number().int().positive().optional(),
  relevant: z.number().int().positive().optional(),
  seconds: z.number().positive().optional(),
  bytes: z.number().int().positive().optional(),
});

export const controlRoutes = [
  route({
    method: 'GET',
    path: '/api/v1/crawls/{crawl}',
    role: 'read',
    summary:
      'How a crawl stands: the three answers, figures with their intervals, the curve, sites, latest finds.',
    answer: liveSchema,
    async work({ desk, parts }) {
      return { json: { id: parts.crawl, ...(await desk.live.live(parts.crawl!)) } };
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/crawls/{crawl}/log',
    role: 'read',
    summary: 'What happened in a crawl, and its faults, the latest first.',
    answer: z.object({
      items: z.array(z.object({ at: z.number(), text: z.string() })),
      faults: z.array(z.unknown()),
    }),
    work: ({ desk, parts }) =>
      desk.crawls.reading(parts.crawl!, ({ read }) => {
        const items = read.events(200).map((event) => ({ at: event.at, text: inWords(event) }));
        return { json: { items, faults: read.faults(100) } };
      }),
  }),
  order('pause', 'Starts no new requests until the crawl goes on.'),
  order('go', 'Ends a pause.'),
  order('stop', 'Ends the crawl cleanly; everything is kept.'),
  route({
    method: 'POST',
    path: '/api/v1/crawls/{crawl}/resume',
    role: 'all',
    summary: 'Continues a stopped or crashed crawl, with a higher budget if one is given.',
    body: z.strictObject({ budget: budget.default({}) }),
    answer: z.object({ state: z.string() }),
    async work(asked) {
      return { status: 202, json: { state: await resumeCrawl(asked, asked.body.budget) } };
    },
  }),
  route({
    method: 'PATCH',
    path: '/api/v1/crawls/{crawl}/settings',
    role: 'all',
    summary:
      'Changes settings, by key: {"budget.pages": 5000}. Null sets the default; a key with "+" adds to a list.',
    body: z.record(z.string(), z.unknown()),
    answer: z.object({ changes: z.record(z.string(), z.unknown()), inForce: z.string() }),
    async work({ desk, parts, body }) {
      if (!desk.isLocal) refusePool(body);
      const changed = await (await desk.crawls.control(parts.crawl!)).set(body);
      desk.live.forget(parts.crawl!);
      return { json: changed };
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/crawls/{crawl}/settings',
    role: 'read',
    summary: 'The topic and the settings of a crawl, every default filled in.',
    answer: z.object({ topic: z.unknown(), settings: z.unknown() }),
    work({ desk, parts }) {
      const { topic, settings } = desk.crawls.folderOf(parts.crawl!);
      return { json: { topic, settings: withoutSecrets(settings) } };
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/crawls/{crawl}/seeds',
    role: 'all',
    summary: 'Adds seeds: immediately if the crawl runs, otherwise at the next resume.',
    body: z.strictObject({ urls: z.array(z.string().min(1).max(4000)).min(1).max(10_000) }),
    answer: z.object({ added: z.number(), known: z.number(), inForce: z.string() }),
    async work({ desk, parts, body }) {
      const added = await (await desk.crawls.control(parts.crawl!)).addSeeds(body.urls);
      desk.live.forget(parts.crawl!);
      return { json: added };
    },
  }),
];

export async function resumeCrawl(
  { desk, parts }: Pick<Asked, 'desk' | 'parts'>,
  raised: z.output<typeof budget>,
): Promise<string> {
  const path = desk.crawls.pathOf(parts.crawl!);
  const state = await desk.starts.begin(parts.crawl!, { do: 'resume', path, budget: raised });
  desk.live.forget(parts.crawl!);
  return state;
}

/** Proxies, headers, cookies and logins carry passwords: of hosts with any, only the names are shown. */
export function withoutSecrets({ http, ...settings }: Settings): object {
  const { proxy: _, perHost, ...rest } = http;
  const hidden = Object.fromEntries(
    Object.entries(perHost).map(([host, given]) => [host, Object.keys(given)]),
  );
  return { ...settings, http: { ...rest, perHost: hidden } };
}
