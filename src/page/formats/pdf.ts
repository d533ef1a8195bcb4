/**
 * PDF with pdf.js (as packaged by unpdf): the text in lines, the links of its annotations, and what the file says of
 * itself. A document without text whose first pages paint images is a scan.
 */
import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import type { OpeningLine } from '../page.ts';
import type { LinkedPiece } from '../plain.ts';
import { type ContentLimits, type DocumentContent, factsOf, listed, Unreadable } from './content.ts';

type Document = Awaited<ReturnType<typeof getDocumentProxy>>;
type PdfPage = Awaited<ReturnType<Document['getPage']>>;

export async function readPdf(bytes: Uint8Array, limits: ContentLimits): Promise<DocumentContent> {
  const document = await getDocumentProxy(bytes, { verbosity: 0, useSystemFonts: false }).catch(
    (error: Error) => {
      if (error.name === 'PasswordException')
        throw new Unreadable('encrypted', 'The document is protected by a password.');
      throw error;
    },
  );
  try {
    const content: DocumentContent = { text: '', pieces: [], silent: [], facts: await factsIn(document) };
    const pages = Math.min(document.numPages, limits.maxPages);
    for (let number = 1; number <= pages; number++) {
      const page = await document.getPage(number);
      const opening = await addPage(page, content, limits.maxLinks);
      if (number === 1 && opening.length > 0) content.facts.opening = opening;
      page.cleanup();
      if (content.text.length > limits.maxTextLength) {
        if (number < pages) content.cut = 'text';
        break;
      }
    }
    if (document.numPages > limits.maxPages) content.cut ??= 'pages';
    if (content.text.trim() === '' && (await isScanned(document))) content.facts.scanned = true;
    return content;
  } finally {
    await document.destroy();
  }
}

async function factsIn(document: Document): Promise<DocumentContent['facts']> {
  const info = (await document.getMetadata()).info as Record<string, unknown>;
  const text = (name: string): string | undefined => {
    const value = info[name];
    return typeof value === 'string' ? value.slice(0, 4000) : undefined;
  };
  return factsOf({
    title: text('Title'),
    authors: listed(text('Author'), /;|\sand\s/),
    description: text('Subject'),
    keywords: listed(text('Keywords'), /[;,]/),
    created: dateOf(text('CreationDate')),
    modified: dateOf(text('ModDate')),
    language: text('Language'),
    pages: document.numPages,
  });
}

/** `D:20240501…` as `2024-05-01`. */
function dateOf(date: string | undefined): string | undefined {
  const [, year, month, day] = /^(?:D:)?(\d{4})(\d\d)?(\d\d)?/.exec(date ?? '') ?? [];
  return year && [year, month, day].filter((part) => part !== undefined).join('-');
}

const PAGES_LOOKED_AT = 3;

async function isScanned(document: Document): Promise<boolean> {
  const { OPS } = await getResolvedPDFJS();
  for (let number = 1; number <= Math.min(document.numPages, PAGES_LOOKED_AT); number++) {
    const page = await document.getPage(number);
    const { fnArray } = await page.getOperatorList();
    page.cleanup();
    if (
      fnArray.some(
        (fn) =>
          fn === OPS.paintImageXObject ||
          fn === OPS.paintImageMaskXObject ||
          fn === OPS.paintInlineImageXObject,
      )
    )
      return true;
  }
  return false;
}

/** A run of text with its position on the page, from its baseline up, and in the text of the document. */
interface Run {
  left: number;
  right: number;
  middle: number;
  start: number;
  end: number;
}

/** Returns the lines of the page with their sizes. */
async function addPage(page: PdfPage, content: DocumentContent, maxLinks: number): Promise<OpeningLine[]> {
  const runs: Run[] = [];
  const sizes = new Sizes();
  const lines: string[] = [];
  let length = content.text.length;
  const { items } = await page.getTextContent();
  for (const item of items) {
    if (!('str' in item)) continue;
    const [, , , , left, baseline] = item.transform as number[];
    runs.push({
      left: left!,
      right: left! + item.width,
      middle: baseline! + item.height * 0.4,
      start: length,
      end: length + item.str.length,
    });
    lines.push(item.hasEOL ? `${item.str}\n` : item.str);
    sizes.add(item.str, item.height, item.hasEOL);
    length += item.str.length + (item.hasEOL ? 1 : 0);
  }
  content.text += `${lines.join('')}\n\n`;

  const found: LinkedPiece[] = [];
  for (const annotation of (await page.getAnnotations()) as { url?: unknown; rect?: unknown }[]) {
    if (typeof annotation.url !== 'string') continue;
    if (content.pieces.length + content.silent.length + found.length >= maxLinks) break;
    const piece = pieceUnder(annotation.rect, runs, content.text);
    if (piece === undefined) content.silent.push(annotation.url);
    else found.push({ ...piece, href: annotation.url, tag: 'pdf' });
  }
  found.sort((a, b) => a.start - b.start);
  let end = 0;
  for (const piece of found) {
    if (piece.start < end) content.silent.push(piece.href);
    else content.pieces.push(piece);
    end = Math.max(end, piece.end);
  }
  sizes.end();
  return sizes.lines;
}

const OPENING_LINES = 80;

/** The first lines of a page, each with the size of its largest letters. */
class Sizes {
  readonly lines: OpeningLine[] = [];
  #text = '';
  #size = 0;

  add(text: string, size: number, endsLine: boolean): void {
    if (this.lines.length >= OPENING_LINES) return;
    this.#text += text;
    if (text.trim() !== '') this.#size = Math.max(this.#size, Math.round(size * 10) / 10);
    if (endsLine) this.end();
  }

  end(): void {
    const line = this.#text.replace(/\s+/g, ' ').trim();
    if (line !== '') this.lines.push({ text: line.slice(0, 400), size: this.#size });
    this.#text = '';
    this.#size = 0;
  }
}

const LONGEST_ANCHOR = 300;

/** The words under a rectangle. A run may be a whole line, so its width is divided among its characters. */
function pieceUnder(rect: unknown, runs: Run[], text: string): { start: number; end: number } | undefined {
  if (!Array.isArray(rect) || rect.length < 4 || !rect.every(Number.isFinite)) return undefined;
  const [x1, y1, x2, y2] = rect as [number, number, number, number];
  const [left, right] = [Math.min(x1, x2), Math.max(x1, x2)];
  const [bottom, top] = [Math.min(y1, y2), Math.max(y1, y2)];
  let start = -1;
  let end = -1;
  for (const run of runs) {
    if (run.middle < bottom || run.middle > top || run.right <= left || run.left >= right) continue;
    const perCharacter = (run.right - run.left) / Math.max(1, run.end - run.start);
    const from = run.start + Math.max(0, Math.round((left - run.left) / perCharacter));
    const to = run.end - Math.max(0, Math.round((run.right - right) / perCharacter));
    if (to <= from) continue;
    if (start === -1) start = wordStart(text, run.start, from);
    end = wordEnd(text, run.end, to);
  }
  return end > start && end - start <= LONGEST_ANCHOR ? { start, end } : undefined;
}

/** Widths are divided evenly, which is not exact: snap to the nearest gap between words. */
function wordStart(text: string, first: number, at: number): number {
  for (let away = 0; away <= 3; away++) {
    if (at - away <= first) return first;
    if (text.charAt(at - away - 1) === ' ') return at - away;
    if (text.charAt(at + away) === ' ') return at + away + 1;
  }
  return at;
}

function wordEnd(text: string, last: number, at: number): number {
  for (let away = 0; away <= 3; away++) {
    if (at + away >= last) return last;
    if (text.charAt(at + away) === ' ') return at + away;
    if (text.charAt(at - away - 1) === ' ') return at - away - 1;
  }
  return at;
}
