/**
 * The thread that reads PDFs with pdf.js (as packaged by unpdf): one document per message, its text in lines and the
 * links of its annotations. It is terminated from outside if a document takes too much.
 */
import { parentPort } from 'node:worker_threads';
import { getDocumentProxy } from 'unpdf';
import type { LinkedPiece } from './plain.ts';

export interface PdfRequest {
  bytes: Uint8Array;
  maxPages: number;
  maxTextLength: number;
  maxLinks: number;
}

export type PdfAnswer = { ok: true; content: PdfContent } | { ok: false; detail: string };

export interface PdfContent {
  title: string;
  language: string;
  text: string;
  /** Links on words of the text, in order. */
  pieces: LinkedPiece[];
  /** Links on which no text was found. */
  silent: string[];
  /** Set if not all pages were read. */
  cut: boolean;
}

const port = parentPort!;
port.on('message', async (request: PdfRequest) => {
  let answer: PdfAnswer;
  try {
    answer = { ok: true, content: await readContent(request) };
  } catch (error) {
    answer = {
      ok: false,
      detail: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    };
  }
  port.postMessage(answer);
});
port.postMessage('ready');

type Document = Awaited<ReturnType<typeof getDocumentProxy>>;
type PdfPage = Awaited<ReturnType<Document['getPage']>>;

async function readContent(request: PdfRequest): Promise<PdfContent> {
  const document = await getDocumentProxy(request.bytes, { verbosity: 0, useSystemFonts: false });
  try {
    const info: { Title?: unknown; Language?: unknown } = (await document.getMetadata()).info;
    const content: PdfContent = {
      title: textOf(info.Title),
      language: textOf(info.Language),
      text: '',
      pieces: [],
      silent: [],
      cut: document.numPages > request.maxPages,
    };
    const pages = Math.min(document.numPages, request.maxPages);
    for (let number = 1; number <= pages; number++) {
      const page = await document.getPage(number);
      await addPage(page, content, request.maxLinks);
      page.cleanup();
      if (content.text.length > request.maxTextLength) {
        content.cut ||= number < pages;
        break;
      }
    }
    return content;
  } finally {
    await document.destroy();
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 1000) : '';
}

/** A run of text with its position on the page, from its baseline up, and in the text of the document. */
interface Run {
  left: number;
  right: number;
  middle: number;
  start: number;
  end: number;
}

async function addPage(page: PdfPage, content: PdfContent, maxLinks: number): Promise<void> {
  const runs: Run[] = [];
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
