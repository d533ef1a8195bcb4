/**
 * A small cookie jar after RFC 6265: domain, path, Secure, Max-Age and Expires are honoured, a cookie for a public
 * suffix (`Domain=co.uk`) is refused, and memory per host is bounded. Cookies live as long as the jar; SameSite,
 * HttpOnly and similar attributes do not matter to a crawler.
 */
import { getDomain } from 'tldts';
import { parseHttpDate } from './http-date.ts';

interface Cookie {
  name: string;
  value: string;
  /** Without a leading dot. */
  domain: string;
  isHostOnly: boolean;
  path: string;
  isSecure: boolean;
  expiresAt: number;
}

export class CookieJar {
  /** By registrable domain, or by host if there is none. */
  readonly #sites = new Map<string, Cookie[]>();

  store(url: URL, headers: [name: string, value: string][], now = Date.now()): void {
    for (const [name, value] of headers) {
      if (name.length !== 10 || name.toLowerCase() !== 'set-cookie') continue;
      const cookie = parseSetCookie(url, value, now);
      if (cookie) this.#put(siteOf(url.hostname), cookie, now);
    }
  }

  /** The value of the Cookie header, or undefined if there is nothing to send. */
  cookiesFor(url: URL, now = Date.now()): string | undefined {
    const cookies = this.#sites.get(siteOf(url.hostname));
    if (!cookies) return undefined;
    const fitting = cookies.filter(
      (cookie) =>
        cookie.expiresAt > now &&
        (!cookie.isSecure || url.protocol === 'https:') &&
        (cookie.isHostOnly ? url.hostname === cookie.domain : isWithin(url.hostname, cookie.domain)) &&
        pathFits(url.pathname, cookie.path),
    );
    if (fitting.length === 0) return undefined;
    fitting.sort((a, b) => b.path.length - a.path.length);
    return fitting.map(({ name, value }) => `${name}=${value}`).join('; ');
  }

  #put(site: string, cookie: Cookie, now: number): void {
    const kept = (this.#sites.get(site) ?? []).filter(
      (old) =>
        old.expiresAt > now &&
        (old.name !== cookie.name ||
          old.domain !== cookie.domain ||
          old.path !== cookie.path ||
          old.isHostOnly !== cookie.isHostOnly),
    );
    if (cookie.expiresAt > now) kept.push(cookie);
    if (kept.length > mostPerSite) kept.shift();
    this.#sites.delete(site);
    if (kept.length > 0) this.#sites.set(site, kept);
    if (this.#sites.size > mostSites) {
      const [oldest] = this.#sites.keys();
      this.#sites.delete(oldest!);
    }
  }
}

const mostPerSite = 50;
const mostSites = 10_000;
const mostCookieBytes = 4096;

function siteOf(hostname: string): string {
  return registrable(hostname) ?? hostname;
}

function registrable(hostname: string): string | null {
  return getDomain(hostname, { allowPrivateDomains: true });
}

function parseSetCookie(url: URL, line: string, now: number): Cookie | undefined {
  if (line.length > mostCookieBytes) return undefined;
  const [pair = '', ...attributes] = line.split(';');
  const equals = pair.indexOf('=');
  const name = pair.slice(0, Math.max(equals, 0)).trim();
  const value = pair.slice(equals + 1).trim();
  if (name === '' || /[\x00-\x08\x0a-\x1f\x7f]/.test(pair)) return undefined;
  const cookie: Cookie = {
    name,
    value,
    domain: url.hostname,
    isHostOnly: true,
    path: defaultPath(url.pathname),
    isSecure: false,
    expiresAt: Number.POSITIVE_INFINITY,
  };
  let hasMaxAge = false;
  for (const attribute of attributes) {
    const at = attribute.indexOf('=');
    const key = (at === -1 ? attribute : attribute.slice(0, at)).trim().toLowerCase();
    const text = at === -1 ? '' : attribute.slice(at + 1).trim();
    if (key === 'secure') cookie.isSecure = true;
    else if (key === 'path' && text.startsWith('/')) cookie.path = text;
    else if (key === 'max-age' && /^-?\d+$/.test(text)) {
      hasMaxAge = true;
      cookie.expiresAt = Number(text) <= 0 ? 0 : now + Number(text) * 1000;
    } else if (key === 'expires' && !hasMaxAge) cookie.expiresAt = expiry(text) ?? cookie.expiresAt;
    else if (key === 'domain' && text !== '') {
      const domain = text.replace(/^\./, '').toLowerCase();
      if (domain === url.hostname) cookie.isHostOnly = registrable(domain) === null;
      else if (isWithin(url.hostname, domain) && registrable(domain) !== null) {
        cookie.isHostOnly = false;
        cookie.domain = domain;
      } else return undefined;
    }
  }
  return cookie;
}

/** Servers write dates with dashes (`Wed, 21-Oct-2026 07:28:00 GMT`) as often as in the correct form. */
function expiry(text: string): number | undefined {
  return parseHttpDate(text.replace(/^([A-Z][a-z]{2}, \d{2})-([A-Z][a-z]{2})-(\d{4})/, '$1 $2 $3'));
}

function defaultPath(pathname: string): string {
  const slash = pathname.lastIndexOf('/');
  return slash <= 0 ? '/' : pathname.slice(0, slash);
}

function pathFits(pathname: string, path: string): boolean {
  return (
    pathname.startsWith(path) &&
    (path.endsWith('/') || pathname.length === path.length || pathname[path.length] === '/')
  );
}

function isWithin(hostname: string, domain: string): boolean {
  return hostname === domain || hostname.endsWith(`.${domain}`);
}
