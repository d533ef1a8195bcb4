/**
 * Determines what a body is, first from its bytes and only then from its declared type: HTML served as plain text or as
 * a download is HTML, a PDF served as HTML is a PDF, an image is never a page.
 */
import { looksLikeUtf16 } from './charset.ts';
import type { NotAPage } from './page.ts';

const SNIFFED_BYTES = 1024;

/** Formats that are read in a thread of their own. */
export type ThreadFormat = 'pdf' | 'docx' | 'pptx' | 'odt' | 'epub' | 'doc' | 'rtf' | 'latex';
/** Formats of documents, as opposed to pages. */
export type DocumentFormat = ThreadFormat | 'postscript';
export type Kind = 'html' | 'text' | DocumentFormat;

/** A body that is not read as HTML or plain text takes seconds rather than milliseconds. */
export const isDocumentKind = (kind: string): boolean => kind !== 'html' && kind !== 'text';

export function kindOf(body: Uint8Array, contentType: string | undefined): Kind | NotAPage {
  if (body.length === 0) return { refused: 'empty', detail: 'The answer has no body.' };
  const declared = (contentType ?? '').split(';', 1)[0]!.trim().toLowerCase().slice(0, 100);
  const bytes = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, SNIFFED_BYTES));
  const wide = isWide(bytes);
  const opening = wide ? narrow(bytes) : bytes.toString('latin1').replace(UTF8_MARK, '');

  const pdf = opening.indexOf('%PDF-');
  if (pdf === 0 || (pdf > 0 && (declared === 'application/pdf' || opening.slice(0, pdf).trim() === '')))
    return 'pdf';
  if (opening.startsWith('PK\x03\x04') || opening.startsWith(COMPOUND)) {
    const format = officeFormat(body, opening);
    if (format !== undefined) return format;
  }
  // Most bodies are markup, and no signature begins like it.
  const magic = opening.startsWith('<')
    ? undefined
    : MAGIC.find(({ signature, at }) => opening.startsWith(signature, at));
  // Text may begin like a signature; binary files contain bytes that text does not.
  if (magic !== undefined && isBinary(bytes, 0))
    return { refused: 'binary', detail: `The body is ${magic.what}.` };
  const markup = markupOf(opening);
  if (!wide && isBinary(bytes, markup === 'html' ? 0.3 : 0.05)) {
    return { refused: 'binary', detail: `The bytes are not text (served as ${declared || 'nothing'}).` };
  }
  if (markup === 'html' || markup === 'rtf' || markup === 'postscript' || markup === 'latex') return markup;
  if (markup !== undefined) return unsupported(markup);
  if (HTML_TYPES.has(declared)) return 'html';
  if (LATEX_TYPES.has(declared)) return 'latex';
  if (declared === 'application/pdf') return unsupported('a PDF without its signature');
  if (declared === '' || OPEN_TYPES.has(declared))
    return /<[a-z][a-z0-9]*[\s>/]/i.test(opening) ? 'html' : 'text';
  if (declared.startsWith('text/') && !CODE.test(declared)) return 'text';
  return unsupported(declared);
}

const COMPOUND = '\xd0\xcf\x11\xe0';

/**
 * Office documents are zip archives or compound files; which one is seen by the names of their parts. OpenDocument and
 * EPUB say it in their first entry.
 */
function officeFormat(body: Uint8Array, opening: string): ThreadFormat | NotAPage | undefined {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const has = (name: string, encoding: BufferEncoding = 'latin1'): boolean =>
    bytes.includes(name, 0, encoding);
  if (opening.startsWith(COMPOUND)) {
    if (has('EncryptedPackage', 'utf16le'))
      return { refused: 'encrypted', detail: 'The document is protected by a password.' };
    return has('WordDocument', 'utf16le') ? 'doc' : undefined;
  }
  const named = /^mimetypeapplication\/(epub\+zip|vnd\.oasis\.opendocument\.text)/.exec(opening.slice(30));
  if (named !== null) return named[1] === 'epub+zip' ? 'epub' : 'odt';
  if (has('word/document.xml')) return 'docx';
  return has('ppt/slides/slide') ? 'pptx' : undefined;
}

function unsupported(what: string): NotAPage {
  return { refused: 'unsupported-type', detail: `This kind of document is not supported: ${what}.` };
}

const HTML_TYPES = new Set(['text/html', 'application/xhtml+xml', 'application/vnd.wap.xhtml+xml']);
/** Types that say nothing. */
const OPEN_TYPES = new Set([
  'application/octet-stream',
  'application/unknown',
  'unknown/unknown',
  'binary/octet-stream',
  '*/*',
]);
const LATEX_TYPES = new Set(['application/x-tex', 'application/x-latex', 'text/x-tex', 'text/x-latex']);
const CODE = /javascript|ecmascript|css|xml|json|vcard|calendar/;

const MAGIC = (
  [
    ['\x89PNG\r\n', 0, 'a PNG image'],
    ['\xff\xd8\xff', 0, 'a JPEG image'],
    ['GIF87a', 0, 'a GIF image'],
    ['GIF89a', 0, 'a GIF image'],
    ['WEBP', 8, 'a WebP image'],
    ['II*\0', 0, 'a TIFF image'],
    ['MM\0*', 0, 'a TIFF image'],
    ['\0\0\x01\0', 0, 'an icon'],
    ['8BPS', 0, 'a Photoshop image'],
    ['ftyp', 4, 'a video or an image'],
    ['\x1aE\xdf\xa3', 0, 'a Matroska video'],
    ['OggS', 0, 'an Ogg file'],
    ['fLaC', 0, 'a FLAC file'],
    ['ID3', 0, 'an MP3 file'],
    ['WAVE', 8, 'a WAVE file'],
    ['PK\x03\x04', 0, 'a zip archive or an office document'],
    ['PK\x05\x06', 0, 'a zip archive'],
    ['\x1f\x8b', 0, 'gzip'],
    ['BZh', 0, 'bzip2'],
    ['\xfd7zXZ', 0, 'xz'],
    ['7z\xbc\xaf', 0, '7-Zip'],
    ['Rar!\x1a', 0, 'a RAR archive'],
    ['(\xb5/\xfd', 0, 'zstd'],
    ['\xd0\xcf\x11\xe0', 0, 'an old office document'],
    ['\x7fELF', 0, 'a program'],
    ['\xca\xfe\xba\xbe', 0, 'a Java class'],
    ['\0asm', 0, 'WebAssembly'],
    ['wOFF', 0, 'a font'],
    ['wOF2', 0, 'a font'],
    ['\0\x01\0\0\0', 0, 'a font'],
    ['SQLite format 3', 0, 'a SQLite database'],
  ] as const
).map(([signature, at, what]) => ({ signature, at, what }));

const HTML_START =
  /^(?:<!doctype\s+html|<(?:html|head|body|title|meta|link|base|script|style|iframe|frameset|table|div|section|article|main|header|nav|h[1-6]|p|a|b|br|center|font|form|ul|ol|img)[\s>/])/i;

/** The kind of markup that a text starts with, after comments and declarations. */
function markupOf(opening: string): string | undefined {
  let rest = opening.trimStart();
  if (rest.startsWith('{\\rtf')) return 'rtf';
  if (rest.startsWith('%!PS')) return 'postscript';
  // After comments; in prose it would not begin a line.
  if (/^(?:\s*%.*\n|\s*\n)*\s*\\document(?:class|style)\b/.test(rest)) return 'latex';
  for (let skipped = 0; skipped < 20; skipped++) {
    const end = rest.startsWith('<!--')
      ? rest.indexOf('-->') + 3
      : rest.startsWith('<?xml')
        ? rest.indexOf('?>') + 2
        : 0;
    if (end === 0) break;
    // The comment is longer than the part we look at.
    if (end < 5) return rest.startsWith('<!--') ? 'html' : 'xml';
    rest = rest.slice(end).trimStart();
  }
  if (HTML_START.test(rest)) return 'html';
  if (/^<(?:rss|feed|rdf:RDF)[\s>]/.test(rest)) return 'a feed';
  if (/^<(?:svg|!doctype\s+svg)/i.test(rest)) return 'an SVG image';
  if (/^<(?:urlset|sitemapindex)[\s>]/.test(rest)) return 'a sitemap';
  if (opening.trimStart().startsWith('<?xml')) return /<html[\s>]/i.test(rest) ? 'html' : 'xml';
  // Prose before the first tag: accept only markup that would not occur in prose.
  return /<!doctype\s+html|<html[\s>]|<body[\s>]/i.test(rest) ? 'html' : undefined;
}

const UTF8_MARK = /^\xef\xbb\xbf/;

/** Bytes that text does not contain: controls other than tab, line ends, form feed and escape. */
function isBinary(bytes: Uint8Array, share: number): boolean {
  const { length } = bytes; // asked once: of an array of bytes it is a call
  let found = 0;
  for (let i = 0; i < length; i++) found += notInText[bytes[i]!]!;
  return found > length * share;
}

const notInText = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte < 32 && ![9, 10, 12, 13, 27].includes(byte) ? 1 : 0,
);

function isWide(bytes: Uint8Array): boolean {
  const [first, second] = bytes;
  return (
    (first === 0xff && second === 0xfe) ||
    (first === 0xfe && second === 0xff) ||
    looksLikeUtf16(bytes) !== undefined
  );
}

/** The ASCII part of UTF-16: enough to recognise what it is. */
function narrow(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replace(/^(?:\xff\xfe|\xfe\xff)/, '')
    .replaceAll('\0', '');
}
