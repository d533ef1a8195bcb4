/** Which documents a crawl collects: what its topic and its settings say, with every default filled in. */
import { ForageError } from '../errors.ts';
import { nearest } from '../suggest.ts';
import { type CollectedFormat, type DocumentType, documentFormats } from '../topic/documents.ts';
import type { Topic } from '../topic/topic.ts';
import { formatOfUrl, thesisUnwelcome, unwelcomeIn } from './file-names.ts';
import type { Subjects } from './subjects.ts';
import { builtInTypes } from './types.ts';

export interface WantedDocuments {
  formats: readonly CollectedFormat[];
  types: readonly DocumentType[];
  unwelcome: readonly string[];
  smallestPdf: number;
  subjects: Subjects;
}

/** The thesis's "8K assumption" (section 3.5): of 52,552 PDFs all that were smaller were invalid. */
const SMALLEST_PDF = 8192;

/** Undefined if the crawl collects pages only. Formats of the setting replace those of the topic. */
export function wantedDocuments(
  topic: Topic,
  setting: boolean | readonly CollectedFormat[] | undefined,
): WantedDocuments | undefined {
  const { documents } = topic;
  if (setting === false || (setting === undefined && documents === undefined)) return undefined;
  const given = documents ?? {};
  const keywords = Object.fromEntries(topic.keywords.map(({ term }) => [term, [term]]));
  return {
    formats: Array.isArray(setting) ? setting : (given.formats ?? documentFormats),
    types: (given.types ?? builtInTypes).map(namedType),
    unwelcome: (given.unwelcome ?? thesisUnwelcome).map((word) => word.toLowerCase()),
    smallestPdf: given.smallestPdf ?? SMALLEST_PDF,
    subjects: given.subjects ?? keywords,
  };
}

function namedType(given: string | DocumentType): DocumentType {
  if (typeof given !== 'string') return given;
  const known = builtInTypes.find(({ name }) => name === given);
  if (known !== undefined) return known;
  const names = builtInTypes.map(({ name }) => name);
  const meant = nearest(given, names);
  throw new ForageError(
    'TOPIC_INVALID',
    `documents.types: "${given}" is not a type of documents${meant === undefined ? '' : `; did you mean "${meant}"?`} Built in are ${names.join(', ')}; a type of your own is an object with a name, sections and cues.`,
  );
}

/** What a link's URL says: a document to fetch, or why not to; undefined if it looks like a page. */
export function linkToDocument(
  url: string,
  { formats, unwelcome }: WantedDocuments,
): { isDocument: true } | { refuse: string } | undefined {
  const format = formatOfUrl(url);
  if (format === undefined) return undefined;
  if (!formats.includes(format)) return { refuse: `document: format ${format} is not wanted` };
  const word = unwelcomeIn(url, unwelcome);
  return word === undefined ? { isDocument: true } : { refuse: `document: unwelcome name "${word}"` };
}

/** Why a document of this size is not downloaded, or not kept. */
export function unwantedSize(
  format: string | undefined,
  bytes: number,
  { smallestPdf }: WantedDocuments,
  mostBytes: number,
): string | undefined {
  if (bytes > mostBytes) return `document: ${bytes} bytes, the limit is ${mostBytes}`;
  if (format === 'pdf' && bytes < smallestPdf)
    return `document: a PDF of ${bytes} bytes, the smallest wanted is ${smallestPdf}`;
  return undefined;
}

/** The declared type of an answer as a format, for what a URL does not say. */
export function formatOfType(contentType: string | undefined): CollectedFormat | undefined {
  return TYPES[(contentType ?? '').split(';', 1)[0]!.trim().toLowerCase()];
}

const TYPES: Readonly<Record<string, CollectedFormat>> = {
  'application/pdf': 'pdf',
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/rtf': 'rtf',
  'text/rtf': 'rtf',
  'application/epub+zip': 'epub',
  'application/x-tex': 'latex',
  'application/x-latex': 'latex',
  'text/x-tex': 'latex',
  'application/postscript': 'postscript',
};
