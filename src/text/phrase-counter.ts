/**
 * Counts words and phrases in a text in one pass. Text and phrases are normalised alike (lower case, no accents, no
 * stop words, singular), so "add to" is found as "add" and "Exams" as "exam". Every occurrence of a phrase counts, even
 * if it overlaps another or is part of a longer one.
 */
import type { Stemming } from './stem.ts';
import { type TermReader, termReader } from './terms.ts';

export interface PhraseForm {
  /** ISO 639-1; default English. */
  language?: string | undefined;
  /** How words are compared; default `plural`. */
  stem?: Stemming | undefined;
}

/** The normal form of a text and of the phrases searched for in it. */
export function phraseForm({ language = 'en', stem = 'plural' }: PhraseForm): TermReader {
  return termReader({ language, stem, fold: true, numbers: true });
}

export class PhraseCounter {
  readonly #start = new Map<string, Node>();
  readonly #size: number;

  /** Phrases as lists of terms, counted by index; an empty phrase is never found. */
  constructor(phrases: readonly (readonly string[])[]) {
    this.#size = phrases.length;
    for (const [place, phrase] of phrases.entries()) {
      let nodes = this.#start;
      let node: Node | undefined;
      for (const term of phrase) {
        node = nodes.get(term);
        if (node === undefined) {
          node = { next: undefined, ends: undefined };
          nodes.set(term, node);
        }
        node.next ??= new Map();
        nodes = node.next;
      }
      if (node) node.ends = [...(node.ends ?? []), place];
    }
  }

  count(terms: readonly string[]): Uint32Array {
    const counts = new Uint32Array(this.#size);
    for (let i = 0; i < terms.length; i++) {
      let node = this.#start.get(terms[i]!);
      for (let j = i + 1; node !== undefined; j++) {
        if (node.ends) for (const place of node.ends) counts[place]! += 1;
        if (j >= terms.length) break;
        node = node.next?.get(terms[j]!);
      }
    }
    return counts;
  }
}

interface Node {
  next: Map<string, Node> | undefined;
  ends: number[] | undefined;
}
