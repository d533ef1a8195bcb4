/**
 * The demonstration web over real HTTP on loopback. Answers by the Host header, regardless of its port, and accepts
 * absolute URLs like a proxy, so that both a crawler with its own name resolution and a browser with a proxy setting
 * can use it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { splitAddress } from './address.ts';
import type { DemoAnswer } from './response.ts';
import type { DemoWeb } from './web.ts';

export interface DemoServer {
  port: number;
  /** Every request, in the order they ended; empty unless enabled. */
  log: DemoRequestLog[];
  close(): Promise<void>;
}

export interface DemoRequestLog {
  host: string;
  path: string;
  /** Milliseconds since the epoch: when the request arrived, and when the answer was sent. */
  startedAt: number;
  endedAt: number;
  /** 0 if there was no answer. */
  status: number;
}

export async function startDemoServer(
  web: DemoWeb,
  options: { port?: number; log?: boolean } = {},
): Promise<DemoServer> {
  const log: DemoRequestLog[] = [];
  const server = createServer((request, reply) => {
    const url = addressOf(request);
    const startedAt = Date.now();
    const answer = web.answer({
      url,
      headers: request.headers,
      now: startedAt,
      remote: request.socket.remoteAddress ?? '',
    });
    if (options.log) {
      reply.once('close', () => {
        const { host, path } = splitAddress(url) ?? { host: '', path: url };
        const status = answer.kind === 'response' ? answer.status : 0;
        log.push({ host, path, startedAt, endedAt: Date.now(), status });
      });
    }
    if (answer.kind === 'hang') return;
    if (answer.delayMs > 0) {
      const timer = setTimeout(() => send(request, reply, answer), answer.delayMs);
      reply.once('close', () => clearTimeout(timer));
    } else send(request, reply, answer);
  });
  server.keepAliveTimeout = 30_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    log,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function addressOf(request: IncomingMessage): string {
  const target = request.url ?? '/';
  if (target.startsWith('http://')) return target;
  return `http://${(request.headers.host ?? 'localhost').replace(/:\d+$/, '')}${target}`;
}

function send(
  request: IncomingMessage,
  reply: ServerResponse,
  answer: Exclude<DemoAnswer, { kind: 'hang' }>,
): void {
  if (answer.kind === 'close') {
    request.socket.destroy();
    return;
  }
  reply.writeHead(answer.status, [...answer.headers.flat(), 'content-length', String(answer.body.length)]);
  reply.end(request.method === 'HEAD' ? undefined : answer.body);
}
