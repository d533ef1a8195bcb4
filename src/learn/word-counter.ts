/** Counts the words of a text that a fixed vocabulary knows, in one walk and without strings of words met before. */
import type { SparseVector } from '../text/vectors.ts';
import { WordNumbers } from '../text/word-numbers.ts';

/** What a word stands for: its feature, or one of these. */
export const noFeature = -1;
/** Reads as several words when it stands alone (some scripts without spaces): such a text is not counted here. */
export const severalWords = -2;

export class WordCounter {
  private readonly words: WordNumbers;
  private readonly counts: Uint32Array;
  private touched = new Uint32Array(1024);

  /** `featureOf` is given a word in lower case; `lettersOnly` counts runs of two or more letters a–z. */
  constructor(features: number, lettersOnly: boolean, featureOf: (word: string) => number) {
    this.words = new WordNumbers(featureOf, { lettersOnly, maxWords: 200_000 });
    this.counts = new Uint32Array(features);
  }

  /** Undefined for a text that this way of counting does not fit. */
  count(text: string): SparseVector | undefined {
    if (this.words.full) this.words.forget();
    this.words.read(text);
    const { numbers, length } = this.words;
    const { counts } = this;
    if (this.touched.length < Math.min(length, counts.length)) {
      this.touched = new Uint32Array(Math.min(2 * length, counts.length));
    }
    const { touched } = this;
    let distinct = 0;
    let isOdd = false;
    for (let i = 0; i < length; i++) {
      const feature = numbers[i]!;
      if (feature >= 0) {
        if (counts[feature]!++ === 0) touched[distinct++] = feature;
      } else if (feature === severalWords) {
        isOdd = true;
      }
    }
    const indices = touched.slice(0, distinct).sort();
    const values = new Float64Array(distinct);
    for (let i = 0; i < distinct; i++) {
      values[i] = counts[indices[i]!]!;
      counts[indices[i]!] = 0;
    }
    return isOdd ? undefined : { indices, values };
  }
}
