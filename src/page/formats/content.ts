/**
 * What a document reader makes of a file: its text in paragraphs, its links, and the facts that it declares. Every
 * reader fills a `DocumentText`, which keeps the limits and remembers how the document opens.
 */
import type { DocumentFacts, NotAPage, OpeningLine } from '../page.ts';
import type { LinkedPiece } from '../plain.ts';

export interface DocumentContent {
  text: string;
  /** Links on words of the text, in order. */
  pieces: LinkedPiece[];
  /** Links on which no text was found. */
  silent: string[];
  /** Why only a part was read: `text` or `pages`. */
  cut?: 'text' | 'pages';
  facts: DocumentFacts;
}

export interface ContentLimits {
  maxPages: number;
  maxTextLength: number;
  maxLinks: number;
}

/** A file that cannot be read, with the name of the refusal. */
export class Unreadable extends Error {
  readonly refused: NotAPage['refused'];

  constructor(refused: NotAPage['refused'], message: string) {
    super(message);
    this.refused = refused;
  }
}

/** Sizes in points where a format has names of styles only. */
export const TITLE_SIZE = 20;
export const HEADING_SIZE = 14;
export const TEXT_SIZE = 10;

const OPENING_LINES = 80;
const OPENING_LINE_LENGTH = 400;

export class DocumentText {
  /** The size of what is added now, in points. */
  size = TEXT_SIZE;
  length = 0;
  readonly #limits: ContentLimits;
  readonly #parts: string[] = [];
  readonly #pieces: LinkedPiece[] = [];
  readonly #silent: string[] = [];
  readonly #opening: OpeningLine[] = [];
  #line = '';
  #lineSize = 0;
  #link: { href: string; start: number } | undefined;
  #cut = false;

  constructor(limits: ContentLimits) {
    this.#limits = limits;
  }

  /** True if nothing more is kept. */
  get isFull(): boolean {
    return this.#cut;
  }

  add(text: string): void {
    if (text === '' || this.#cut) return;
    this.#cut = this.length + text.length > this.#limits.maxTextLength;
    this.#push(text);
    if (this.#opening.length >= OPENING_LINES) return;
    if (text.trim() !== '') this.#lineSize = Math.max(this.#lineSize, this.size);
    if (this.#line.length < OPENING_LINE_LENGTH) this.#line += text;
  }

  newline(): void {
    if (this.#cut) return;
    this.#endLine();
    this.#push('\n');
  }

  /** Ends a paragraph; does nothing between paragraphs. */
  paragraph(): void {
    if (this.#cut) return;
    if (this.#line.trim() === '' && (this.#parts.at(-1) ?? '\n\n') === '\n\n') return;
    this.#endLine();
    this.#push('\n\n');
  }

  openLink(href: string): void {
    this.#link = { href, start: this.length };
  }

  closeLink(): void {
    const link = this.#link;
    this.#link = undefined;
    if (link === undefined || this.#pieces.length + this.#silent.length >= this.#limits.maxLinks) return;
    if (this.length === link.start) this.#silent.push(link.href);
    else this.#pieces.push({ start: link.start, end: this.length, href: link.href, tag: 'text' });
  }

  /** A link on no text. */
  addLink(href: string): void {
    this.openLink(href);
    this.closeLink();
  }

  finish(facts: DocumentFacts): DocumentContent {
    this.#endLine();
    const opening = this.#opening.length === 0 ? {} : { opening: this.#opening };
    return {
      text: this.#parts.join(''),
      pieces: this.#pieces,
      silent: this.#silent,
      ...(this.#cut ? { cut: 'text' as const } : {}),
      facts: { ...facts, ...opening },
    };
  }

  #push(text: string): void {
    this.#parts.push(text);
    this.length += text.length;
  }

  #endLine(): void {
    const text = this.#line.replace(/\s+/g, ' ').trim();
    if (text !== '' && this.#opening.length < OPENING_LINES)
      this.#opening.push({ text: text.slice(0, OPENING_LINE_LENGTH), size: this.#lineSize });
    this.#line = '';
    this.#lineSize = 0;
  }
}

/** Facts without blanks; `2024-05-01` of `2024-05-01T10:00:00Z`. */
export function factsOf(given: {
  title?: string | undefined;
  authors?: readonly string[] | undefined;
  description?: string | undefined;
  keywords?: readonly string[] | undefined;
  created?: string | undefined;
  modified?: string | undefined;
  language?: string | undefined;
  pages?: number | undefined;
}): DocumentFacts {
  const facts: DocumentFacts = {};
  for (const name of ['title', 'description', 'language'] as const) {
    const text = tidy(given[name]);
    if (text !== '') facts[name] = text;
  }
  for (const name of ['created', 'modified'] as const) {
    const date = /^\d{4}(?:-\d\d(?:-\d\d)?)?/.exec(given[name]?.trim() ?? '')?.[0];
    if (date !== undefined) facts[name] = date;
  }
  for (const name of ['authors', 'keywords'] as const) {
    const texts = [...new Set((given[name] ?? []).map(tidy))]
      .filter((text) => text !== '')
      .slice(0, MOST_VALUES);
    if (texts.length > 0) facts[name] = texts;
  }
  if (Number.isSafeInteger(given.pages) && given.pages! > 0) facts.pages = given.pages!;
  return facts;
}

/** `a; b` as two values; `Knuth, Donald` is one, so commas divide keywords only. */
export const listed = (text: string | undefined, separator = /[;\n]/): string[] =>
  (text ?? '').slice(0, LONGEST_VALUE).split(separator);

const LONGEST_VALUE = 4000;
const MOST_VALUES = 50;

const tidy = (text: string | undefined): string =>
  (text ?? '')
    .slice(0, LONGEST_VALUE)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
