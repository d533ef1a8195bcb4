/**
 * Turns the links of a document into the links of a page: resolved, one per target, the rest refused with a reason.
 *
 * A target that is linked twice is one link, at the position of the first. Its anchor has every different text that
 * links there (an image's "Asthma clinic" and the "more" below it say more than either); its context and tag path are
 * those of the occurrence with the longest anchor. It is nofollow only if all of them are. A link into the page itself
 * (`#top`) is not a link.
 */
import { canonicalUrl, type UrlRules } from '../url/url.ts';
import type { Link, RefusedLink } from './page.ts';
import type { VisibleText } from './visible-text.ts';

const WORDS_AROUND = 10;
const MAX_REFUSED = 200;
const MAX_REFUSED_HREF = 200;
/** Longer URLs are not even extracted from the source; `canonicalUrl` has a lower limit. */
export const MAX_HREF = 16_384;
const MAX_ANCHOR = 500;
const MAX_JOINED_ANCHOR = 1000;
const JOINT = ' · ';

/** An occurrence of a link in the document. */
export interface Sighting {
  href: string;
  tag: Link['tag'];
  nofollow: boolean;
  tagPath: string;
  /** The position of its own text in the visible text, and the number of words before its start and end. */
  start: number;
  end: number;
  wordsAtStart: number;
  wordsAtEnd: number;
  /** Text that is not visible: alt texts of images, the text of a hidden link. */
  unseen: string;
  /** Its name if it has no text: title or aria-label, as written. */
  label: string;
}

export class LinkCollector {
  readonly #sightings: Sighting[] = [];
  readonly #refused: RefusedLink[] = [];
  readonly #maxLinks: number;
  #leftOut = 0;

  constructor(maxLinks: number) {
    this.#maxLinks = maxLinks;
  }

  /** False if there are too many already, so that no work is spent on the rest. */
  wants(): boolean {
    if (this.#sightings.length < this.#maxLinks * 4) return true;
    this.#leftOut++;
    return false;
  }

  add(sighting: Sighting): void {
    this.#sightings.push(sighting);
  }

  /** A link without a position in the text; `label` is its name, if it has one. */
  addSilent(href: string, tag: Link['tag'], label = '', nofollow = false): void {
    this.add({
      href,
      tag,
      nofollow,
      tagPath: '',
      start: -1,
      end: -1,
      wordsAtStart: 0,
      wordsAtEnd: 0,
      unseen: '',
      label,
    });
  }

  refuse(href: string, reason: string): void {
    if (this.#refused.length >= MAX_REFUSED) return;
    this.#refused.push({ href: href.slice(0, MAX_REFUSED_HREF), reason });
  }

  finish(
    base: string,
    rules: UrlRules | undefined,
    text: VisibleText,
    flat: string,
  ): { links: Link[]; refusedLinks: RefusedLink[] } {
    const links: Link[] = [];
    const places = new Map<string, number>();
    const longest: number[] = [];
    for (const sighting of this.#sightings) {
      if (links.length >= this.#maxLinks) {
        this.#leftOut++;
        continue;
      }
      const target = canonicalUrl(sighting.href, base, rules);
      if (!target.ok) {
        this.refuse(sighting.href, target.reason);
        continue;
      }
      const anchor = anchorOf(sighting, flat);
      const place = places.get(target.url);
      if (place === undefined) {
        places.set(target.url, links.length);
        longest.push(anchor.length);
        links.push(linkOf(sighting, target.url, anchor, links.length, text, flat));
      } else {
        merge(links[place]!, longest, sighting, anchor, text, flat);
      }
    }
    if (this.#leftOut > 0) {
      // Put first, so that it is never the entry that is cut off.
      this.#refused.unshift({ href: '', reason: `too-many-links: ${this.#leftOut} more` });
    }
    return { links, refusedLinks: this.#refused };
  }
}

function anchorOf(sighting: Sighting, flat: string): string {
  const { unseen } = sighting;
  let own = '';
  if (sighting.end > sighting.start) {
    const start = sighting.start + (flat.charCodeAt(sighting.start) === 32 ? 1 : 0);
    own = flat.slice(start, Math.min(sighting.end, start + MAX_ANCHOR)).trimEnd();
  }
  if (unseen !== '') own = own === '' ? unseen : own.includes(unseen) ? own : `${own} ${unseen}`;
  return own === '' ? fold(sighting.label) : own;
}

export function fold(text: string): string {
  return text === '' ? '' : text.replace(/\s+/g, ' ').trim();
}

function linkOf(
  sighting: Sighting,
  url: string,
  anchor: string,
  position: number,
  text: VisibleText,
  flat: string,
): Link {
  return {
    url,
    anchor,
    before: wordsBefore(sighting, text, flat),
    after: wordsAfter(sighting, text, flat),
    tag: sighting.tag,
    tagPath: sighting.tagPath,
    position,
    occurrences: 1,
    nofollow: sighting.nofollow,
  };
}

function merge(
  link: Link,
  longest: number[],
  sighting: Sighting,
  anchor: string,
  text: VisibleText,
  flat: string,
): void {
  link.occurrences += 1;
  if (!sighting.nofollow) link.nofollow = false;
  if (anchor === '') return;
  if (anchor.length > longest[link.position]!) {
    longest[link.position] = anchor.length;
    link.before = wordsBefore(sighting, text, flat);
    link.after = wordsAfter(sighting, text, flat);
    link.tagPath = sighting.tagPath;
    link.tag = sighting.tag;
  }
  if (link.anchor === '') link.anchor = anchor;
  else if (link.anchor.length + anchor.length < MAX_JOINED_ANCHOR && !hasPart(link.anchor, anchor)) {
    link.anchor += JOINT + anchor;
  }
}

function hasPart(joined: string, part: string): boolean {
  if (joined === part) return true;
  return joined.includes(part) && joined.split(JOINT).includes(part);
}

function wordsBefore(sighting: Sighting, text: VisibleText, flat: string): string {
  if (sighting.start < 0) return '';
  return flat.slice(text.startBefore(sighting.start, sighting.wordsAtStart, WORDS_AROUND), sighting.start);
}

function wordsAfter(sighting: Sighting, text: VisibleText, flat: string): string {
  if (sighting.end < 0) return '';
  const start = text.startAfter(sighting.end);
  return flat.slice(start, text.endAfter(start, sighting.wordsAtEnd, WORDS_AROUND));
}
