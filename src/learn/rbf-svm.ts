/**
 * Support vector machine with the kernel exp(−γ·|x − y|²), as LIBSVM's C-SVC (Chang and Lin 2011) without shrinking:
 * training sets large enough to need it are better served by the linear SVM. γ defaults to 1/features.
 */
import { z } from 'zod';
import type { SparseVector } from '../text/vectors.ts';
import { classWeights, weightsOf } from './class-weights.ts';
import { checkExamples, finiteScore, notFitted } from './examples.ts';
import type { Example, Learner, LearnerRecord, WeightedFeature } from './learner.ts';
import { readSettings, readState } from './learner-record.ts';
import { fitSigmoid, heldOutScores, type Sigmoid, sigmoidSchema, throughSigmoid } from './platt.ts';
import { KernelScore, kernelRows, kernelState, supportOf } from './rbf-kernel.ts';
import { solveDual } from './smo.ts';

const settingsSchema = z.strictObject({
  c: z.number().positive().max(1e9).default(1),
  gamma: z.number().positive().optional(),
  classWeights: classWeights.default({ relevant: 1, other: 1 }),
  tolerance: z.number().positive().default(1e-3),
  maxSteps: z.number().int().positive().default(10_000_000),
  cacheMb: z.number().positive().default(200),
  /** Fit a sigmoid to scores of held-out examples, so that `probability` is available. */
  probability: z.boolean().default(false),
  seed: z.number().int().nonnegative().default(1),
});

export type RbfSvmSettings = z.input<typeof settingsSchema>;

export class RbfSvm implements Learner {
  readonly kind = 'rbf-svm';
  private readonly settings: z.output<typeof settingsSchema>;
  private score: KernelScore | undefined;
  private sigmoid: Sigmoid | undefined;

  constructor(settings: RbfSvmSettings = {}) {
    this.settings = readSettings(settingsSchema, settings, 'The RBF SVM');
  }

  fit(examples: readonly Example[]): void {
    const counts = checkExamples(examples, 'The RBF SVM');
    const { settings } = this;
    const costs = weightsOf(settings.classWeights, counts);
    const gamma = settings.gamma ?? 1 / counts.features;
    const vectors = examples.map(({ vector }) => vector);
    const signs = Float64Array.from(examples, ({ relevant }) => (relevant ? 1 : -1));
    const { beta, intercept } = solveDual({
      row: kernelRows(vectors, gamma, settings.cacheMb),
      start: new Float64Array(vectors.length),
      low: signs.map((y) => (y > 0 ? 0 : -settings.c * costs.other)),
      high: signs.map((y) => (y > 0 ? settings.c * costs.relevant : 0)),
      linear: signs.map((y) => -y),
      tolerance: settings.tolerance,
      maxSteps: settings.maxSteps,
    });
    this.score = supportOf(vectors, beta, { intercept, gamma });
    this.sigmoid = undefined;
    if (settings.probability) {
      const make = () => new RbfSvm({ ...settings, gamma, probability: false });
      this.sigmoid = fitSigmoid(heldOutScores(make, examples, settings.seed));
    }
  }

  get supportVectors(): number {
    return this.score?.supportVectors ?? 0;
  }

  predict(vector: SparseVector): number {
    if (!this.score) throw notFitted('The RBF SVM');
    return finiteScore(this.score.of(vector));
  }

  probability(vector: SparseVector): number {
    return throughSigmoid(this.sigmoid, this.predict(vector), 'the RBF SVM');
  }

  explain(vector: SparseVector): WeightedFeature[] {
    if (!this.score) throw notFitted('The RBF SVM');
    return this.score.explain(vector);
  }

  toJSON(): LearnerRecord {
    if (!this.score) throw notFitted('The RBF SVM');
    const sigmoid = this.sigmoid && { sigmoid: this.sigmoid };
    return { kind: this.kind, settings: this.settings, state: { score: this.score, ...sigmoid } };
  }

  static fromJSON(record: LearnerRecord): RbfSvm {
    const made = new RbfSvm(record.settings);
    const state = readState(stateSchema, record);
    made.score = new KernelScore(state.score);
    made.sigmoid = state.sigmoid;
    return made;
  }
}

const stateSchema = z.object({ score: kernelState, sigmoid: sigmoidSchema.optional() });
