/**
 * Word documents before 2007 ([MS-DOC]): the text of the body by its piece table, links by their fields, and the
 * summary of the file ([MS-OLEPS]). Footnotes, headers and formats are left out.
 */
import type { DocumentFacts } from '../page.ts';
import { CompoundFile } from './compound-file.ts';
import {
  type ContentLimits,
  type DocumentContent,
  DocumentText,
  factsOf,
  listed,
  Unreadable,
} from './content.ts';

const WORD = 0xa5ec;
const WORD_97 = 101;
const MOST_PIECES = 1_000_000;

export function readDoc(bytes: Uint8Array, limits: ContentLimits): DocumentContent {
  const file = new CompoundFile(bytes);
  const main = file.read('WordDocument');
  if (file.names.includes('EncryptedPackage'))
    throw new Unreadable('encrypted', 'The document is protected by a password.');
  if (main === undefined || main.length < 426 || main.readUInt16LE(0) !== WORD)
    throw new Unreadable('parse-error', 'The office file holds no Word document.');
  if (main.readUInt16LE(2) < WORD_97)
    throw new Unreadable(
      'unsupported-type',
      'This is a Word document from before 1997, which is not supported.',
    );
  const flags = main.readUInt16LE(10);
  if ((flags & 0x0100) !== 0) throw new Unreadable('encrypted', 'The document is protected by a password.');
  const table = file.read((flags & 0x0200) === 0 ? '0Table' : '1Table') ?? Buffer.alloc(0);
  const text = new DocumentText(limits);
  try {
    write(bodyOf(main, table), text);
  } catch (error) {
    if (error instanceof RangeError)
      throw new Unreadable('parse-error', 'The Word document is damaged: its text lies outside of the file.');
    throw error;
  }
  return text.finish(summaryOf(file.read('\u0005SummaryInformation')));
}

/** The characters of the main text, piece by piece. */
function bodyOf(main: Buffer, table: Buffer): string {
  const length = main.readUInt32LE(0x4c);
  const start = main.readUInt32LE(0x1a2);
  const end = start + main.readUInt32LE(0x1a6);
  let at = start;
  // Formats come before the pieces.
  while (at < end && table.readUInt8(at) === 1) at += 3 + table.readUInt16LE(at + 1);
  if (at >= end || table.readUInt8(at) !== 2)
    throw new Unreadable('parse-error', 'The Word document is damaged: it has no piece table.');
  const pieces = (table.readUInt32LE(at + 1) - 4) / 12;
  if (!Number.isInteger(pieces) || pieces > MOST_PIECES)
    throw new Unreadable('parse-error', 'The Word document is damaged: its piece table has an odd size.');
  const places = at + 5;
  const entries = places + 4 * (pieces + 1);
  const parts: string[] = [];
  for (let piece = 0; piece < pieces; piece++) {
    const from = table.readUInt32LE(places + 4 * piece);
    const to = Math.min(table.readUInt32LE(places + 4 * piece + 4), length);
    if (to <= from) break;
    const place = table.readUInt32LE(entries + 8 * piece + 2);
    parts.push(pieceOf(main, place, to - from));
  }
  return parts.join('');
}

/** One byte a character if bit 30 says so, otherwise two. */
function pieceOf(main: Buffer, place: number, characters: number): string {
  const isNarrow = (place & 0x40000000) !== 0;
  const at = isNarrow ? (place & 0x3fffffff) >>> 1 : place & 0x3fffffff;
  const end = at + characters * (isNarrow ? 1 : 2);
  if (end > main.length) throw new RangeError();
  return isNarrow ? WINDOWS.decode(main.subarray(at, end)) : main.toString('utf16le', at, end);
}

const WINDOWS = new TextDecoder('windows-1252');
const FIELD_BEGIN = 0x13;
const FIELD_MIDDLE = 0x14;
const FIELD_END = 0x15;

/** Word's control characters; the instruction of a field is not text. */
function write(body: string, text: DocumentText): void {
  const fields: { instruction: string; isResult: boolean; isLink: boolean }[] = [];
  for (const part of body.match(/[\x00-\x1f]|[^\x00-\x1f]+/g) ?? []) {
    const code = part.length === 1 ? part.charCodeAt(0) : 0x20;
    const field = fields.at(-1);
    if (code === FIELD_BEGIN) fields.push({ instruction: '', isResult: false, isLink: false });
    else if (code === FIELD_MIDDLE && field !== undefined) {
      field.isResult = true;
      const href = /HYPERLINK\s+"([^"]+)"/.exec(field.instruction)?.[1];
      field.isLink = href !== undefined;
      if (href !== undefined) text.openLink(href);
    } else if (code === FIELD_END) {
      if (fields.pop()?.isLink) text.closeLink();
    } else if (field !== undefined && !field.isResult) field.instruction += part.slice(0, 2000);
    else if (code === 0x0d || code === 0x0c) text.paragraph();
    else if (code === 0x0b) text.newline();
    else if (code === 0x07 || code === 0x09) text.add('\t');
    else if (code === 0x1e) text.add('-');
    else if (code >= 0x20) text.add(part);
  }
}

/** Properties by number: 2 title, 3 subject, 4 author, 5 keywords, 6 comments, 12 created, 13 saved, 14 pages. */
function summaryOf(bytes: Buffer | undefined): DocumentFacts {
  const values = new Map<number, string | number>();
  try {
    if (bytes !== undefined) readProperties(bytes, values);
  } catch (error) {
    // A damaged summary is no summary.
    if (!(error instanceof RangeError)) throw error;
  }
  const text = (id: number): string | undefined => {
    const value = values.get(id);
    return typeof value === 'string' ? value : undefined;
  };
  return factsOf({
    title: text(2),
    authors: listed(text(4)),
    description: text(6) ?? text(3),
    keywords: listed(text(5), /[;,]/),
    created: text(12),
    modified: text(13),
    pages: Number(values.get(14)),
  });
}

function readProperties(bytes: Buffer, values: Map<number, string | number>): void {
  const section = bytes.readUInt32LE(44);
  const count = Math.min(bytes.readUInt32LE(section + 4), 200);
  let codepage = 1252;
  for (let i = 0; i < count; i++) {
    const id = bytes.readUInt32LE(section + 8 + 8 * i);
    const at = section + bytes.readUInt32LE(section + 12 + 8 * i);
    const type = bytes.readUInt32LE(at);
    if (id === 1) codepage = bytes.readUInt16LE(at + 4);
    else if (type === 0x1e) {
      const end = at + 8 + Math.min(bytes.readUInt32LE(at + 4), 8000);
      const decoder = new TextDecoder(
        codepage === 65_001
          ? 'utf-8'
          : codepage >= 1250 && codepage <= 1258
            ? `windows-${codepage}`
            : 'windows-1252',
      );
      values.set(id, decoder.decode(bytes.subarray(at + 8, end)).replace(/\0.*/s, ''));
    } else if (type === 0x40) {
      const date = new Date(Number(bytes.readBigUInt64LE(at + 4) / 10_000n) - WINDOWS_EPOCH_MS);
      if (date.getUTCFullYear() > 1980) values.set(id, date.toISOString());
    } else if (type === 3) values.set(id, bytes.readInt32LE(at + 4));
  }
}

/** From 1601 to 1970. */
const WINDOWS_EPOCH_MS = 11_644_473_600_000;
