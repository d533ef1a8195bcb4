/** Relevant sites (hosts) and domains: where pages are clustered, how many of the clusters a crawl found. */
import { readText } from '../../topic/text-file.ts';
import { registrableDomain } from '../../url/url.ts';
import { drawn } from '../draw.ts';
import type { TopicData, Visited } from '../study.ts';

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

/**
 * The target set of CINDI (its thesis, section 5.3.2): given sites, otherwise those with relevant pages, of which some
 * may be drawn. Empty if the topic has no targets.
 */
export function targetSites(targets: TopicData['targets'], relevant: Iterable<string>): Set<string> {
  if (targets === undefined) return new Set();
  const sites = [...new Set(targets.sites ?? relevant)].sort();
  return new Set(drawn(sites, targets.draw, SEED));
}

const SEED = 1;

/** A host or a URL on each line; "#" starts a comment. */
export function readSites(path: string): string[] {
  const lines = readText(path)
    .split(/\r?\n/)
    .map((line) => line.trim().split(/\s/)[0]!)
    .filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => hostOf(line.includes('://') ? line : `http://${line}`));
}

/** At index n: target sites of which a page is among the first n, relevant or not. */
export function sitesSoFar(visits: readonly Visited[], targets: ReadonlySet<string>): Uint32Array {
  const met = new Set<string>();
  const soFar = new Uint32Array(visits.length + 1);
  for (const [i, { url }] of visits.entries()) {
    const host = hostOf(url);
    if (targets.has(host)) met.add(host);
    soFar[i + 1] = met.size;
  }
  return soFar;
}
