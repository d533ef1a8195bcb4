/**
 * How often each of some words and phrases occurs in a text, in one walk over it. Both sides are brought into one
 * form first (lower case, accents and stop words off, stems unless not wanted), so "add to" is found as "add" and
 * "Exams" as "exam". A phrase counts wherever it stands, also where it overlaps another or lies within a longer one.
 */
import { type TermReader, termReader } from './terms.ts';

export interface PhraseForm {
  /** ISO 639-1; English unless said. */
  language?: string | undefined;
  /** Words as they are, unstemmed. */
  keepForms?: boolean;
}

/** What a text and the phrases looked for in it are both brought to. */
export function phraseForm({ language = 'en', keepForms = false }: PhraseForm): TermReader {
  return termReader({ language, keepForms, fold: true });
}

export class PhraseCounter {
  readonly #start = new Map<string, Node>();
  readonly #size: number;

  /** Phrases as lists of terms, counted under their place in the list; an empty one is never found. */
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
