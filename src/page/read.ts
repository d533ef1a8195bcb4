/**
 * Bytes to a page: `readPage` for HTML and plain text, at once; `readDocument` for those and for PDF. Any
 * bytes at all come out as a page or as a named refusal, in time that grows with their number and no faster.
 */
import { hash } from 'node:crypto';
import { canonicalUrl, type UrlRules } from '../web/url.ts';
import { header } from '../web/web.ts';
import { decode } from './charset.ts';
import { fingerprint } from './fingerprint.ts';
import { HeadReader } from './head.ts';
import { readHtml } from './html.ts';
import { kindOf } from './kind.ts';
import { LinkCollector } from './links.ts';
import { mainText } from './main-text.ts';
import type { NotAPage, Page, PageMeta } from './page.ts';
import type { PdfLimits } from './pdf.ts';
import { readPlain } from './plain.ts';
import { addRobotsHeader } from './robots-directives.ts';
import { VisibleText } from './visible-text.ts';

export interface Document {
  url: string;
  headers: [name: string, value: string][];
  /** Content coding undone. */
  body: Uint8Array;
  truncated?: string;
}

export interface ReadOptions {
  /** Characters of text that are kept; 2 Mi by default. */
  maxTextLength?: number;
  /** Different links that are kept; 2000 by default. */
  maxLinks?: number;
  /** The name that robots meta tags and headers may call us by; `forage` by default. */
  agent?: string;
  urlRules?: UrlRules;
  /** Says the language of a text (ISO 639-1). Without it a page has the language that it declares. */
  identifyLanguage?: (text: string, charset?: string) => string | undefined;
  pdf?: PdfLimits;
}

export const DEFAULT_MAX_TEXT_LENGTH = 2 * 1024 * 1024;
export const DEFAULT_MAX_LINKS = 2000;
export const DEFAULT_AGENT = 'forage';

export async function readDocument(document: Document, options: ReadOptions = {}): Promise<Page | NotAPage> {
  const kind = kindOf(document.body, header(document.headers, 'content-type'));
  if (kind !== 'pdf') return readPage(document, options);
  const { readPdf } = await import('./pdf.ts');
  return readPdf(document, options);
}

/** HTML and plain text; a PDF is refused as an unsupported type. */
export function readPage(document: Document, options: ReadOptions = {}): Page | NotAPage {
  try {
    const kind = kindOf(document.body, header(document.headers, 'content-type'));
    if (typeof kind === 'object') return kind;
    if (kind === 'pdf') return { refused: 'unsupported-type', detail: 'A PDF is read by readDocument.' };
    return readText(document, kind, options);
  } catch (error) {
    // The last net under a hostile document: what it broke is said, the crawl goes on.
    return { refused: 'parse-error', detail: error instanceof Error ? error.message : String(error) };
  }
}

function readText(document: Document, kind: 'html' | 'text', options: ReadOptions): Page {
  const { url, headers, body } = document;
  const agent = options.agent ?? DEFAULT_AGENT;
  const { text: source, charset } = decode(body, header(headers, 'content-type'), kind === 'html');
  const visible = new VisibleText(source.length, options.maxTextLength ?? DEFAULT_MAX_TEXT_LENGTH);
  const collector = new LinkCollector(options.maxLinks ?? DEFAULT_MAX_LINKS);
  let head: HeadReader;
  if (kind === 'html') head = readHtml(source, visible, collector, agent);
  else {
    head = new HeadReader(agent);
    readPlain(source, visible, collector);
  }

  const { text, flat } = visible.finish();
  const base = baseOf(head.base, url);
  const { links, refusedLinks } = collector.finish(base, options.urlRules, visible, flat);
  const main = kind === 'html' ? mainText(text, visible.blocks()) : text;
  const { cut } = visible;
  visible.release();

  const page: Page = {
    url,
    kind,
    title: head.bestTitle(),
    text,
    mainText: main,
    meta: metaOf(head, headers, base, agent, options.urlRules),
    charset,
    links,
    refusedLinks,
    digest: hash('sha256', body, 'hex'),
    fingerprint: fingerprint(main),
  };
  addLanguage(page, options);
  const truncated = document.truncated ?? (cut ? 'text' : undefined);
  if (truncated !== undefined) page.truncated = truncated;
  return page;
}

/** What relative links are relative to: the base element, itself relative to the page. */
function baseOf(base: string | undefined, url: string): string {
  if (base === undefined) return url;
  const resolved = URL.parse(base, url);
  return resolved !== null && /^https?:$/.test(resolved.protocol) ? resolved.href : url;
}

function metaOf(
  head: HeadReader,
  headers: [string, string][],
  base: string,
  agent: string,
  rules: UrlRules | undefined,
): PageMeta {
  for (const [name, value] of headers) {
    const lower = name.toLowerCase();
    if (lower === 'x-robots-tag') addRobotsHeader(head.robots, value, agent);
    else if (lower === 'content-language') head.addLanguage(value);
  }
  const meta: PageMeta = { noindex: head.robots.noindex, nofollow: head.robots.nofollow };
  const description = head.bestDescription();
  if (description !== undefined) meta.description = description;
  if (head.keywords !== undefined) meta.keywords = head.keywords;
  if (head.language !== undefined) meta.declaredLanguage = head.language;
  if (head.canonical !== undefined) {
    const canonical = canonicalUrl(head.canonical, base, rules);
    if (canonical.ok) meta.canonical = canonical.url;
  }
  return meta;
}

/** Enough text to tell a language by. */
const LANGUAGE_SAMPLE = 10_000;

export function addLanguage(page: Page, options: ReadOptions): void {
  const language =
    options.identifyLanguage?.(page.mainText.slice(0, LANGUAGE_SAMPLE), page.charset) ??
    primaryLanguage(page.meta.declaredLanguage);
  if (language !== undefined) page.language = language;
}

/** `de` of `de-AT`, of `deu` and of `de, en`. */
function primaryLanguage(declared: string | undefined): string | undefined {
  const tag = /^\s*([a-z]{2,3})(?![a-z])/i.exec(declared ?? '')?.[1]?.toLowerCase();
  if (tag === undefined) return undefined;
  const language = tag.length === 2 ? tag : Intl.getCanonicalLocales(tag)[0];
  return language?.length === 2 ? language : undefined;
}
