/**
 * The contract of a Web: whatever answers a request, the live one over HTTP or a frozen one read from
 * WARC files. A fetch is one request and one answer: a redirect is an answer like any other, and
 * whoever asked decides whether to follow it. `fetch` never throws for what a server or a network does:
 * the answer says it.
 */
export interface Web {
  fetch(request: FetchRequest): Promise<Fetched>;
  close(): Promise<void>;
}

export interface FetchRequest {
  /** Absolute http: or https: address in canonical form, without a fragment. */
  url: string;
  /** Overrides the web's own limit for this request (robots.txt and sitemaps have their own). */
  maxBytes?: number;
  signal?: AbortSignal;
}

export type Fetched = Answered | Failed;

interface FetchedAnyway {
  url: string;
  /** Milliseconds since the epoch when the request was sent. */
  startedAt: number;
  durationMs: number;
  /** The address that was connected to, where there was a connection. */
  remoteAddress?: string;
}

/** A server answered, with any status. */
export interface Answered extends FetchedAnyway {
  ok: true;
  status: number;
  statusText: string;
  /** As they came, in their order and case; transfer coding already undone. */
  headers: [name: string, value: string][];
  /** The request as sent, for the archive. */
  requestHeaders: [name: string, value: string][];
  /** The bytes of the wire: content coding (gzip, br, zstd) still on. What the archive keeps. */
  wire: Uint8Array;
  /** The bytes with content coding undone. The same array as `wire` when there was none. */
  body: Uint8Array;
  /** Set when the body was cut at a limit: the page is what came before it. */
  truncated?: 'length' | 'time';
  /** Where a frozen web found the page under a twin of the address: the base of the page's own links. */
  recordedUrl?: string;
  /** The server asked to wait (Retry-After on 429 and 503): milliseconds from now. */
  retryAfterMs?: number;
}

/** No usable answer. */
export interface Failed extends FetchedAnyway {
  ok: false;
  reason: FetchFailure;
  /** One sentence for a person. */
  detail: string;
  /** Whether asking again later may help. */
  mayPass: boolean;
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

export function header(headers: [string, string][], name: string): string | undefined {
  const wanted = name.toLowerCase();
  for (const [key, value] of headers) if (key.toLowerCase() === wanted) return value;
  return undefined;
}
