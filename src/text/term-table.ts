/** How often each of many terms was added. Terms come in lines, so that counting those of a page makes no strings. */
import type { Frequencies } from './rarity.ts';
import { ownString } from './tokens.ts';
import { WordNumbers } from './word-numbers.ts';

export class TermTable {
  readonly #terms: string[] = [];
  readonly #places = new WordNumbers((term) => this.#terms.push(ownString(term)) - 1, { lines: true });
  #counts = new Uint32Array(1 << 12);

  static of(terms: readonly string[], counts: ArrayLike<number>): TermTable {
    const table = new TermTable();
    for (const [i, term] of terms.entries()) table.add(term, counts[i]!);
    return table;
  }

  get size(): number {
    return this.#terms.length;
  }

  /** Adds a count to each term, one per line. */
  add(lines: string, count: number): void {
    this.#places.read(lines);
    const { numbers, length } = this.#places;
    if (this.size > this.#counts.length) {
      const before = this.#counts;
      this.#counts = new Uint32Array(2 * this.size);
      this.#counts.set(before);
    }
    for (let i = 0; i < length; i++) this.#counts[numbers[i]!]! += count;
  }

  /** The terms counted at least so often. */
  counted(least: number): Omit<Frequencies, 'documents'> {
    const terms: string[] = [];
    const frequencies: number[] = [];
    for (const [place, term] of this.#terms.entries()) {
      if (this.#counts[place]! < least) continue;
      terms.push(term);
      frequencies.push(this.#counts[place]!);
    }
    return { terms, frequencies };
  }

  /** A table without the terms that were counted once. */
  withoutRare(): TermTable {
    const { terms, frequencies } = this.counted(2);
    return TermTable.of(terms, frequencies);
  }
}
