/** The way in for programs: what there is, its description, whether the desk is well, figures for a monitor. */
import { z } from 'zod';
import { recipes } from '../../recipe/registry.ts';
import { metricsOf } from '../metrics.ts';
import { openApi } from '../openapi.ts';
import { route } from '../route.ts';

export const rootRoutes = [
  route({
    method: 'GET',
    path: '/api/v1',
    role: 'read',
    summary: 'What there is: every address with its method, its role and a sentence.',
    answer: z.object({
      links: z.record(z.string(), z.string()),
      routes: z.array(z.object({ path: z.string() }).loose()),
    }),
    work({ desk }) {
      const routes = desk.routes
        .filter(({ path }) => path.startsWith('/api/'))
        .map(({ method, path, role, summary }) => ({ method, path, role, summary }));
      return {
        json: {
          links: {
            crawls: '/api/v1/crawls',
            recipes: '/api/v1/recipes',
            description: '/api/v1/openapi.json',
            health: '/api/v1/health',
            metrics: '/metrics',
          },
          routes,
        },
      };
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/openapi.json',
    role: 'read',
    summary: 'The description of this interface, OpenAPI 3.1.',
    answer: z.object({ openapi: z.string() }).loose(),
    work: ({ desk }) => ({ json: openApi(desk.routes) }),
  }),
  route({
    method: 'GET',
    path: '/api/v1/health',
    role: 'read',
    isPublic: true,
    summary: 'Whether the desk answers. Needs no secret.',
    answer: z.object({ status: z.literal('ok') }),
    work: () => ({ json: { status: 'ok' } }),
  }),
  route({
    method: 'GET',
    path: '/api/v1/recipes',
    role: 'read',
    summary: 'The recipes to crawl with.',
    answer: z.object({ items: z.array(z.object({ name: z.string(), summary: z.string() })) }),
    work: () => ({ json: { items: recipes().map(({ name, summary }) => ({ name, summary })) } }),
  }),
  route({
    method: 'GET',
    path: '/metrics',
    role: 'read',
    summary: 'Figures of all crawls for Prometheus.',
    answerType: 'text/plain; version=0.0.4',
    work: async ({ desk }) => ({
      text: await metricsOf(desk),
      type: 'text/plain; version=0.0.4; charset=utf-8',
    }),
  }),
];
