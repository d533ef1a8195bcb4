/**
 * Sitemaps according to sitemaps.org: urlset and sitemapindex, gzip or plain, a list of URLs as text, and the feeds
 * (RSS, Atom) that the protocol also allows.
 *
 * Promises: any bytes give entries or a named refusal. If a file exceeds a limit or breaks off, the part before is used
 * and `cut` says why. The bytes are read in pieces, and the event loop runs in between. URLs of other hosts are
 * returned as they are: the caller decides what they are worth.
 */
import type { UrlRules } from '../../url/url.ts';
import { isGzip, pieces } from './bytes.ts';
import { LineReader } from './lines.ts';
import { FeedReader } from './xml.ts';

export interface SitemapEntry {
  /** Canonical URL. */
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
      /** How many URLs were unusable. */
      refused: number;
      /** Set if this is only the first part of the file. */
      cut?: SitemapCut;
    }
  | { ok: false; reason: SitemapRefusal; detail: string };

export type SitemapCut = 'size' | 'entries' | 'nesting' | 'unfinished' | 'bad-gzip';
export type SitemapRefusal = 'empty' | 'bad-gzip' | 'not-a-sitemap';

export interface SitemapLimits {
  /** Decompressed bytes of one file; 50 MB, as in the protocol. */
  maxBytes: number;
  /** URLs of one file; 50,000, as in the protocol. */
  maxEntries: number;
}

const SITEMAP_LIMITS: SitemapLimits = {
  maxBytes: 50 * 1024 * 1024,
  maxEntries: 50_000,
};

/** Reads one file; relative URLs in it are resolved against `url`. */
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
    return {
      ok: false,
      reason: 'bad-gzip',
      detail: 'The sitemap is compressed with gzip and cannot be decompressed.',
    };
  }
  const detail = `The file is not a sitemap: ${reader?.looksLike ?? (isGzip(bytes) ? 'the gzip file is empty' : 'it is blank')}.`;
  return { ok: false, reason: 'not-a-sitemap', detail };
}
