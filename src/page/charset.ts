/**
 * Decodes bytes to text, by the first of these that names a known encoding: a byte order mark, the Content-Type header,
 * a meta tag in the first bytes, a guess. UTF-8 is recognised whatever is declared, unless that is another encoding of
 * several bytes a character: servers declare their default for files they know nothing about, and text in an encoding of
 * one byte is hardly ever valid UTF-8. For the same reason UTF-8 that is declared for other bytes is passed over. Invalid
 * bytes become U+FFFD; nothing is thrown.
 */
import { isAscii, isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { guessCharset } from './guess-charset.ts';

export interface Decoded {
  text: string;
  /** The encoding's name in the WHATWG Encoding Standard, in lower case. */
  charset: string;
}

export function decode(body: Uint8Array, contentType: string | undefined, isHtml: boolean): Decoded {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const marked = byteOrderMark(bytes);
  if (marked !== undefined)
    return { text: decodeAs(bytes.subarray(marked.length), marked.charset), charset: marked.charset };
  const believed = (encoding: string | undefined): string | undefined =>
    encoding === 'utf-8' && isHardlyUtf8(bytes) ? undefined : encoding;
  const declared =
    believed(knownEncoding(labelInHeader(contentType))) ??
    (isHtml ? believed(knownEncoding(labelInMeta(bytes))) : undefined);
  const isMistaken = declared !== undefined && ONE_BYTE.test(declared) && !isAscii(bytes) && isUtf8(bytes);
  const charset = isMistaken ? 'utf-8' : (declared ?? guess(bytes));
  return { text: decodeAs(bytes, charset), charset };
}

/** UTF-16 without a byte order mark: markup or ASCII text has a zero in every other byte. */
export function looksLikeUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const pairs = Math.min(bytes.length >> 1, 64);
  if (pairs < 2) return undefined;
  let even = 0;
  let odd = 0;
  for (let i = 0; i < pairs; i++) {
    if (bytes[2 * i] === 0) even++;
    if (bytes[2 * i + 1] === 0) odd++;
  }
  if (odd >= pairs * 0.7 && even <= pairs * 0.1) return 'utf-16le';
  if (even >= pairs * 0.7 && odd <= pairs * 0.1) return 'utf-16be';
  return undefined;
}

function byteOrderMark(bytes: Uint8Array): { charset: string; length: number } | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return { charset: 'utf-8', length: 3 };
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { charset: 'utf-16le', length: 2 };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { charset: 'utf-16be', length: 2 };
  return undefined;
}

function labelInHeader(contentType: string | undefined): string | undefined {
  if (contentType === undefined) return undefined;
  return /;\s*charset\s*=\s*["']?([^"';\s]+)/i.exec(contentType.slice(0, 500))?.[1];
}

const PRESCAN_BYTES = 2048;
const META_CHARSET =
  /<meta[^>]{0,300}?charset\s*=\s*["']?\s*([a-z0-9_:.-]+)|<\?xml[^>]{0,100}?encoding\s*=\s*["']([a-z0-9_:.-]+)/i;

function labelInMeta(bytes: Buffer): string | undefined {
  const found = META_CHARSET.exec(bytes.toString('latin1', 0, PRESCAN_BYTES));
  const label = found?.[1] ?? found?.[2];
  // A tag that can be read byte by byte is not in UTF-16, whatever it declares.
  return label !== undefined && /^utf-?16/i.test(label) ? 'utf-8' : label;
}

const ONE_BYTE = /^(?:windows|iso-8859|koi8|ibm866|macintosh|x-mac)/;

function guess(bytes: Buffer): string {
  const wide = looksLikeUtf16(bytes);
  if (wide !== undefined) return wide;
  if (isAscii(bytes)) return bytes.includes(TO_JIS) ? knownEncoding('iso-2022-jp')! : 'utf-8';
  if (isUtf8(bytes) || endsWithinCharacter(bytes) || isMostlyUtf8(bytes)) return 'utf-8';
  return knownEncoding(guessCharset(bytes))!;
}

/** The escape by which ISO-2022-JP switches to JIS X 0208. */
const TO_JIS = '\x1b$B';

/** Pages are put together from parts, and one of them may be broken. */
function isMostlyUtf8(bytes: Buffer): boolean {
  const { broken, all } = beyondAscii(bytes);
  return broken * 10 < all;
}

/** One stray character, or a few, say nothing about the others. */
const STRAY_CHARACTERS = 3;

function isHardlyUtf8(bytes: Buffer): boolean {
  if (isUtf8(bytes)) return false;
  const { broken, all } = beyondAscii(bytes);
  return broken > STRAY_CHARACTERS && broken * 2 > all;
}

function beyondAscii(bytes: Buffer): { broken: number; all: number } {
  const characters = bytes.toString('utf8', 0, 65_536).match(/[^\0-\x7f]/g) ?? [];
  return {
    broken: characters.filter((character) => character === '\ufffd').length,
    all: characters.length,
  };
}

/** A truncated body may end in the middle of a character, if it has others. */
function endsWithinCharacter(bytes: Buffer): boolean {
  for (let cut = 1; cut <= 3 && cut < bytes.length; cut++) {
    if (bytes[bytes.length - cut]! < 0xc0) continue;
    const rest = bytes.subarray(0, bytes.length - cut);
    return isUtf8(rest) && !isAscii(rest);
  }
  return false;
}

/** Encodings in which bytes below 128 may not be ASCII. */
const NOT_ASCII = new Set(['utf-16le', 'utf-16be', 'iso-2022-jp']);

function decodeAs(bytes: Buffer, charset: string): string {
  if (!NOT_ASCII.has(charset) && isAscii(bytes)) return bytes.toString('latin1');
  if (charset === 'utf-8') return bytes.toString('utf8');
  return decoders.get(charset)!.decode(bytes);
}

/** Decoders by the name of their encoding, and names by label; undefined for an unknown label. */
const decoders = new Map<string, TextDecoder>();
const labels = new Map<string, string | undefined>();
const MAX_LABELS = 1000;

function knownEncoding(label: string | undefined): string | undefined {
  if (label === undefined) return undefined;
  const key = label.slice(0, 60).toLowerCase();
  if (labels.has(key)) return labels.get(key);
  const name = addDecoder(key);
  if (labels.size < MAX_LABELS) labels.set(key, name);
  return name;
}

function addDecoder(label: string): string | undefined {
  try {
    const decoder = new TextDecoder(label, { ignoreBOM: true });
    if (!decoders.has(decoder.encoding)) decoders.set(decoder.encoding, decoder);
    return decoder.encoding;
  } catch {
    return undefined;
  }
}
for (const name of ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252']) addDecoder(name);
