/**
 * The settings of the live web, validated once here. Mistyped values (a proxy, a host to connect to, a header) are
 * refused with an error that says what is expected; the rest of the room trusts them.
 */
import { ForageError } from '../../errors.ts';
import { HostTable } from '../../url/host-pattern.ts';
import type { Lookup } from '../ip/resolve.ts';
import type { Credentials } from './handshake.ts';

/** Keys of the tables below are host patterns: `www.example.org`, `*.example.org` or `*`. */
export interface HttpSettings {
  /** The User-Agent header, as built by `userAgent(contact)`. */
  userAgent: string;
  accept?: string;
  acceptLanguage?: string;
  /** Maximum body size, in wire bytes. */
  maxBytes?: number;
  /** Maximum body size without content coding. */
  maxUnpackedBytes?: number;
  maxHeaderBytes?: number;
  /** Name resolution, connection, proxy and TLS together. */
  connectTimeoutMs?: number;
  /** From the request to the end of the headers. */
  headerTimeoutMs?: number;
  /** Longest pause within a body. */
  bodyTimeoutMs?: number;
  totalTimeoutMs?: number;
  /** How long an idle connection is kept. */
  keepAliveMs?: number;
  maxIdleSockets?: number;
  /** How long a DNS answer is cached. */
  dnsCacheMs?: number;
  /** `http://`, `https://` or `socks5://`, with `user:password@` if needed; of several, each host stays with one. */
  proxy?: string | readonly string[];
  /** Host patterns that bypass the proxy. */
  noProxy?: string[];
  /** HTTP basic authentication. */
  auth?: Record<string, Credentials>;
  /** Cookies that are always sent, as `name=value; other=value`. */
  cookies?: Record<string, string>;
  /** Store and send the cookies that servers set: all, or those of these host patterns. Off by default. */
  cookieJar?: boolean | readonly string[];
  headers?: Record<string, Record<string, string>>;
  /** Connect to this `address:port` instead of the resolved name; the address guard does not apply. */
  connectTo?: Record<string, string>;
  /** PEM certificates trusted in addition to the usual ones. */
  ca?: string | string[];
  /** Allow every host to lead to private networks and to this machine. */
  allowPrivate?: boolean;
  /** What may do so, as `host:port`: what the user named. */
  allowHosts?: string[];
  lookup?: Lookup;
  /** Asked in the step that writes a request; without it every request is sent. */
  right?: SendingRight;
}

/** A right to send requests that may end at any time. */
export interface SendingRight {
  maySend(): boolean;
  /** The right ended while a request to this origin was written: the process was suspended in between. */
  sentLate(origin: string): void;
}

export interface ProxyServer {
  kind: 'http' | 'https' | 'socks5';
  hostname: string;
  port: number;
  credentials?: Credentials;
}

export interface CheckedSettings {
  userAgent: string;
  accept: string;
  acceptLanguage: string;
  maxBytes: number;
  maxUnpackedBytes: number;
  maxHeaderBytes: number;
  connectTimeoutMs: number;
  headerTimeoutMs: number;
  bodyTimeoutMs: number;
  totalTimeoutMs: number;
  keepAliveMs: number;
  maxIdleSockets: number;
  dnsCacheMs: number;
  proxies: readonly ProxyServer[];
  noProxy: HostTable<true>;
  auth: HostTable<Credentials>;
  cookies: HostTable<string>;
  cookieJar: HostTable<true>;
  headers: HostTable<Record<string, string>>;
  connectTo: HostTable<{ hostname: string; port: number }>;
  ca: string[];
  allowPrivate: boolean;
  allowHosts: ReadonlySet<string>;
  lookup: Lookup | undefined;
  right: SendingRight | undefined;
}

export function checkHttpSettings(settings: HttpSettings): CheckedSettings {
  const number = (name: keyof HttpSettings, fallback: number, least: number) => {
    const value = settings[name] ?? fallback;
    if (typeof value === 'number' && Number.isFinite(value) && value >= least) return value;
    throw refused(`${name} is ${String(value)}; it must be a number of at least ${least}.`);
  };
  const ca = settings.ca ?? [];
  return {
    userAgent: headerValue('User-Agent', settings.userAgent),
    accept: headerValue('Accept', settings.accept ?? defaultAccept),
    acceptLanguage: headerValue('Accept-Language', settings.acceptLanguage ?? 'en,*;q=0.5'),
    maxBytes: number('maxBytes', 10 * 1024 * 1024, 1),
    maxUnpackedBytes: number('maxUnpackedBytes', 50 * 1024 * 1024, 1),
    maxHeaderBytes: Math.floor(number('maxHeaderBytes', 64 * 1024, 256)),
    connectTimeoutMs: number('connectTimeoutMs', 10_000, 1),
    headerTimeoutMs: number('headerTimeoutMs', 20_000, 1),
    bodyTimeoutMs: number('bodyTimeoutMs', 15_000, 1),
    totalTimeoutMs: number('totalTimeoutMs', 120_000, 1),
    keepAliveMs: number('keepAliveMs', 15_000, 1),
    maxIdleSockets: number('maxIdleSockets', 256, 0),
    dnsCacheMs: number('dnsCacheMs', 60_000, 0),
    proxies: [settings.proxy ?? []].flat().map(proxyServer),
    noProxy: new HostTable((settings.noProxy ?? []).map((pattern) => [pattern, true] as const)),
    auth: new HostTable(Object.entries(settings.auth ?? {})),
    cookies: new HostTable(
      Object.entries(settings.cookies ?? {}).map(([host, line]) => [host, headerValue('Cookie', line)]),
    ),
    cookieJar: new HostTable(patternsOf(settings.cookieJar).map((pattern) => [pattern, true] as const)),
    headers: new HostTable(
      Object.entries(settings.headers ?? {}).map(([host, headers]) => [host, checkedHeaders(headers)]),
    ),
    connectTo: new HostTable(
      Object.entries(settings.connectTo ?? {}).map(([host, target]) => [host, connectTarget(host, target)]),
    ),
    ca: typeof ca === 'string' ? [ca] : ca,
    allowPrivate: settings.allowPrivate ?? false,
    allowHosts: new Set(settings.allowHosts),
    lookup: settings.lookup,
    right: settings.right,
  };
}

const patternsOf = (kept: HttpSettings['cookieJar']): readonly string[] =>
  kept === true ? ['*'] : kept || [];

const defaultAccept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

function refused(message: string): ForageError {
  return new ForageError('USAGE', message);
}

function headerValue(name: string, value: string): string {
  if (/^[\t\x20-\x7e\x80-\xff]+$/.test(value)) return value;
  throw refused(`The header ${name} is '${value}'; a header must be one line of Latin-1 characters.`);
}

/** Headers that frame the message are set by the connection itself. */
const framing = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'keep-alive',
  'upgrade',
  'expect',
  'accept-encoding',
]);

function checkedHeaders(headers: Record<string, string>): Record<string, string> {
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name)) throw refused(`'${name}' is no name of a header.`);
    if (framing.has(name.toLowerCase()))
      throw refused(`The header ${name} is set by the connection; remove it from the headers.`);
    headerValue(name, value);
  }
  return headers;
}

const proxyPorts = { http: 80, https: 443, socks5: 1080 };

function proxyServer(text: string): ProxyServer {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const scheme = url?.protocol.slice(0, -1).replace('socks5h', 'socks5');
  if (!url || url.hostname === '' || (scheme !== 'http' && scheme !== 'https' && scheme !== 'socks5'))
    throw refused(
      `'${text}' is not a proxy URL. Use http://host:port, https://host:port or socks5://host:port.`,
    );
  const server: ProxyServer = {
    kind: scheme,
    hostname: withoutBrackets(url.hostname),
    port: url.port === '' ? proxyPorts[scheme] : Number(url.port),
  };
  if (url.username !== '')
    server.credentials = {
      username: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
    };
  const { username = '', password = '' } = server.credentials ?? {};
  if (scheme === 'socks5' && (Buffer.byteLength(username) > 255 || Buffer.byteLength(password) > 255))
    throw refused('User and password of a SOCKS5 proxy may have at most 255 bytes each.');
  return server;
}

function connectTarget(host: string, target: string): { hostname: string; port: number } {
  const match = /^(\[[0-9a-fA-F:.]+\]|[^:\s/]+):(\d{1,5})$/.exec(target);
  const port = Number(match?.[2]);
  if (!match || port < 1 || port > 65_535)
    throw refused(`connectTo for '${host}' is '${target}'; use address:port, such as 127.0.0.1:8080.`);
  return { hostname: withoutBrackets(match[1]!), port };
}

export function withoutBrackets(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}
