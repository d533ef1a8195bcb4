/**
 * The contract of a Web: anything that answers requests, live over HTTP or frozen from WARC files. A fetch is one
 * request and one answer: a redirect is an ordinary answer, and the caller decides whether to follow it. `fetch` never
 * throws for what a server or a network does: the answer reports it.
 */
export interface Web {
  fetch(request: FetchRequest): Promise<Fetched>;
  close(): Promise<void>;
}

/** A web whose hosts have names that must be looked up: the live one. */
export interface NameLookup {
  /** What is known about the name of a URL's host; undefined if it must be looked up. */
  nameOf(url: string): Resolved | undefined;
  /** Looks it up, sharing the answer with the requests that follow. Never throws. */
  lookUp(url: string): Promise<Resolved | Failed>;
}

export interface Resolved {
  ok: true;
  /** The IP address that a request would be sent to; unknown behind a proxy or a `connectTo` entry. */
  address?: string;
  /** How long requests can rely on this without another lookup. */
  validMs: number;
}

export interface FetchRequest {
  /** Absolute http: or https: URL in canonical form, without a fragment. */
  url: string;
  /** The answer may be 304 if what it says is still so: from an earlier answer's ETag and Last-Modified. */
  unless?: Validators | undefined;
  /** Sent besides the web's own: what the scripts of a page ask for. */
  headers?: Record<string, string> | undefined;
  /** Overrides the web's default limit for this request (robots.txt, sitemaps and documents have their own). */
  maxBytes?: number | BodyLimit;
  signal?: AbortSignal;
}

/** As a server sent them. */
export interface Validators {
  etag?: string | undefined;
  lastModified?: string | undefined;
}

/** Decides by the head of an answer how much of its body is wanted; text says why nothing of it is. */
export type BodyLimit = (head: Pick<Answered, 'status' | 'headers'>) => number | string | undefined;

/** The limit for one answer, or why its body is not wanted. */
export function limitOf(
  maxBytes: FetchRequest['maxBytes'],
  head: Pick<Answered, 'status' | 'headers'>,
  otherwise: number,
): number | string {
  return (typeof maxBytes === 'function' ? maxBytes(head) : maxBytes) ?? otherwise;
}

export type Fetched = Answered | Failed;

interface FetchedAnyway {
  url: string;
  /** Milliseconds since the epoch when the request was sent. */
  startedAt: number;
  durationMs: number;
  /** The IP address of the connection, if there was one. */
  remoteAddress?: string;
}

/** As in WARC records. */
export type Truncated = 'length' | 'time' | 'disconnect';

/** A server answered, with any status. */
export interface Answered extends FetchedAnyway {
  ok: true;
  status: number;
  statusText: string;
  /** Original order and case; transfer coding already removed. */
  headers: [name: string, value: string][];
  /** The request as sent, for the archive. */
  requestHeaders: [name: string, value: string][];
  /** The wire bytes: content coding (gzip, br, zstd) still applied. What the archive stores. */
  wire: Uint8Array;
  /** The bytes without content coding. The same array as `wire` if there was none. */
  body: Uint8Array;
  /** Set if the request did not want the body, with the reason: it was not downloaded. */
  unwanted?: string;
  /** Set if the body was cut, at a limit or with the connection: the page is what came before it. */
  truncated?: Truncated;
  /** Set if a frozen web answered with a variant of the URL: the base of the page's links. */
  recordedUrl?: string;
  /** Set if a browser ran the page's scripts: `headers`, `wire` and `body` are those of the rendered page. */
  rendered?: Rendered;
  /** The server asked to wait (Retry-After on 429 and 503): milliseconds from now. */
  retryAfterMs?: number;
}

export interface Rendered {
  /** What the server sent; absent if the rendered page was read from an archive. */
  from?: Answered;
  /** A picture of the page as JPEG, if one was wanted. */
  screenshot?: Uint8Array;
}

/** What came over the network: for a rendered page, what the server sent. */
export const asSent = <T extends Fetched>(fetched: T): T | Answered =>
  (fetched.ok ? fetched.rendered?.from : undefined) ?? fetched;

/** No usable answer. */
export interface Failed extends FetchedAnyway {
  ok: false;
  reason: FetchFailure;
  /** One human-readable sentence. */
  detail: string;
  /** Whether retrying later may help. */
  mayPass: boolean;
  /** The beginning of the page, if the connection ended or stalled in the middle of it. */
  partial?: Answered;
}

export type FetchFailure =
  | 'dns'
  | 'address-refused'
  | 'connect'
  | 'connect-timeout'
  | 'tls'
  | 'header-timeout'
  | 'body-timeout'
  | 'total-timeout'
  | 'headers-too-large'
  | 'unpacked-too-large'
  | 'bad-encoding'
  | 'bad-response'
  | 'reset'
  | 'proxy'
  | 'aborted'
  | 'not-in-web';

/**
 * Where an answer redirects to, as written; undefined if it does not. Servers write addresses in UTF-8 here, although
 * headers are Latin-1: as in browsers, bytes beyond ASCII are percent-encoded as they are.
 */
export function redirectLocation({
  status,
  headers,
}: Pick<Answered, 'status' | 'headers'>): string | undefined {
  if (status < 300 || status > 399) return undefined;
  return header(headers, 'location')?.replace(
    /[\x80-\xff]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

export function header(headers: [string, string][], name: string): string | undefined {
  const wanted = name.toLowerCase();
  for (const [key, value] of headers) if (key.toLowerCase() === wanted) return value;
  return undefined;
}
