/** All crawls of the folder: listed, begun, checked before they begin. */
import { z } from 'zod';
import { checkTopic } from '../../answers/topic/check.ts';
import { checked } from '../../check.ts';
import { type SettingsInput, settingsSchema } from '../../crawl/settings.ts';
import { checkCrawl } from '../../crawl/start.ts';
import { ForageError } from '../../errors.ts';
import { recipeOf } from '../../recipe/registry.ts';
import { newTopic } from '../../topic/new-topic.ts';
import { termOf } from '../../topic/terms.ts';
import { type Topic, topicSchema } from '../../topic/topic.ts';
import { isAddress } from '../../topic/url-list.ts';
import { crawlsOf } from '../crawl-list.ts';
import { type Desk, route } from '../route.ts';
import { crawlSchema, cursor, cursorOf, limit, listOf, placeOf } from './schemas.ts';

export const newCrawl = z.strictObject({
  name: z.string().min(1).max(80).optional().describe('Of its folder; default: made from the topic.'),
  topic: z.record(z.string(), z.unknown()).optional().describe('As in a topic file; sources must be URLs.'),
  title: z.string().min(1).max(500).optional(),
  keywords: z
    .array(z.string().min(1).max(200))
    .max(500)
    .optional()
    .describe('Words and phrases; "owl: 3" has a weight.'),
  language: z.string().max(10).optional().describe('Two letters; pages in another language do not count.'),
  seeds: z.array(z.string().min(1).max(4000)).max(10_000).optional(),
  settings: z
    .record(z.string(), z.unknown())
    .default({})
    .describe('As in a settings file, without "use"; "web" names crawls of this folder.'),
});

export const crawlRoutes = [
  route({
    method: 'GET',
    path: '/api/v1/crawls',
    role: 'read',
    summary: 'All crawls of the folder; those that need somebody first.',
    query: z.strictObject({ cursor, limit }),
    answer: listOf(crawlSchema),
    async work({ desk, query }) {
      const all = await crawlsOf(desk);
      const from = placeOf(query.cursor, isOffset) ?? 0;
      const items = all.slice(from, from + query.limit);
      const next = from + items.length < all.length ? { next: cursorOf(from + items.length) } : {};
      return { json: { items, ...next } };
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/crawls',
    role: 'all',
    summary: 'Starts a crawl in a process of its own. Send an Idempotency-Key to be able to repeat it.',
    body: newCrawl,
    answer: z.object({ id: z.string(), state: z.string() }),
    async work({ desk, body }) {
      const topic = topicOf(body);
      const settings = settingsOf(body.settings, desk);
      const id = body.name ?? topic.name;
      const state = await startCrawl(desk, id, topic, settings);
      return {
        status: state === 'running' ? 201 : 202,
        json: { id, state },
        headers: { location: `/api/v1/crawls/${encodeURIComponent(id)}` },
      };
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/crawls/check',
    role: 'all',
    summary:
      'What would be started: the topic as it was understood, what is wrong, which recipes are ready for it.',
    body: newCrawl,
    answer: z
      .object({
        topic: z.unknown(),
        has: z.array(z.string()),
        faults: z.array(z.string()),
        hints: z.array(z.string()),
      })
      .loose(),
    async work({ desk, body }) {
      const topic = topicOf(body);
      const settings = settingsOf(body.settings, desk);
      return { json: { topic, ...(await checkTopic(topic, { web: settings.web ?? [] })) } };
    },
  }),
];

const isOffset = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0;

/** What can be known to be wrong is said at once; the rest is the new process's to say. */
export async function startCrawl(
  { crawls, starts, live }: Pick<Desk, 'crawls' | 'starts' | 'live'>,
  id: string,
  topic: Topic,
  settings: SettingsInput,
): Promise<'running' | 'starting'> {
  const order = { topic, out: crawls.newPath(id), settings };
  checkCrawl(order);
  const state = await starts.begin(id, { do: 'crawl', ...order });
  // Somebody may have looked at its folder before it began.
  live.forget(id);
  return state;
}

/** A setting of a recipe may be the path of a model or of a crawl. */
export function refusePaths(set: unknown): void {
  for (const [key, value] of Object.entries((set ?? {}) as object)) {
    if (typeof value === 'object') refusePaths(value);
    if (typeof value === 'string' && /[\\/]/.test(value))
      throw new ForageError('USAGE', `set.${key}: only a desk on loopback may name files of its machine.`);
  }
}

export function refusePool({ 'seeds.pool': pool }: Record<string, unknown>): void {
  if (typeof pool === 'string')
    throw new ForageError('USAGE', 'seeds.pool: files can be named on the command line only.');
}

type NewCrawl = z.output<typeof newCrawl>;

/**
 * What a topic names must be on the Web: the files of this machine are not for those who ask over a network. Refused
 * before the topic is read, since reading it opens the files.
 */
export function topicOf({
  topic,
  title,
  keywords = [],
  language,
  seeds = [],
}: Omit<NewCrawl, 'name' | 'settings'>): Topic {
  if (topic === undefined) {
    refuseFiles({ seeds });
    return newTopic({ title, language, seeds, keywords: keywords.map(termOf) });
  }
  refuseFiles(topic);
  return checked(
    topicSchema,
    { ...topic, ...(title === undefined ? {} : { title }) },
    'TOPIC_INVALID',
    'topic',
  );
}

function refuseFiles(topic: Record<string, unknown>): void {
  const refuse = (key: string): never => {
    throw new ForageError(
      'USAGE',
      `topic.${key}: give a list here. Files can be named on the command line only.`,
    );
  };
  for (const [key, value] of Object.entries(topic)) {
    if (key === 'browsingLog' || key === 'use') refuse(key);
    if (typeof value === 'string' && !TEXTS.has(key)) refuse(key);
    if (key === 'seeds' || key === 'examples') {
      const lists = Array.isArray(value) ? [value] : Object.values((value ?? {}) as object);
      if (
        lists.some(
          (list) => !Array.isArray(list) || !list.every((one) => typeof one === 'string' && isAddress(one)),
        )
      )
        throw new ForageError(
          'USAGE',
          `topic.${key}: give lists of URLs that start with http:// or https://.`,
        );
    }
    if (key === 'anchors' && Object.values((value ?? {}) as object).some((list) => typeof list === 'string'))
      refuse(key);
  }
}

/** Keys of a topic whose value is a text and not the name of a file. */
const TEXTS = new Set(['name', 'title', 'viewpoint', 'wanted', 'unwanted', 'language']);

export function settingsOf(
  given: Record<string, unknown>,
  { crawls, isLocal }: Pick<Desk, 'crawls' | 'isLocal'>,
): SettingsInput {
  const { use, recipe, web, http, render, seeds } = checked(settingsSchema, given, 'USAGE', 'settings');
  if (use.length > 0)
    throw new ForageError('USAGE', 'settings.use: modules can be used on the command line only.');
  if (render.browser !== undefined)
    throw new ForageError(
      'USAGE',
      'settings.render.browser: programs can be named on the command line only.',
    );
  refusePool({ 'seeds.pool': seeds.pool });
  recipeOf(recipe as string);
  if (!isLocal) refusePaths(given.set);
  if (!isLocal && typeof recipe !== 'string')
    throw new ForageError('USAGE', 'settings.recipe: give the name of a recipe.');
  const isDirected = Object.keys(http.connectTo).length > 0 || http.proxy !== undefined;
  if (!isLocal && (http.allowPrivate || isDirected))
    throw new ForageError(
      'USAGE',
      'settings.http: only a desk on loopback may say where a crawl connects to.',
    );
  const contact = http.contact ?? process.env.FORAGE_CONTACT;
  return {
    ...(given as SettingsInput),
    ...(web.length > 0 ? { web: web.map((id) => crawls.pathOf(id)) } : {}),
    http: { ...(given.http as object | undefined), ...(contact === undefined ? {} : { contact }) },
  };
}
