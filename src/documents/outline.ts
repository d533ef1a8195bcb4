/** What a document looks like from above: its headings, its first page, its length. */
import type { Page } from '../page/page.ts';

export interface Outline {
  words: number;
  pages: number | undefined;
  /** The share of sentences that are questions. */
  questions: number;
  hasHeading(name: string): boolean;
  /** Whether the first page contains a word or phrase. */
  opensWith(cue: string): boolean;
  /** Lines of the text without blanks. */
  lines: readonly string[];
  /** Where a line with this heading is; -1 if there is none. */
  lineOf(headings: RegExp, after?: number): number;
}

const LONGEST_HEADING = 70;
/** The first page of a document without pages. */
const OPENING_LINES = 60;
const OPENING_LENGTH = 4000;
/** `3.1`, `IV.`, `Chapter 2:`, `§ 4` before the name of a section. */
const NUMBER =
  /^(?:(?:chapter|section|part|appendix|kapitel|chapitre)\s+)?(?:\d+(?:\.\d+)*|[ivxlc]+|[a-h])?[.:)\s–—-]*\s*/i;

export function outlineOf(page: Pick<Page, 'text' | 'document'>): Outline {
  const lines = page.text.split('\n').filter((line) => line !== '');
  const headings = new Set<string>();
  let words = 0;
  for (const line of lines) {
    words += line.split(' ').length;
    if (line.length <= LONGEST_HEADING) for (const name of headingsIn(line)) headings.add(name);
    else {
      const runIn = RUN_IN.exec(line)?.[1];
      if (runIn !== undefined) headings.add(runIn.toLowerCase());
    }
  }
  const opening = ` ${lines.slice(0, OPENING_LINES).join(' ').slice(0, OPENING_LENGTH).toLowerCase()} `;
  return {
    words,
    pages: page.document?.pages,
    questions: questionsIn(page.text),
    lines,
    hasHeading: (name) => headings.has(name.toLowerCase()),
    opensWith: (cue) => containsWords(opening, cue.toLowerCase()),
    lineOf: (pattern, after = 0) =>
      lines.findIndex((line, at) => at >= after && headingsIn(line).some((name) => pattern.test(name))),
  };
}

function questionsIn(text: string): number {
  const ends = text.match(/[.!?](?=\s|$)/g) ?? [];
  return ends.filter((end) => end === '?').length / Math.max(1, ends.length);
}

/** `Abstract—We show …`: a heading at the beginning of its paragraph. */
const RUN_IN = /^(abstract|summary|keywords|key words|index terms|zusammenfassung|résumé)\s*[—–:.-]/i;

/** A line as it is, and without its number. */
function headingsIn(line: string): string[] {
  if (line.length > LONGEST_HEADING) return [];
  const whole = line.toLowerCase().replace(/[.:\s]+$/, '');
  // Entries of a table of contents end in dots and a page number.
  if (/(?:\.\s*){3,}\d*$|\s\d+$/.test(whole)) return [];
  const name = whole.replace(NUMBER, '');
  const runIn = RUN_IN.exec(line)?.[1]?.toLowerCase();
  return runIn === undefined ? [whole, name] : [whole, name, runIn];
}

/** At word borders, so that "thesis" is not in "synthesis". */
function containsWords(text: string, phrase: string): boolean {
  for (let at = text.indexOf(phrase); at !== -1; at = text.indexOf(phrase, at + 1))
    if (!LETTER.test(text[at - 1] ?? '') && !LETTER.test(text[at + phrase.length] ?? '')) return true;
  return false;
}

const LETTER = /[\p{L}\p{N}]/u;
