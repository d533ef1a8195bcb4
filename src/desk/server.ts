/**
 * The desk's HTTP server: who may ask, what is accepted, how it is answered. Every request passes the same gates in the
 * same order: its Host, the user's secret, where it comes from, its route, the user's role, its query and body by the
 * route's schemas. Whatever is refused gets a sentence: as `application/problem+json` under /api, as a page elsewhere.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { check } from '../check.ts';
import { type ErrorCode, type Fault, ForageError } from '../errors.ts';
import { type Access, mayDo } from './access.ts';
import { findRoute, Refused, type Reply, type Route, type User } from './route.ts';

/** What is served: the desk, or something that stands behind the same gates. */
export interface Place<Self> {
  routes: readonly Route<unknown, unknown, Self>[];
}

export interface DeskServerParts<Self> {
  desk: Self;
  access: Access;
  /** Host names beside IP addresses and localhost that the desk answers to. */
  names: readonly string[];
  /** The policy for pages: which scripts may run. */
  policy: string;
  /** A page that says what is wrong; with a form to sign in where that would help. */
  failurePage(problem: Problem): string;
  /** How long an answer took, in milliseconds. */
  answered?(ms: number): void;
  /** A fault of ours. */
  fault(error: unknown): void;
  /** Everybody may read, without a secret. */
  isOpen?: boolean;
  /** Throws if an address asks too often. */
  limit?(address: string): void;
}

/** RFC 9457, with the code that the command line uses. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  code: string;
  detail: string;
  faults?: readonly Fault[];
}

const MAX_BODY_BYTES = 4_000_000;
const MAX_STREAMS = 200;
const KEPT_REPLIES = 1000;

export function createDeskServer<Self extends Place<Self>>(parts: DeskServerParts<Self>): Server {
  const { desk, access, names, policy, failurePage } = parts;
  const replies = new Map<string, Promise<Reply>>();
  let streams = 0;
  const server = createServer({ requestTimeout: 30_000, maxHeaderSize: 16_384 }, (request, response) => {
    response.on('error', () => {});
    const begun = performance.now();
    // A stream is as long as somebody listens.
    response.once('finish', () => {
      if (!isStream(response)) parts.answered?.(performance.now() - begun);
    });
    handle(request, response).catch((error: unknown) => {
      if (response.headersSent) return void response.destroy();
      const problem = problemOf(error);
      if (problem.status >= 500 && !(error instanceof Refused)) parts.fault(error);
      const isApi = isForPrograms(request.url ?? '') || request.headers.accept === 'application/problem+json';
      const reply: Reply = isApi
        ? { text: JSON.stringify(problem), type: 'application/problem+json' }
        : { text: failurePage(problem), type: 'text/html; charset=utf-8' };
      const headers = error instanceof Refused ? error.headers : {};
      // What is still being sent is not read: the connection ends with the answer.
      const end = request.complete ? {} : { connection: 'close' };
      send(request, response, { ...reply, status: problem.status, headers: { ...headers, ...end } });
    });
  });
  server.maxConnections = 1000;
  return server;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const host = request.headers.host ?? '';
    if (!isOwnHost(host, names))
      throw new Refused(
        421,
        'WRONG_HOST',
        'This is another name than the one it answers to. Use the URL that was printed when it started.',
      );
    const own = URL.parse(`http://${host}`);
    const url = URL.parse(request.url ?? '/', own?.href);
    if (url === null || url.host !== own?.host) throw new Refused(400, 'USAGE', 'The URL cannot be read.');
    const method = request.method === 'HEAD' ? 'GET' : (request.method ?? 'GET');
    const address = request.socket.remoteAddress ?? '';
    parts.limit?.(address);
    if (method === 'POST' && url.pathname === '/enter') {
      checkOrigin(request, host);
      const secret = new URLSearchParams(await bodyOf(request)).get('password') ?? '';
      access.enter(secret, address);
      return send(request, response, entered(secret));
    }
    const token = url.searchParams.get('token');
    if (method === 'GET' && token !== null && url.pathname === '/') {
      access.enter(token, address);
      return send(request, response, entered(token));
    }
    const found = findRoute(desk.routes, method, url.pathname);
    const isPublic = found !== undefined && !Array.isArray(found) && found.route.isPublic === true;
    const user = isPublic || parts.isOpen ? NOBODY : access.userOf(request.headers, address);
    if (user === undefined)
      throw new Refused(
        401,
        'NOT_SIGNED_IN',
        'Use the URL that was printed when it started, or send its secret as "Authorization: Bearer …".',
        {
          'www-authenticate': 'Bearer',
        },
      );
    checkOrigin(request, host);
    if (found === undefined) throw new Refused(404, 'NOT_FOUND', 'There is nothing here.');
    if (Array.isArray(found))
      throw new Refused(405, 'NOT_ALLOWED', `${method} does nothing here; use ${found.join(' or ')}.`, {
        allow: found.join(', '),
      });
    const { route, parts: named } = found;
    if (!mayDo(user.role, route.role))
      throw new Refused(403, 'NOT_ALLOWED', `This needs the role "${route.role}"; yours is "${user.role}".`);
    const query = parsed(route, 'query', Object.fromEntries(url.searchParams));
    const body = route.body === undefined ? undefined : parsed(route, 'body', await readBody(request, route));
    const gone = new AbortController();
    response.once('close', () => gone.abort(GONE));
    const asked = { desk, parts: named, query, body, user, headers: request.headers, gone: gone.signal };
    const key = request.headers['idempotency-key'];
    const reply = await (route.method === 'POST' && typeof key === 'string'
      ? sameAgain(`${user.role} ${url.pathname} ${key}`, async () => route.work(asked))
      : route.work(asked));
    if (typeof reply.text === 'object' && !(reply.text instanceof Uint8Array))
      return stream(request, response, reply);
    send(request, response, reply);
  }

  /** A request that is repeated with the same key gets the answer of the first. */
  function sameAgain(key: string, work: () => Promise<Reply>): Promise<Reply> {
    const known = replies.get(key);
    if (known !== undefined) return known;
    const reply = work();
    replies.set(key, reply);
    reply.catch(() => replies.delete(key));
    const [oldest] = replies.keys();
    if (replies.size > KEPT_REPLIES) replies.delete(oldest!);
    return reply;
  }

  function entered(secret: string): Reply {
    return { status: 303, headers: { location: '/', 'set-cookie': access.cookieFor(secret) } };
  }

  /** A stream that fails is cut off, so that nobody takes what came for the whole. */
  async function stream(request: IncomingMessage, response: ServerResponse, reply: Reply): Promise<void> {
    if (streams >= MAX_STREAMS)
      throw new Refused(429, 'TOO_MANY', `There are ${MAX_STREAMS} streams already. Close some of them.`, {
        'retry-after': '10',
      });
    streams += 1;
    try {
      response.writeHead(reply.status ?? 200, headersOf(reply));
      if (request.method !== 'HEAD')
        for await (const part of reply.text as AsyncIterable<string | Uint8Array>) {
          if (response.destroyed) return;
          if (!response.write(part)) await drained(response);
        }
      response.end();
    } finally {
      streams -= 1;
    }
  }

  function send(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
    const text =
      'json' in reply ? `${JSON.stringify(reply.json)}\n` : (reply.text as string | Uint8Array | undefined);
    response.writeHead(reply.status ?? (text === undefined ? 204 : 200), headersOf(reply));
    response.end(request.method === 'HEAD' ? undefined : text);
  }

  function headersOf(reply: Reply): Record<string, string> {
    const type = 'json' in reply ? 'application/json' : reply.type;
    return {
      ...(type === undefined ? {} : { 'content-type': type }),
      'content-security-policy': type?.startsWith('text/html')
        ? policy
        : "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
      ...reply.headers,
    };
  }
}

/** Until more can be sent, or nobody takes it any more; leaves no listener behind. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      response.off('drain', end).off('close', end);
      resolve();
    };
    response.on('drain', end).on('close', end);
  });
}

const isStream = (response: ServerResponse): boolean =>
  String(response.getHeader('content-type') ?? '').startsWith('text/event-stream');

/** Made once: every request ends with it. */
const GONE = new Error('The client has gone.');

const NOBODY: User = { role: 'read', name: '' };

const isForPrograms = (path: string): boolean => path.startsWith('/api/') || path.startsWith('/metrics');

/**
 * An IP address, localhost or a name that was given. Another name may be somebody else's that was made to lead here, so
 * that his page may read the answers (DNS rebinding).
 */
export function isOwnHost(host: string, names: readonly string[]): boolean {
  const name = host.replace(/:\d{1,5}$/, '').toLowerCase();
  return isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0 || name === 'localhost' || names.includes(name);
}

/** No other site may have the browser send something here; a program that sends no cookie is no browser. */
function checkOrigin({ method, headers }: IncomingMessage, host: string): void {
  const { origin, authorization } = headers;
  const site = headers['sec-fetch-site'];
  const refuse = (): never => {
    throw new Refused(403, 'OTHER_ORIGIN', 'The request comes from another site.');
  };
  if (origin !== undefined && URL.parse(origin)?.host !== URL.parse(`http://${host}`)?.host) refuse();
  if (site !== undefined && site !== 'same-origin' && site !== 'none') {
    // A link on another page may lead to the desk, as long as it only shows something.
    const isVisit = headers['sec-fetch-mode'] === 'navigate' && (method === 'GET' || method === 'HEAD');
    if (!isVisit) refuse();
  }
  const changes = method !== 'GET' && method !== 'HEAD';
  if (changes && origin === undefined && authorization === undefined) refuse();
}

function parsed<Self>(route: Route<unknown, unknown, Self>, what: 'query' | 'body', value: unknown): unknown {
  const schema = route[what];
  if (schema === undefined) {
    const [unknown] = Object.keys(value as object);
    if (unknown !== undefined)
      throw new ForageError('USAGE', `${what}.${unknown.slice(0, 80)}: unknown key; there are none here`);
    return {};
  }
  const result = check(schema, value);
  if (result.ok) return result.data;
  const lines = result.faults.map(({ path, text }) => `${[what, ...path].join('.')}: ${text}`);
  throw new ForageError('USAGE', lines.slice(0, 20).join('\n'), { faults: result.faults });
}

async function readBody(request: IncomingMessage, route: { path: string }): Promise<unknown> {
  const type = (request.headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase();
  const wanted = isForPrograms(route.path) ? 'application/json' : 'application/x-www-form-urlencoded';
  if (type !== wanted) throw new Refused(415, 'USAGE', `Send the body as ${wanted}.`);
  const text = await bodyOf(request);
  if (wanted !== 'application/json') return Object.fromEntries(new URLSearchParams(text));
  try {
    return text === '' ? {} : (JSON.parse(text) as unknown);
  } catch (error) {
    throw new ForageError('USAGE', `The body is not JSON: ${(error as Error).message}`);
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const tooLarge = new Refused(413, 'TOO_LARGE', `A body may have at most ${MAX_BODY_BYTES} bytes.`);
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw tooLarge;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw tooLarge;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const STATUS: Record<ErrorCode, number> = {
  USAGE: 400,
  TOPIC_INVALID: 400,
  INPUT_INVALID: 400,
  RECIPE_UNKNOWN: 400,
  CONTACT_MISSING: 400,
  PLUGIN_INVALID: 400,
  DESTINATION: 502,
  TRAINING: 409,
  CRAWL_FOLDER: 409,
  FILE_UNREADABLE: 409,
  WARC_INVALID: 409,
  MODEL_INVALID: 409,
  FLEET: 502,
};

function problemOf(error: unknown): Problem {
  const problem = (status: number, code: string, detail: string): Problem => ({
    type: `urn:forage:${code}`,
    title: TITLES[status] ?? 'Refused',
    status,
    code,
    detail,
  });
  if (error instanceof Refused) return problem(error.status, error.code, error.message);
  if (error instanceof ForageError) {
    const { faults } = error;
    return {
      ...problem(STATUS[error.code], error.code, error.message),
      ...(faults === undefined ? {} : { faults }),
    };
  }
  return problem(500, 'FAULT', 'The desk made a mistake; its terminal shows which.');
}

const TITLES: Record<number, string> = {
  400: 'Not understood',
  401: 'Not signed in',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Not allowed',
  409: 'Not possible now',
  413: 'Too large',
  415: 'Not understood',
  421: 'Another address',
  429: 'Too many',
  500: 'A fault',
};
