/**
 * A cache of texts as their words, shared by all counters of a thread: for a thread that reads the same pages
 * repeatedly, each time with other counters, as a study does. Only the first counter scans a text letter by letter. It
 * is used once passed to `readFrom`. Its size is limited; other texts are scanned each time.
 */
import { ownString } from '../text/tokens.ts';
import { type TextMemory, WordNumbers } from '../text/word-numbers.ts';

export class RememberedTexts implements TextMemory {
  readonly #words: string[] = [];
  /** For words, and for letters-only words. */
  readonly #kinds = [false, true].map((lettersOnly) => ({
    texts: new Map<string, { words: Int32Array; costMs: number }>(),
    reader: new WordNumbers((word) => this.#words.push(ownString(word)) - 1, {
      lettersOnly,
      maxWords: Number.POSITIVE_INFINITY,
      asksMemory: false,
    }),
  }));
  readonly #maxBytes: number;
  readonly #onSpared: (ms: number) => void;
  #bytes = 0;

  /** `onSpared` receives the time that scanning a text took, each time it is found in the cache. */
  constructor(maxBytes: number, onSpared: (ms: number) => void = () => {}) {
    this.#maxBytes = maxBytes;
    this.#onSpared = onSpared;
  }

  wordsOf(text: string, lettersOnly: boolean): Int32Array | undefined {
    const { texts, reader } = this.#kinds[lettersOnly ? 1 : 0]!;
    const known = texts.get(text);
    if (known !== undefined) {
      this.#onSpared(known.costMs);
      return known.words;
    }
    if (this.#bytes >= this.#maxBytes) return undefined;
    const began = performance.now();
    reader.read(text);
    const words = reader.numbers.slice(0, reader.length);
    texts.set(text, { words, costMs: performance.now() - began });
    this.#bytes += 2 * text.length + words.byteLength;
    return words;
  }

  word(place: number): string {
    return this.#words[place]!;
  }
}
