/**
 * Inbound links of a page, for recipes that learn from them: from a frozen web (its pages are read once), from an
 * earlier crawl's catalogue, or from a file with tab-separated source, target and, optionally, anchor text on each
 * line.
 */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ForageError } from '../../errors.ts';
import { openFrozenWeb } from '../../frozen/frozen.ts';
import type { Page } from '../../page/page.ts';
import type { LinkGraph } from '../../recipe/lesson.ts';
import { readText } from '../../topic/text-file.ts';
import { canonicalUrl, type UrlRules } from '../../url/url.ts';
import { twinsOf } from '../../url/variants.ts';
import type { Fetched } from '../../web/web.ts';
import { openCrawl } from '../open.ts';
import { pageOf } from '../readers/reading.ts';

type FetchPage = (url: string) => Promise<Fetched>;

export async function openGraph(source: string, fetch: FetchPage, urlRules: UrlRules): Promise<LinkGraph> {
  const found = statSync(source, { throwIfNoEntry: false });
  if (found === undefined)
    throw new ForageError(
      'FILE_UNREADABLE',
      `${source} does not exist: give WARC files, an earlier crawl's folder, or a list of links.`,
    );
  if (found.isDirectory() && existsSync(join(source, 'crawl.yaml'))) return ofCrawl(source, urlRules);
  if (found.isDirectory() || /\.warc(\.gz)?$/i.test(source)) return ofFrozenWeb(source, urlRules);
  return ofList(source, fetch, urlRules);
}

class LinkIndex {
  readonly #to = new Map<string, { url: string; anchor: string }[]>();

  add(from: string, to: string, anchor: string): void {
    const known = this.#to.get(to);
    if (known === undefined) this.#to.set(to, [{ url: from, anchor }]);
    else known.push({ url: from, anchor });
  }

  /** By the URL itself, otherwise by a variant of it. */
  linksTo(url: string): readonly { url: string; anchor: string }[] {
    for (const spelling of [url, ...twinsOf(url)]) {
      const found = this.#to.get(spelling);
      if (found !== undefined) return found;
    }
    return [];
  }
}

async function ofFrozenWeb(source: string, urlRules: UrlRules): Promise<LinkGraph> {
  const web = await openFrozenWeb([source]);
  const page = pageReader((url) => web.fetch({ url }), urlRules);
  return { ...(await graphOf(web.urls(), page)), close: () => void web.close() };
}

/** The links between pages; each page is read once, here. */
export async function graphOf(urls: Iterable<string>, page: LinkGraph['page']): Promise<LinkGraph> {
  const index = new LinkIndex();
  for (const url of urls)
    for (const link of (await page(url))?.links ?? []) index.add(url, link.url, link.anchor);
  return { linksTo: (url) => index.linksTo(url), page, close() {} };
}

async function ofCrawl(source: string, urlRules: UrlRules): Promise<LinkGraph> {
  const { db, read } = openCrawl(source);
  const web = await openFrozenWeb([source]);
  const index = new LinkIndex();
  for (const { from, to, anchor } of read.linkPairs()) index.add(from, to, anchor);
  db.close();
  const page = pageReader((url) => web.fetch({ url }), urlRules);
  return { linksTo: (url) => index.linksTo(url), page, close: () => void web.close() };
}

function ofList(source: string, fetch: FetchPage, urlRules: UrlRules): LinkGraph {
  const index = new LinkIndex();
  for (const [i, line] of readText(source).split('\n').entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [from = '', to = '', anchor = ''] = line.trimEnd().split('\t');
    const one = canonicalUrl(from, undefined, urlRules);
    const other = canonicalUrl(to, undefined, urlRules);
    if (!one.ok || !other.ok)
      throw new ForageError(
        'INPUT_INVALID',
        `${source}, line ${i + 1}: write two URLs separated by a tab: the page and its link target.`,
      );
    index.add(one.url, other.url, anchor);
  }
  return { linksTo: (url) => index.linksTo(url), page: pageReader(fetch, urlRules), close: () => {} };
}

function pageReader(fetch: FetchPage, urlRules: UrlRules) {
  return async (url: string): Promise<Page | undefined> => {
    const fetched = await fetch(url);
    if (!fetched.ok || fetched.status < 200 || fetched.status > 299) return undefined;
    const page = await pageOf(fetched, { urlRules });
    return 'refused' in page ? undefined : page;
  };
}
