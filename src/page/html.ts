/**
 * Reads an HTML document in one pass of htmlparser2's tokenizer, without a tree: the text that a reader sees,
 * the links with their places in it, and what the head says. Ours stands on the tokenizer and not on the
 * parser above it because that one costs the square of the depth of nesting, and copies every name and every
 * attribute, of which we want few.
 *
 * What does not count: the text of script, style, template, svg, form controls, noscript, and of what is
 * hidden by attribute or inline style. Links in noscript and in hidden elements do count, with their text:
 * menus that open on a click are made so.
 */
import { decodeHTML, decodeHTMLAttribute } from 'entities/decode';
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import {
  APART,
  ATTRIBUTE_COUNT,
  attributeNumber,
  attributeOf,
  BLOCK,
  DEAD,
  ELEMENT_COUNT,
  elementEnds,
  elementFlags,
  elementGroup,
  elementNumber,
  FOREIGN,
  HEADING,
  HIDDEN,
  ROOT,
  SPECIAL,
  VOID,
} from './elements.ts';
import { HeadReader } from './head.ts';
import { type LinkCollector, MAX_HREF, type Sighting } from './links.ts';
import { OpenElements } from './open-elements.ts';
import { APART_BLOCK, HEADING_BLOCK, PLAIN_BLOCK, type VisibleText } from './visible-text.ts';

export function readHtml(source: string, text: VisibleText, links: LinkCollector, agent: string): HeadReader {
  const reader = new HtmlReader(source, text, links, agent);
  const tokenizer = new Tokenizer({ decodeEntities: false }, reader);
  tokenizer.write(source);
  tokenizer.end();
  reader.closeLink();
  return reader.head;
}

const A = elementNumber('a');
const AREA = elementNumber('area');
const BASE = elementNumber('base');
const BR = elementNumber('br');
const FOREIGN_OBJECT = elementNumber('foreignobject');
const FRAME = elementNumber('frame');
const HTML = elementNumber('html');
const IFRAME = elementNumber('iframe');
const IMG = elementNumber('img');
const LINK = elementNumber('link');
const META = elementNumber('meta');
const P = elementNumber('p');
const TITLE = elementNumber('title');

const HREF = attributeNumber('href');
const SRC = attributeNumber('src');
const REL = attributeNumber('rel');
const ID = attributeNumber('id');
const CLASS = attributeNumber('class');
const ALT = attributeNumber('alt');
const TITLE_ATTRIBUTE = attributeNumber('title');
const ARIA_LABEL = attributeNumber('aria-label');
const HIDDEN_ATTRIBUTE = attributeNumber('hidden');
const STYLE = attributeNumber('style');
const NAME = attributeNumber('name');
const PROPERTY = attributeNumber('property');
const HTTP_EQUIV = attributeNumber('http-equiv');
const CONTENT = attributeNumber('content');
const LANG = attributeNumber('lang');
const XML_LANG = attributeNumber('xml:lang');

const HIDING = (1 << HIDDEN_ATTRIBUTE) | (1 << STYLE);
const INVISIBLE = /display\s*:\s*none|visibility\s*:\s*hidden/i;
const MAX_LABEL = 500;
const MAX_CONTENT = 10_000;

class HtmlReader implements TokenizerCallbacks {
  readonly head: HeadReader;
  readonly #source: string;
  readonly #text: VisibleText;
  readonly #links: LinkCollector;
  readonly #open: OpenElements;
  /** The start tag that is being read: its element, the attributes it has, and where their values stand. */
  #element = 0;
  #attribute = 0;
  #attributes = 0;
  readonly #valueStart = new Int32Array(ATTRIBUTE_COUNT);
  readonly #valueEnd = new Int32Array(ATTRIBUTE_COUNT);
  /** The depth of the outermost element whose text (and whose links) do not count, -1 where there is none. */
  #hiddenAt = -1;
  #deadAt = -1;
  #foreign = 0;
  #apart = 0;
  #headings = 0;
  #inTitle = false;
  #link: Sighting | undefined;

  constructor(source: string, text: VisibleText, links: LinkCollector, agent: string) {
    this.#source = source;
    this.#text = text;
    this.#links = links;
    this.#open = new OpenElements(source);
    this.head = new HeadReader(agent);
  }

  onopentagname(start: number, end: number): void {
    this.#element = this.#open.numberOf(start, end);
    this.#attributes = 0;
  }

  onattribname(start: number, end: number): void {
    const attribute = attributeOf(this.#source, start, end);
    // Of two with the same name the first counts.
    if (attribute === 0 || (this.#attributes >>> attribute) & 1) {
      this.#attribute = 0;
      return;
    }
    this.#attribute = attribute;
    this.#attributes |= 1 << attribute;
    this.#valueStart[attribute] = 0;
    this.#valueEnd[attribute] = 0;
  }

  onattribdata(start: number, end: number): void {
    if (this.#attribute === 0) return;
    this.#valueStart[this.#attribute] = start;
    this.#valueEnd[this.#attribute] = end;
  }

  onopentagend(): void {
    this.#start(false);
  }

  onselfclosingtag(): void {
    this.#start(true);
  }

  ontext(start: number, end: number): void {
    if (this.#hiddenAt < 0) this.#text.write(this.#source, start, end, true);
    else if (this.#inTitle)
      this.head.addTitle(decodeHTML(this.#source.slice(start, Math.min(end, start + MAX_CONTENT))));
    else if (this.#link !== undefined && this.#deadAt < 0)
      this.#addUnseen(decodeHTML(this.#source.slice(start, Math.min(end, start + MAX_LABEL))));
  }

  onclosetag(start: number, end: number): void {
    const open = this.#open;
    const element = open.numberOf(start, end);
    const flags = element < ELEMENT_COUNT ? elementFlags[element]! : 0;
    if (flags & ROOT || open.popTooDeep()) return;
    if (!open.isOpen(element)) {
      if (element === P) this.#text.block();
      else if (element === BR) this.#text.line();
      return;
    }
    while (this.#end() !== element);
  }

  /** Asked by the tokenizer: inside svg and math, title and style are elements like any other. */
  isInForeignContext(): boolean {
    return this.#foreign > 0 && !this.#open.isOpen(FOREIGN_OBJECT);
  }

  onattribend(): void {}
  onattribentity(): void {}
  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onend(): void {}
  onprocessinginstruction(): void {}
  ontextentity(): void {}

  closeLink(): void {
    this.#text.inLink = false;
    const link = this.#link;
    if (link === undefined) return;
    this.#link = undefined;
    link.end = this.#text.length;
    link.wordsAtEnd = this.#text.words;
    link.unseen = fold(link.unseen);
  }

  #start(selfClosing: boolean): void {
    const element = this.#element;
    const open = this.#open;
    const known = element < ELEMENT_COUNT;
    const flags = known ? elementFlags[element]! : 0;
    if (flags & ROOT) {
      if (element === HTML) this.head.addLanguage(this.#value(LANG) || this.#value(XML_LANG));
      return;
    }
    // A block in svg or math means that their end tag is missing.
    if (flags & BLOCK && this.#foreign > 0 && !open.isOpen(FOREIGN_OBJECT))
      while (this.#foreign > 0) this.#end();
    if (known) {
      const ends = elementEnds[element]!;
      if (ends !== 0) while (open.depth > 0 && ends & this.#groupOf(open.top())) this.#end();
    }
    if (flags & BLOCK) this.#text.block();
    if (flags & VOID || (selfClosing && this.#foreign > 0)) {
      if (flags & SPECIAL) this.#void(element);
      return;
    }
    const mark = this.#mark();
    const kept = open.push(element, this.#valueStart[mark]!, this.#valueEnd[mark]!, mark === ID);
    if (flags & SPECIAL) this.#special(element);
    if (!kept) return;
    const at = open.depth - 1;
    if (flags & (DEAD | HIDDEN | FOREIGN | APART | HEADING)) this.#enter(flags, at);
    if (this.#attributes & HIDING && this.#hiddenAt < 0 && this.#isHidden()) this.#hiddenAt = at;
  }

  #enter(flags: number, at: number): void {
    if (flags & (DEAD | HIDDEN) && this.#hiddenAt < 0) this.#hiddenAt = at;
    if (flags & DEAD && this.#deadAt < 0) this.#deadAt = at;
    if (flags & FOREIGN) this.#foreign++;
    if (flags & APART) this.#apart++;
    if (flags & HEADING) this.#headings++;
    this.#text.kind = this.#apart > 0 ? APART_BLOCK : this.#headings > 0 ? HEADING_BLOCK : PLAIN_BLOCK;
  }

  /** Ends the innermost element and says which it was. */
  #end(): number {
    const element = this.#open.pop();
    const at = this.#open.depth;
    if (this.#hiddenAt >= at) this.#hiddenAt = -1;
    if (this.#deadAt >= at) this.#deadAt = -1;
    if (element >= ELEMENT_COUNT) return element;
    const flags = elementFlags[element]!;
    if (flags & BLOCK) this.#text.block();
    if (flags & (FOREIGN | APART | HEADING)) this.#leave(flags);
    if (element === A) this.closeLink();
    else if (element === TITLE) this.#inTitle = false;
    return element;
  }

  #leave(flags: number): void {
    if (flags & FOREIGN) this.#foreign--;
    if (flags & APART) this.#apart--;
    if (flags & HEADING) this.#headings--;
    this.#text.kind = this.#apart > 0 ? APART_BLOCK : this.#headings > 0 ? HEADING_BLOCK : PLAIN_BLOCK;
  }

  #groupOf(element: number): number {
    return element < ELEMENT_COUNT ? elementGroup[element]! : 0;
  }

  #special(element: number): void {
    if (this.#deadAt >= 0) return;
    if (element === A) {
      this.closeLink();
      this.#openLink();
    } else if (element === TITLE) {
      this.#inTitle = this.head.title === undefined;
    } else if (element === IFRAME && this.#hiddenAt < 0 && !this.#isHidden()) {
      this.#addPlaced('iframe', SRC, this.#open.path());
    }
  }

  #void(element: number): void {
    if (element === BR) this.#text.line();
    else if (this.#deadAt >= 0) return;
    else if (element === IMG) {
      if (this.#link !== undefined && (this.#attributes >>> ALT) & 1)
        this.#addUnseen(` ${this.#value(ALT, MAX_LABEL)} `);
    } else if (element === META) this.#meta();
    else if (element === LINK) this.#linkElement();
    else if (element === BASE) this.head.addBase(this.#value(HREF));
    else if (element === AREA) this.#addPlaced('area', HREF, this.#voidPath());
    else if (element === FRAME) this.#addPlaced('frame', SRC, this.#voidPath());
  }

  #openLink(): void {
    const href = this.#href(HREF);
    // The words of a link are link text even where the link itself is refused.
    this.#text.inLink = true;
    if (href === undefined || !this.#links.wants()) return;
    this.#link = this.#sighting('a', href, this.#open.path());
    this.#links.add(this.#link);
  }

  /** A link without text of its own that has a place in the text. */
  #addPlaced(tag: Sighting['tag'], attribute: number, tagPath: string): void {
    const href = this.#href(attribute);
    if (href === undefined || !this.#links.wants()) return;
    const sighting = this.#sighting(tag, href, tagPath);
    if (tag === 'area') sighting.unseen = fold(this.#value(ALT, MAX_LABEL));
    this.#links.add(sighting);
  }

  /** A link that the head has: nothing stands around it. */
  #addHeadLink(tag: 'next' | 'refresh', href: string): void {
    if (!this.#links.wants()) return;
    const sighting = this.#sighting(tag, href, '');
    sighting.start = -1;
    sighting.end = -1;
    this.#links.add(sighting);
  }

  #sighting(tag: Sighting['tag'], href: string, tagPath: string): Sighting {
    const { length, words } = this.#text;
    return {
      href,
      tag,
      nofollow: this.#isNofollow(),
      tagPath,
      start: length,
      end: length,
      wordsAtStart: words,
      wordsAtEnd: words,
      unseen: '',
      label: this.#label(),
    };
  }

  #meta(): void {
    const content = this.#value(CONTENT, MAX_CONTENT);
    if (content === '') return;
    const name = this.#value(NAME, MAX_LABEL) || this.#value(PROPERTY, MAX_LABEL);
    if (name !== '') this.head.addMeta(name.trim().toLowerCase(), content);
    const equivalent = this.#value(HTTP_EQUIV, MAX_LABEL).trim().toLowerCase();
    if (equivalent === 'content-language') this.head.addLanguage(content);
    // A refresh inside noscript would be followed by readers without scripts alone.
    if (equivalent === 'refresh' && this.#hiddenAt < 0) {
      const target = refreshTarget(content);
      if (target !== undefined) this.#addHeadLink('refresh', target);
    }
  }

  #linkElement(): void {
    const rel = this.#value(REL, MAX_LABEL);
    if (rel === '') return;
    const canonical = hasWord(rel, 'canonical');
    if (!canonical && !hasWord(rel, 'next')) return;
    const href = this.#href(HREF);
    if (href === undefined) return;
    if (canonical) this.head.addCanonical(href);
    else this.#addHeadLink('next', href);
  }

  /** The address that an attribute has; undefined for none, for one within the page, for one beyond reason. */
  #href(attribute: number): string | undefined {
    if (((this.#attributes >>> attribute) & 1) === 0) return undefined;
    const start = this.#valueStart[attribute]!;
    const end = this.#valueEnd[attribute]!;
    if (end - start > MAX_HREF) {
      this.#links.refuse(this.#source.slice(start, start + MAX_LABEL), 'too-long');
      return undefined;
    }
    const href = this.#value(attribute).trim();
    return href === '' || href.charCodeAt(0) === 35 ? undefined : href;
  }

  #value(attribute: number, maxLength = MAX_HREF): string {
    if (((this.#attributes >>> attribute) & 1) === 0) return '';
    const start = this.#valueStart[attribute]!;
    const value = this.#source.slice(start, Math.min(this.#valueEnd[attribute]!, start + maxLength));
    return value.includes('&') ? decodeHTMLAttribute(value) : value;
  }

  #label(): string {
    return fold(this.#value(TITLE_ATTRIBUTE, MAX_LABEL) || this.#value(ARIA_LABEL, MAX_LABEL));
  }

  #isNofollow(): boolean {
    return ((this.#attributes >>> REL) & 1) === 1 && hasWord(this.#value(REL, MAX_LABEL), 'nofollow');
  }

  #isHidden(): boolean {
    if ((this.#attributes >>> HIDDEN_ATTRIBUTE) & 1) return true;
    return INVISIBLE.test(this.#value(STYLE, MAX_LABEL));
  }

  #addUnseen(words: string): void {
    const link = this.#link!;
    if (link.unseen.length < MAX_LABEL) link.unseen += words;
  }

  /** The attribute that marks the element in a tag path; 0, whose value is always empty, where there is none. */
  #mark(): number {
    return (this.#attributes >>> ID) & 1 ? ID : (this.#attributes >>> CLASS) & 1 ? CLASS : 0;
  }

  #voidPath(): string {
    const mark = this.#mark();
    const parent = this.#open.path();
    const step = this.#open.step(this.#element, this.#valueStart[mark]!, this.#valueEnd[mark]!, mark === ID);
    return parent === '' ? step : `${parent}/${step}`;
  }
}

/** `5; url='/next'` or `5; /next`; undefined where a page only refreshes itself. */
function refreshTarget(content: string): string | undefined {
  const delay = /^\s*[\d.]*\s*[;,]?\s*/.exec(content)![0].length;
  const rest = content.slice(delay).replace(/^url\s*=\s*/i, '');
  const quote = rest.charAt(0);
  if (quote !== '"' && quote !== "'") return rest.trim() || undefined;
  const end = rest.indexOf(quote, 1);
  return rest.slice(1, end === -1 ? undefined : end).trim() || undefined;
}

function hasWord(list: string, word: string): boolean {
  return list === word || (list.length >= word.length && list.toLowerCase().split(/\s+/).includes(word));
}

function fold(text: string): string {
  return text === '' ? '' : text.replace(/\s+/g, ' ').trim();
}
