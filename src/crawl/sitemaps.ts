/**
 * Sitemaps on the way of every other link: one named in robots.txt waits in the frontier, is asked for politely,
 * and its addresses wait in turn. They have no anchor and no page around them, so they are as good as the host
 * has been so far: the score of the page that made the sitemap worth reading, times the host's harvest rate.
 */
import type { NewLink, Task } from '../frontier/frontier.ts';
import { readSitemap } from '../host/sitemap/sitemap.ts';
import type { Judgement } from '../judge/judge.ts';
import type { Link, Page } from '../page/page.ts';
import { hostOf, type UrlRules } from '../url/url.ts';
import type { Answered } from '../web/web.ts';

/** How many addresses of one sitemap may wait: a shop of a million pages does not fill the frontier. */
const MAX_ENTRIES = 5000;

/** Sitemaps that may wait because of one robots.txt or one index. */
const MAX_SITEMAPS = 50;
/** An index lists sitemaps and no further indexes, says the protocol; one that does is forgiven once. */
const MAX_LEVEL = 2;

/** The mark by which a waiting link is known as a sitemap, with the score its addresses begin with. */
interface SitemapMark {
  sitemap: number;
  /** How many indexes led to it. */
  level: number;
}

/** Sitemaps as links that wait; none below an index of indexes, which may go on for ever. */
export function sitemapLinks(sitemaps: readonly string[], via: Task, score: number): NewLink[] {
  const level = (markOf(via)?.level ?? -1) + 1;
  if (level > MAX_LEVEL) return [];
  return sitemaps.slice(0, MAX_SITEMAPS).map((url) => ({
    url,
    host: hostOf(url),
    priority: via.priority,
    depth: via.depth,
    carry: JSON.stringify({ sitemap: score, level } satisfies SitemapMark),
    why: 'a sitemap of a host with relevant pages',
    ...(via.from === null ? {} : { from: via.from }),
  }));
}

/** The score that goes with a sitemap, or undefined for any other link. */
export function sitemapScore(lease: Task): number | undefined {
  return markOf(lease)?.sitemap;
}

function markOf(lease: Task): SitemapMark | undefined {
  if (lease.carry === null) return undefined;
  const carried = JSON.parse(lease.carry) as Partial<SitemapMark> | null;
  return typeof carried?.sitemap === 'number'
    ? { sitemap: carried.sitemap, level: carried.level ?? 0 }
    : undefined;
}

/** The addresses of a sitemap as links of a page without words, and the sitemaps that an index leads to. */
export async function readSitemapPage(
  answer: Answered,
  score: number,
  rules: UrlRules,
): Promise<{ page: Page; judgement: Judgement; sitemaps: string[] } | { refused: string }> {
  const sitemap = await readSitemap(answer.body, answer.url, { maxEntries: MAX_ENTRIES }, rules);
  if (!sitemap.ok) return { refused: `sitemap: ${sitemap.reason}` };
  const links = sitemap.entries.map(({ url }, position): Link => ({ ...PLAIN, url, position }));
  return {
    page: { ...WORDLESS, url: answer.url, links },
    judgement: { score, relevant: false, why: ['a sitemap'] },
    sitemaps: sitemap.sitemaps.map(({ url }) => url),
  };
}

const PLAIN = {
  anchor: '',
  before: '',
  after: '',
  tag: 'text',
  tagPath: 'sitemap',
  nofollow: false,
} as const;

const WORDLESS = {
  kind: 'text' as const,
  title: '',
  text: '',
  mainText: '',
  meta: { noindex: false, nofollow: false },
  charset: 'utf-8',
  refusedLinks: [],
  digest: '',
  fingerprint: '',
} satisfies Omit<Page, 'url' | 'links'>;
