/**
 * Linear support vector machine by dual coordinate descent with shrinking (Hsieh, Chang, Lin, Keerthi and Sundararajan
 * 2008, algorithm 3), squared hinge loss (LIBLINEAR -s 1) or hinge loss (-s 3). The intercept is one more feature with
 * the value `bias`, regularised like the others, as in LIBLINEAR. Stops when the largest violation of the optimality
 * conditions is below `tolerance`. `seed` determines the order of the passes.
 */
import { z } from 'zod';
import type { SparseVector } from '../text/vectors.ts';
import { classWeights, weightsOf } from './class-weights.ts';
import { checkExamples, checkVector, finiteScore, notFitted } from './examples.ts';
import {
  type Example,
  type Learner,
  type LearnerRecord,
  type WeightedFeature,
  weightiestFirst,
} from './learner.ts';
import { pack, packedNumbers, readSettings, readState } from './learner-record.ts';
import { fitSigmoid, heldOutScores, type Sigmoid, sigmoidSchema, throughSigmoid } from './platt.ts';
import { Random } from './random.ts';

const settingsSchema = z.strictObject({
  c: z.number().positive().max(1e9).default(1),
  loss: z.enum(['squared-hinge', 'hinge']).default('squared-hinge'),
  classWeights: classWeights.default({ relevant: 1, other: 1 }),
  bias: z.number().nonnegative().default(1),
  tolerance: z.number().positive().default(1e-4),
  maxPasses: z.number().int().positive().default(1000),
  /** Fit a sigmoid to scores of held-out examples, so that `probability` is available. */
  probability: z.boolean().default(false),
  seed: z.number().int().nonnegative().default(1),
});

export type LinearSvmSettings = z.input<typeof settingsSchema>;

export class LinearSvm implements Learner {
  readonly kind = 'linear-svm';
  private readonly settings: z.output<typeof settingsSchema>;
  private weights: Float64Array | undefined;
  private intercept = 0;
  private sigmoid: Sigmoid | undefined;

  constructor(settings: LinearSvmSettings = {}) {
    this.settings = readSettings(settingsSchema, settings, 'The linear SVM');
  }

  fit(examples: readonly Example[]): void {
    const counts = checkExamples(examples, 'The linear SVM');
    const { settings } = this;
    const costs = weightsOf(settings.classWeights, counts);
    const solved = solve(examples, counts.features, {
      ...settings,
      relevantC: settings.c * costs.relevant,
      otherC: settings.c * costs.other,
    });
    this.weights = solved.weights;
    this.intercept = solved.intercept;
    this.sigmoid = undefined;
    if (settings.probability) {
      const make = () => new LinearSvm({ ...settings, probability: false });
      this.sigmoid = fitSigmoid(heldOutScores(make, examples, settings.seed));
    }
  }

  predict({ indices, values }: SparseVector): number {
    const weights = this.weights;
    if (!weights) throw notFitted('The linear SVM');
    let score = this.intercept;
    const known = weights.length;
    for (let i = 0; i < indices.length; i++) {
      const index = indices[i]!;
      // 0 · NaN is NaN, so an invalid value of an unknown feature is reported too.
      score += (index < known ? weights[index]! : 0) * values[i]!;
    }
    return finiteScore(score);
  }

  probability(vector: SparseVector): number {
    return throughSigmoid(this.sigmoid, this.predict(vector), 'the linear SVM');
  }

  /** Weight of each feature, and the score of the empty vector. */
  linear(): { weights: Float64Array; intercept: number } {
    if (!this.weights) throw notFitted('The linear SVM');
    return { weights: this.weights, intercept: this.intercept };
  }

  explain(vector: SparseVector): WeightedFeature[] {
    const weights = this.weights;
    if (!weights) throw notFitted('The linear SVM');
    checkVector(vector);
    const parts = Array.from(vector.indices, (feature, i) => ({
      feature,
      weight: (weights[feature] ?? 0) * vector.values[i]!,
    }));
    return weightiestFirst(parts);
  }

  toJSON(): LearnerRecord {
    if (!this.weights) throw notFitted('The linear SVM');
    return {
      kind: this.kind,
      settings: this.settings,
      state: { weights: pack(this.weights), intercept: this.intercept, sigmoid: this.sigmoid },
    };
  }

  static fromJSON(record: LearnerRecord): LinearSvm {
    const made = new LinearSvm(record.settings);
    const state = readState(stateSchema, record);
    made.weights = state.weights;
    made.intercept = state.intercept;
    made.sigmoid = state.sigmoid;
    return made;
  }
}

const stateSchema = z.object({
  weights: packedNumbers,
  intercept: z.number(),
  sigmoid: sigmoidSchema.optional(),
});

interface Problem {
  loss: 'squared-hinge' | 'hinge';
  relevantC: number;
  otherC: number;
  bias: number;
  tolerance: number;
  maxPasses: number;
  seed: number;
}

function solve(
  examples: readonly Example[],
  features: number,
  problem: Problem,
): { weights: Float64Array; intercept: number } {
  const { bias, loss } = problem;
  const count = examples.length;
  const rows = flattened(examples);
  const weights = new Float64Array(features);
  let intercept = 0;
  const alpha = new Float64Array(count);
  const order = Uint32Array.from({ length: count }, (_, i) => i);
  const random = new Random(problem.seed);
  const squared = loss === 'squared-hinge';
  const costs = Float64Array.from(
    examples,
    ({ relevant, weight = 1 }) => weight * (relevant ? problem.relevantC : problem.otherC),
  );
  const upper = costs.map((cost) => (squared ? Number.POSITIVE_INFINITY : cost));
  const ridge = costs.map((cost) => (squared ? 0.5 / cost : 0));
  const curvature = rows.squares.map((square, i) => square + bias * bias + ridge[i]!);

  let active = count;
  let highestBefore = Number.POSITIVE_INFINITY;
  let lowestBefore = Number.NEGATIVE_INFINITY;
  for (let pass = 0; pass < problem.maxPasses; pass++) {
    let highest = Number.NEGATIVE_INFINITY;
    let lowest = Number.POSITIVE_INFINITY;
    shuffleFirst(order, active, random);
    for (let s = 0; s < active; s++) {
      const i = order[s]!;
      if (curvature[i] === 0) continue;
      const y = rows.classes[i] === 1 ? 1 : -1;
      const from = rows.starts[i]!;
      const to = rows.starts[i + 1]!;
      let margin = intercept * bias;
      for (let k = from; k < to; k++) margin += weights[rows.indices[k]!]! * rows.values[k]!;
      const gradient = y * margin - 1 + alpha[i]! * ridge[i]!;

      let projected = gradient;
      if (alpha[i] === 0) {
        if (gradient > highestBefore) {
          active -= 1;
          swap(order, s, active);
          s -= 1;
          continue;
        }
        projected = Math.min(gradient, 0);
      } else if (alpha[i] === upper[i]) {
        if (gradient < lowestBefore) {
          active -= 1;
          swap(order, s, active);
          s -= 1;
          continue;
        }
        projected = Math.max(gradient, 0);
      }
      if (projected > highest) highest = projected;
      if (projected < lowest) lowest = projected;
      if (Math.abs(projected) < 1e-12) continue;

      const before = alpha[i]!;
      alpha[i] = Math.min(Math.max(before - gradient / curvature[i]!, 0), upper[i]!);
      const step = (alpha[i]! - before) * y;
      for (let k = from; k < to; k++) weights[rows.indices[k]!]! += step * rows.values[k]!;
      intercept += step * bias;
    }
    if (highest - lowest <= problem.tolerance) {
      if (active === count) break;
      // Before the result counts, all shrunk variables are checked once more.
      active = count;
      highestBefore = Number.POSITIVE_INFINITY;
      lowestBefore = Number.NEGATIVE_INFINITY;
      continue;
    }
    highestBefore = highest <= 0 ? Number.POSITIVE_INFINITY : highest;
    lowestBefore = lowest >= 0 ? Number.NEGATIVE_INFINITY : lowest;
  }
  return { weights, intercept: intercept * bias };
}

/** All vectors in one contiguous array, so that a pass reads memory sequentially. */
function flattened(examples: readonly Example[]) {
  const starts = new Uint32Array(examples.length + 1);
  for (let i = 0; i < examples.length; i++) starts[i + 1] = starts[i]! + examples[i]!.vector.indices.length;
  const indices = new Uint32Array(starts[examples.length]!);
  const values = new Float64Array(indices.length);
  const classes = new Uint8Array(examples.length);
  const squares = new Float64Array(examples.length);
  for (let i = 0; i < examples.length; i++) {
    const { vector, relevant } = examples[i]!;
    indices.set(vector.indices, starts[i]!);
    values.set(vector.values, starts[i]!);
    classes[i] = relevant ? 1 : 0;
    let square = 0;
    for (const value of vector.values) square += value * value;
    squares[i] = square;
  }
  return { starts, indices, values, classes, squares };
}

function shuffleFirst(order: Uint32Array, length: number, random: Random): void {
  for (let i = 0; i < length; i++) swap(order, i, i + random.below(length - i));
}

function swap(order: Uint32Array, i: number, j: number): void {
  const kept = order[i]!;
  order[i] = order[j]!;
  order[j] = kept;
}
