/** How a crawl came from site to site. */
import { z } from 'zod';
import { type Desk, route } from '../route.ts';

const MOST_HOSTS = 3000;

export const graphRoutes = [
  route({
    method: 'GET',
    path: '/api/v1/crawls/{crawl}/graph',
    role: 'read',
    summary: 'Hosts with their relevant pages, and through which of them the others were found.',
    query: z.strictObject({ limit: z.coerce.number().int().min(1).max(20_000).default(MOST_HOSTS) }),
    answer: z.object({
      hosts: z.array(z.object({ name: z.string(), pages: z.number(), relevant: z.number() })),
      ways: z.array(z.object({ from: z.number(), to: z.number(), pages: z.number() }).loose()),
      more: z.number(),
    }),
    work: async ({ desk, parts, query }) => ({ json: await graphOf(desk, parts.crawl!, query.limit) }),
  }),
];

export const graphOf = ({ crawls }: Pick<Desk, 'crawls'>, id: string, limit = MOST_HOSTS) =>
  crawls.readingApart(id, 'graph', limit);
