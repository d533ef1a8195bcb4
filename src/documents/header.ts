/**
 * The semantic header of a document: what a catalogue card says. After CINDI's generator (Chen, Concordia, 2008,
 * section 2.4), which extracts author, title, keywords, abstract and subject headings, and leaves blank what it does not
 * find; dates, references, language and pages are ours. Nothing is guessed from other documents.
 */
import type { DocumentFacts, OpeningLine, Page } from '../page/page.ts';
import { namesIn } from './names.ts';
import type { Outline } from './outline.ts';
import { referencesIn } from './references.ts';

/** Fields that were not found are absent. */
export interface SemanticHeader {
  title?: string;
  authors?: string[];
  abstract?: string;
  keywords?: string[];
  /** `2008`, `2008-04` or `2008-04-17`. */
  date?: string;
  /** As printed, in their order. */
  references?: string[];
  language?: string;
  pages?: number;
  subjects?: string[];
}

export function headerOf(page: Page, outline: Outline): SemanticHeader {
  const facts = page.document ?? {};
  const opening = openingOf(page, outline);
  const abstract = facts.abstract ?? abstractIn(outline);
  const { title, end } = titleIn(opening, facts, page);
  const header: SemanticHeader = {};
  if (title !== undefined) header.title = title;
  const authors = authorsOf(opening.slice(end), facts);
  if (authors.length > 0) header.authors = authors;
  if (abstract !== undefined) header.abstract = abstract;
  const keywords = facts.keywords ?? keywordsIn(outline);
  if (keywords !== undefined && keywords.length > 0) header.keywords = keywords;
  const date = dateIn(opening) ?? facts.created;
  if (date !== undefined) header.date = date;
  const references = referencesIn(outline);
  if (references.length > 0) header.references = references;
  if (page.language !== undefined) header.language = page.language;
  if (facts.pages !== undefined) header.pages = facts.pages;
  return header;
}

const OPENING_LINES = 60;

/** The first lines, up to the abstract; of one size where the format has none. */
function openingOf({ document, kind, title }: Page, outline: Outline): OpeningLine[] {
  const known = document?.opening ?? outline.lines.slice(0, OPENING_LINES).map((text) => ({ text, size: 0 }));
  const lines =
    kind === 'html' && title !== ''
      ? [{ text: title, size: 1 }, ...known.filter(({ text }) => text !== title)]
      : known;
  const end = lines.findIndex(({ text }) => BODY.test(text));
  return lines.slice(0, end === -1 ? OPENING_LINES : end);
}

/** What comes after the title page. */
const BODY =
  /^(?:(?:\d+|i)\.?\s+)?(?:abstract|summary|introduction|contents|table of contents|keywords|zusammenfassung|einleitung|résumé|preface)\b\s*(?:$|[—–:.-])/i;

/** Above the title: names of series, institutions, journals. */
const BANNER =
  /^(?:arxiv:|doi[:\s]|https?:|issn|isbn|vol(?:ume|\.)\s*\d|proceedings\b|journal of|technical report|tech(?:nical|\.) (?:report|note|memorandum)|research report|working paper|report no|tr[-\s]?\d|university\b|universit[àäé]|department of|faculty of|school of|institute? of|page \d|\d+$|©|copyright)|\bet al\.|\.(?:pdf|docx?|tex|dvi)$/i;

/** A title by its letters, which are the largest of the page; otherwise as declared; otherwise the first line. */
function titleIn(
  opening: readonly OpeningLine[],
  facts: DocumentFacts,
  page: Page,
): { title: string | undefined; end: number } {
  const printed = largest(opening);
  const declared = declaredTitle(facts.title ?? (page.kind === 'html' ? page.title : undefined));
  if (declared !== undefined) {
    const at = lineWith(opening, declared);
    if (at !== undefined || printed === undefined) return { title: declared, end: at ?? 0 };
  }
  if (printed !== undefined) return printed;
  const first = opening.findIndex(({ text }) => isTitle(text));
  return first === -1 ? { title: undefined, end: 0 } : goingOn(opening, first);
}

/** Where all letters have one size, a line is continued if it ends in the middle of a phrase. */
function goingOn(opening: readonly OpeningLine[], start: number): { title: string; end: number } {
  let title = opening[start]!.text;
  let end = start + 1;
  while (end < opening.length && end - start < MOST_TITLE_LINES && OPEN_END.test(title))
    title += ` ${opening[end++]!.text}`;
  return { title, end };
}

const OPEN_END =
  /(?:[:,–—-]|\b(?:of|and|the|in|for|a|an|with|to|on|from|by|und|der|die|das|von|für|et|de|du|des))$/i;

const isTitle = (text: string): boolean =>
  !BANNER.test(text) && /\p{L}{3}/u.test(text) && text.length >= 8 && text.length <= 300;

/** Lines of the largest size, if it is larger than that of most lines. */
function largest(opening: readonly OpeningLine[]): { title: string; end: number } | undefined {
  const sizes = opening.map(({ size }) => size).sort((a, b) => a - b);
  const usual = sizes[Math.floor(sizes.length / 2)] ?? 0;
  const candidates = opening.filter(({ text, size }) => isTitle(text) && size > usual * 1.1);
  const size = Math.max(0, ...candidates.map((line) => line.size));
  const start = opening.findIndex((line) => line.size === size && isTitle(line.text));
  return candidates.length === 0 || start === -1 ? undefined : joined(opening, start);
}

const MOST_TITLE_LINES = 4;

/** A title may be broken into lines of one size, which only a size can show. */
function joined(opening: readonly OpeningLine[], start: number): { title: string; end: number } {
  let end = start + 1;
  const { size } = opening[start]!;
  while (
    size > 1 &&
    end < opening.length &&
    end - start < MOST_TITLE_LINES &&
    Math.abs(opening[end]!.size - size) < 0.3
  )
    end++;
  const lines = opening.slice(start, end).map(({ text }) => text);
  return { title: lines.join(' ').replace(/(\p{Ll})- (\p{Ll})/gu, '$1$2'), end };
}

/** `Microsoft Word - report.doc` and names of files are what a program wrote, not what an author did. */
function declaredTitle(title: string | undefined): string | undefined {
  const text = title?.replace(/^(?:microsoft (?:word|powerpoint)\s*-\s*)/i, '').trim();
  if (
    text === undefined ||
    text.length < 4 ||
    /\.(?:docx?|pdf|tex|dvi|ps|pptx?|rtf|odt|indd|qxd)$/i.test(text)
  )
    return undefined;
  return /^(?:untitled|title|document\d*|slide 1|powerpoint presentation|no title|unknown)$/i.test(text) ||
    !/\s/.test(text)
    ? undefined
    : text;
}

/** The line after the one in which a title ends; a title may span some. */
function lineWith(opening: readonly OpeningLine[], title: string): number | undefined {
  const wanted = folded(title);
  for (let start = 0; start < opening.length; start++) {
    let text = '';
    for (let end = start; end < opening.length && end < start + MOST_TITLE_LINES; end++) {
      text += folded(opening[end]!.text);
      if (text === wanted || (end === start && text.startsWith(wanted))) return end + 1;
    }
  }
  return undefined;
}

const folded = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** As printed below the title, if the declared ones are among them or none are declared; otherwise as declared. */
function authorsOf(below: readonly OpeningLine[], { authors = [] }: DocumentFacts): string[] {
  const printed = namesIn(below.map(({ text }) => text));
  const declared = authors.filter((name) => /\p{L}\S*\s+\S*\p{L}/u.test(name) && !PROGRAMS.test(name));
  if (declared.length === 0) return printed;
  const isPrinted = declared.some((name) => printed.some((one) => folded(one) === folded(name)));
  return isPrinted && printed.length >= declared.length ? printed : declared;
}

const PROGRAMS =
  /\b(?:user|admin|owner|scanner|acrobat|windows|microsoft|adobe|latex|unknown|default|xerox|hewlett)\b/i;

const ABSTRACT = /^(?:abstract|summary|zusammenfassung|résumé|resumen|kurzfassung)$/;
const AFTER_ABSTRACT =
  /^(?:(?:\d+|i)[.\s]+)?(?:introduction|einleitung|key ?words|index terms|contents|table of contents|acknowledge?ments|categories and subject descriptors|ccs concepts|general terms|chapter|schlüsselwörter|mots[- ]clés|1\s|list of)/i;
const LONGEST_ABSTRACT = 4000;

function abstractIn(outline: Outline): string | undefined {
  const start = outline.lineOf(ABSTRACT);
  if (start === -1) return undefined;
  const runIn = outline.lines[start]!.replace(
    /^(?:abstract|summary|zusammenfassung|résumé|resumen|kurzfassung)\s*[—–:.-]*\s*/i,
    '',
  );
  return passage(outline, start, runIn, AFTER_ABSTRACT, LONGEST_ABSTRACT);
}

/** From a line to the next heading. */
function passage(
  outline: Outline,
  start: number,
  first: string,
  end: RegExp,
  longest: number,
): string | undefined {
  const lines = [first];
  let length = first.length;
  for (const line of outline.lines.slice(start + 1)) {
    if (end.test(line) || length > longest) break;
    lines.push(line);
    length += line.length;
  }
  const text = lines
    .join(' ')
    .replace(/(\p{Ll})- (\p{Ll})/gu, '$1$2')
    .trim();
  return text === '' ? undefined : text.slice(0, longest);
}

const KEYWORDS =
  /^(?:key ?words(?: and phrases)?|index terms|schlüsselwörter|schlagwörter|mots[- ]clés|palabras clave)$/;
const RUN_IN_KEYWORDS =
  /^(?:key ?words(?: and phrases)?|index terms|schlüsselwörter|schlagwörter|mots[- ]clés|palabras clave)\s*[—–:.-]+\s*/i;
const AFTER_KEYWORDS =
  /^(?:(?:\d+|i)[.\s]+\p{Lu}|introduction|abstract|contents|table of contents|einleitung|1\s)/iu;

function keywordsIn(outline: Outline): string[] | undefined {
  const runIn = outline.lines.findIndex((line) => RUN_IN_KEYWORDS.test(line));
  const start = runIn === -1 ? outline.lineOf(KEYWORDS) : runIn;
  if (start === -1 || start > 200) return undefined;
  const first = outline.lines[start]!.replace(RUN_IN_KEYWORDS, '').replace(/^key ?words$/i, '');
  // A line that ends in a comma goes on; otherwise the list is as long as its line.
  const isOpen = first === '' || /[,;]$/.test(first);
  const text = isOpen ? passage(outline, start, first, AFTER_KEYWORDS, 300) : first;
  const found = text?.split(/[,;·•]/).map((word) => word.replace(/\.$/, '').trim()) ?? [];
  const kept = found.filter((word) => word !== '' && word.length <= 80);
  return kept.length === 0 ? undefined : kept.slice(0, 20);
}

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);
const DATE = new RegExp(
  `(?:(\\d{1,2})(?:st|nd|rd|th)?\\.?\\s+)?\\b(${MONTHS.join('|')}|${MONTHS.map((month) => month.slice(0, 3)).join('|')})\\b\\.?,?\\s+(?:(\\d{1,2})(?:st|nd|rd|th)?,?\\s+)?((?:19|20)\\d\\d)\\b`,
  'i',
);

/** A date on the title page: with its month before a year alone. */
function dateIn(opening: readonly OpeningLine[]): string | undefined {
  for (const { text } of opening) {
    const iso = /\b(?:19|20)\d\d-\d\d(?:-\d\d)?\b/.exec(text);
    if (iso !== null) return iso[0];
    const [, before, month, after, year] = DATE.exec(text) ?? [];
    if (year === undefined) continue;
    const number = MONTHS.findIndex((name) => name.startsWith(month!.toLowerCase().slice(0, 3))) + 1;
    const day = before ?? after;
    return [year, two(number), ...(day === undefined ? [] : [two(Number(day))])].join('-');
  }
  for (const { text } of opening) {
    const year = /(?:^|[©(,\s])((?:19|20)\d\d)(?:[),.]|$)/.exec(text)?.[1];
    if (year !== undefined) return year;
  }
  return undefined;
}

const two = (number: number): string => String(number).padStart(2, '0');
