/**
 * Sitemaps of the sites that have one: plain, gzipped, or an index of gzipped parts. They list the site's pages by
 * number.
 */
import { gzipSync } from 'node:zlib';
import { addressOf } from './addresses.ts';
import type { Atlas } from './atlas.ts';
import { escapeText } from './html.ts';
import type { DemoAnswer } from './response.ts';
import { respond } from './response.ts';
import type { Site } from './sites.ts';

const PART = 100;

/** Where robots.txt says the sitemap is. */
export function sitemapEntry({ manners }: Site): string | undefined {
  if (manners.sitemap === 'none') return undefined;
  return { xml: '/sitemap.xml', gz: '/sitemap.xml.gz', index: '/sitemap_index.xml' }[manners.sitemap];
}

export function sitemapAnswer(atlas: Atlas, site: Site, path: string): DemoAnswer | undefined {
  const { sitemap } = site.manners;
  if (path === '/sitemap.xml' && sitemap === 'xml')
    return respond(200, 'application/xml', list(atlas, site, 0, 50_000));
  if (path === '/sitemap.xml.gz' && sitemap === 'gz') return packed(list(atlas, site, 0, 50_000));
  if (sitemap !== 'index') return undefined;
  const parts = Math.max(1, Math.ceil(pagesOf(site).count / PART));
  if (path === '/sitemap_index.xml') {
    const entries = Array.from(
      { length: parts },
      (_, i) => `<sitemap><loc>http://${site.host}/sitemap-${i + 1}.xml.gz</loc></sitemap>`,
    );
    return respond(
      200,
      'application/xml',
      `${HEAD}<sitemapindex xmlns="${NAMESPACE}">\n${entries.join('\n')}\n</sitemapindex>\n`,
    );
  }
  const part = Number(/^\/sitemap-(\d{1,6})\.xml\.gz$/.exec(path)?.[1] ?? 0);
  return part >= 1 && part <= parts ? packed(list(atlas, site, (part - 1) * PART, PART)) : undefined;
}

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** A site's pages are one range of numbers. */
function pagesOf(site: Site): { first: number; count: number } {
  const first = site.sections[0]?.first ?? 0;
  const last = site.sections.at(-1);
  return { first, count: last === undefined ? 0 : last.first + last.count - first };
}

function list(atlas: Atlas, site: Site, from: number, most: number): string {
  const { first, count } = pagesOf(site);
  const entries: string[] = [];
  if (from === 0) entries.push(`<url><loc>http://${site.host}/</loc><changefreq>daily</changefreq></url>`);
  for (let i = from; i < Math.min(count, from + most); i++) {
    entries.push(
      `<url><loc>${escapeText(addressOf(atlas, { kind: 'page', site, page: first + i }))}</loc></url>`,
    );
  }
  return `${HEAD}<urlset xmlns="${NAMESPACE}">\n${entries.join('\n')}\n</urlset>\n`;
}

function packed(xml: string): DemoAnswer {
  return respond(200, 'application/gzip', gzipSync(xml));
}
