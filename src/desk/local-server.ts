/**
 * A small server for one person on this machine. It listens on loopback only; every URL starts with a secret, and only
 * requests with this server's own Host are accepted, so that no other page in the browser can use it. Errors are shown
 * as a page; the browser caches nothing.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ForageError } from '../errors.ts';

export interface LocalServer {
  /** The start URL, including the secret. */
  url: string;
  /** Resolves when a reply ended it, or when it was closed. */
  done: Promise<void>;
  close(): Promise<void>;
}

export interface LocalServerParts {
  /** 0 for any free port. */
  port: number;
  /** Throws `Refused` or a ForageError for messages to the user. */
  answer(asked: Asked): Reply | Promise<Reply>;
  failurePage(message: string): string;
}

export interface Asked {
  method: string;
  /** Path segments after the secret; [''] for the first page. */
  path: string[];
  query: URLSearchParams;
  /** The prefix of this server's URLs: `/SECRET`. */
  root: string;
  form(): Promise<URLSearchParams>;
}

export interface Reply {
  status?: number;
  html?: string;
  location?: string;
  /** The Content-Security-Policy; by default only our own style and forms. */
  policy?: string;
  /** The server stops once this reply is sent. */
  isLast?: boolean;
}

/** A message for the user; shown as a page. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export async function startLocalServer(parts: LocalServerParts): Promise<LocalServer> {
  const secret = randomBytes(16).toString('hex');
  const { promise: done, resolve: end } = Promise.withResolvers<void>();
  let authority = '';
  const server = createServer({ requestTimeout: 30_000 }, (request, response) => {
    answer(request).then(
      (reply) => send(response, reply, end),
      (error: unknown) => send(response, fault(error, parts.failurePage), end),
    );
  });
  await listen(server, parts.port);
  authority = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${authority}/${secret}/`,
    done,
    close: () =>
      new Promise((resolve) => {
        end();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  async function answer(request: IncomingMessage): Promise<Reply> {
    const url = URL.parse(request.url ?? '/', `http://${authority}`);
    const [, given, ...path] = url?.pathname.split('/') ?? [];
    if (request.headers.host !== authority || given !== secret || url === null)
      throw new Refused(404, 'There is nothing here. Use the URL that the command printed.');
    return parts.answer({
      method: request.method ?? 'GET',
      path,
      query: url.searchParams,
      root: `/${secret}`,
      form: () => formOf(request),
    });
  }
}

/** Prints the URL, and waits until it is stopped there or with Ctrl-C, which is handled before the URL is printed. */
export async function untilDone(server: LocalServer, tell: () => void): Promise<void> {
  const interrupt = (): void => void server.close();
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  tell();
  await server.done;
  await server.close();
  process.off('SIGINT', interrupt);
  process.off('SIGTERM', interrupt);
}

function fault(error: unknown, page: (message: string) => string): Reply {
  if (error instanceof Refused) return { status: error.status, html: page(error.message) };
  if (error instanceof ForageError)
    return { status: error.code === 'USAGE' ? 400 : 500, html: page(error.message) };
  return { status: 500, html: page(`Server error: ${(error as Error).message}`) };
}

const ownPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

function send(response: ServerResponse, reply: Reply, end: () => void): void {
  const { status = 200, html = '', location, policy = ownPolicy, isLast = false } = reply;
  if (isLast) response.once('close', end);
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    ...(location === undefined ? {} : { location }),
    ...(isLast ? { connection: 'close' } : {}),
  });
  response.end(html);
}

const maxFormLength = 10_000;

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  let body = '';
  for await (const chunk of request) {
    body += String(chunk);
    if (body.length > maxFormLength) throw new Refused(413, 'The form is too long.');
  }
  return new URLSearchParams(body);
}

function listen(server: Server, port: number): Promise<void> {
  if (port > 65_535 || !Number.isInteger(port))
    throw new ForageError('USAGE', `${port} is not a port; use 0 to 65535.`);
  return new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject(
        new ForageError(
          'USAGE',
          `Port ${port} cannot be used (${error.message}); choose another with --port.`,
        ),
      ),
    );
    server.listen(port, '127.0.0.1', resolve);
  });
}
