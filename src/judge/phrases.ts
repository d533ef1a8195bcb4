/**
 * Counts many phrases in one walk over a text. Words are compared by what a stemmer makes of them; those that stand in
 * no phrase are all the same to it. A word met before costs no string (see `word-numbers.ts`).
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

  /** Answers the phrase's number; the same phrase twice has two. All are added before the first text is counted. */
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
