/**
 * Sitemaps by the protocol of sitemaps.org: urlset and sitemapindex, gzip or plain, a list of addresses as text,
 * and the feeds (RSS, Atom) that it also admits.
 *
 * Promises: any bytes give entries or a named refusal. Of a file beyond a limit, or one that breaks off, the part
 * before is used and `cut` says why. The bytes are read piece by piece and the event loop gets its turn between
 * them. Addresses of other hosts are given as they come: who asked decides what they are worth.
 */

import type { UrlRules } from '../../url/url.ts';
import { isGzip, pieces } from './bytes.ts';
import { LineReader } from './lines.ts';
import { FeedReader } from './xml.ts';

export interface SitemapEntry {
  /** Canonical address. */
  url: string;
  /** Milliseconds since the epoch. */
  lastmod?: number;
  /** 0..1, as the site sees it. */
  priority?: number;
}

export type Sitemap =
  | {
      ok: true;
      kind: 'urlset' | 'index' | 'text' | 'rss' | 'atom';
      entries: SitemapEntry[];
      /** Further sitemaps, of an index. */
      sitemaps: SitemapEntry[];
      /** How many addresses were not usable. */
      refused: number;
      /** Set where this is only the first part of the file. */
      cut?: SitemapCut;
    }
  | { ok: false; reason: SitemapRefusal; detail: string };

export type SitemapCut = 'size' | 'entries' | 'nesting' | 'unfinished' | 'bad-gzip';
export type SitemapRefusal = 'empty' | 'bad-gzip' | 'not-a-sitemap';

export interface SitemapLimits {
  /** Unpacked bytes of one file. 50 MB, as the protocol has it. */
  maxBytes: number;
  /** Addresses of one file. 50,000, as the protocol has it. */
  maxEntries: number;
}

export const SITEMAP_LIMITS: SitemapLimits = {
  maxBytes: 50 * 1024 * 1024,
  maxEntries: 50_000,
};

/** Reads one file; relative addresses in it are resolved against `url`. */
export async function readSitemap(
  bytes: Uint8Array,
  url: string,
  limits: Partial<SitemapLimits> = {},
  rules?: UrlRules,
): Promise<Sitemap> {
  const { maxBytes, maxEntries } = { ...SITEMAP_LIMITS, ...limits };
  if (bytes.length === 0) return { ok: false, reason: 'empty', detail: 'The sitemap is empty.' };
  let reader: FeedReader | LineReader | undefined;
  let cut: SitemapCut | undefined;
  for await (const piece of pieces(bytes, maxBytes)) {
    if ('cut' in piece) {
      cut = piece.cut;
      break;
    }
    if (reader === undefined) {
      const start = piece.text.trimStart();
      if (start === '') continue;
      reader = start.startsWith('<')
        ? new FeedReader(url, maxEntries, rules)
        : new LineReader(url, maxEntries, rules);
    }
    reader.write(piece.text);
    if (reader.isDone) break;
  }
  reader?.end(cut !== undefined);
  cut ??= reader?.cut;
  if (reader?.kind !== undefined && (reader.kind !== 'text' || reader.entries.length > 0)) {
    const { kind, entries, sitemaps, refused } = reader;
    return { ok: true, kind, entries, sitemaps, refused, ...(cut === undefined ? {} : { cut }) };
  }
  if (cut === 'bad-gzip') {
    return { ok: false, reason: 'bad-gzip', detail: 'The sitemap is packed with gzip and does not unpack.' };
  }
  const detail = `The file is no sitemap: ${reader?.looksLike ?? (isGzip(bytes) ? 'nothing is packed in it' : 'it is blank')}.`;
  return { ok: false, reason: 'not-a-sitemap', detail };
}
