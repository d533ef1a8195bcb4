/**
 * The canonical form of a URL: two spellings of one page become one string, two pages never do.
 *
 * Parsed by the WHATWG rules; only http and https. Removed: the fragment (but see `hashRoutes`), credentials, the
 * default port, the host's trailing dot, an empty query, tracking parameters and session ids. Percent-encoding is
 * normalised: unreserved characters are literal, hex digits are upper-case, a stray `%` becomes `%25`. Parameter order,
 * trailing slashes, `www.` and the case of the path are kept, since servers distinguish them.
 *
 * Guarantees: never throws, whatever the string; canonicalising is idempotent; a string longer than the limit is
 * refused before anything parses it.
 */
import { getDomain, parse } from 'tldts';
import { cleanPath, cleanQuery } from './noise.ts';

export interface UrlRules {
  /** Maximum length in characters, as written and in canonical form. 2048 by default. */
  maxLength?: number;
  /** Sorts query parameters by name, if the user knows that their order does not matter. */
  sortQuery?: boolean;
  /** Keeps utm_*, gclid and similar parameters. */
  keepTracking?: boolean;
  /** Keeps PHPSESSID, ;jsessionid= and similar ids. */
  keepSessions?: boolean;
  /** Keeps fragments that a script routes by: `#/about`, `#!/about`. For the links of rendered pages. */
  hashRoutes?: boolean;
  /** Further parameters to remove, by host. */
  drop?: readonly DropRule[];
}

export interface DropRule {
  /** `example.org` (only that host), `*.example.org` (all hosts under it) or `*`. */
  host: string;
  /** Parameter names, case-insensitive; a name may end in `*`. */
  params: readonly string[];
}

export type Canonical =
  | { ok: true; url: string; host: string }
  | { ok: false; reason: 'scheme' | 'invalid' | 'too-long' | 'no-host' };

export const DEFAULT_MAX_URL_LENGTH = 2048;

/** `host` is the key of the host's queue: `example.org`, `example.org:8080`, `[::1]:8080`. */
export function canonicalUrl(written: string, base?: string | URL, rules: UrlRules = NO_RULES): Canonical {
  const href = ONE_SLASH.test(written) ? withTwoSlashes(written) : written;
  const maxLength = rules.maxLength ?? DEFAULT_MAX_URL_LENGTH;
  if (href.length > maxLength) return foreignScheme(href) ? SCHEME : TOO_LONG;
  const route = rules.hashRoutes === true ? routeOf(href) : '';
  const plain = readPlain(href, base);
  if (plain !== undefined)
    return compose(plain.origin, plain.host, plain.path, plain.query, rules, maxLength, route);
  if (foreignScheme(href)) return SCHEME;

  const parsed = base === undefined ? URL.parse(href) : URL.parse(href, baseOf(base).href);
  if (parsed === null) return HOSTLESS.test(href) ? NO_HOST : INVALID;
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') return SCHEME;
  const host = hostWithoutDot(parsed);
  if (host === undefined) return NO_HOST;
  const path = normalisePercent(parsed.pathname);
  const query = normalisePercent(parsed.search.slice(1));
  return compose(`${parsed.protocol}//${host}`, host, path, query, rules, maxLength, route);
}

/** A URL as it is requested: without the route of a script. */
export function withoutRoute(url: string): string {
  const cut = url.indexOf('#');
  return cut === -1 ? url : url.slice(0, cut);
}

/** `https://example.org:8080` of a canonical URL. */
export function originOf(url: string): string {
  return url.slice(0, pathStart(url));
}

/** The host queue key of a canonical URL. */
export function hostOf(url: string): string {
  return url.slice(url.indexOf('//') + 2, pathStart(url));
}

/**
 * The registered domain (`example.co.uk`), or the host itself if there is none (an IP address, `localhost`). Hosts
 * under a shared service (`alice.github.io`) count as registered by their users.
 */
export function registrableDomain(urlOrHost: string): string {
  const host = urlOrHost.includes('//') ? hostOf(urlOrHost) : urlOrHost;
  const name = host.startsWith('[') ? host.slice(0, host.indexOf(']') + 1) : host.replace(/:\d*$/, '');
  return getDomain(name, { allowPrivateDomains: true }) ?? name;
}

const NO_RULES: UrlRules = {};
const SCHEME: Canonical = Object.freeze({ ok: false, reason: 'scheme' });
const INVALID: Canonical = Object.freeze({ ok: false, reason: 'invalid' });
const TOO_LONG: Canonical = Object.freeze({ ok: false, reason: 'too-long' });
const NO_HOST: Canonical = Object.freeze({ ok: false, reason: 'no-host' });
const SLASH = 0x2f;

/** Where a path starts: the third slash, or the end. */
function pathStart(url: string): number {
  const slash = url.indexOf('/', url.indexOf('//') + 2);
  return slash === -1 ? url.length : slash;
}

function compose(
  origin: string,
  host: string,
  path: string,
  query: string,
  rules: UrlRules,
  maxLength: number,
  route: string,
): Canonical {
  const keptPath = cleanPath(path, rules);
  const keptQuery = query === '' ? '' : cleanQuery(query, host, rules);
  const url = (keptQuery === '' ? origin + keptPath : `${origin}${keptPath}?${keptQuery}`) + route;
  return url.length > maxLength ? TOO_LONG : { ok: true, url, host };
}

/** `#/about` with its parser's spelling; empty for a fragment that names a place in the page. */
function routeOf(href: string): string {
  const cut = href.indexOf('#');
  if (cut === -1 || !/^#!?\/./.test(href.slice(cut))) return '';
  return URL.parse(`http://route/${href.slice(cut).trimEnd()}`)?.hash ?? '';
}

/**
 * `http:/example.org/x` is a common mistake (CINDI, section 3.2.4): browsers take it for a path of the
 * page's own host. It is repaired if what follows can be a host; otherwise it stays the path that it is to them.
 */
function withTwoSlashes(href: string): string {
  const [, scheme = '', host = ''] = ONE_SLASH.exec(href) ?? [];
  const { isIcann, isPrivate } = parse(host.toLowerCase());
  return isIcann || isPrivate ? `${scheme}/${href.slice(scheme.length)}` : href;
}
const ONE_SLASH = /^(https?:)\/([a-z0-9-]+(?:\.[a-z0-9-]+)+)(?=[:/?#]|$)/i;

/** A scheme that is never followed, recognised by its first characters. */
function foreignScheme(href: string): boolean {
  const scheme = LEADING_SCHEME.exec(href);
  return scheme !== null && !/^https?:$/i.test(scheme[0]);
}
const LEADING_SCHEME = /^[a-zA-Z][a-zA-Z0-9+.-]{0,40}:/;
const HOSTLESS = /^[\0-\x20]*(?:https?:|[/\\]{2})[/\\]*(?:[?#:@]|$)/i;

function hostWithoutDot(parsed: URL): string | undefined {
  const name = parsed.hostname;
  if (!name.endsWith('.')) return parsed.host;
  // One trailing dot is the DNS root; a name with more is invalid, and removing them could make it another name.
  const bare = name.slice(0, -1);
  if (bare === '' || bare.endsWith('.')) return undefined;
  return parsed.port === '' ? bare : `${bare}:${parsed.port}`;
}

/** One spelling for each octet. The parser has already encoded all forbidden characters. */
function normalisePercent(part: string): string {
  return RESPELT.test(part) ? part.replace(PERCENT, onePercent) : part;
}
/** A `%` without two upper-case hex digits, or one that stands for an unreserved character. */
const RESPELT = /%(?:(?![0-9A-F]{2})|2[DE]|3\d|[46][1-9A-F]|[57][0-9A]|5F|7E)/;
const PERCENT = /%(?:[0-9a-fA-F]{2})?/g;

function onePercent(triplet: string): string {
  if (triplet.length === 1) return '%25';
  const character = String.fromCharCode(Number.parseInt(triplet.slice(1), 16));
  return /[A-Za-z0-9._~-]/.test(character) ? character : triplet.toUpperCase();
}

interface Parts {
  origin: string;
  host: string;
  path: string;
  query: string;
}

/**
 * Most links need no parser: an absolute URL or a path of letters, digits and a few characters that no rule affects.
 * Everything else (dot segments, ports, IP addresses, upper-case hosts) returns undefined.
 */
function readPlain(href: string, base: string | URL | undefined): Parts | undefined {
  const cut = href.indexOf('#');
  const text = cut === -1 ? href : href.slice(0, cut);
  if (RESPELT.test(text)) return undefined;
  if (PLAIN_ABSOLUTE.test(text)) {
    const start = text.indexOf('/', 8);
    const origin = start === -1 ? text : text.slice(0, start);
    // Only the parser can validate Punycode.
    if (origin.includes('xn--')) return undefined;
    const host = origin.slice(origin.charCodeAt(4) === COLON ? 7 : 8);
    return start === -1 ? { origin, host, path: '/', query: '' } : split(origin, host, '', text.slice(start));
  }
  if (base === undefined || text === '' || !PLAIN_RELATIVE.test(text)) return undefined;
  const { origin, host, directory } = baseOf(base);
  if (origin === undefined || host === undefined) return undefined;
  if (text.charCodeAt(0) === SLASH) return split(origin, host, '', text);
  return directory === undefined ? undefined : split(origin, host, directory, text);
}

const COLON = 0x3a;
// The last label starts with a letter, so no parser treats the host as an IP address.
const PLAIN_ABSOLUTE =
  /^https?:\/\/(?:[a-z0-9_-]+\.)+[a-z][a-z0-9-]*(?:\/(?!.*\/\.)(?!\.)[A-Za-z0-9._~/%-]*(?:\?[A-Za-z0-9._~/&=+:,%-]*)?)?$/;
const PLAIN_RELATIVE =
  /^(?:\/|\/?(?![^?]*\/\.)[A-Za-z0-9_~%-][A-Za-z0-9._~/%-]*)(?:\?[A-Za-z0-9._~/&=+:,%-]*)?$/;

function split(origin: string, host: string, directory: string, rest: string): Parts {
  const mark = rest.indexOf('?');
  if (mark === -1) return { origin, host, path: directory + rest, query: '' };
  return { origin, host, path: directory + rest.slice(0, mark), query: rest.slice(mark + 1) };
}

interface Base {
  key: string;
  href: string;
  origin: string | undefined;
  host: string | undefined;
  directory: string | undefined;
}

/** The last base is cached: the links of a page come one after the other. */
let lastBase: Base = { key: '', href: '', origin: undefined, host: undefined, directory: undefined };

function baseOf(base: string | URL): Base {
  const key = typeof base === 'string' ? base : base.href;
  if (key === lastBase.key) return lastBase;
  const parsed = URL.parse(key);
  const web = parsed !== null && (parsed.protocol === 'http:' || parsed.protocol === 'https:');
  const host = web ? hostWithoutDot(parsed) : undefined;
  const path = web ? parsed.pathname : '';
  const directory = path.slice(0, path.lastIndexOf('/') + 1);
  lastBase = {
    key,
    href: parsed === null ? key : parsed.href,
    host,
    origin: web && host !== undefined ? `${parsed.protocol}//${host}` : undefined,
    directory: /^[A-Za-z0-9._~/%-]+$/.test(directory) && !RESPELT.test(directory) ? directory : undefined,
  };
  return lastBase;
}
