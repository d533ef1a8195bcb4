/**
 * The words of a page, its title and its address as one vector for a linear model, each part of unit length, the title at
 * half weight, the address at less than a third. All are binary, but words of the text may count by where they first come:
 * a page says early what it is about, and a judge with few examples has to see that at once.
 */
import { Vectoriser } from '../learn/vectoriser.ts';
import { emptyVector, type SparseVector } from '../text/vectors.ts';
import { Vocabulary } from '../text/vocabulary.ts';
import type { PageEvidence } from './page-evidence.ts';

export const titleWeight = 0.5;
export const addressWeight = 0.3;

/** What a word counts that comes after this many others: 1 for the first, a half for the 51st. */
export const placeWeight = (place: number): number => halfPlace / (halfPlace + place);
const halfPlace = 50;

/** Pages have fewer distinct words. */
const mostPlaces = 4096;
const placeWeights = Float64Array.from({ length: mostPlaces }, (_, place) => placeWeight(place));
/** Of the vectors of a text by its number of words. */
const lengths = new Float64Array(mostPlaces + 1);
for (let place = 0; place < mostPlaces; place++)
  lengths[place + 1] = Math.sqrt(lengths[place]! ** 2 + placeWeights[place]! ** 2);

/** Plain JSON: the terms of each part, in the order of their features. */
export interface TextSpace {
  language: string;
  text: string[];
  title: string[];
  address: string[];
  /** Early words of the text count more. */
  early?: boolean | undefined;
}

export function textSpace(pages: readonly PageEvidence[], language: string, early = false): TextSpace {
  const terms = (part: 'text' | 'title' | 'address', least: number): string[] => {
    const counts = new Map<string, number>();
    for (const page of pages)
      for (const term of split(page[part])) counts.set(term, (counts.get(term) ?? 0) + 1);
    const kept = [...counts].filter(([, count]) => count >= least);
    return kept
      .sort(([, a], [, b]) => b - a)
      .slice(0, mostTerms)
      .map(([term]) => term);
  };
  const least = Math.min(2, pages.length);
  return {
    language,
    text: terms('text', least),
    title: terms('title', 1),
    address: terms('address', 1),
    ...(early ? { early } : {}),
  };
}

export class TextVectors {
  readonly #space: TextSpace;
  readonly #text: Vectoriser | undefined;
  readonly #title: Vectoriser | undefined;
  readonly #address: ReadonlyMap<string, number>;
  readonly #starts: { title: number; address: number };

  constructor(space: TextSpace) {
    this.#space = space;
    this.#text = vectoriser(space.text, space.language);
    this.#title = vectoriser(space.title, space.language);
    this.#address = new Map(space.address.map((term, i) => [term, i]));
    this.#starts = { title: space.text.length, address: space.text.length + space.title.length };
  }

  get size(): number {
    return this.#starts.address + this.#space.address.length;
  }

  ofEvidence({ text, title, address }: PageEvidence): SparseVector {
    const binary = (part: Vectoriser | undefined, terms: readonly string[]): SparseVector =>
      part?.weighed(part.vocabulary.counts(terms, false)) ?? emptyVector;
    return this.#joined(
      this.#space.early ? this.#byPlace(split(text)) : binary(this.#text, split(text)),
      binary(this.#title, split(title)),
      split(address),
    );
  }

  /** Of unit length with the words that are not known. */
  #byPlace(terms: readonly string[]): SparseVector {
    if (this.#text === undefined) return emptyVector;
    const { vocabulary } = this.#text;
    const read = Math.min(terms.length, mostPlaces);
    const found = new Float64Array(read);
    let known = 0;
    for (let place = 0; place < read; place++) {
      const number = vocabulary.number(terms[place]!);
      // Feature and place in one number: these are sorted several times faster than pairs.
      if (number !== undefined) found[known++] = number * mostPlaces + place;
    }
    const sorted = found.subarray(0, known).sort();
    const length = lengths[read]!;
    return {
      indices: Uint32Array.from(sorted, (one) => Math.floor(one / mostPlaces)),
      values: Float64Array.from(sorted, (one) => placeWeights[one % mostPlaces]! / length),
    };
  }

  /** A short text such as an anchor: its words alone. */
  ofText(text: string): SparseVector {
    return this.#text?.vector(text) ?? emptyVector;
  }

  /** In words: "owl", "owl in the title", "path:birds in the address". */
  nameOf(feature: number): string {
    const { text, title, address } = this.#space;
    if (feature < this.#starts.title) return text[feature]!;
    if (feature < this.#starts.address) return `${title[feature - this.#starts.title]} in the title`;
    return `${address[feature - this.#starts.address]} in the address`;
  }

  #joined(text: SparseVector, title: SparseVector, address: readonly string[]): SparseVector {
    const found = address.flatMap((term) => this.#address.get(term) ?? []).sort((a, b) => a - b);
    const indices = new Uint32Array(text.indices.length + title.indices.length + found.length);
    const values = new Float64Array(indices.length);
    indices.set(text.indices);
    values.set(text.values);
    let at = text.indices.length;
    for (let i = 0; i < title.indices.length; i++, at++) {
      indices[at] = this.#starts.title + title.indices[i]!;
      values[at] = titleWeight * title.values[i]!;
    }
    for (const feature of found) {
      indices[at] = this.#starts.address + feature;
      values[at++] = addressWeight / Math.sqrt(found.length);
    }
    return { indices, values };
  }
}

/** Undefined without any term. */
function vectoriser(terms: readonly string[], language: string): Vectoriser | undefined {
  if (terms.length === 0) return undefined;
  const vocabulary = new Vocabulary();
  vocabulary.learn(terms);
  return Vectoriser.of(vocabulary, { language, stem: 'full', weighting: 'binary', unitLength: true });
}

const split = (terms: string): string[] => (terms === '' ? [] : terms.split(' '));
const mostTerms = 20_000;
