/** The pages of a crawl: listed, searched, one with its whole story. */
import { z } from 'zod';
import { pageQuery } from '../listed-pages.ts';
import { pageStory } from '../page-story.ts';
import { Refused, route } from '../route.ts';
import { listOf, pageSchema } from './schemas.ts';

export const pageRoutes = [
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
];

export function pageNumber(text: string): number {
  if (!/^\d{1,12}$/.test(text)) throw new Refused(404, 'NOT_FOUND', 'A page has a number.');
  return Number(text);
}
