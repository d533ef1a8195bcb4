/**
 * A user's page format: decides which answers it reads, and makes a draft of each. The rest of the page is filled in
 * here, as for HTML: canonical URLs, one link per target, language, digest, fingerprint.
 */
import { atOnce } from '../at-once.ts';
import { header } from '../web/web.ts';
import { assemble } from './assemble.ts';
import { HeadReader } from './head.ts';
import { LinkCollector } from './links.ts';
import {
  DEFAULT_AGENT,
  DEFAULT_MAX_LINKS,
  DEFAULT_MAX_TEXT_LENGTH,
  type Document,
  type ReadOptions,
} from './options.ts';
import type { Page } from './page.ts';
import { readPlain } from './plain.ts';
import { VisibleText } from './visible-text.ts';

export interface FormatReader {
  name: string;
  accepts(offered: OfferedDocument): boolean;
  read(document: OfferedDocument & { bytes: Uint8Array }): PageDraft | Promise<PageDraft>;
}

export interface OfferedDocument {
  url: string;
  /** Without parameters and in lower case: `application/epub+zip`; empty if the server sent none. */
  contentType: string;
  headers: readonly (readonly [name: string, value: string])[];
  /** The first 1024 bytes, after content decoding. */
  head: Buffer;
}

export interface PageDraft {
  title?: string;
  /** All text that a person would read; an empty line ends a paragraph. */
  text: string;
  links?: readonly DraftLink[];
  /** As the document declares it: `en`, `de-AT`. The language of the text is identified in any case. */
  language?: string;
  description?: string;
  keywords?: string;
  noindex?: boolean;
  nofollow?: boolean;
}

export interface DraftLink {
  /** As written; relative ones are resolved against the document's URL. */
  url: string;
  anchor?: string;
  /** Where the anchor begins in `text`: the words around it become the link's context. */
  at?: number;
  nofollow?: boolean;
}

const HEAD_BYTES = 1024;

/** The first reader that accepts the document, with what it reads: copies, because the answer is archived later. */
export function choose(
  readers: readonly FormatReader[],
  document: Document,
): { reader: FormatReader; offered: OfferedDocument } | undefined {
  if (readers.length === 0) return undefined;
  const { url, headers, body } = document;
  const contentType = (header(headers, 'content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase();
  const head = Buffer.from(body.subarray(0, HEAD_BYTES));
  const offered = { url, contentType, headers: [...headers], head };
  const reader = readers.find((one) => atOnce(one.accepts(offered)));
  return reader && { reader, offered };
}

/** Throws what the reader throws. */
export async function readDraft(
  { reader, offered }: NonNullable<ReturnType<typeof choose>>,
  document: Document,
  options: ReadOptions,
): Promise<Page> {
  const bytes = Buffer.from(new Uint8Array(document.body).buffer);
  const draft = await reader.read({ ...offered, bytes });
  if (typeof draft?.text !== 'string')
    throw new TypeError(`The reader "${reader.name}" must return { text: string, … }.`);
  return pageOf(draft, reader.name, document, options);
}

function pageOf(draft: PageDraft, kind: string, document: Document, options: ReadOptions): Page {
  const head = new HeadReader(options.agent ?? DEFAULT_AGENT);
  head.addTitle(draft.title ?? '');
  if (draft.language !== undefined) head.addLanguage(draft.language);
  for (const name of ['description', 'keywords'] as const) head.addMeta(name, draft[name] ?? '');
  for (const rule of ['noindex', 'nofollow'] as const) if (draft[rule]) head.addMeta('robots', rule);
  const visible = new VisibleText(draft.text, options.maxTextLength ?? DEFAULT_MAX_TEXT_LENGTH);
  const collector = new LinkCollector(options.maxLinks ?? DEFAULT_MAX_LINKS);
  const links = draft.links ?? [];
  readPlain(visible, collector, placed(links, draft.text.length));
  for (const { url, anchor = '', at, nofollow = false } of links)
    if (at === undefined && collector.wants()) collector.addSilent(url, 'text', anchor, nofollow);
  return assemble({ document, kind, charset: 'utf-8', head, visible, links: collector }, options);
}

/** Those with a position, in order; one that overlaps its predecessor begins where that ends. */
function* placed(links: readonly DraftLink[], length: number) {
  let from = 0;
  const inText = links.filter((link): link is DraftLink & { at: number } => link.at !== undefined);
  for (const { url: href, anchor = '', at, nofollow } of inText.sort((a, b) => a.at - b.at)) {
    const start = Math.min(Math.max(at, from), length);
    const end = Math.min(Math.max(at + anchor.length, start), length);
    from = end;
    yield { start, end, href, tag: 'text' as const, nofollow };
  }
}
