/**
 * Parts of a URL that say nothing about the page: tracking parameters and session ids. The lists contain what analytics
 * tools, mailing services, shops and application servers append. A short name that sites also use for content (`sid`,
 * `s`) is removed only if its value looks like a session id.
 */
import { HostTable } from './host-pattern.ts';
import type { DropRule, UrlRules } from './url.ts';

/** A path without its session ids: `;jsessionid=…` and ASP.NET's `/(S(…))/`. */
export function cleanPath(path: string, rules: UrlRules): string {
  if (rules.keepSessions === true) return path;
  let kept = path;
  if (kept.includes(';') || kept.includes('%3B')) {
    const without = kept.replace(PATH_SESSION, '');
    // A segment that was `..;jsessionid=1` is now a parent reference.
    kept = without === kept ? kept : new URL(`http://x${without}`).pathname;
  }
  return kept.includes('/(') ? kept.replace(ASP_SESSION, '') : kept;
}
const PATH_SESSION = /(?:;|%3B)(?:jsessionid|phpsessid|sessionid)(?:=|%3D)(?:(?!%3B)[^;/])*/gi;
const ASP_SESSION = /\/\((?:[A-Z]\([A-Za-z0-9_-]*\))+\)(?=\/)/gi;

/** A query (without `?`) with only the parameters that may be meaningful. */
export function cleanQuery(query: string, host: string, rules: UrlRules): string {
  const dropped = rules.drop === undefined ? NO_NAMES : namesFor(rules.drop, host);
  if (!query.includes('&')) return isNoise(query, rules, dropped) ? '' : query;
  const all = query.split('&');
  const kept = all.filter((parameter) => !isNoise(parameter, rules, dropped));
  if (rules.sortQuery === true) kept.sort(byName);
  else if (kept.length === all.length) return query;
  return kept.join('&');
}

function byName(a: string, b: string): number {
  const left = nameOf(a);
  const right = nameOf(b);
  return left < right ? -1 : left > right ? 1 : 0;
}

function nameOf(parameter: string): string {
  const equals = parameter.indexOf('=');
  return equals === -1 ? parameter : parameter.slice(0, equals);
}

function isNoise(parameter: string, rules: UrlRules, dropped: Names): boolean {
  if (parameter === '') return true;
  const name = nameOf(parameter).toLowerCase();
  if (rules.keepTracking !== true && has(TRACKING, name)) return true;
  if (rules.keepSessions !== true) {
    if (has(SESSION, name)) return true;
    if (MAYBE_SESSION.has(name) && looksLikeSession(name, parameter.slice(name.length + 1))) return true;
  }
  return dropped !== NO_NAMES && has(dropped, name);
}

function looksLikeSession(name: string, value: string): boolean {
  if (name === 's') return /^[0-9a-f]{32}$/i.test(value);
  if (/^[0-9a-f-]{16,}$/i.test(value)) return /\d/.test(value);
  return value.length >= 20 && /^[0-9A-Za-z_-]+$/.test(value) && /\d/.test(value) && /[A-Za-z]/.test(value);
}

interface Names {
  exact: ReadonlySet<string>;
  prefixes: readonly string[];
}

function has(names: Names, name: string): boolean {
  if (names.exact.has(name)) return true;
  for (const prefix of names.prefixes) if (name.startsWith(prefix)) return true;
  return false;
}

function names(list: readonly string[]): Names {
  const lower = list.map((name) => name.toLowerCase());
  return {
    exact: new Set(lower.filter((name) => !name.endsWith('*'))),
    prefixes: lower.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1)),
  };
}

const NO_NAMES = names([]);

const TRACKING = names(
  (
    'utm_* pk_* piwik_* mtm_* matomo_* hsa_* gclid gclsrc dclid gbraid wbraid gad_source gad_campaignid srsltid ' +
    '_ga _gl fbclid fb_action_ids fb_action_types fb_source msclkid yclid ysclid _openstat twclid ttclid igshid ' +
    'igsh li_fat_id epik mc_cid mc_eid mkt_tok _hsenc _hsmi __hssc __hstc __hsfp hsctatracking oly_anon_id ' +
    'oly_enc_id vero_id vero_conv wickedid rb_clickid s_cid ml_subscriber ml_subscriber_hash dm_i ' +
    '_branch_match_id xtor wt.mc_id ns_campaign ns_mchannel ns_source ns_linkname ns_fee'
  ).split(' '),
);

const SESSION = names(
  (
    'phpsessid phpsessionid jsessionid aspsessionid* asp.net_sessionid cfid cftoken oscsid zenid xtcsid ' +
    'bv_sessionid bv_engineid'
  ).split(' '),
);

const MAYBE_SESSION = new Set('s sid sessid session sessionid session_id sess_id sessionkey'.split(' '));

/** The user's rules never change during a crawl, so they are resolved once per host. */
const byRules = new WeakMap<readonly DropRule[], (hostname: string) => Names>();
const MAX_REMEMBERED_HOSTS = 10_000;

function namesFor(rules: readonly DropRule[], host: string): Names {
  let lookUp = byRules.get(rules);
  if (lookUp === undefined) {
    lookUp = droppedNames(rules);
    byRules.set(rules, lookUp);
  }
  return lookUp(host.replace(/:\d+$/, ''));
}

function droppedNames(rules: readonly DropRule[]): (hostname: string) => Names {
  const params = Map.groupBy(rules, (rule) => rule.host.toLowerCase());
  const table = new HostTable([...params].map(([host, list]) => [host, list.flatMap((rule) => rule.params)]));
  const known = new Map<string, Names>();
  return (hostname) => {
    let found = known.get(hostname);
    if (found === undefined) {
      const all = table.all(hostname).flat();
      found = all.length === 0 ? NO_NAMES : names(all);
      if (known.size >= MAX_REMEMBERED_HOSTS) known.clear();
      known.set(hostname, found);
    }
    return found;
  };
}
