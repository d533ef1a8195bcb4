/**
 * Learns from anchors which words lead to relevant pages: a linear SVM over the words of an anchor (binary, no stems,
 * no stop words), retrained on request from a bounded set of the latest pairs. García Dorado (Lund, 2008), section
 * 9.2.4. The thesis trains with C = 0 "so as not to penalise misplaced points", which is not a valid C; ours
 * is a small C. Classes are balanced, since most pages of a crawl are not relevant.
 */
import type { Example } from '../learn/learner.ts';
import { restoreLearner } from '../learn/learners.ts';
import { LinearSvm } from '../learn/linear-svm.ts';
import { BoundedMemo } from '../text/bounded-memo.ts';
import { words } from '../text/tokens.ts';
import type { SparseVector } from '../text/vectors.ts';

export interface AnchorPair {
  text: string;
  relevant: boolean;
}

export interface AnchorLearnerSettings {
  /** Number of latest pairs kept; up to half of them are the initial ones. */
  maxPairs: number;
  c: number;
  seed: number;
}

export class AnchorLearner {
  readonly #settings: AnchorLearnerSettings;
  /** Pairs from before the crawl; never evicted. */
  readonly #first: readonly AnchorPair[];
  #pairs: AnchorPair[] = [];
  #numbers = new Map<string, number>();
  #svm: LinearSvm | undefined;
  #scores = new BoundedMemo<string, number>(maxRemembered);

  constructor(settings: AnchorLearnerSettings, first: readonly AnchorPair[] = []) {
    this.#settings = settings;
    this.#first = first.slice(-Math.ceil(settings.maxPairs / 2));
    this.fit();
  }

  add(pair: AnchorPair): void {
    this.#pairs.push(pair);
    if (this.#pairs.length > 2 * this.#room) this.#forget();
  }

  /** Trains on all pairs; does nothing while there is only one class. */
  fit(): void {
    this.#forget();
    const pairs = [...this.#first, ...this.#pairs];
    if (!pairs.some(({ relevant }) => relevant) || pairs.every(({ relevant }) => relevant)) return;
    const numbers = new Map<string, number>();
    const examples = pairs.map(({ text, relevant }): Example => {
      for (const word of words(text)) if (!numbers.has(word)) numbers.set(word, numbers.size);
      return { vector: presence(text, numbers), relevant };
    });
    if (numbers.size === 0) return;
    const { c, seed } = this.#settings;
    const svm = new LinearSvm({ c, seed, classWeights: 'balanced', tolerance: 0.02, maxPasses: 40 });
    svm.fit(examples);
    this.#learnt(svm, numbers);
  }

  /** 0..1, ½ before training; an anchor without words gets the SVM's score of the empty vector. */
  score(text: string): number {
    const svm = this.#svm;
    if (svm === undefined) return 0.5;
    return this.#scores.get(text, () => 1 / (1 + Math.exp(-svm.predict(presence(text, this.#numbers)))));
  }

  save(): SavedAnchors {
    this.#forget();
    return {
      texts: this.#pairs.map(({ text }) => text),
      relevant: Uint8Array.from(this.#pairs, ({ relevant }) => (relevant ? 1 : 0)),
      ...(this.#svm === undefined ? {} : { words: [...this.#numbers.keys()], svm: this.#svm.toJSON() }),
    };
  }

  restore({ texts, relevant, words: known, svm }: SavedAnchors): void {
    this.#pairs = texts.map((text, i) => ({ text, relevant: relevant[i] === 1 }));
    if (known !== undefined && svm !== undefined) {
      this.#learnt(restoreLearner(svm) as LinearSvm, new Map(known.map((word, number) => [word, number])));
    }
  }

  get #room(): number {
    return this.#settings.maxPairs - this.#first.length;
  }

  #forget(): void {
    if (this.#pairs.length > this.#room) this.#pairs = this.#pairs.slice(-this.#room);
  }

  #learnt(svm: LinearSvm, numbers: Map<string, number>): void {
    this.#svm = svm;
    this.#numbers = numbers;
    this.#scores = new BoundedMemo(maxRemembered);
  }
}

export interface SavedAnchors {
  texts: string[];
  relevant: Uint8Array;
  /** In feature order; absent before the first training. */
  words?: string[];
  svm?: ReturnType<LinearSvm['toJSON']>;
}

/** The words of a URL, for anchors that say little: without scheme, `www`, top-level domain and file extension. */
export function addressWords(url: string): string {
  return url
    .replace(/^https?:\/\/(www\.)?/i, '')
    .replace(/^([^/:]+)\.[a-z]{2,}(?=[:/]|$)/i, '$1')
    .replace(/\.(html?|php|aspx?|jsp)(?=$|[?#])/i, '')
    .replace(/%[0-9a-f]{2}|[^\p{L}\p{N}]+/giu, ' ')
    .trim();
}

function presence(text: string, numbers: ReadonlyMap<string, number>): SparseVector {
  const present: number[] = [];
  for (const word of words(text)) {
    const number = numbers.get(word);
    if (number !== undefined && !present.includes(number)) present.push(number);
  }
  const indices = Uint32Array.from(present).sort();
  return { indices, values: new Float64Array(indices.length).fill(1) };
}

const maxRemembered = 20_000;
