/**
 * Sitemaps on the way of every other link: one named in robots.txt waits in the frontier, is asked for politely,
 * and its entries wait in turn. They have no anchor and no page around them, so they are expected to be as good as
 * the host has been so far: the score of the page that made the sitemap worth reading, times the host's harvest rate.
 */
import type { Task } from '../frontier/frontier.ts';
import { readSitemap } from '../host/sitemap/sitemap.ts';
import type { VisitedLink } from '../strategy/strategy.ts';
import { hostOf, type UrlRules } from '../url/url.ts';
import type { Answered } from '../web/web.ts';
import type { Equipment } from './equipment.ts';
import type { Landed } from './landing/landed.ts';

/** How many entries of one sitemap may wait: a shop of a million pages does not fill the frontier. */
const MAX_ENTRIES = 5000;
/** Sitemaps that may wait because of one robots.txt or one index. */
const MAX_SITEMAPS = 50;
/** An index lists sitemaps and no further indexes, says the protocol; one that does is forgiven once. */
const MAX_LEVEL = 2;

/** What travels with a waiting sitemap. */
interface SitemapState {
  /** How good its entries should be. */
  expected: number;
  /** How many indexes led to it. */
  level: number;
}

export function sitemapState({ carry }: Task): SitemapState {
  return carry === null ? { expected: 0, level: 0 } : (JSON.parse(carry) as SitemapState);
}

/** Once a host: the sitemaps of its robots.txt wait, where the crawl's settings ask for them. */
export function addSitemaps({ task, judgement, relevant }: Landed, on: Equipment): void {
  const when = on.settings.politeness.sitemaps;
  if (when === 'off' || (when === 'relevant-hosts' && !relevant) || on.sitemapHosts.has(task.host)) return;
  on.sitemapHosts.add(task.host);
  // Those of an earlier part of this crawl are known already, and keep their place.
  const sitemaps = on.gate.sitemaps(task.url).filter((url) => on.frontier.find(url) === undefined);
  if (sitemaps.length === 0) return;
  const tally = on.catalogue.read.tallyOf(task.host) ?? { pages: 1, relevant: 0 };
  const expected = ((judgement?.guide ?? 0) * tally.relevant) / tally.pages;
  sitemapsWait(sitemaps, task, { expected, level: 0 }, on);
}

/** None below an index of indexes, which may go on without end. */
export function sitemapsWait(
  sitemaps: readonly string[],
  via: Task,
  state: SitemapState,
  { frontier, scope, catalogue }: Pick<Equipment, 'frontier' | 'scope' | 'catalogue'>,
): void {
  if (state.level > MAX_LEVEL) return;
  const inScope = sitemaps.slice(0, MAX_SITEMAPS).filter((url) => {
    const host = hostOf(url);
    const reason = scope.refusesHost(host);
    if (reason !== undefined) catalogue.refuse(reason, host, url);
    return reason === undefined;
  });
  frontier.add(
    inScope.map((url) => ({
      type: 'sitemap',
      url,
      host: hostOf(url),
      priority: via.priority,
      depth: via.depth,
      carry: JSON.stringify(state),
      why: 'a sitemap of a host with relevant pages',
      ...(via.from === null ? {} : { from: via.from }),
    })),
  );
}

/** The entries of a sitemap as links without words, and the sitemaps that an index leads to. */
export async function readSitemapLinks(
  answer: Answered,
  rules: UrlRules,
): Promise<{ links: VisitedLink[]; sitemaps: string[] } | { refused: string }> {
  const sitemap = await readSitemap(answer.body, answer.url, { maxEntries: MAX_ENTRIES }, rules);
  if (!sitemap.ok) return { refused: `sitemap: ${sitemap.reason}` };
  return {
    links: sitemap.entries.map(({ url }, position) => ({
      url,
      anchor: '',
      tag: 'text',
      position,
      nofollow: false,
    })),
    sitemaps: sitemap.sitemaps.map(({ url }) => url),
  };
}
