/** Relevant sites (hosts) and domains: where pages are clustered, how many of the clusters a crawl found. */
import { registrableDomain } from '../../url/url.ts';
import type { Visited } from '../study.ts';

/** Hosts with at least one relevant page among these. */
export function relevantHosts(visits: readonly Visited[]): Set<string> {
  return new Set(visits.flatMap(({ url, relevant }) => (relevant ? [hostOf(url)] : [])));
}

/** By the public suffix list: www.cs.example.edu and example.edu are one domain. */
export function relevantDomains(visits: readonly Visited[]): Set<string> {
  return new Set([...relevantHosts(visits)].map((host) => registrableDomain(host)));
}

export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}
