/** The desk for agents: the Model Context Protocol over HTTP, with the desk's secret and roles. */
import { z } from 'zod';
import { route } from '../route.ts';

export const mcpRoutes = [
  route({
    method: 'POST',
    path: '/api/v1/mcp',
    role: 'read',
    summary: 'The Model Context Protocol: tools to search, read, label, start and watch crawls.',
    body: z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]),
    answer: z.unknown(),
    async work(asked) {
      const { answerHttp } = await import('../mcp/server.ts');
      return answerHttp(asked);
    },
  }),
];
