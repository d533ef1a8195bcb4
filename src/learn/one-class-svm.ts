/**
 * One-class support vector machine (Schölkopf, Platt, Shawe-Taylor, Smola and Williamson 2001) with an RBF kernel, as
 * LIBSVM -s 2. Learns from the relevant examples only and ignores any others it is given. ν is an upper bound on the
 * share of relevant examples left outside.
 */
import { z } from 'zod';
import { ForageError } from '../errors.ts';
import type { SparseVector } from '../text/vectors.ts';
import { checkVectors, finiteScore, notFitted } from './examples.ts';
import type { Example, Learner, LearnerRecord, WeightedFeature } from './learner.ts';
import { readSettings, readState } from './learner-record.ts';
import { KernelScore, kernelRows, kernelState, supportOf } from './rbf-kernel.ts';
import { solveDual } from './smo.ts';

const settingsSchema = z.strictObject({
  nu: z.number().positive().max(1).default(0.5),
  gamma: z.number().positive().optional(),
  tolerance: z.number().positive().default(1e-3),
  maxSteps: z.number().int().positive().default(10_000_000),
  cacheMb: z.number().positive().default(200),
});

export type OneClassSvmSettings = z.input<typeof settingsSchema>;

export class OneClassSvm implements Learner {
  readonly kind = 'one-class-svm';
  private readonly settings: z.output<typeof settingsSchema>;
  private score: KernelScore | undefined;

  constructor(settings: OneClassSvmSettings = {}) {
    this.settings = readSettings(settingsSchema, settings, 'The one-class SVM');
  }

  fit(examples: readonly Example[]): void {
    const vectors = examples.filter(({ relevant }) => relevant).map(({ vector }) => vector);
    if (vectors.length === 0) {
      throw new ForageError(
        'TRAINING',
        'The one-class SVM was given no relevant example; label some pages first.',
      );
    }
    const features = checkVectors(vectors, 'The one-class SVM');
    const { nu, tolerance, maxSteps, cacheMb } = this.settings;
    const gamma = this.settings.gamma ?? 1 / features;
    const sum = nu * vectors.length;
    const { beta, intercept } = solveDual({
      row: kernelRows(vectors, gamma, cacheMb),
      start: Float64Array.from(vectors, (_, i) => Math.min(1, Math.max(0, sum - i))),
      low: new Float64Array(vectors.length),
      high: new Float64Array(vectors.length).fill(1),
      linear: new Float64Array(vectors.length),
      tolerance,
      maxSteps,
    });
    this.score = supportOf(vectors, beta, { intercept, gamma });
  }

  predict(vector: SparseVector): number {
    if (!this.score) throw notFitted('The one-class SVM');
    return finiteScore(this.score.of(vector));
  }

  explain(vector: SparseVector): WeightedFeature[] {
    if (!this.score) throw notFitted('The one-class SVM');
    return this.score.explain(vector);
  }

  toJSON(): LearnerRecord {
    if (!this.score) throw notFitted('The one-class SVM');
    return { kind: this.kind, settings: this.settings, state: { score: this.score } };
  }

  static fromJSON(record: LearnerRecord): OneClassSvm {
    const made = new OneClassSvm(record.settings);
    made.score = new KernelScore(readState(stateSchema, record).score);
    return made;
  }
}

const stateSchema = z.object({ score: kernelState });
