/**
 * The live Web over HTTP. One fetch is one request and one answer; redirects are answers. Connections are kept alive,
 * every size and every time has a limit, and whatever a server does ends as an answer or as a named failure, never as a
 * throw.
 */
import {
  type Answered,
  type Failed,
  type Fetched,
  type FetchRequest,
  header,
  type NameLookup,
  type Resolved,
  type Web,
} from '../web.ts';
import { basicAuthorization, createConnector, originOf, proxyAuthorization } from './connect.ts';
import { Connections } from './connections.ts';
import { CookieJar } from './cookies.ts';
import { Exchange, type WireAnswer } from './exchange.ts';
import { ProxyFailure, WebFailure } from './failure.ts';
import { parseHttpDate } from './http-date.ts';
import type { ProxyHealth } from './proxy-pool.ts';
import { parseRetryAfter } from './retry-after.ts';
import {
  type CheckedSettings,
  checkHttpSettings,
  type HttpSettings,
  type ProxyServer,
  withoutBrackets,
} from './settings.ts';
import { acceptEncoding, unpack } from './unpack.ts';

export type { HttpSettings } from './settings.ts';

/** Names are looked up in the same short-lived cache that the connections use. */
export interface LiveWeb extends Web, NameLookup {
  /** How each proxy does; empty without proxies. */
  proxies?(): ProxyHealth[];
}

export interface FormSender {
  /** Sends a form by POST: to log in, with what the user gave for it, and for nothing else. */
  post(url: string, fields: readonly (readonly [name: string, value: string])[]): Promise<Fetched>;
}

export function createHttpWeb(settings: HttpSettings): LiveWeb & FormSender {
  return new HttpWeb(checkHttpSettings(settings));
}

class HttpWeb implements LiveWeb, FormSender {
  readonly #settings: CheckedSettings;
  readonly #connector;
  readonly #connections: Connections;
  readonly #jar: CookieJar | undefined;
  readonly #baseHeaders: string[];
  readonly #shownBase: [string, string][];
  readonly #running = new Set<Exchange>();
  readonly #tickMs: number;
  #ticking: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(settings: CheckedSettings) {
    this.#settings = settings;
    this.#connector = createConnector(settings);
    this.#connections = new Connections({ connector: this.#connector, ...settings });
    this.#jar = settings.cookieJar.isEmpty ? undefined : new CookieJar();
    this.#baseHeaders = [
      ...['User-Agent', settings.userAgent, 'Accept', settings.accept],
      ...['Accept-Language', settings.acceptLanguage, 'Accept-Encoding', acceptEncoding],
    ];
    this.#shownBase = shownHeaders(this.#baseHeaders);
    const { connectTimeoutMs, headerTimeoutMs, bodyTimeoutMs, totalTimeoutMs } = settings;
    const shortestMs = Math.min(connectTimeoutMs, headerTimeoutMs, bodyTimeoutMs, totalTimeoutMs);
    this.#tickMs = Math.min(100, Math.max(5, shortestMs / 4));
  }

  fetch(request: FetchRequest): Promise<Fetched> {
    return this.#send(request);
  }

  post(url: string, fields: readonly (readonly [name: string, value: string])[]): Promise<Fetched> {
    return this.#send({ url }, new URLSearchParams(fields.map(([name, value]) => [name, value])).toString());
  }

  /** By POST if there is a form. */
  async #send(request: FetchRequest, form?: string): Promise<Fetched> {
    const startedAt = Date.now();
    const clock = performance.now();
    let remoteAddress: string | undefined;
    const about = () => ({
      url: request.url,
      startedAt,
      durationMs: performance.now() - clock,
      ...(remoteAddress === undefined ? {} : { remoteAddress }),
    });
    try {
      const url = parseUrl(request.url);
      const { answer, headers } = await this.#askOnAnyRoute(url, { ...request, form }, clock, (address) => {
        remoteAddress = address;
      });
      this.#jarOf(url)?.store(url, answer.headers);
      const answered = () => this.#answered(about(), url, headers, answer);
      if (answer.failure === undefined) return await answered();
      const failed = { ok: false as const, ...about(), ...asFailure(answer.failure) };
      // Of what is packed, perhaps nothing can be unpacked.
      const partial = await answered().catch(() => undefined);
      return partial === undefined || partial.body.length === 0 ? failed : { ...failed, partial };
    } catch (error) {
      return { ok: false, ...about(), ...asFailure(error) };
    }
  }

  nameOf(url: string): Resolved | undefined {
    return this.#connector.nameOf(withoutBrackets(new URL(url).hostname));
  }

  async lookUp(url: string): Promise<Resolved | Failed> {
    const startedAt = Date.now();
    const clock = performance.now();
    try {
      return await this.#connector.lookUp(withoutBrackets(new URL(url).hostname));
    } catch (error) {
      const durationMs = performance.now() - clock;
      return { ok: false, url, startedAt, durationMs, ...asFailure(error) };
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#ticking);
    for (const exchange of this.#running) exchange.fail(new WebFailure('aborted', 'The web was closed.'));
    this.#connector.close();
    await this.#connections.close();
  }

  proxies(): ProxyHealth[] {
    return this.#connector.proxies();
  }

  /** By the first proxy that can be used: one that cannot has not asked the host. */
  async #askOnAnyRoute(
    url: URL,
    request: FetchRequest & { form: string | undefined },
    startedAt: number,
    onConnected: (address: string | undefined) => void,
  ): Promise<{ answer: WireAnswer; headers: string[] }> {
    let failure: unknown;
    for (const route of this.#connector.routes(withoutBrackets(url.hostname))) {
      const proxy = url.protocol === 'http:' && route?.kind !== 'socks5' ? route : undefined;
      const own = withHeaders(this.#requestHeaders(url, proxy), request.headers);
      const headers = [...withValidators(own, request.unless)];
      const { form } = request;
      if (form !== undefined) headers.push('Content-Type', 'application/x-www-form-urlencoded');
      const path = url.pathname + url.search;
      // Plain HTTP proxies get the absolute URL (RFC 9112, 3.2.2).
      const asked = { path: proxy ? url.origin + path : path, headers, route, form };
      try {
        const answer = await this.#ask(url, asked, request, startedAt, onConnected);
        if (answer.status !== 407 || !proxy) return { answer, headers };
        failure = new ProxyFailure('The proxy requires a user and a password.', false);
        this.#connector.proxyFailed(proxy, 'It requires a user and a password.');
      } catch (error) {
        if (!(error instanceof ProxyFailure)) throw error;
        failure = error;
      }
    }
    throw failure;
  }

  /**
   * Sends the request, once: one that was lost with a reused connection may have reached the server, and is not
   * repeated before the caller's next turn.
   */
  async #ask(
    url: URL,
    { path, headers, route, form }: Asked,
    { signal, maxBytes }: FetchRequest,
    startedAt: number,
    onConnected: (address: string | undefined) => void,
  ): Promise<WireAnswer> {
    const origin = originOf(url);
    if (this.#isClosed) throw new WebFailure('aborted', 'The web was closed.');
    if (signal?.aborted) throw new WebFailure('aborted', 'The fetch was stopped.');
    const connection = this.#connections.take(url.origin, origin, route);
    const exchange = new Exchange(connection, this.#settings, startedAt, maxBytes);
    const stop = () => exchange.fail(new WebFailure('aborted', 'The fetch was stopped.'));
    signal?.addEventListener('abort', stop, { once: true });
    this.#watch(exchange);
    try {
      const sent =
        form === undefined ? ({ method: 'GET' } as const) : ({ method: 'POST', body: form } as const);
      connection.client.dispatch({ path, headers, ...sent }, exchange);
      return await exchange.answer;
    } finally {
      onConnected(connection.remoteAddress);
      signal?.removeEventListener('abort', stop);
      this.#running.delete(exchange);
      if (exchange.isComplete) this.#connections.giveBack(connection);
      else void this.#connections.end(connection);
    }
  }

  /** Where cookies of the URL's host are kept; undefined if they are not. */
  #jarOf(url: URL): CookieJar | undefined {
    return this.#jar && this.#settings.cookieJar.get(withoutBrackets(url.hostname)) ? this.#jar : undefined;
  }

  /** `proxy` is one that gets the request itself. */
  #requestHeaders(url: URL, proxy: ProxyServer | undefined): string[] {
    const { auth, cookies, headers: extra } = this.#settings;
    const hostname = withoutBrackets(url.hostname);
    const credentials = auth.get(hostname);
    const cookieLine = joined(cookies.get(hostname), this.#jarOf(url)?.cookiesFor(url));
    if (!credentials && !cookieLine && !proxy && extra.isEmpty) return this.#baseHeaders;
    const headers = this.#baseHeaders.slice();
    if (credentials) headers.push('Authorization', basicAuthorization(credentials));
    if (cookieLine) headers.push('Cookie', cookieLine);
    for (const more of extra.all(hostname))
      for (const [name, value] of Object.entries(more)) setHeader(headers, name, value);
    const authorization = proxy && proxyAuthorization(proxy);
    if (authorization) headers.push('Proxy-Authorization', authorization);
    return headers;
  }

  async #answered(
    about: { url: string; startedAt: number; durationMs: number; remoteAddress?: string },
    url: URL,
    requestHeaders: string[],
    { status, statusText, headers, wire, truncated, unwanted, askedBytes }: WireAnswer,
  ): Promise<Answered> {
    const mostBytes = Math.max(this.#settings.maxUnpackedBytes, askedBytes);
    const coding = unwanted === undefined ? contentEncoding(headers) : '';
    const unpacked = await unpack(wire, coding, mostBytes);
    // The body of a redirect or an error page is not needed.
    const isBodyNeeded = status >= 200 && status < 300;
    if (!unpacked.ok && isBodyNeeded) throw new WebFailure(unpacked.reason, unpacked.detail);
    const answered: Answered = {
      ok: true,
      ...about,
      status,
      statusText,
      headers,
      requestHeaders: [
        ['host', url.host],
        ['connection', 'keep-alive'],
        ...(requestHeaders === this.#baseHeaders ? this.#shownBase : shownHeaders(requestHeaders)),
      ],
      wire,
      body: unpacked.ok ? unpacked.body : new Uint8Array(),
    };
    if (truncated) answered.truncated = truncated;
    if (unwanted !== undefined) answered.unwanted = unwanted;
    if (status === 429 || status === 503) {
      const retryAfterMs = parseRetryAfter(header(headers, 'retry-after') ?? '', serverTime(headers));
      if (retryAfterMs !== undefined) answered.retryAfterMs = retryAfterMs;
    }
    return answered;
  }

  /** One clock for all exchanges: cheaper than a timer each. */
  #watch(exchange: Exchange): void {
    this.#running.add(exchange);
    this.#ticking ??= setInterval(() => {
      if (this.#running.size === 0) {
        clearInterval(this.#ticking);
        this.#ticking = undefined;
      }
      // Runs after the sockets were read: data that waited while the loop was busy must not count as silence.
      else setImmediate(() => this.#checkAll());
    }, this.#tickMs);
  }

  #checkAll(): void {
    const now = performance.now();
    for (const exchange of this.#running) exchange.check(now);
  }
}

interface Asked {
  path: string;
  headers: string[];
  route: ProxyServer | undefined;
  /** To be sent by POST. */
  form: string | undefined;
}

/** Those of the request over the web's own; cookies are sent together. */
function withHeaders(own: string[], asked: FetchRequest['headers']): string[] {
  if (asked === undefined) return own;
  const headers = own.slice();
  const cookies = headers.indexOf('Cookie');
  for (const [name, value] of Object.entries(asked)) {
    const isMore = cookies >= 0 && name.toLowerCase() === 'cookie';
    setHeader(headers, name, isMore ? `${headers[cookies + 1]}; ${value}` : value);
  }
  return headers;
}

/** Conditional requests (RFC 9110, 13.1): the entity tag, and the date for servers that do not know the tag. */
function withValidators(headers: string[], unless: FetchRequest['unless']): string[] {
  const { etag, lastModified } = unless ?? {};
  if (etag === undefined && lastModified === undefined) return headers;
  return [
    ...headers,
    ...(etag === undefined ? [] : ['If-None-Match', etag]),
    ...(lastModified === undefined ? [] : ['If-Modified-Since', lastModified]),
  ];
}

function asFailure(error: unknown): Pick<Failed, 'reason' | 'detail' | 'mayPass'> {
  const { reason, message, mayPass } =
    error instanceof WebFailure
      ? error
      : new WebFailure('bad-response', `The fetch failed: ${String(error)}.`);
  return { reason, detail: message, mayPass };
}

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw new WebFailure('address-refused', 'This is not an http: or https: URL.');
}

function joined(one: string | undefined, other: string | undefined): string | undefined {
  return one && other ? `${one}; ${other}` : (one ?? other);
}

function setHeader(headers: string[], name: string, value: string): void {
  const wanted = name.toLowerCase();
  for (let i = 0; i < headers.length; i += 2)
    if (headers[i]!.toLowerCase() === wanted) {
      headers[i + 1] = value;
      return;
    }
  headers.push(name, value);
}

/** Archives are shared, so secrets are masked. */
const secret = new Set(['authorization', 'proxy-authorization', 'cookie']);

function shownHeaders(flat: string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let i = 0; i + 1 < flat.length; i += 2)
    pairs.push([flat[i]!, secret.has(flat[i]!.toLowerCase()) ? '(withheld)' : flat[i + 1]!]);
  return pairs;
}

/** All Content-Encoding lines as one (RFC 9110, 5.3). */
function contentEncoding(headers: [string, string][]): string {
  let all = '';
  for (const [name, value] of headers)
    if (name.length === 16 && name.toLowerCase() === 'content-encoding')
      all += all === '' ? value : `,${value}`;
  return all;
}

/** Relative to the server's own clock if it sends one, as its Retry-After date is. */
function serverTime(headers: [string, string][]): number {
  return parseHttpDate(header(headers, 'date') ?? '') ?? Date.now();
}
