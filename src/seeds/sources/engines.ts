/** Search engines with an interface for programs: SearXNG, and any other that answers in JSON, as described in a YAML file. */
import { z } from 'zod';
import { ForageError } from '../../errors.ts';
import { defineSeedSource } from '../../plugin/define.ts';
import { SourceFailure } from '../asking.ts';
import { records, valueAt, wordsAt } from '../json-path.ts';
import type { FoundSeed, Requests } from '../source.ts';

const server = z
  .string()
  .refine((url) => /^https?:\/\/\S+$/.test(url), 'give a URL that starts with http:// or https://');

const limits = {
  delayMs: z.number().min(0).default(1000).describe('pause between two requests'),
  timeoutMs: z.number().positive().default(15_000).describe('a request that takes longer fails'),
  maxRequests: z.number().int().positive().default(100).describe('requests in all'),
};

export const searxng = defineSeedSource({
  name: 'searxng',
  summary: 'a SearXNG server, by its JSON interface',
  settings: z.object({
    url: server.describe('the address of the server'),
    ...limits,
  }),
  asks: ({ url, ...limited }) => ({ servers: [url], ...limited }),
  open({ settings, topic, ask, tell }) {
    const base = `${settings.url.replace(/\/(?:search\/?)?$/, '')}/search`;
    const language = topic.language === undefined ? '' : `&language=${topic.language}`;
    let hasTold = false;
    return {
      search: (query, limit) =>
        paged(limit, async (page) => {
          const url = `${base}?q=${encodeURIComponent(query)}&format=json&pageno=${page + 1}${language}`;
          const answer = parsed(await ask(url).catch(withHint));
          const silent = valueAt(answer, 'unresponsive_engines');
          if (Array.isArray(silent) && silent.length > 0 && !hasTold) {
            hasTold = true;
            tell(`${settings.url}: these of its engines do not answer: ${silent.map(String).join('; ')}`);
          }
          return records(answer, 'results').flatMap((item) => {
            const found = {
              url: wordsAt(item, 'url'),
              title: wordsAt(item, 'title'),
              snippet: wordsAt(item, 'content'),
            };
            // Each engine behind it is a list of its own.
            const engines = valueAt(item, 'engines');
            const names = Array.isArray(engines) && engines.length > 0 ? engines.map(String) : [undefined];
            return names.map((name) => ({
              ...found,
              list: name === undefined ? query : `${query} (${name})`,
            }));
          });
        }),
    };
  },
});

function withHint(error: unknown): never {
  if (error instanceof SourceFailure && error.message.endsWith('403'))
    throw new SourceFailure(`${error.message}: add "json" to search.formats in its settings.yml`);
  throw error;
}

export const jsonEngine = defineSeedSource({
  name: 'json-engine',
  summary: 'any search engine that answers in JSON',
  settings: z.object({
    url: server.describe(
      'with {query}, and {page} or {offset}, {count}, {language} and {key} where it takes them',
    ),
    key: z.string().min(1).optional().describe('the environment variable that holds the key for {key}'),
    headers: z.record(z.string(), z.string()).default({}).describe('header lines; {key} stands for the key'),
    results: z
      .string()
      .default('results')
      .describe('where the list of results is: web.results; "" is the answer itself'),
    fields: z
      .strictObject({
        url: z.string().default('url'),
        title: z.string().default('title'),
        snippet: z.string().default('snippet'),
      })
      .prefault({})
      .describe('where URL, title and snippet of a result are'),
    firstPage: z.number().int().min(0).default(1).describe('the number of the first page'),
    pageSize: z.number().int().positive().default(10).describe('results on a page'),
    ...limits,
  }),
  asks({ url, headers, key, delayMs, timeoutMs, maxRequests }): Requests {
    const filled = Object.entries(headers).map(([name, value]) => [name, withKey(value, key)]);
    return { servers: [url], headers: Object.fromEntries(filled), delayMs, timeoutMs, maxRequests };
  },
  open({ settings, topic, ask }) {
    const { url, key, results, fields, firstPage, pageSize } = settings;
    if (!url.includes('{query}'))
      throw new ForageError('INPUT_INVALID', `The URL of a search engine needs {query}: ${url}`);
    const template = withKey(url, key, encodeURIComponent);
    const isPaged = /\{(?:page|offset)\}/.test(url);
    return {
      search: (query, limit) =>
        paged(
          limit,
          async (page) => {
            const values: Record<string, string> = {
              query,
              page: String(firstPage + page),
              offset: String(page * pageSize),
              count: String(pageSize),
              language: topic.language ?? 'en',
            };
            const asked = template.replace(/\{(query|page|offset|count|language)\}/g, (_, name: string) =>
              encodeURIComponent(values[name]!),
            );
            return records(parsed(await ask(asked)), results).map((item) => ({
              url: wordsAt(item, fields.url),
              title: wordsAt(item, fields.title),
              snippet: wordsAt(item, fields.snippet),
              list: query,
            }));
          },
          isPaged,
        ),
    };
  },
});

/** The key never stands in a file, so that the file can be shared. */
function withKey(text: string, variable: string | undefined, write = (key: string) => key): string {
  if (!text.includes('{key}')) return text;
  const key = variable === undefined ? undefined : process.env[variable];
  if (!key)
    throw new ForageError(
      'USAGE',
      variable === undefined
        ? 'The engine uses {key}: name the environment variable that holds the key under "key:".'
        : `The engine needs its key in the environment variable ${variable}.`,
    );
  return text.replaceAll('{key}', write(key));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SourceFailure('its answer is not JSON');
  }
}

/** Page by page until there are enough, or a page brings nothing new. */
async function* paged(
  limit: number,
  pageAt: (page: number) => Promise<FoundSeed[]>,
  isPaged = true,
): AsyncGenerator<FoundSeed> {
  const seen = new Set<string>();
  for (let page = 0; seen.size < limit; page++) {
    const before = seen.size;
    for (const found of await pageAt(page)) {
      if (!seen.has(found.url) && seen.size >= limit) break;
      seen.add(found.url);
      yield found;
    }
    if (!isPaged || seen.size === before) return;
  }
}
