/**
 * Reads an HTML document in one pass of htmlparser2's tokenizer, without a tree: the visible text, the links with their
 * positions in it, and the metadata of the head. It uses the tokenizer and not the parser above it, because that one
 * takes time quadratic in the nesting depth, and copies every name and attribute, of which we need few.
 *
 * What does not count: the text of script, style, template, svg, form controls, noscript, and of elements hidden by
 * attribute or inline style. Links in noscript and in hidden elements do count, with their text: menus that open on a
 * click are built this way.
 */
import { decodeHTML } from 'entities/decode';
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import {
  APART,
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
import type { HeadReader } from './head.ts';
import { fold, type LinkCollector, MAX_HREF, type Sighting } from './links.ts';
import type { Marks } from './markdown/marks.ts';
import { OpenElements } from './open-elements.ts';
import {
  ALT,
  CONTENT,
  HREF,
  HREFLANG,
  HTTP_EQUIV,
  hasWord,
  ID,
  ITEMPROP,
  LANG,
  MAX_LABEL,
  NAME,
  PROPERTY,
  REL,
  SRC,
  StartTag,
  TYPE,
  XML_LANG,
} from './start-tag.ts';
import { APART_BLOCK, HEADING_BLOCK, PLAIN_BLOCK, type VisibleText } from './visible-text.ts';

/** `marks`: where links and code are, if somebody wants to know. */
export function readHtml(
  text: VisibleText,
  links: LinkCollector,
  head: HeadReader,
  marks: Marks | undefined,
): void {
  const reader = new HtmlReader(text, links, head, marks);
  const tokenizer = new Tokenizer({ decodeEntities: false }, reader);
  tokenizer.write(text.source);
  tokenizer.end();
  reader.closeLink();
}

const A = elementNumber('a');
const AREA = elementNumber('area');
const BASE = elementNumber('base');
const BR = elementNumber('br');
const CODE = elementNumber('code');
const FOREIGN_OBJECT = elementNumber('foreignobject');
const FRAME = elementNumber('frame');
const HTML = elementNumber('html');
const IFRAME = elementNumber('iframe');
const IMG = elementNumber('img');
const LINK = elementNumber('link');
const META = elementNumber('meta');
const P = elementNumber('p');
const PRE = elementNumber('pre');
const SCRIPT = elementNumber('script');
const TITLE = elementNumber('title');

const MAX_CONTENT = 10_000;
const HASH = 35;
const FEED = /^\s*application\/(?:rss|atom)\+xml/i;
const OTHER_SCHEME = /^\s*(?!https?:)[a-z][a-z0-9+.-]*:/i;

class HtmlReader implements TokenizerCallbacks {
  readonly #head: HeadReader;
  readonly #source: string;
  readonly #text: VisibleText;
  readonly #links: LinkCollector;
  readonly #open: OpenElements;
  readonly #tag: StartTag;
  readonly #marks: Marks | undefined;
  /** The depth of the outermost element whose text (or whose links) do not count, -1 if there is none. */
  #hiddenAt = -1;
  #deadAt = -1;
  #foreign = 0;
  #apart = 0;
  #headings = 0;
  #inTitle = false;
  /** In a script of JSON-LD: before its text, in it, or not at all. */
  #jsonLd: 'start' | 'text' | undefined;
  #link: Sighting | undefined;

  constructor(text: VisibleText, links: LinkCollector, head: HeadReader, marks: Marks | undefined) {
    this.#source = text.source;
    this.#text = text;
    this.#links = links;
    this.#open = new OpenElements(text.source, text.sourceUnits);
    this.#tag = new StartTag(text.source, text.sourceUnits);
    this.#head = head;
    this.#marks = marks;
  }

  onopentagname(start: number, end: number): void {
    this.#tag.begin(this.#open.numberOf(start, end));
  }

  onattribname(start: number, end: number): void {
    this.#tag.addAttribute(start, end);
  }

  onattribdata(start: number, end: number): void {
    this.#tag.addValue(start, end);
  }

  onopentagend(): void {
    this.#start(false);
  }

  onselfclosingtag(): void {
    this.#start(true);
  }

  ontext(start: number, end: number): void {
    // The tokenizer's report of a tag at the end of the document.
    if (start < 0) return;
    if (this.#hiddenAt < 0) {
      this.#text.write(start, end, true);
      if (!this.#text.cut) this.#marks?.text(this.#source, start, end);
    } else if (this.#inTitle)
      this.#head.addTitle(decodeHTML(this.#source.slice(start, Math.min(end, start + MAX_CONTENT))));
    else if (this.#jsonLd !== undefined) {
      this.#head.about.addJsonLd(this.#source.slice(start, end), this.#jsonLd === 'start');
      this.#jsonLd = 'text';
    } else if (this.#link !== undefined && this.#deadAt < 0)
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

  /** Called by the tokenizer: inside svg and math, title and style are ordinary elements. */
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
    this.#marks?.closeLink(this.#text.length);
    const link = this.#link;
    if (link === undefined) return;
    this.#link = undefined;
    link.end = this.#text.length;
    link.wordsAtEnd = this.#text.words;
    link.unseen = fold(link.unseen);
  }

  #start(selfClosing: boolean): void {
    const tag = this.#tag;
    const { element } = tag;
    const open = this.#open;
    const known = element < ELEMENT_COUNT;
    const flags = known ? elementFlags[element]! : 0;
    if (flags & ROOT) {
      if (element === HTML)
        this.#head.addLanguage(tag.value(LANG, MAX_LABEL) || tag.value(XML_LANG, MAX_LABEL));
      return;
    }
    // A block in svg or math means that their end tag is missing.
    if (flags & BLOCK && this.#foreign > 0 && !open.isOpen(FOREIGN_OBJECT))
      while (this.#foreign > 0) this.#end();
    if (known) {
      const ends = elementEnds[element]!;
      if (ends !== 0) while (open.depth > 0 && ends & this.#groupOf(open.top())) this.#end();
    }
    if (flags & BLOCK) {
      this.#text.block();
      this.#marks?.line(false);
    }
    if (flags & VOID || (selfClosing && this.#foreign > 0)) {
      if (flags & SPECIAL) this.#void(element);
      return;
    }
    const mark = tag.mark();
    const kept = open.push(element, tag.startOf(mark), tag.endOf(mark), mark === ID);
    if (flags & SPECIAL) this.#special(element);
    if (!kept) return;
    if (flags & BLOCK) this.#text.containers.open(element, tag.hint());
    if (element === PRE) this.#marks?.openPreformatted(this.#text.containers.current);
    else if (element === CODE) this.#marks?.openCode(this.#text.length);
    const at = open.depth - 1;
    if (flags & (DEAD | HIDDEN | FOREIGN | APART | HEADING)) this.#enter(flags, at);
    if (this.#hiddenAt < 0 && tag.isHidden()) this.#hiddenAt = at;
  }

  #enter(flags: number, at: number): void {
    if (flags & (DEAD | HIDDEN) && this.#hiddenAt < 0) this.#hiddenAt = at;
    if (flags & DEAD && this.#deadAt < 0) this.#deadAt = at;
    if (flags & FOREIGN) this.#foreign++;
    if (flags & APART) this.#apart++;
    if (flags & HEADING) this.#headings++;
    this.#text.kind = this.#apart > 0 ? APART_BLOCK : this.#headings > 0 ? HEADING_BLOCK : PLAIN_BLOCK;
  }

  /** Closes the innermost element and returns it. */
  #end(): number {
    const element = this.#open.pop();
    const at = this.#open.depth;
    if (this.#hiddenAt >= at) this.#hiddenAt = -1;
    if (this.#deadAt >= at) this.#deadAt = -1;
    if (element >= ELEMENT_COUNT) return element;
    const flags = elementFlags[element]!;
    if (flags & BLOCK) {
      this.#text.block();
      this.#text.containers.close();
      this.#marks?.line(false);
    }
    if (flags & (FOREIGN | APART | HEADING)) this.#leave(flags);
    if (element === A) this.closeLink();
    else if (element === TITLE) this.#inTitle = false;
    else if (element === SCRIPT) this.#jsonLd = undefined;
    else if (element === CODE) this.#marks?.closeCode(this.#text.length);
    else if (element === PRE) this.#marks?.closePreformatted();
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
      this.#inTitle = this.#head.title === undefined;
    } else if (element === SCRIPT) {
      const type = this.#tag.value(TYPE, MAX_LABEL).trim().toLowerCase();
      this.#jsonLd = type === 'application/ld+json' ? 'start' : undefined;
    } else if (element === IFRAME && this.#hiddenAt < 0 && !this.#tag.isHidden()) {
      this.#addPlaced('iframe', SRC, this.#open.path());
    }
  }

  #void(element: number): void {
    if (element === BR) {
      this.#text.line();
      this.#marks?.line(true);
    } else if (this.#deadAt >= 0) return;
    else if (element === IMG) {
      if (this.#link !== undefined && this.#tag.has(ALT))
        this.#addUnseen(` ${this.#tag.value(ALT, MAX_LABEL)} `);
    } else if (element === META) this.#meta();
    else if (element === LINK) this.#linkElement();
    else if (element === BASE) this.#head.addBase(this.#tag.value(HREF, MAX_HREF));
    else if (element === AREA) this.#addPlaced('area', HREF, this.#voidPath());
    else if (element === FRAME) this.#addPlaced('frame', SRC, this.#voidPath());
  }

  #openLink(): void {
    if (!this.#tag.has(HREF)) return;
    // The words of a link are link text even if the link itself is refused.
    this.#text.inLink = true;
    const href = this.#href(HREF);
    if (href !== undefined) this.#marks?.openLink(this.#text.length, href);
    if (href === undefined || !this.#links.wants()) return;
    this.#link = this.#sighting('a', href, this.#open.path());
    this.#links.add(this.#link);
  }

  /** A link without text of its own that has a position in the text. */
  #addPlaced(tag: Sighting['tag'], attribute: number, tagPath: string): void {
    const href = this.#href(attribute);
    if (href === undefined || !this.#links.wants()) return;
    const sighting = this.#sighting(tag, href, tagPath);
    if (tag === 'area') sighting.unseen = fold(this.#tag.value(ALT, MAX_LABEL));
    this.#links.add(sighting);
  }

  /** A link in the head: it has no context. */
  #addHeadLink(tag: 'next' | 'refresh' | 'alternate', href: string): void {
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
      nofollow: this.#tag.isNofollow(),
      tagPath,
      start: length,
      end: length,
      wordsAtStart: words,
      wordsAtEnd: words,
      unseen: '',
      label: this.#tag.label(),
    };
  }

  #meta(): void {
    const content = this.#tag.value(CONTENT, MAX_CONTENT);
    if (content === '') return;
    const name =
      this.#tag.value(NAME, MAX_LABEL) ||
      this.#tag.value(PROPERTY, MAX_LABEL) ||
      this.#tag.value(ITEMPROP, MAX_LABEL);
    if (name !== '') this.#head.addMeta(name.trim().toLowerCase(), content);
    const equivalent = this.#tag.value(HTTP_EQUIV, MAX_LABEL).trim().toLowerCase();
    if (equivalent === 'content-language') this.#head.addLanguage(content);
    // A refresh inside noscript would only be followed by readers without scripts.
    if (equivalent === 'refresh' && this.#hiddenAt < 0) {
      const target = refreshTarget(content);
      if (target !== undefined) this.#addHeadLink('refresh', target);
    }
  }

  #linkElement(): void {
    const rel = this.#tag.value(REL, MAX_LABEL);
    if (rel === '') return;
    const canonical = hasWord(rel, 'canonical');
    const isNext = hasWord(rel, 'next');
    const isAlternate = !canonical && !isNext && hasWord(rel, 'alternate');
    if (!canonical && !isNext && !isAlternate) return;
    const href = this.#href(HREF);
    if (href === undefined) return;
    if (canonical) this.#head.addCanonical(href);
    else if (isNext) this.#addHeadLink('next', href);
    else if (FEED.test(this.#tag.value(TYPE, MAX_LABEL))) this.#head.addFeed(href);
    else if (this.#head.isBetter(this.#tag.value(HREFLANG, MAX_LABEL))) this.#addHeadLink('alternate', href);
  }

  /** The URL in an attribute; undefined if there is none, if it points into the page, or if it is too long. */
  #href(attribute: number): string | undefined {
    const tag = this.#tag;
    if (!tag.has(attribute)) return undefined;
    if (tag.endOf(attribute) - tag.startOf(attribute) > MAX_HREF) {
      const start = tag.value(attribute, MAX_LABEL);
      this.#links.refuse(start, OTHER_SCHEME.test(start) ? 'scheme' : 'too-long');
      return undefined;
    }
    const href = tag.value(attribute, MAX_HREF).trim();
    return href === '' || href.charCodeAt(0) === HASH ? undefined : href;
  }

  #addUnseen(words: string): void {
    const link = this.#link!;
    if (link.unseen.length < MAX_LABEL) link.unseen += words;
  }

  /** The path of an element that is not kept open. */
  #voidPath(): string {
    const tag = this.#tag;
    const mark = tag.mark();
    const kept = this.#open.push(tag.element, tag.startOf(mark), tag.endOf(mark), mark === ID);
    const path = this.#open.path();
    if (kept) this.#open.pop();
    else this.#open.popTooDeep();
    return path;
  }
}

/** `5; url='/next'` or `5; /next`; undefined if a page only refreshes itself. */
function refreshTarget(content: string): string | undefined {
  const delay = /^\s*[\d.]*\s*[;,]?\s*/.exec(content)![0].length;
  const rest = content.slice(delay).replace(/^url\s*=\s*/i, '');
  const quote = rest.charAt(0);
  if (quote !== '"' && quote !== "'") return rest.trim() || undefined;
  const end = rest.indexOf(quote, 1);
  return rest.slice(1, end === -1 ? undefined : end).trim() || undefined;
}
