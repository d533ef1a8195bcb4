/** A document as citation formats see it. What was not found is left out of every format. */
import type { SemanticHeader } from '../header.ts';

export interface CitedDocument {
  /** Unique in its crawl, and stable: part of keys and identifiers. */
  id: string;
  url: string;
  /** Of the file. */
  mediaType: string;
  type: string | undefined;
  header: SemanticHeader;
  /** When it was downloaded: `2026-05-17`. */
  accessed: string;
}

/** A whole file: what comes before and after its records, and what is between two of them. */
export interface CitationFormat {
  open: string;
  record(document: CitedDocument): string;
  between?: string;
  close: string;
}

const PARTICLES = new Set([
  'van',
  'von',
  'de',
  'der',
  'den',
  'da',
  'di',
  'del',
  'della',
  'la',
  'le',
  'ter',
  'ten',
  'dos',
  'du',
  'zu',
]);

/** `Anna van der Berg` and `van der Berg, Anna` alike. */
export function nameParts(name: string): { family: string; given?: string } {
  const [family, given] = name.split(/,\s*/, 2);
  if (given !== undefined) return { family: family!, given };
  const words = name.split(' ');
  let start = words.length - 1;
  while (start > 1 && PARTICLES.has(words[start - 1]!.toLowerCase())) start--;
  return words.length === 1
    ? { family: name }
    : { family: words.slice(start).join(' '), given: words.slice(0, start).join(' ') };
}

export const lastFirst = (name: string): string => {
  const { family, given } = nameParts(name);
  return given === undefined ? family : `${family}, ${given}`;
};

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  doc: 'application/msword',
  odt: 'application/vnd.oasis.opendocument.text',
  rtf: 'application/rtf',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  epub: 'application/epub+zip',
  latex: 'application/x-tex',
  postscript: 'application/postscript',
  text: 'text/plain',
  html: 'text/html',
};

export const mediaTypeOf = (format: string): string => MEDIA_TYPES[format] ?? 'application/octet-stream';
