/**
 * Ranks candidates: twice their likeness to the topic, the number of lists they are in, and their importance, each from 0
 * to 1. Then one entrance per site: the best page of a site stands for it.
 *
 *   score = (2 · likeness + agreement + importance) / 4
 *   likeness    the judge's score if the page was fetched, otherwise the cosine of title, snippet and URL; over the best
 *   agreement   1 − 1/n for a page in n lists: 0 for one, ½ for two
 *   importance  the largest of hub and authority (HITS over the links that are known) and ln(1 + in-links) over the most
 */
import { hits } from './hits.ts';
import type { Likeness } from './likeness.ts';
import type { Candidate } from './union.ts';
import { urlWords } from './url-words.ts';

export interface Judged {
  score: number;
  relevant: boolean;
  why: readonly string[];
}

export interface Seed {
  url: string;
  title: string;
  snippet: string;
  score: number;
  likeness: number;
  /** The lists it is in, best place first. */
  lists: string[];
  inLinks: number;
  hub: number;
  authority: number;
  /** Only if the page was fetched. */
  judged?: Judged | undefined;
  /** More pages of this site that were found. */
  moreOfSite: number;
  why: string[];
}

export function rank(
  candidates: readonly Candidate[],
  likeness: Likeness,
  judged: ReadonlyMap<string, Judged> = new Map(),
): Seed[] {
  const graph = linksAmong(candidates);
  const { hubs, authorities } = hits(candidates.length, graph.links);
  const inLinks = candidates.map(({ inLinks }, i) => Math.max(inLinks, graph.citing[i]!));
  const mostLinks = Math.log1p(inLinks.reduce((most, n) => Math.max(most, n), 0));
  const likes = candidates.map(
    (one) => judged.get(one.url)?.score ?? likeness(`${one.title}\n${one.snippet}\n${urlWords(one.url)}`),
  );
  const mostLike = likes.reduce((most, value) => Math.max(most, value), 0);
  return candidates
    .map((one, i): Seed & { fused: number } => {
      const lists = [...one.lists].sort(([, a], [, b]) => a - b);
      const agreement = 1 - 1 / lists.length;
      const cited = mostLinks === 0 ? 0 : Math.log1p(inLinks[i]!) / mostLinks;
      const importance = Math.max(hubs[i]!, authorities[i]!, cited);
      const relative = mostLike === 0 ? 0 : likes[i]! / mostLike;
      const seed = {
        url: one.url,
        title: one.title,
        snippet: one.snippet,
        score: (2 * relative + agreement + importance) / 4,
        likeness: likes[i]!,
        lists: lists.map(([name]) => name),
        inLinks: inLinks[i]!,
        hub: hubs[i]!,
        authority: authorities[i]!,
        judged: judged.get(one.url),
        moreOfSite: 0,
        fused: lists.reduce((sum, [, place]) => sum + 1 / (RRF + place), 0),
      };
      return { ...seed, why: reasons(seed, graph.cites[i]!) };
    })
    .sort((a, b) => b.score - a.score || b.fused - a.fused || (a.url < b.url ? -1 : 1))
    .map(({ fused, ...seed }) => seed);
}

/** Ties are broken by reciprocal rank fusion (Cormack, Clarke and Büttcher 2009). */
const RRF = 60;

/** The first `perSite` of each site. */
export function entrances(seeds: readonly Seed[], siteOf: (url: string) => string, perSite: number): Seed[] {
  const kept = new Map<string, Seed[]>();
  for (const seed of seeds) {
    const site = siteOf(seed.url);
    const of = kept.get(site) ?? [];
    if (of.length < perSite) of.push({ ...seed });
    else of[0]!.moreOfSite++;
    kept.set(site, of);
  }
  return [...kept.values()].flat().sort((a, b) => b.score - a.score);
}

interface Graph {
  links: [from: number, to: number][];
  /** Sites among the candidates that link to each, and candidates that each links to. */
  citing: number[];
  cites: number[];
}

/** Links between candidates of different sites: a site's own menu says nothing about importance. */
function linksAmong(candidates: readonly Candidate[]): Graph {
  const places = new Map(candidates.map(({ url }, i) => [url, i]));
  const links: Graph['links'] = [];
  const citing = candidates.map(() => new Set<string>());
  const cites = candidates.map(() => 0);
  for (const [from, { links: targets, site }] of candidates.entries())
    for (const target of new Set(targets)) {
      const to = places.get(target);
      if (to === undefined || candidates[to]!.site === site) continue;
      links.push([from, to]);
      citing[to]!.add(site);
      cites[from]! += 1;
    }
  return { links, citing: citing.map((sites) => sites.size), cites };
}

function reasons(seed: Omit<Seed, 'why'>, cites: number): string[] {
  const { lists, judged, likeness, inLinks } = seed;
  return [
    `in ${lists.length} ${lists.length === 1 ? 'list' : 'lists'}: ${bySource(lists)}`,
    judged === undefined
      ? `like the topic ${likeness.toFixed(2)}`
      : `judged ${judged.relevant ? 'relevant' : 'irrelevant'} ${judged.score.toFixed(2)}${judged.why.length > 0 ? `: ${judged.why.slice(0, 3).join(', ')}` : ''}`,
    ...(inLinks > 0 ? [`linked from ${inLinks} ${inLinks === 1 ? 'site' : 'sites'}`] : []),
    ...(cites > 1 ? [`links to ${cites} of the pages found`] : []),
  ];
}

/** `engine ×3, directory: Top/Science/Birds` */
function bySource(lists: readonly string[]): string {
  const sources = new Map<string, string[]>();
  for (const list of lists) {
    const name = list.split(': ', 1)[0]!;
    sources.set(name, [...(sources.get(name) ?? []), list]);
  }
  return [...sources].map(([name, of]) => (of.length === 1 ? of[0]! : `${name} ×${of.length}`)).join(', ');
}
