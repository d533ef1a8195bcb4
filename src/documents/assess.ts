/**
 * What a crawl keeps of a document besides the page that it was read as: its format, its type with reasons, and its
 * semantic header. Made in the thread that reads it, from the page alone.
 */
import { kindOf } from '../page/kind.ts';
import type { NotAPage, Page } from '../page/page.ts';
import type { CollectedFormat, DocumentType } from '../topic/documents.ts';
import { formatOfUrl } from './file-names.ts';
import { headerOf, type SemanticHeader } from './header.ts';
import { outlineOf } from './outline.ts';
import { subjectsOf } from './subjects.ts';
import { typeOf } from './types.ts';
import { formatOfType, type WantedDocuments } from './wanted.ts';

export interface AssessedDocument {
  format: CollectedFormat;
  /** Absent if no type fits. */
  type?: string;
  /** Why it has this type, or none. */
  typeWhy: string[];
  header: SemanticHeader;
  /** Why it has no text: kept as bytes. */
  unreadable?: string;
}

/** Undefined if the page is not a document that is wanted. */
export function assess(page: Page, wanted: WantedDocuments): AssessedDocument | undefined {
  const format = page.kind as CollectedFormat;
  if (!wanted.formats.includes(format)) return undefined;
  // Most texts on the Web are not documents; a text by name is one.
  if (format === 'text' && formatOfUrl(page.url) !== 'text') return undefined;
  const outline = outlineOf(page);
  // An HTML page is a document only if a type says so, and by more than its length.
  const types = format === 'html' ? wanted.types.filter(looksAtText) : wanted.types;
  const { type, why } = typeOf(outline, types);
  if (format === 'html' && type === undefined) return undefined;
  const header = headerOf(page, outline);
  const subjects = subjectsOf(header, wanted.subjects);
  if (subjects.length > 0) header.subjects = subjects;
  const assessed: AssessedDocument = { format, typeWhy: why, header };
  if (type !== undefined) assessed.type = type;
  if (page.document?.scanned) assessed.unreadable = 'scanned: its pages are pictures without text';
  return assessed;
}

const looksAtText = ({ sections, required, cues }: DocumentType): boolean =>
  sections.length + required.length + cues.length > 0;

/** An answer that could not be read and would have been a document. */
export function assessUnreadable(
  { refused, detail }: NotAPage,
  answer: { url: string; body: Uint8Array },
  contentType: string | undefined,
  { formats }: WantedDocuments,
): AssessedDocument | undefined {
  if (refused === 'empty') return undefined;
  const kind = kindOf(answer.body, contentType);
  const format =
    typeof kind === 'string'
      ? (kind as CollectedFormat)
      : (formatOfType(contentType) ?? formatOfUrl(answer.url));
  if (format === undefined || format === 'html' || !formats.includes(format)) return undefined;
  return { format, typeWhy: [], header: {}, unreadable: `${refused}: ${detail}` };
}
