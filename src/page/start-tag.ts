/**
 * The start tag being read: its element, and where in the source the values of the attributes are that may be needed. A
 * value becomes a string only when requested, and no more of it than requested, so that an attribute of ten megabytes
 * costs nothing.
 */
import { decodeHTMLAttribute } from 'entities/decode';
import { hintOf } from './containers.ts';
import { ATTRIBUTE_COUNT, attributeNumber, attributeOf } from './elements.ts';

export const ALT = attributeNumber('alt');
const ARIA_LABEL = attributeNumber('aria-label');
const CLASS = attributeNumber('class');
export const CONTENT = attributeNumber('content');
const HIDDEN_ATTRIBUTE = attributeNumber('hidden');
export const HREF = attributeNumber('href');
export const HREFLANG = attributeNumber('hreflang');
export const HTTP_EQUIV = attributeNumber('http-equiv');
export const ID = attributeNumber('id');
export const LANG = attributeNumber('lang');
export const NAME = attributeNumber('name');
export const PROPERTY = attributeNumber('property');
export const REL = attributeNumber('rel');
export const SRC = attributeNumber('src');
const STYLE = attributeNumber('style');
const TITLE_ATTRIBUTE = attributeNumber('title');
export const TYPE = attributeNumber('type');
export const XML_LANG = attributeNumber('xml:lang');
const ROLE = attributeNumber('role');
export const ITEMPROP = attributeNumber('itemprop');

/** Labels and alternative texts are cut here. */
export const MAX_LABEL = 500;
const MAX_NAMES = 200;

export class StartTag {
  element = 0;
  readonly #source: string;
  readonly #units: Uint16Array;
  /** One bit for each attribute of the tag. */
  #attributes = 0;
  #attribute = 0;
  readonly #starts = new Int32Array(ATTRIBUTE_COUNT);
  readonly #ends = new Int32Array(ATTRIBUTE_COUNT);

  constructor(source: string, units: Uint16Array) {
    this.#source = source;
    this.#units = units;
  }

  begin(element: number): void {
    this.element = element;
    this.#attributes = 0;
  }

  addAttribute(start: number, end: number): void {
    const attribute = attributeOf(this.#units, start, end);
    // If two have the same name the first counts.
    if (attribute === 0 || this.has(attribute)) {
      this.#attribute = 0;
      return;
    }
    this.#attribute = attribute;
    this.#attributes |= 1 << attribute;
    this.#starts[attribute] = 0;
    this.#ends[attribute] = 0;
  }

  addValue(start: number, end: number): void {
    if (this.#attribute === 0) return;
    this.#starts[this.#attribute] = start;
    this.#ends[this.#attribute] = end;
  }

  has(attribute: number): boolean {
    return ((this.#attributes >>> attribute) & 1) === 1;
  }

  startOf(attribute: number): number {
    return this.#starts[attribute]!;
  }

  endOf(attribute: number): number {
    return this.#ends[attribute]!;
  }

  value(attribute: number, maxLength: number): string {
    if (!this.has(attribute)) return '';
    const start = this.#starts[attribute]!;
    const value = this.#source.slice(start, Math.min(this.#ends[attribute]!, start + maxLength));
    return value.includes('&') ? decodeHTMLAttribute(value) : value;
  }

  /** The element's name if it has no text, as written. */
  label(): string {
    return this.value(TITLE_ATTRIBUTE, MAX_LABEL) || this.value(ARIA_LABEL, MAX_LABEL);
  }

  isNofollow(): boolean {
    return this.has(REL) && hasWord(this.value(REL, MAX_LABEL), 'nofollow');
  }

  /** By an attribute or inline style; style sheets are not read. */
  isHidden(): boolean {
    return this.has(HIDDEN_ATTRIBUTE) || (this.has(STYLE) && INVISIBLE.test(this.value(STYLE, MAX_LABEL)));
  }

  /** What the element is by its names. */
  hint(): number {
    if ((this.#attributes & NAMES) === 0) return 0;
    const names = `${this.value(CLASS, MAX_NAMES)} ${this.value(ID, MAX_NAMES)} ${this.value(ROLE, MAX_NAMES)}`;
    return hintOf(names.trim(), this.value(ITEMPROP, MAX_NAMES));
  }

  /** The attribute that identifies the element in a tag path; 0, whose value is always empty, if there is none. */
  mark(): number {
    return this.has(ID) ? ID : this.has(CLASS) ? CLASS : 0;
  }
}

const NAMES = (1 << CLASS) | (1 << ID) | (1 << ROLE) | (1 << ITEMPROP);
const INVISIBLE = /display\s*:\s*none|visibility\s*:\s*hidden/i;

export function hasWord(list: string, word: string): boolean {
  return list === word || (list.length >= word.length && list.toLowerCase().split(/\s+/).includes(word));
}
