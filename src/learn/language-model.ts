/**
 * n-gram language model with interpolated modified Kneser–Ney smoothing (Chen and Goodman 1999): three discounts per
 * order; lower orders count distinct preceding words. A sentence starts with one <s> and ends with </s>; n-grams at the
 * start of a sentence keep their raw counts. The lowest level is uniform over the vocabulary plus one unknown word, so
 * every word has a probability. Where the counts of counts are too sparse for an estimate, the discounts are ½, 1 and
 * 1½.
 */
import { z } from 'zod';
import { ForageError } from '../errors.ts';
import { type Discounts, discountOf, discountsOf } from './kneser-ney.ts';
import { pack, packedNumbers } from './learner-record.ts';

export interface Perplexity {
  /** Over all words and sentence ends. */
  withUnknown: number;
  /** Unknown words excluded from sum and count. */
  withoutUnknown: number;
  words: number;
  unknown: number;
}

export class LanguageModel {
  readonly order: number;
  private readonly numbers = new Map<string, number>();
  private readonly words: string[] = [];
  /**
   * A trie of n-grams: the node of the prefix plus the last word give the node of the longer n-gram. Node 0 is the
   * root.
   */
  private readonly children = new Map<number, number>();
  private readonly parents: number[] = [0];
  private readonly lastWords: number[] = [0];
  private readonly lengths: number[] = [0];
  private readonly counts: number[] = [0];
  /** Per context: the sum of adjusted counts that follow it, and the mass removed by discounts. */
  private totals = new Float64Array(0);
  private handedDown = new Float64Array(0);
  private discounts: Discounts[] = [];
  private adjusted = new Float64Array(0);

  private constructor(order: number) {
    if (!Number.isInteger(order) || order < 1 || order > 5) {
      throw new ForageError('INPUT_INVALID', `The order of a language model is ${order}; use 1 to 5.`);
    }
    this.order = order;
    this.numberFor('<s>');
    this.numberFor('</s>');
  }

  static fit(sentences: Iterable<readonly string[]>, order = 3): LanguageModel {
    const model = new LanguageModel(order);
    let learnt = 0;
    for (const sentence of sentences) {
      if (sentence.length === 0) continue;
      const row = [START, ...sentence.map((word) => model.numberFor(word)), END];
      for (let from = 0; from < row.length; from++) model.countFrom(row, from);
      learnt += 1;
    }
    if (learnt === 0) {
      throw new ForageError('TRAINING', 'The language model was given no sentence; add some text.');
    }
    model.finish();
    return model;
  }

  /** Known words, including the end of a sentence. */
  get vocabularySize(): number {
    return this.words.length - 1;
  }

  knows(word: string): boolean {
    const number = this.numbers.get(word);
    return number !== undefined && number > END;
  }

  /** P(word | preceding words); `<s>` starts a sentence, `</s>` ends it. */
  probability(word: string, before: readonly string[] = []): number {
    const context = before.map((one) => this.numbers.get(one) ?? UNKNOWN);
    const from = Math.max(0, context.length - this.order + 1);
    return this.given(this.numbers.get(word) ?? UNKNOWN, context, from, context.length);
  }

  perplexity(sentences: Iterable<readonly string[]>): Perplexity {
    let words = 0;
    let unknown = 0;
    let logKnown = 0;
    let logUnknown = 0;
    for (const sentence of sentences) {
      if (sentence.length === 0) continue;
      const row = [START, ...sentence.map((word) => this.numbers.get(word) ?? UNKNOWN), END];
      for (let i = 1; i < row.length; i++) {
        const log = Math.log(this.given(row[i]!, row, Math.max(0, i - this.order + 1), i));
        words += 1;
        if (row[i] === UNKNOWN) {
          unknown += 1;
          logUnknown += log;
        } else {
          logKnown += log;
        }
      }
    }
    if (words === 0) {
      throw new ForageError('INPUT_INVALID', 'Perplexity needs at least one sentence.');
    }
    return {
      withUnknown: Math.exp(-(logKnown + logUnknown) / words),
      withoutUnknown: Math.exp(-logKnown / (words - unknown)),
      words,
      unknown,
    };
  }

  toJSON(): unknown {
    return {
      order: this.order,
      words: this.words.slice(2),
      parents: pack(this.parents),
      lastWords: pack(this.lastWords),
      counts: pack(this.counts),
    };
  }

  static fromJSON(record: unknown): LanguageModel {
    const read = recordSchema.safeParse(record);
    if (!read.success)
      throw new ForageError('MODEL_INVALID', 'This is not a language model; train it again.');
    const { order, words, parents, lastWords, counts } = read.data;
    const model = new LanguageModel(order);
    for (const word of words) model.numberFor(word);
    for (let node = 1; node < counts.length; node++) {
      const isSound =
        isWhole(parents[node]!, 0, node) &&
        isWhole(lastWords[node]!, 0, model.words.length) &&
        isWhole(counts[node]!, 1, Number.MAX_SAFE_INTEGER);
      if (!isSound || model.childOf(parents[node]!, lastWords[node]!) !== node) throw damagedModel();
      model.counts[node] = counts[node]!;
    }
    if (counts.length < 2) throw damagedModel();
    model.finish();
    return model;
  }

  private countFrom(row: readonly number[], from: number): void {
    let node = 0;
    for (let i = from; i < Math.min(row.length, from + this.order); i++) {
      node = this.childOf(node, row[i]!);
      this.counts[node]! += 1;
    }
  }

  private childOf(node: number, word: number): number {
    const key = node * maxWords + word;
    let child = this.children.get(key);
    if (child === undefined) {
      child = this.counts.length;
      if (child >= maxNodes) {
        throw new ForageError(
          'TRAINING',
          `A language model holds at most ${maxNodes} n-grams; use less text.`,
        );
      }
      this.children.set(key, child);
      this.parents.push(node);
      this.lastWords.push(word);
      this.lengths.push(this.lengths[node]! + 1);
      this.counts.push(0);
    }
    return child;
  }

  /** Adjusted counts, discounts per order, and the back-off weight of each context. */
  private finish(): void {
    const { counts, lengths, parents, lastWords, order } = this;
    const nodes = counts.length;
    const suffixes = new Uint32Array(nodes);
    const firstWords = new Uint32Array(nodes);
    const adjusted = new Float64Array(nodes);
    for (let node = 1; node < nodes; node++) {
      const parent = parents[node]!;
      firstWords[node] = parent === 0 ? lastWords[node]! : firstWords[parent]!;
    }
    for (let node = 1; node < nodes; node++) {
      const parent = parents[node]!;
      if (lengths[node] === order || firstWords[node] === START) adjusted[node] = counts[node]!;
      if (parent !== 0) {
        const suffix = this.children.get(suffixes[parent]! * maxWords + lastWords[node]!)!;
        suffixes[node] = suffix;
        if (firstWords[suffix] !== START) adjusted[suffix]! += 1;
      }
    }
    // The start of a sentence is never predicted.
    adjusted[this.children.get(START)!] = 0;
    this.adjusted = adjusted;
    this.discounts = Array.from({ length: order + 1 }, (_, length) =>
      discountsOf(adjusted, (node) => lengths[node] === length),
    );
    this.totals = new Float64Array(nodes);
    this.handedDown = new Float64Array(nodes);
    for (let node = 1; node < nodes; node++) {
      if (adjusted[node] === 0) continue;
      const parent = parents[node]!;
      this.totals[parent]! += adjusted[node]!;
      this.handedDown[parent]! += discountOf(this.discounts[lengths[node]!]!, adjusted[node]!);
    }
  }

  /** P(word | words between two positions), summed over the contexts, longest first. */
  private given(word: number, row: readonly number[], from: number, to: number): number {
    let sum = 0;
    let left = 1;
    for (let start = from; start <= to; start++) {
      const context = this.nodeOf(row, start, to);
      if (context < 0 || this.totals[context] === 0) continue;
      const total = this.totals[context]!;
      const node = word === UNKNOWN ? undefined : this.children.get(context * maxWords + word);
      const count = node === undefined ? 0 : this.adjusted[node]!;
      sum += (left * (count - discountOf(this.discounts[to - start + 1]!, count))) / total;
      left *= this.handedDown[context]! / total;
    }
    return sum + left / (this.vocabularySize + 1);
  }

  /** The node of a word sequence; −1 if it was never seen. */
  private nodeOf(row: readonly number[], from: number, to: number): number {
    let node = 0;
    for (let i = from; i < to; i++) {
      const child = row[i] === UNKNOWN ? undefined : this.children.get(node * maxWords + row[i]!);
      if (child === undefined) return -1;
      node = child;
    }
    return node;
  }

  private numberFor(word: string): number {
    let number = this.numbers.get(word);
    if (number === undefined) {
      number = this.words.length;
      if (number >= maxWords) {
        throw new ForageError(
          'TRAINING',
          `A language model holds at most ${maxWords} words; leave out rare ones.`,
        );
      }
      this.numbers.set(word, number);
      this.words.push(word);
    }
    return number;
  }
}

function isWhole(number: number, from: number, below: number): boolean {
  return Number.isInteger(number) && number >= from && number < below;
}

function damagedModel(): ForageError {
  return new ForageError('MODEL_INVALID', 'This language model is damaged; train it again.');
}

const START = 0;
const END = 1;
const UNKNOWN = -1;
const maxWords = 1 << 20;
/** A JavaScript Map cannot hold many more entries. */
const maxNodes = 15_000_000;

const recordSchema = z
  .object({
    order: z.number(),
    words: z.array(z.string()),
    parents: packedNumbers,
    lastWords: packedNumbers,
    counts: packedNumbers,
  })
  .refine(
    ({ parents, lastWords, counts }) =>
      parents.length === counts.length && lastWords.length === counts.length,
  );
