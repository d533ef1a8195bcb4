/**
 * What a URL says of a document before it is fetched, and the name under which it is kept. The steps are those of
 * CINDI's file fetcher (Chen, Concordia, 2008, sections 3.5 and 4.5). Where we differ: unwelcome words are compared as
 * words, so that "cv" is not in "cvpr"; and a kept file is named after its digest, which cannot collide and needs no
 * look-up, where the thesis appends the time, which can.
 */
import type { CollectedFormat } from '../topic/documents.ts';

/** The thesis's Table 8. */
export const thesisUnwelcome = [
  'homework',
  'hw',
  'assignment',
  'syllabus',
  'cv',
  'resume',
  'week',
  'lecture',
  'exercise',
] as const;

const ENDINGS: Readonly<Record<string, CollectedFormat>> = {
  pdf: 'pdf',
  docx: 'docx',
  doc: 'doc',
  odt: 'odt',
  rtf: 'rtf',
  pptx: 'pptx',
  epub: 'epub',
  tex: 'latex',
  latex: 'latex',
  ltx: 'latex',
  ps: 'postscript',
  eps: 'postscript',
  txt: 'text',
  text: 'text',
};

const EXTENSIONS: Readonly<Record<CollectedFormat, string>> = {
  pdf: 'pdf',
  docx: 'docx',
  doc: 'doc',
  odt: 'odt',
  rtf: 'rtf',
  pptx: 'pptx',
  epub: 'epub',
  latex: 'tex',
  postscript: 'ps',
  text: 'txt',
  html: 'html',
};

/** The last part of the path, as a person would read it; empty for a directory. */
export function fileNameOf(url: string): string {
  const name = URL.parse(url)?.pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** The ending, which may be followed by that of a packed file: `paper.ps.gz`. */
const ENDING = /\.([a-z]{2,5})(?:\.gz)?$/i;

/** By its ending; undefined if the URL does not look like a document. */
export const formatOfUrl = (url: string): CollectedFormat | undefined =>
  ENDINGS[ENDING.exec(fileNameOf(url))?.[1]?.toLowerCase() ?? ''];

/** The unwelcome word in a file's name, singular or plural: `CS101-Homeworks_2.pdf`, `myCV.pdf`. */
export function unwelcomeIn(url: string, unwelcome: readonly string[]): string | undefined {
  const words = fileNameOf(url)
    .replace(/\.[^.]*$/, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u);
  return unwelcome.find((word) => words.some((one) => one === word || one === `${word}s`));
}

/**
 * Documents with the same key and different formats are one document in several formats: the same directory and name
 * without the ending (the thesis's `is_diff_format`).
 */
export function siblingKey(url: string): string {
  const parsed = URL.parse(url);
  const path = parsed?.pathname ?? url;
  return `${parsed?.host ?? ''}${path.replace(ENDING, '')}${parsed?.search ?? ''}`;
}

const LONGEST_STEM = 60;
const DIGEST_DIGITS = 12;

/** `context-graphs-3f1e0c9a7b52.pdf`: readable, safe on every disk, and one name for each content. */
export function keptName(url: string, digest: string, format: CollectedFormat, isPacked: boolean): string {
  const stem = fileNameOf(url)
    .replace(ENDING, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, LONGEST_STEM);
  return `${stem || 'document'}-${digest.slice(0, DIGEST_DIGITS)}.${EXTENSIONS[format]}${isPacked ? '.gz' : ''}`;
}
