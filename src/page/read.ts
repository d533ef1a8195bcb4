/**
 * Turns bytes into a page: HTML, plain text, a document, or a user's format. With the built-in formats any bytes end as
 * a page or a named refusal, within limits of time and memory; what a user's reader throws is thrown.
 */
import { hash } from 'node:crypto';
import { header } from '../web/web.ts';
import { assemble, baseOf } from './assemble.ts';
import { decode } from './charset.ts';
import { choose, readDraft } from './draft.ts';
import { formsIn } from './forms.ts';
import { HeadReader } from './head.ts';
import { readHtml } from './html.ts';
import { kindOf } from './kind.ts';
import { LinkCollector } from './links.ts';
import { Marks } from './markdown/marks.ts';
import {
  DEFAULT_AGENT,
  DEFAULT_MAX_LINKS,
  DEFAULT_MAX_TEXT_LENGTH,
  type Document,
  type ReadOptions,
} from './options.ts';
import { isPacked, unpacked } from './packed.ts';
import type { NotAPage, Page } from './page.ts';
import { addressesIn, readPlain } from './plain.ts';
import { VisibleText } from './visible-text.ts';

export type { Document, ReadOptions } from './options.ts';

export async function readDocument(document: Document, options: ReadOptions = {}): Promise<Page | NotAPage> {
  const own = choose(options.readers ?? [], document);
  if (own !== undefined) return await readDraft(own, document, options);
  if (!isPacked(document)) return readKnown(document, options);
  const inside = unpacked(document);
  if ('refused' in inside) return inside;
  const page = await readKnown(inside, options);
  return 'refused' in page ? page : { ...page, digest: hash('sha256', document.body, 'hex') };
}

async function readKnown(document: Document, options: ReadOptions): Promise<Page | NotAPage> {
  try {
    const kind = kindOf(document.body, header(document.headers, 'content-type'));
    if (typeof kind === 'object') return kind;
    if (kind === 'html' || kind === 'text') return readText(document, kind, options);
    const { readFormat } = await import('./document.ts');
    return await readFormat(kind, document, options);
  } catch (error) {
    // The last safety net for a hostile document: the fault is reported and the crawl continues.
    return { refused: 'parse-error', detail: error instanceof Error ? error.message : String(error) };
  }
}

function readText(document: Document, kind: 'html' | 'text', options: ReadOptions): Page {
  const agent = options.agent ?? DEFAULT_AGENT;
  const { text: source, charset } = decode(
    document.body,
    header(document.headers, 'content-type'),
    kind === 'html',
  );
  const visible = new VisibleText(source, options.maxTextLength ?? DEFAULT_MAX_TEXT_LENGTH);
  const links = new LinkCollector(options.maxLinks ?? DEFAULT_MAX_LINKS);
  const head = new HeadReader(agent, options.language);
  const marks = kind === 'html' && options.markdown ? new Marks() : undefined;
  if (kind === 'html') readHtml(visible, links, head, marks);
  else readPlain(visible, links, addressesIn(source));
  const page = assemble({ document, kind, charset, head, visible, links, marks }, options);
  const forms =
    kind === 'html' && options.forms
      ? formsIn(source, baseOf(head.base, document.url), options.urlRules)
      : [];
  return forms.length === 0 ? page : { ...page, forms };
}
