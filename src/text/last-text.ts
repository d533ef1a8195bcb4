/**
 * The words of the text that was read last, for a thread in which several counters read each page one after the other:
 * only the first of them scans it letter by letter.
 */
import { ownString } from './tokens.ts';
import { hasMemory, readFrom, type TextMemory, WordNumbers } from './word-numbers.ts';

/** From now on in this thread, unless it remembers texts already. */
export function shareLastText(): void {
  if (!hasMemory()) readFrom(new LastText());
}

class LastText implements TextMemory {
  readonly #words: string[] = [];
  readonly #reader = new WordNumbers((word) => this.#words.push(ownString(word)) - 1, { asksMemory: false });
  #text = '';

  wordsOf(text: string, lettersOnly: boolean): Int32Array | undefined {
    if (lettersOnly) return undefined;
    if (text !== this.#text) {
      if (this.#reader.full) {
        readFrom(new LastText());
        return undefined;
      }
      this.#reader.read(text);
      this.#text = text;
    }
    return this.#reader.numbers.subarray(0, this.#reader.length);
  }

  word(place: number): string {
    return this.#words[place]!;
  }
}
