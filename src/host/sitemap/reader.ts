/** The common part of all sitemap readers: entries are canonicalised, counted and bounded. */
import { canonicalUrl, type UrlRules } from '../../url/url.ts';
import type { SitemapEntry } from './sitemap.ts';

export abstract class SitemapReader {
  kind: 'urlset' | 'index' | 'text' | 'rss' | 'atom' | undefined;
  readonly entries: SitemapEntry[] = [];
  readonly sitemaps: SitemapEntry[] = [];
  refused = 0;
  /** Set if there is more than may be read (URLs or nested elements), or if the end is missing. */
  cut: 'entries' | 'nesting' | 'unfinished' | undefined;
  /** Set when nothing more will be read. */
  isDone = false;
  /** What the file is instead of a sitemap. */
  looksLike = 'it is blank';
  readonly #base: string;
  readonly #maxEntries: number;
  readonly #rules: UrlRules | undefined;

  constructor(base: string, maxEntries: number, rules: UrlRules | undefined) {
    this.#base = base;
    this.#maxEntries = maxEntries;
    this.#rules = rules;
  }

  protected add(found: Found, into: SitemapEntry[] = this.entries): void {
    if (this.isDone) return;
    // An empty URL would be that of the sitemap itself.
    const loc = found.loc?.trim();
    const canonical = loc ? canonicalUrl(loc, this.#base, this.#rules) : undefined;
    if (!canonical?.ok) {
      this.refused++;
      return;
    }
    if (into.length >= this.#maxEntries) {
      this.cut = 'entries';
      this.isDone = true;
      return;
    }
    const lastmod = dateOf(found.lastmod);
    const priority = priorityOf(found.priority);
    into.push({
      url: canonical.url,
      ...(lastmod === undefined ? {} : { lastmod }),
      ...(priority === undefined ? {} : { priority }),
    });
  }
}

export interface Found {
  loc?: string;
  lastmod?: string;
  priority?: string;
}

/** W3C dates as in sitemaps, with UTC as the default zone, and RSS dates. */
function dateOf(text: string | undefined): number | undefined {
  const value = text?.trim();
  if (value === undefined || value.length < 4 || value.length > 40) return undefined;
  const hasTimeWithoutZone = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/.test(value);
  const at = Date.parse(hasTimeWithoutZone ? `${value.replace(' ', 'T')}Z` : value);
  return at >= EARLIEST && at <= LATEST ? at : undefined;
}
const EARLIEST = Date.UTC(1990);
const LATEST = Date.UTC(2100);

function priorityOf(text: string | undefined): number | undefined {
  const value = text?.trim() ?? '';
  if (!/^\d{1,3}(?:\.\d{1,20})?$|^\.\d{1,20}$/.test(value)) return undefined;
  return Number(value) <= 1 ? Number(value) : undefined;
}
