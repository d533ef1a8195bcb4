/**
 * The words of a page, its title and its address as one vector for a linear model, each part of unit length, the title at
 * half weight, the address at less than a third. All are binary, but words of the text may count by where they first come:
 * a page says early what it is about, and a judge with few examples has to see that at once.
 */
import { TextCounter } from '../text/text-counter.ts';
import type { SparseVector } from '../text/vectors.ts';
import { Vocabulary } from '../text/vocabulary.ts';
import type { PageEvidence } from './page-evidence.ts';

const titleWeight = 0.5;
const addressWeight = 0.3;

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
  readonly #text: Vocabulary;
  readonly #title: Vocabulary;
  readonly #address: Vocabulary;
  readonly #starts: { title: number; address: number };
  readonly #counter: TextCounter;

  constructor(space: TextSpace) {
    this.#space = space;
    this.#text = vocabularyOf(space.text);
    this.#title = vocabularyOf(space.title);
    this.#address = vocabularyOf(space.address);
    this.#starts = { title: space.text.length, address: space.text.length + space.title.length };
    this.#counter = new TextCounter(this.#text, { language: space.language, stem: 'full' });
  }

  get size(): number {
    return this.#starts.address + this.#space.address.length;
  }

  /** `terms`: those of its text, if they are at hand. */
  ofEvidence({ text, title, address }: PageEvidence, terms: readonly string[] = split(text)): SparseVector {
    return this.#joined(
      this.#space.early ? this.#byPlace(terms) : binary(terms, this.#text),
      binary(split(title), this.#title),
      binary(split(address), this.#address),
    );
  }

  /** Of unit length with the words that are not known. */
  #byPlace(terms: readonly string[]): SparseVector {
    const read = Math.min(terms.length, mostPlaces);
    const found = new Float64Array(read);
    let known = 0;
    for (let place = 0; place < read; place++) {
      const number = this.#text.number(terms[place]!);
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
    return unitBinary(this.#counter.count(text).indices);
  }

  /** In words: "owl", "owl in the title", "path:birds in the address". */
  nameOf(feature: number): string {
    const { text, title, address } = this.#space;
    if (feature < this.#starts.title) return text[feature]!;
    if (feature < this.#starts.address) return `${title[feature - this.#starts.title]} in the title`;
    return `${address[feature - this.#starts.address]} in the address`;
  }

  #joined(text: SparseVector, title: SparseVector, address: SparseVector): SparseVector {
    const indices = new Uint32Array(text.indices.length + title.indices.length + address.indices.length);
    const values = new Float64Array(indices.length);
    indices.set(text.indices);
    values.set(text.values);
    let at = text.indices.length;
    for (let i = 0; i < title.indices.length; i++, at++) {
      indices[at] = this.#starts.title + title.indices[i]!;
      values[at] = titleWeight * title.values[i]!;
    }
    for (let i = 0; i < address.indices.length; i++, at++) {
      indices[at] = this.#starts.address + address.indices[i]!;
      values[at] = addressWeight * address.values[i]!;
    }
    return { indices, values };
  }
}

export function productOf(weights: Float64Array, { indices, values }: SparseVector): number {
  let sum = 0;
  for (let i = 0; i < indices.length; i++) sum += weights[indices[i]!]! * values[i]!;
  return sum;
}

function vocabularyOf(terms: readonly string[]): Vocabulary {
  const vocabulary = new Vocabulary();
  vocabulary.learn(terms);
  return vocabulary;
}

/** The terms are distinct. */
function binary(terms: readonly string[], vocabulary: Vocabulary): SparseVector {
  const found: number[] = [];
  for (const term of terms) {
    const number = vocabulary.number(term);
    if (number !== undefined) found.push(number);
  }
  return unitBinary(Uint32Array.from(found).sort());
}

function unitBinary(indices: Uint32Array): SparseVector {
  return { indices, values: new Float64Array(indices.length).fill(1 / Math.sqrt(indices.length)) };
}

const split = (terms: string): string[] => (terms === '' ? [] : terms.split(' '));
const mostTerms = 20_000;
