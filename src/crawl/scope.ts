/** Which URLs a crawl may request: the user's scope rules and depth limit. Each refusal has a reason. */
import { HostTable } from '../url/host-pattern.ts';
import { hostOf, registrableDomain } from '../url/url.ts';
import type { Settings } from './settings.ts';

export interface Scope {
  /** Why this URL is out of scope, or undefined if it is in scope. */
  refuses(url: string, host: string, depth: number): string | undefined;
  /** Why this host is excluded by name. */
  excludesHost(host: string): string | undefined;
  /** Why nothing may be requested from this host. */
  refusesHost(host: string): string | undefined;
}

export function createScope(settings: Settings, seeds: readonly string[]): Scope {
  const { follow, hosts, excludeHosts, include, exclude } = settings.scope;
  const maxDepth = settings.budget.depth ?? Number.POSITIVE_INFINITY;
  const seedHosts = new Set(seeds.map(hostOf));
  const seedDomains = new Set(seeds.map(registrableDomain));
  const wanted = hostSet(hosts);
  const unwanted = hostSet(excludeHosts);
  const includes = include.map((text) => new RegExp(text));
  const excludes = exclude.map((text) => new RegExp(text));

  const excludesHost: Scope['excludesHost'] = (host) =>
    unwanted.has(host) ? 'scope: host excluded' : undefined;
  const refusesHost: Scope['refusesHost'] = (host) => {
    if (follow === 'seed-hosts' && !seedHosts.has(host)) return 'scope: not a seed host';
    if (follow === 'seed-domains' && !seedDomains.has(registrableDomain(host)))
      return 'scope: not a seed domain';
    if (!wanted.isEmpty && !wanted.has(host)) return 'scope: host not listed';
    return excludesHost(host);
  };
  return {
    excludesHost,
    refusesHost,
    refuses(url, host, depth) {
      if (depth > maxDepth) return 'scope: deeper than asked';
      const reason = refusesHost(host);
      if (reason !== undefined) return reason;
      if (includes.length > 0 && !includes.some((regex) => regex.test(url))) return 'scope: URL not included';
      if (excludes.some((regex) => regex.test(url))) return 'scope: URL excluded';
      return undefined;
    },
  };
}

/** A pattern without a port matches all ports of its hosts. */
function hostSet(patterns: readonly string[]) {
  const table = new HostTable<true>(patterns.map((pattern) => [pattern, true]));
  return {
    isEmpty: table.isEmpty,
    has: (host: string): boolean =>
      (table.get(host) ?? (host.includes(':') ? table.get(nameOf(host)) : undefined)) === true,
  };
}

/** Without its port, and without the brackets of an IPv6 address. */
const nameOf = (host: string): string => host.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
