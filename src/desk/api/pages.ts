/** The pages of a crawl: listed, searched, one with its whole story. */
import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { picturePath } from '../../crawl/folder.ts';
import { pageQuery } from '../listed-pages.ts';
import { pageStory } from '../page-story.ts';
import { type Desk, Refused, route } from '../route.ts';
import { listOf, pageSchema } from './schemas.ts';

export const pageRoutes = [
  route({
    method: 'GET',
    path: '/api/v1/search',
    role: 'read',
    summary: 'The best pages of every crawl for a search.',
    query: z.strictObject({
      q: z.string().min(1).max(400),
      limit: z.coerce.number().int().min(1).max(50).default(8),
    }),
    answer: z.object({
      items: z.array(z.object({ crawl: z.string(), id: z.number(), url: z.string() }).loose()),
    }),
    async work({ desk, query }) {
      const found = await hitsOf(desk, query.q, query.limit);
      return { json: { items: found.flatMap(({ crawl, hits }) => hits.map((hit) => ({ crawl, ...hit }))) } };
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/crawls/{crawl}/pages',
    role: 'read',
    summary: 'Pages that were read, by filter and order, or by a search.',
    query: pageQuery,
    answer: listOf(pageSchema).extend({
      total: z.number().optional(),
      understood: z.string().optional(),
      hint: z.string().optional(),
    }),
    work: async ({ desk, parts, query }) => ({
      json: await desk.crawls.readingApart(parts.crawl!, 'pages', query),
    }),
  }),
  route({
    method: 'GET',
    path: '/api/v1/crawls/{crawl}/pages/{page}',
    role: 'read',
    summary:
      'One page: its judgement and the words that counted, the path to it, its links with their fate, its visits.',
    answer: z
      .object({ page: z.object({ id: z.number(), url: z.string() }).loose(), why: z.array(z.string()) })
      .loose(),
    work: ({ desk, parts }) =>
      desk.crawls.reading(parts.crawl!, (crawl) => ({
        json: {
          ...pageStory(crawl, pageNumber(parts.page!)),
          archived: desk.archived(parts.crawl!, Number(parts.page)),
        },
      })),
  }),
  route({
    method: 'GET',
    path: '/api/v1/crawls/{crawl}/pages/{page}/picture',
    role: 'read',
    summary: 'A picture of a relevant page as it was rendered, if the crawl keeps pictures.',
    answerType: 'image/jpeg',
    work: ({ desk, parts }) =>
      desk.crawls.reading(parts.crawl!, ({ folder }) => {
        const path = picturePath(folder.path, pageNumber(parts.page!));
        if (!existsSync(path)) throw new Refused(404, 'NOT_FOUND', 'The crawl has no picture of this page.');
        return { text: readFileSync(path), type: 'image/jpeg' };
      }),
  }),
];

export function pageNumber(text: string): number {
  if (!/^\d{1,12}$/.test(text)) throw new Refused(404, 'NOT_FOUND', 'A page has a number.');
  return Number(text);
}

/** The best pages of each crawl; one that cannot be searched has none. */
export async function hitsOf({ crawls }: Pick<Desk, 'crawls'>, q: string, limit: number) {
  const found = [];
  for (const crawl of crawls.ids()) {
    const { items: hits } = await crawls
      .readingApart(crawl, 'pages', pageQuery.parse({ q, limit }))
      .catch(() => ({ items: [] }));
    if (hits.length > 0) found.push({ crawl, hits });
  }
  return found;
}
