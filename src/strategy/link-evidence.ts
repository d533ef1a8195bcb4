/**
 * What a page says about each of its links, for a link model: how the judge sees the anchor and the words around it, how
 * much of the anchor is keywords, what the address promises, in which part of the page the link stands, and its words as
 * hashed features. Measured where the page is read; the loop gets a few numbers and a short string a link.
 */
import type { Judge } from '../judge/judge.ts';
import { addressFeatures } from '../learn/features/address-features.ts';
import { HashedFeatures } from '../learn/hashed-features.ts';
import type { Page } from '../page/page.ts';
import { ownString } from '../text/tokens.ts';
import { packFeatures } from './link-words.ts';

/** 65,536 features. */
export const hashBits = 16;
const hashed = new HashedFeatures(hashBits);

export interface LinkEvidence {
  /** Of each link: −1 … 1, above 0 if the judge likes the anchor, or the anchor with its context. */
  anchors: Float32Array;
  contexts: Float32Array;
  /** The share of the anchor's words that are words of keywords. */
  keywords: Float32Array;
  /** −1 … 1: what the address promises. */
  addresses: Float32Array;
  /** A number for the place of the link on the page: links in the same list share it. */
  groups: Uint32Array;
  /** Packed features of each link, separated by spaces: of its anchor, the words around it, its place, its address. */
  words: string;
}

export interface LinkExpectations {
  /** The stem of a word, if it is one of a keyword. */
  isKeyword(word: string): boolean;
  addressScore(url: string): number;
}

export function linkEvidence(judge: Judge, expects: LinkExpectations): (page: Page) => LinkEvidence {
  // A judge without an opinion on short texts likes all of them equally.
  const score = judge.scoreText === undefined ? () => 0 : (text: string) => judge.scoreText!(text);
  const neutral = score('');
  const liking = (text: string): number =>
    text === '' ? 0 : Math.max(-1, Math.min(1, 2 * (score(text) - neutral)));
  // Menus repeat on every page of a site.
  const anchorOf = remembered((anchor) => ({
    liked: thousandths(liking(anchor)),
    keywords: thousandths(keywordShare(anchor, expects)),
    packed: packFeatures(hashed.words('anchor', anchor, 20).vector().indices),
  }));
  const addressOf = remembered((url) => ({
    promise: thousandths(expects.addressScore(url)),
    packed: packedAddress(url),
  }));
  const placeOf = remembered((tagPath) => {
    const place = ancestors(tagPath);
    const group = hashed.token('place', place.join('/')).vector().indices[0]!;
    for (const element of place) hashed.token('place of', element);
    return { group, packed: packFeatures(hashed.vector().indices) };
  });
  return ({ links }) => {
    const { length } = links;
    const evidence: LinkEvidence = {
      anchors: new Float32Array(length),
      contexts: new Float32Array(length),
      keywords: new Float32Array(length),
      addresses: new Float32Array(length),
      groups: new Uint32Array(length),
      words: '',
    };
    const words: string[] = [];
    for (const [i, { anchor, before, after, url, tagPath }] of links.entries()) {
      const own = anchorOf(anchor);
      const address = addressOf(url);
      const place = placeOf(tagPath);
      evidence.anchors[i] = own.liked;
      evidence.contexts[i] = thousandths(liking(`${before} ${anchor} ${after}`.trim()));
      evidence.keywords[i] = own.keywords;
      evidence.addresses[i] = address.promise;
      evidence.groups[i] = place.group;
      const around = hashed.words('around', before, 10).words('around', after, 10).vector().indices;
      words.push(`${own.packed},${packFeatures(around)},${place.packed},${address.packed}`);
    }
    evidence.words = words.join(' ');
    return evidence;
  };
}

/** A function that remembers what it made of the texts it met lately. */
function remembered<T>(make: (text: string) => T): (text: string) => T {
  const made = new Map<string, T>();
  return (text) => {
    const known = made.get(text);
    if (known !== undefined) return known;
    if (made.size >= mostRemembered) made.clear();
    const fresh = make(text);
    made.set(ownString(text), fresh);
    return fresh;
  };
}
const mostRemembered = 5000;

/** Of the address alone, for entries of sitemaps. */
export function packedAddress(url: string): string {
  for (const feature of addressFeatures(url)) hashed.token('address', feature);
  return packFeatures(hashed.vector().indices);
}

/** The hashed feature of one word of an anchor, or of one feature of an address. */
export const featureOfWord = (word: string): number | undefined =>
  hashed.words('anchor', word, 1).vector().indices[0];
export const featureOfAddress = (feature: string): number =>
  hashed.token('address', feature).vector().indices[0]!;

/** The three nearest elements around the link, nearest first. */
function ancestors(tagPath: string): string[] {
  const path = tagPath.split('/');
  if (path.at(-1) === 'a') path.pop();
  return path.slice(-3).reverse();
}

function keywordShare(anchor: string, { isKeyword }: LinkExpectations): number {
  const all = anchor.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  let words = 0;
  let found = 0;
  for (const word of all) {
    if (word === '') continue;
    words += 1;
    if (isKeyword(word)) found += 1;
  }
  return words === 0 ? 0 : found / words;
}

const thousandths = (value: number): number => Math.round(1000 * value) / 1000;
