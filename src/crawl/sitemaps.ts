/**
 * Sitemaps take the same path as other links: one named in robots.txt waits in the frontier, is requested politely, and
 * its entries wait in turn. Entries have no anchor and no surrounding page, so they get the host's record as their
 * estimate: the score of the page that made the sitemap worth reading, times the host's harvest rate.
 */
import type { Task } from '../frontier/frontier.ts';
import { readSitemap } from '../host/sitemap/sitemap.ts';
import type { VisitedLink } from '../strategy/strategy.ts';
import { hostOf, type UrlRules } from '../url/url.ts';
import type { Answered } from '../web/web.ts';
import type { Equipment } from './equipment.ts';
import type { Landed } from './landing/landed.ts';

/** Maximum entries of one sitemap: a shop with a million pages must not fill the frontier. */
const MAX_ENTRIES = 5000;
/** Maximum sitemaps from one robots.txt or one index. */
const MAX_SITEMAPS = 50;
/** Maximum sitemaps to which one robots.txt leads in all. Indexes share them evenly, so that every section gets some. */
const MAX_IN_ALL = 500;
/** By the protocol an index lists only sitemaps, not indexes; one level of nesting is tolerated. */
const MAX_LEVEL = 2;

/** State stored with a waiting sitemap. */
interface SitemapState {
  /** The estimated score of its entries. */
  expected: number;
  /** How many indexes led to it. */
  level: number;
  /** How many sitemaps may be found through it. */
  left: number;
}

export function sitemapState({ carry }: Task): SitemapState {
  const first: SitemapState = { expected: 0, level: 0, left: MAX_IN_ALL };
  return carry === null ? first : { ...first, ...(JSON.parse(carry) as Partial<SitemapState>) };
}

/**
 * Once per host: queues the sitemaps in its robots.txt, and the feed that the page names, if the settings ask for them. A
 * feed is a short sitemap of what is new.
 */
export function addSitemaps({ task, page, judgement, relevant }: Landed, on: Equipment): void {
  const when = on.settings.politeness.sitemaps;
  if (when === 'off' || (when === 'relevant-hosts' && !relevant) || on.sitemapHosts.has(task.host)) return;
  on.sitemapHosts.add(task.host);
  // Sitemaps from before a resume are known already and keep their place.
  const { feed, nofollow } = page.meta;
  const feeds = feed === undefined || (nofollow && on.settings.politeness.pageRules === 'obey') ? [] : [feed];
  const named = [...on.gate.sitemaps(task.url), ...feeds];
  const sitemaps = named.filter((url) => on.frontier.find(url) === undefined);
  if (sitemaps.length === 0) return;
  const tally = on.catalogue.read.tallyOf(task.host) ?? { pages: 1, relevant: 0 };
  const expected = ((judgement?.guide ?? 0) * tally.relevant) / tally.pages;
  sitemapsWait(sitemaps, task, { expected, level: 0, left: MAX_IN_ALL }, on);
}

/** Stops below an index of indexes, which could nest forever. */
export function sitemapsWait(
  sitemaps: readonly string[],
  via: Task,
  state: SitemapState,
  { frontier, scope, catalogue }: Pick<Equipment, 'frontier' | 'scope' | 'catalogue'>,
): void {
  if (state.level > MAX_LEVEL) return;
  const inScope = sitemaps.slice(0, Math.min(MAX_SITEMAPS, state.left)).filter((url) => {
    const host = hostOf(url);
    const reason = scope.refusesHost(host);
    if (reason !== undefined) catalogue.refuse(reason, host, url);
    return reason === undefined;
  });
  const each = { ...state, left: Math.floor(state.left / inScope.length) - 1 };
  frontier.add(
    inScope.map((url) => ({
      type: 'sitemap',
      url,
      host: hostOf(url),
      priority: via.priority,
      depth: via.depth,
      carry: JSON.stringify(each),
      why: 'a sitemap or feed of a host with relevant pages',
      ...(via.from === null ? {} : { from: via.from }),
    })),
  );
}

interface SitemapLinks {
  links: VisitedLink[];
  sitemaps: string[];
  /** When entries were modified, as the site says: milliseconds since the epoch. */
  modified: ReadonlyMap<string, number>;
}

/** The entries of a sitemap as links without text, and the sitemaps listed by an index. */
export async function readSitemapLinks(
  answer: Answered,
  rules: UrlRules,
): Promise<SitemapLinks | { refused: string }> {
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
    modified: new Map(
      sitemap.entries.flatMap(({ url, lastmod }) => (lastmod === undefined ? [] : [[url, lastmod]])),
    ),
  };
}
