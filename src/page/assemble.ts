/** The last step of reading, the same for all kinds: turns what was collected into a page. */
import { hash } from 'node:crypto';
import { canonicalUrl } from '../url/url.ts';
import { fingerprint } from './fingerprint.ts';
import type { HeadReader } from './head.ts';
import type { LinkCollector } from './links.ts';
import { isListOfPages, mainBlocks, textOf } from './main-text.ts';
import { markdownOf } from './markdown/markdown.ts';
import { Marks } from './markdown/marks.ts';
import { DEFAULT_AGENT, type Document, type ReadOptions } from './options.ts';
import type { Page, PageMeta } from './page.ts';
import { addReservation, addRobotsHeader } from './robots-directives.ts';
import type { VisibleText } from './visible-text.ts';

export interface Collected {
  document: Document;
  kind: string;
  charset: string;
  head: HeadReader;
  visible: VisibleText;
  links: LinkCollector;
  /** If Markdown is wanted and the format has marks. */
  marks?: Marks | undefined;
}

/** Releases the collected text's buffer: it must not be used afterwards. */
export function assemble(collected: Collected, options: ReadOptions): Page {
  const { document, kind, charset, head, visible } = collected;
  const { text, flat } = visible.finish();
  const base = baseOf(head.base, document.url);
  const { links, refusedLinks } = collected.links.finish(base, options.urlRules, visible, flat);
  const tree = visible.containers;
  const blocks = kind === 'html' || options.markdown ? visible.blocks() : [];
  const chosen = kind === 'html' ? mainBlocks(blocks, tree) : new Uint8Array(blocks.length).fill(1);
  const main = kind === 'html' ? textOf(text, blocks, chosen) : text;
  const truncated = document.truncated ?? (visible.cut ? 'text' : undefined);
  visible.release();

  const page: Page = {
    url: document.url,
    kind,
    title: head.bestTitle(),
    text,
    mainText: main,
    meta: metaOf(head, document.headers, base, options),
    charset,
    links,
    refusedLinks,
    digest: hash('sha256', document.body, 'hex'),
    fingerprint: fingerprint(main),
  };
  addLanguage(page, options);
  if (options.markdown)
    page.markdown = markdownOf({ text, blocks, chosen, tree, marks: collected.marks ?? new Marks(), base });
  if (truncated !== undefined) page.truncated = truncated;
  if (kind === 'html' && isListOfPages(blocks, chosen)) page.isList = true;
  return page;
}

/** The base of relative links: the base element, itself relative to the page. */
export function baseOf(base: string | undefined, url: string): string {
  if (base === undefined) return url;
  const resolved = URL.parse(base, url);
  return resolved !== null && /^https?:$/.test(resolved.protocol) ? resolved.href : url;
}

function metaOf(head: HeadReader, headers: [string, string][], base: string, options: ReadOptions): PageMeta {
  const agent = options.agent ?? DEFAULT_AGENT;
  for (const [name, value] of headers) {
    const lower = name.toLowerCase();
    if (lower === 'x-robots-tag') addRobotsHeader(head.robots, value, agent);
    else if (lower === 'tdm-reservation') addReservation(head.robots, value);
    else if (lower === 'content-language') head.addLanguage(value);
  }
  const resolve = (href: string): string | undefined => {
    if (href === '') return undefined;
    const url = canonicalUrl(href, base, options.urlRules);
    return url.ok ? url.url : undefined;
  };
  const { noindex, nofollow } = head.robots;
  const meta: PageMeta = { noindex, nofollow, ...head.about.finish(resolve) };
  if (head.robots.optOuts.size > 0) meta.optOuts = [...head.robots.optOuts];
  const description = head.bestDescription();
  if (description !== undefined) meta.description = description;
  if (head.keywords !== undefined) meta.keywords = head.keywords;
  if (head.language !== undefined) meta.declaredLanguage = head.language;
  const canonical = resolve(head.canonical ?? '');
  if (canonical !== undefined) meta.canonical = canonical;
  const feed = resolve(head.feed ?? '');
  if (feed !== undefined) meta.feed = feed;
  return meta;
}

function addLanguage(page: Page, options: ReadOptions): void {
  const declared = primaryLanguage(page.meta.declaredLanguage);
  const language = options.identifyLanguage?.(page.mainText, page.charset, declared) ?? declared;
  if (language !== undefined) page.language = language;
}

/** `de` of `de-AT`, of `deu` and of `de, en`. */
function primaryLanguage(declared: string | undefined): string | undefined {
  const tag = /^\s*([a-z]{2,3})(?![a-z])/i.exec(declared ?? '')?.[1]?.toLowerCase();
  if (tag === undefined) return undefined;
  const language = tag.length === 2 ? tag : Intl.getCanonicalLocales(tag)[0];
  return language?.length === 2 ? language : undefined;
}
