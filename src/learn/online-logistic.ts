/**
 * Online logistic regression: FTRL-Proximal with per-feature learning rates (McMahan and others 2013, algorithm 1),
 * which keeps rare features at 0 until there is enough evidence for a weight. Probabilities are calibrated: a sigmoid
 * over the raw score is fitted to scores given before the example was learnt (online, by AdaGrad) or by a learner that
 * never saw it (`fit`, by folds). Works with any number of hashed features.
 */
import { z } from 'zod';
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
import { fitSigmoid, heldOutScores } from './platt.ts';
import { Random } from './random.ts';

const settingsSchema = z.strictObject({
  /** Learning rate α, and β, which slows the first steps. */
  alpha: z.number().positive().default(0.1),
  beta: z.number().nonnegative().default(1),
  /** Weights below it stay 0 (L1). */
  l1: z.number().nonnegative().default(0.01),
  l2: z.number().nonnegative().default(0.1),
  /** Passes of `fit` over its examples. */
  passes: z.number().int().positive().max(1000).default(5),
  calibrate: z.boolean().default(true),
  seed: z.number().int().nonnegative().default(1),
});

export type OnlineLogisticSettings = z.input<typeof settingsSchema>;

export class OnlineLogistic implements Learner {
  readonly kind = 'online-logistic';
  private readonly settings: z.output<typeof settingsSchema>;
  /** z and n of each feature side by side, so that a feature costs one memory access. */
  private sums = new Float64Array(0);
  private bias = { z: 0, n: 0 };
  private calibration = { slope: 1, offset: 0, slopeN: 0, offsetN: 0 };
  private learnt = 0;

  constructor(settings: OnlineLogisticSettings = {}) {
    this.settings = readSettings(settingsSchema, settings, 'Online logistic regression');
  }

  fit(examples: readonly Example[]): void {
    const counts = checkExamples(examples, 'Online logistic regression');
    this.sums = new Float64Array(2 * counts.features);
    this.bias = { z: 0, n: 0 };
    this.calibration = { slope: 1, offset: 0, slopeN: 0, offsetN: 0 };
    this.learnt = 0;
    const random = new Random(this.settings.seed);
    const order = [...examples];
    for (let pass = 0; pass < this.settings.passes; pass++) {
      for (const { vector, relevant } of random.shuffle(order)) this.step(vector, relevant, this.raw(vector));
    }
    if (this.settings.calibrate && Math.min(counts.relevant, counts.other) >= 2) {
      const make = () => new OnlineLogistic({ ...this.settings, calibrate: false });
      const { a, b } = fitSigmoid(heldOutScores(make, examples, this.settings.seed, 3));
      this.calibration = { ...this.calibration, slope: -a, offset: -b };
    }
  }

  update({ vector, relevant }: Example): void {
    this.widen(checkVector(vector));
    const raw = this.raw(vector);
    if (this.settings.calibrate) this.calibrate(raw, relevant);
    this.step(vector, relevant, raw);
  }

  /** Calibrated log odds. */
  predict(vector: SparseVector): number {
    if (this.learnt === 0) throw notFitted('Online logistic regression');
    const { slope, offset } = this.calibration;
    return finiteScore(slope * this.raw(vector) + offset);
  }

  probability(vector: SparseVector): number {
    return logistic(this.predict(vector));
  }

  explain(vector: SparseVector): WeightedFeature[] {
    if (this.learnt === 0) throw notFitted('Online logistic regression');
    checkVector(vector);
    const parts = Array.from(vector.indices, (feature, i) => ({
      feature,
      weight: this.calibration.slope * this.weight(feature) * vector.values[i]!,
    }));
    return weightiestFirst(parts);
  }

  toJSON(): LearnerRecord {
    const { bias, calibration, learnt } = this;
    if (learnt === 0) throw notFitted('Online logistic regression');
    return {
      kind: this.kind,
      settings: this.settings,
      state: { sums: pack(this.sums), bias, calibration, learnt },
    };
  }

  static fromJSON(record: LearnerRecord): OnlineLogistic {
    const made = new OnlineLogistic(record.settings);
    const { sums, bias, calibration, learnt } = readState(stateSchema, record);
    if (sums.length % 2 !== 0) throw damaged(record.kind, 'half a feature');
    Object.assign(made, { sums, bias, calibration, learnt });
    return made;
  }

  private raw({ indices, values }: SparseVector): number {
    let sum = this.weightOf(this.bias.z, this.bias.n);
    for (let i = 0; i < indices.length; i++) {
      sum += this.weight(indices[i]!) * values[i]!;
    }
    return sum;
  }

  private step({ indices, values }: SparseVector, relevant: boolean, raw: number): void {
    const slope = logistic(raw) - (relevant ? 1 : 0);
    const { alpha } = this.settings;
    const { sums } = this;
    for (let i = 0; i < indices.length; i++) {
      const gradient = slope * values[i]!;
      const at = 2 * indices[i]!;
      const before = sums[at + 1]!;
      const after = before + gradient * gradient;
      const sigma = (Math.sqrt(after) - Math.sqrt(before)) / alpha;
      sums[at]! += gradient - sigma * this.weightOf(sums[at]!, before);
      sums[at + 1] = after;
    }
    const after = this.bias.n + slope * slope;
    const sigma = (Math.sqrt(after) - Math.sqrt(this.bias.n)) / alpha;
    this.bias.z += slope - sigma * this.weightOf(this.bias.z, this.bias.n);
    this.bias.n = after;
    this.learnt += 1;
  }

  private calibrate(raw: number, relevant: boolean): void {
    const { calibration } = this;
    const slope = logistic(calibration.slope * raw + calibration.offset) - (relevant ? 1 : 0);
    calibration.slopeN += (slope * raw) ** 2;
    calibration.offsetN += slope ** 2;
    calibration.slope -= (0.05 * slope * raw) / Math.sqrt(1 + calibration.slopeN);
    calibration.offset -= (0.05 * slope) / Math.sqrt(1 + calibration.offsetN);
    // A negative slope, caused by a few examples, would invert the ranking.
    if (calibration.slope < 0.05) calibration.slope = 0.05;
  }

  /** 0 for a feature that was never seen. */
  private weight(feature: number): number {
    if (2 * feature >= this.sums.length) return 0;
    return this.weightOf(this.sums[2 * feature]!, this.sums[2 * feature + 1]!);
  }

  private weightOf(z: number, n: number): number {
    const { alpha, beta, l1, l2 } = this.settings;
    if (z <= l1 && z >= -l1) return 0;
    return -(z - Math.sign(z) * l1) / ((beta + Math.sqrt(n)) / alpha + l2);
  }

  private widen(features: number): void {
    const { sums } = this;
    if (2 * features <= sums.length) return;
    this.sums = new Float64Array(2 * 2 ** Math.ceil(Math.log2(features)));
    this.sums.set(sums);
  }
}

function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

const stateSchema = z.object({
  sums: packedNumbers.refine(
    (sums) => sums.every((n, i) => i % 2 === 0 || n >= 0),
    'a sum of squares below 0',
  ),
  bias: z.object({ z: z.number(), n: z.number().nonnegative() }),
  calibration: z.object({ slope: z.number(), offset: z.number(), slopeN: z.number(), offsetN: z.number() }),
  learnt: z.number().int().positive(),
});
