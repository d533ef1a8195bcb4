/**
 * The crawls of a folder for agents, by the Model Context Protocol. The SDK is loaded with this file, so nothing else
 * imports it at once. A user sees the tools that his role allows, and no others.
 */
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { ForageError } from '../../errors.ts';
import { mayDo } from '../access.ts';
import { type Asked, Refused, type Reply, type User } from '../route.ts';
import { type Content, failed, INSTRUCTIONS } from './framing.ts';
import { type Tool, tools, type Workplace } from './tools.ts';

function mcpServer(desk: Workplace, user: User): McpServer {
  const server = new McpServer({ name: 'forage', version: '0.1.0' }, { instructions: INSTRUCTIONS });
  for (const one of tools.filter(({ role }) => mayDo(user.role, role))) {
    const { name, title, description, input, role } = one;
    const annotations = { readOnlyHint: role === 'read', openWorldHint: name === 'start_crawl' };
    server.registerTool(name, { title, description, inputSchema: input, annotations }, (given: unknown) =>
      answer(one, desk, given, user),
    );
  }
  return server;
}

/** What is wrong with a request goes to the agent in words; a fault of ours says no more than that. */
async function answer(one: Tool, desk: Workplace, given: unknown, user: User): Promise<Content> {
  try {
    return await one.work(desk, given, user);
  } catch (error) {
    if (error instanceof ForageError || error instanceof Refused) return failed(error.message);
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    return failed('Forage made a mistake; its terminal shows which.');
  }
}

/** On standard input and output, until the client closes them. */
export function serveOnStdio(desk: Workplace, user: User): { close(): Promise<void> } {
  return serveStdio(() => mcpServer(desk, user));
}

const PASSED_ON = [
  'accept',
  'content-type',
  'mcp-protocol-version',
  'mcp-session-id',
  'mcp-method',
  'mcp-name',
];

/** One request over HTTP; the desk has already asked who it is from. */
export async function answerHttp({ desk, user, headers, body }: Asked): Promise<Reply> {
  const handler = createMcpHandler(() => mcpServer(desk, user), { maxSubscriptions: 0 });
  const passed = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && (PASSED_ON.includes(name) || name.startsWith('mcp-param-'))
      ? [[name, value]]
      : [],
  );
  const request = new Request('http://localhost/api/v1/mcp', {
    method: 'POST',
    headers: passed,
    body: JSON.stringify(body),
  });
  const response = await handler.fetch(request, { parsedBody: body });
  const text = await response.text();
  await handler.close();
  return {
    status: response.status,
    ...(text === '' ? {} : { text, type: response.headers.get('content-type') ?? 'application/json' }),
  };
}
