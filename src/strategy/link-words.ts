/**
 * The words of a link as hashed features: its anchor, the words around it and its URL, with separate features per
 * field. Computed where the page is read; the loop gets the features of all links in one array. A waiting link stores
 * its features as a short string, three characters per feature.
 */
import { HashedFeatures } from '../learn/hashed-features.ts';
import type { Page } from '../page/page.ts';

/** 65,536 features: the learner's saved state is one megabyte. */
const bits = 16;
const hashed = new HashedFeatures(bits);

/** Position of the page's score among the features of its links. */
export const pageFeature = hashed.value('page', 1).vector().indices[0]!;

export interface LinkWords {
  /** Of all links, concatenated, rising within each. */
  features: Uint32Array;
  /** Where the features of each link start, followed by the end of the last. */
  starts: Uint32Array;
}

export function linkWords(page: Page): LinkWords {
  const all: Uint32Array[] = [];
  const starts = new Uint32Array(page.links.length + 1);
  for (const [i, { anchor, before, after, url }] of page.links.entries()) {
    const features = wordsOf(anchor, before, after, url);
    all.push(features);
    starts[i + 1] = starts[i]! + features.length;
  }
  const features = new Uint32Array(starts[page.links.length]!);
  for (const [i, one] of all.entries()) features.set(one, starts[i]!);
  return { features, starts };
}

/** Including `pageFeature`. */
export function wordsOf(anchor: string, before: string, after: string, url: string): Uint32Array {
  return hashed
    .words('anchor', anchor, 20)
    .words('around', before, 10)
    .words('around', after, 10)
    .words('address', url, 24)
    .value('page', 1)
    .vector().indices;
}

/** Numbers below 2^18 as three characters each that JSON does not escape. */
export function packFeatures(features: Uint32Array): string {
  const bytes = Buffer.allocUnsafe(3 * features.length);
  for (let i = 0; i < features.length; i++) {
    const feature = features[i]!;
    bytes[3 * i] = digits[feature >>> 12]!;
    bytes[3 * i + 1] = digits[(feature >>> 6) & 63]!;
    bytes[3 * i + 2] = digits[feature & 63]!;
  }
  return bytes.toString('latin1');
}

/** Copies packed features: a slice would keep those of all links of its page in memory. */
export const ownFeatures = (packed: string): string => Buffer.from(packed, 'latin1').toString('latin1');

export function unpackFeatures(text: string): Uint32Array {
  const features = new Uint32Array(text.length / 3);
  for (let i = 0; i < features.length; i++) features[i] = featureAt(text, 3 * i);
  return features;
}

/** The packed feature whose three characters start there. */
export function featureAt(text: string, at: number): number {
  const high = valueOfDigit[text.charCodeAt(at)]!;
  const middle = valueOfDigit[text.charCodeAt(at + 1)]!;
  return (high << 12) | (middle << 6) | valueOfDigit[text.charCodeAt(at + 2)]!;
}

const digits = Buffer.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_');
const valueOfDigit = new Uint8Array(128);
for (const [value, code] of digits.entries()) valueOfDigit[code] = value;
