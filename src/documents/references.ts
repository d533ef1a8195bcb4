/** The references at the end of a document, one by one, as printed. */
import type { Outline } from './outline.ts';

const HEADING =
  /^(?:references|bibliography|literature(?: cited)?|works cited|literatur(?:verzeichnis)?|références|bibliographie)$/;
const END = /^(?:appendix|appendices|index|glossary|curriculum vitae|about the authors?|vita)\b/i;
const MOST = 1000;
const LONGEST = 1000;

export function referencesIn(outline: Outline): string[] {
  const start = lastHeading(outline);
  if (start === -1) return [];
  const lines: string[] = [];
  for (const line of outline.lines.slice(start + 1)) {
    if (END.test(line)) break;
    // Page numbers.
    if (!/^\d{1,4}$/.test(line)) lines.push(line);
  }
  const marked = lines.filter((line) => MARK.test(line)).length;
  const begins = marked >= 2 || marked === lines.length ? (line: string) => MARK.test(line) : beginsUnmarked;
  const entries: string[] = [];
  for (const line of lines) {
    if (entries.length === 0 || begins(line, entries.at(-1)!)) {
      if (entries.length >= MOST) break;
      entries.push(line);
    } else entries[entries.length - 1] = `${entries.at(-1)} ${line}`.slice(0, LONGEST);
  }
  return entries.map(tidy).filter((entry) => entry.length > 10);
}

/** `[12]`, `12.`, `(12)`, `[Knu84]`. */
const MARK = /^(?:\[[\p{L}\d+, -]{1,20}\]|\(\d{1,3}\)|\d{1,3}\.)\s/u;

/** `Knuth, D. E. …` after an entry that ended. */
const beginsUnmarked = (line: string, before = ''): boolean =>
  /[.)\]]$|https?:\S+$/.test(before) && /^\p{Lu}[\p{L}'’-]+,?\s/u.test(line);

const tidy = (entry: string): string =>
  entry
    .replace(MARK, '')
    .replace(/(\p{Ll})- (\p{Ll})/gu, '$1$2')
    .trim();

/** In a thesis the table of contents names them, too, and chapters may have their own: the last counts. */
function lastHeading(outline: Outline): number {
  let found = -1;
  for (let at = outline.lineOf(HEADING); at !== -1; at = outline.lineOf(HEADING, at + 1)) found = at;
  return found;
}
