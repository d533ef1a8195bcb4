/**
 * Counts many phrases in one pass over a text. Words are compared in a given form; words that are in no phrase are
 * treated as one. A known word creates no string (see `word-numbers.ts`).
 */
import { words } from '../text/tokens.ts';
import { WordNumbers } from '../text/word-numbers.ts';

export class Phrases {
  readonly #stem: (word: string) => string;
  readonly #stems = new Map<string, number>();
  readonly #start: PhraseNode = { next: new Map() };
  readonly #words: WordNumbers;
  #size = 0;

  constructor(stem: (word: string) => string) {
    this.#stem = stem;
    this.#words = new WordNumbers((word) => this.#stems.get(stem(word)) ?? NO_PHRASE);
  }

  /** Returns the phrase's number; adding a phrase twice gives two. Add all phrases before counting the first text. */
  add(phrase: string): number {
    const number = this.#size++;
    let node = this.#start;
    for (const word of words(phrase)) {
      const stem = this.#stem(word);
      const part = this.#stems.get(stem) ?? this.#stems.size;
      this.#stems.set(stem, part);
      let next = node.next.get(part);
      if (next === undefined) {
        next = { next: new Map() };
        node.next.set(part, next);
      }
      node = next;
    }
    if (node !== this.#start) node.ends = [...(node.ends ?? []), number];
    return number;
  }

  /** Words of the text that was counted last. */
  get wordsRead(): number {
    return this.#words.length;
  }

  count(text: string): Uint32Array {
    const counts = new Uint32Array(this.#size);
    if (this.#words.full) this.#words.forget();
    this.#words.read(text);
    const { numbers, length } = this.#words;
    for (let i = 0; i < length; i++) {
      if (numbers[i] === NO_PHRASE) continue;
      let node = this.#start.next.get(numbers[i]!);
      for (let j = i + 1; node !== undefined; j++) {
        if (node.ends) for (const number of node.ends) counts[number]! += 1;
        if (j >= length) break;
        node = node.next.get(numbers[j]!);
      }
    }
    return counts;
  }
}

const NO_PHRASE = -1;

interface PhraseNode {
  next: Map<number, PhraseNode>;
  ends?: number[];
}
