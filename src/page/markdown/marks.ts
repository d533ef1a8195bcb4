/** What Markdown needs to know beside the blocks of a page: where links and code are in its text, and preformatted text. */
import { decodeHTML } from 'entities/decode';

export interface LinkSpan {
  start: number;
  end: number;
  /** As written. */
  href: string;
}

export interface CodeSpan {
  start: number;
  end: number;
}

/** Positions are those of the visible text. Spans of one sort are in order and do not overlap. */
export class Marks {
  readonly links: LinkSpan[] = [];
  readonly code: CodeSpan[] = [];
  readonly #preformatted = new Map<number, string[]>();
  #link: LinkSpan | undefined;
  #codeStart = -1;
  #codes = 0;
  #pieces: string[] | undefined;
  #depth = 0;

  openLink(start: number, href: string): void {
    this.#link = { start, end: start, href };
  }

  closeLink(end: number): void {
    const link = this.#link;
    if (link === undefined) return;
    this.#link = undefined;
    link.end = end;
    if (end > link.start) this.links.push(link);
  }

  openCode(start: number): void {
    if (this.#codes++ === 0) this.#codeStart = start;
  }

  closeCode(end: number): void {
    if (--this.#codes > 0 || end === this.#codeStart) return;
    const before = this.code.at(-1);
    // Two that touch are one: nothing between them would keep them apart.
    if (before?.end === this.#codeStart) before.end = end;
    else this.code.push({ start: this.#codeStart, end });
  }

  /** What is preformatted inside of preformatted text belongs to it. */
  openPreformatted(container: number): void {
    if (this.#depth++ > 0) return;
    this.#pieces = [];
    this.#preformatted.set(container, this.#pieces);
  }

  closePreformatted(): void {
    if (--this.#depth === 0) this.#pieces = undefined;
  }

  /** A piece of the source that is visible. */
  text(source: string, start: number, end: number): void {
    this.#pieces?.push(decodeHTML(source.slice(start, end)).replace(/\r\n?/g, '\n'));
  }

  /** `always`: also after a line break. */
  line(always: boolean): void {
    if (always || this.#pieces?.at(-1)?.endsWith('\n') === false) this.#pieces?.push('\n');
  }

  /** The text of a container with line breaks and spaces as they are. */
  preformatted(container: number): string {
    return this.#preformatted.get(container)?.join('') ?? '';
  }
}
