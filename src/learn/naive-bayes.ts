/**
 * Multinomial naive Bayes over counts, P(w|k) = (n_wk + s) / (n_k + s·|V|), with two scores. `counts` is the standard
 * one: every occurrence adds log P(w|k). `tf-idf` is the CINDI robot's (Chen 2008, section 4.3.3.2): every distinct
 * word adds its tf·log2(N/n) times log P(w|k). Only counts are kept, so both update online; V is the vocabulary seen so
 * far.
 */
import { z } from 'zod';
import { ForageError } from '../errors.ts';
import type { SparseVector } from '../text/vectors.ts';
import { checkExamples, checkVector, finiteScore, notFitted } from './examples.ts';
import {
  type Example,
  type Learner,
  type LearnerRecord,
  type WeightedFeature,
  weightiestFirst,
} from './learner.ts';
import { damaged, pack, packedNumbers, readSettings, readState } from './learner-record.ts';

const settingsSchema = z.strictObject({
  smoothing: z.number().positive().default(0.5),
  weighting: z.enum(['counts', 'tf-idf']).default('counts'),
});

export type NaiveBayesSettings = z.input<typeof settingsSchema>;

export class NaiveBayes implements Learner {
  readonly kind = 'naive-bayes';
  private readonly settings: z.output<typeof settingsSchema>;
  private relevant = emptyClass();
  private other = emptyClass();
  /** Number of examples that contain each feature. */
  private documentFrequencies = new Float64Array(0);
  private vocabulary = 0;

  constructor(settings: NaiveBayesSettings = {}) {
    this.settings = readSettings(settingsSchema, settings, 'Naive Bayes');
  }

  fit(examples: readonly Example[]): void {
    const { features } = checkExamples(examples, 'Naive Bayes');
    for (const { vector } of examples) checkCounts(vector);
    this.relevant = emptyClass();
    this.other = emptyClass();
    this.documentFrequencies = new Float64Array(0);
    this.vocabulary = 0;
    this.widen(features);
    for (const example of examples) this.count(example);
  }

  /** Scores are available once both classes have been seen. */
  update(example: Example): void {
    const features = checkVector(example.vector);
    checkCounts(example.vector);
    this.widen(features);
    this.count(example);
  }

  predict(vector: SparseVector): number {
    const { relevant, other } = this;
    if (relevant.documents === 0 || other.documents === 0) throw notFitted('Naive Bayes');
    checkVector(vector);
    const { indices, values } = vector;
    const { smoothing } = this.settings;
    const ofClass = this.classRatio();
    const byIdf = this.settings.weighting === 'tf-idf';
    let score = Math.log(relevant.documents / other.documents);
    for (let i = 0; i < indices.length; i++) {
      const feature = indices[i]!;
      if (!(this.documentFrequencies[feature]! > 0)) continue;
      const odds = Math.log(
        ((relevant.counts[feature]! + smoothing) / (other.counts[feature]! + smoothing)) * ofClass,
      );
      score += odds * (byIdf ? values[i]! * this.idf(feature) : values[i]!);
    }
    return finiteScore(score);
  }

  /** The two sums whose difference is `predict`: log P(k) plus log P(w|k) for every word. Both are negative. */
  classScores(vector: SparseVector): { relevant: number; other: number } {
    const { relevant, other } = this;
    if (relevant.documents === 0 || other.documents === 0) throw notFitted('Naive Bayes');
    checkVector(vector);
    const { indices, values } = vector;
    const { smoothing } = this.settings;
    const documents = relevant.documents + other.documents;
    const byIdf = this.settings.weighting === 'tf-idf';
    const ofRelevant = Math.log(relevant.total + smoothing * this.vocabulary);
    const ofOther = Math.log(other.total + smoothing * this.vocabulary);
    const scores = {
      relevant: Math.log(relevant.documents / documents),
      other: Math.log(other.documents / documents),
    };
    for (let i = 0; i < indices.length; i++) {
      const feature = indices[i]!;
      if (!(this.documentFrequencies[feature]! > 0)) continue;
      const weight = byIdf ? values[i]! * this.idf(feature) : values[i]!;
      scores.relevant += weight * (Math.log(relevant.counts[feature]! + smoothing) - ofRelevant);
      scores.other += weight * (Math.log(other.counts[feature]! + smoothing) - ofOther);
    }
    return { relevant: finiteScore(scores.relevant), other: finiteScore(scores.other) };
  }

  /** The model's own probability; far too confident on long texts. */
  probability(vector: SparseVector): number {
    return 1 / (1 + Math.exp(-this.predict(vector)));
  }

  explain(vector: SparseVector): WeightedFeature[] {
    const base = this.predict({ indices: new Uint32Array(0), values: new Float64Array(0) });
    const parts = Array.from(vector.indices, (feature, i) => ({
      feature,
      weight:
        this.predict({
          indices: vector.indices.subarray(i, i + 1),
          values: vector.values.subarray(i, i + 1),
        }) - base,
    }));
    return weightiestFirst(parts);
  }

  toJSON(): LearnerRecord {
    if (this.relevant.documents + this.other.documents === 0) throw notFitted('Naive Bayes');
    return {
      kind: this.kind,
      settings: this.settings,
      state: {
        relevant: { ...this.relevant, counts: pack(this.relevant.counts) },
        other: { ...this.other, counts: pack(this.other.counts) },
        documentFrequencies: pack(this.documentFrequencies),
      },
    };
  }

  static fromJSON(record: LearnerRecord): NaiveBayes {
    const made = new NaiveBayes(record.settings);
    const state = readState(stateSchema, record);
    const { length } = state.documentFrequencies;
    if (state.relevant.counts.length !== length || state.other.counts.length !== length) {
      throw damaged(record.kind, 'its counts differ in length');
    }
    made.relevant = state.relevant;
    made.other = state.other;
    made.documentFrequencies = state.documentFrequencies;
    made.vocabulary = state.documentFrequencies.reduce((sum, n) => sum + (n > 0 ? 1 : 0), 0);
    return made;
  }

  private count({ vector, relevant }: Example): void {
    const own = relevant ? this.relevant : this.other;
    const { indices, values } = vector;
    own.documents += 1;
    for (let i = 0; i < indices.length; i++) {
      const feature = indices[i]!;
      if (this.documentFrequencies[feature] === 0) this.vocabulary += 1;
      this.documentFrequencies[feature]! += 1;
      own.counts[feature]! += values[i]!;
      own.total += values[i]!;
    }
  }

  /** Denominators of both classes, shared by all features. */
  private classRatio(): number {
    const smoothed = this.settings.smoothing * this.vocabulary;
    return (this.other.total + smoothed) / (this.relevant.total + smoothed);
  }

  private idf(feature: number): number {
    return Math.log2((this.relevant.documents + this.other.documents) / this.documentFrequencies[feature]!);
  }

  private widen(features: number): void {
    if (features <= this.documentFrequencies.length) return;
    const length = Math.max(features, Math.min(this.documentFrequencies.length * 2, features + 65_536));
    this.documentFrequencies = longer(this.documentFrequencies, length);
    this.relevant.counts = longer(this.relevant.counts, length);
    this.other.counts = longer(this.other.counts, length);
  }
}

function isCounts(numbers: Float64Array): boolean {
  return numbers.every((number) => number >= 0);
}

function checkCounts({ values }: SparseVector): void {
  if (isCounts(values)) return;
  throw new ForageError('INPUT_INVALID', 'Naive Bayes counts words; use vectors without negative values.');
}

interface ClassCounts {
  documents: number;
  /** Summed over all features. */
  total: number;
  counts: Float64Array;
}

function emptyClass(): ClassCounts {
  return { documents: 0, total: 0, counts: new Float64Array(0) };
}

function longer(numbers: Float64Array, length: number): Float64Array<ArrayBuffer> {
  const made = new Float64Array(length);
  made.set(numbers);
  return made;
}

const classSchema = z.object({
  documents: z.number().nonnegative(),
  total: z.number().nonnegative(),
  counts: packedNumbers.refine(isCounts, 'counts below 0'),
});
const stateSchema = z.object({
  relevant: classSchema,
  other: classSchema,
  documentFrequencies: packedNumbers.refine(isCounts, 'frequencies below 0'),
});
