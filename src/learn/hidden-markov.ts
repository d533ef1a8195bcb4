/**
 * Hidden Markov model estimated by counting, with the forward recursion (Rabiner 1989). States are hidden (how far a
 * page is from a target), symbols are observed (the page's cluster). Counts use add-λ smoothing, no Baum–Welch; a row
 * without counts is uniform. `normalised` keeps the state as a distribution, `raw` as the joint probability, which
 * shrinks along a path. The first symbol gives π ⊙ B.
 */
import { z } from 'zod';
import { ForageError } from '../errors.ts';

export interface HmmRecord {
  /** Each observation with its state and symbol. */
  items: Iterable<{ state: number; symbol: number }>;
  /** State transitions, in recorded order. */
  steps: Iterable<readonly [from: number, to: number]>;
}

export class HiddenMarkov {
  readonly initial: readonly number[];
  readonly transition: readonly (readonly number[])[];
  readonly emission: readonly (readonly number[])[];

  /** Probabilities; every row sums to 1. */
  constructor(initial: number[], transition: number[][], emission: number[][]) {
    const states = initial.length;
    const even = (rows: number[][]) => rows.length === states && rows.every((row) => isDistribution(row));
    if (!isDistribution(initial) || !even(transition) || !even(emission)) {
      throw new ForageError(
        'INPUT_INVALID',
        'A hidden Markov model needs rows of probabilities that sum to 1, one row per state.',
      );
    }
    const symbols = emission[0]!.length;
    if (transition.some((row) => row.length !== states) || emission.some((row) => row.length !== symbols)) {
      throw new ForageError('INPUT_INVALID', 'The rows of a hidden Markov model differ in length.');
    }
    this.initial = initial;
    this.transition = transition;
    this.emission = emission;
  }

  static count(
    { items, steps }: HmmRecord,
    { states, symbols, smoothing = 0 }: { states: number; symbols: number; smoothing?: number },
  ): HiddenMarkov {
    if (!(smoothing >= 0 && Number.isFinite(smoothing))) {
      throw new ForageError('INPUT_INVALID', `Smoothing is ${smoothing}; use a number of at least 0.`);
    }
    const row = (length: number) => new Array<number>(length).fill(smoothing);
    const initial = row(states);
    const transition = Array.from({ length: states }, () => row(states));
    const emission = Array.from({ length: states }, () => row(symbols));
    let counted = 0;
    for (const { state, symbol } of items) {
      within(state, states, 'state');
      within(symbol, symbols, 'symbol');
      initial[state]! += 1;
      emission[state]![symbol]! += 1;
      counted += 1;
    }
    if (counted === 0) {
      throw new ForageError(
        'TRAINING',
        'The hidden Markov model was given no observations; record some pages first.',
      );
    }
    for (const [from, to] of steps) {
      within(from, states, 'state');
      within(to, states, 'state');
      transition[from]![to]! += 1;
    }
    return new HiddenMarkov(shares(initial), transition.map(shares), emission.map(shares));
  }

  /** State after the first symbol. */
  start(symbol: number, mode: 'normalised' | 'raw' = 'normalised'): number[] {
    return this.seen(this.initial, symbol, mode);
  }

  /** State after one more step and the symbol observed there. */
  next(state: readonly number[], symbol: number, mode: 'normalised' | 'raw' = 'normalised'): number[] {
    return this.seen(this.ahead(state), symbol, mode);
  }

  /** Predicted state after `steps` steps, before any symbol is observed there. */
  ahead(state: readonly number[], steps = 1): number[] {
    if (state.length !== this.initial.length || !state.every((share) => share >= 0)) {
      throw new ForageError(
        'INPUT_INVALID',
        `[${state.join(', ')}] is not a state of this model; use ${this.initial.length} numbers of at least 0.`,
      );
    }
    let now = [...state];
    for (let step = 0; step < steps; step++) {
      now = this.initial.map((_, to) =>
        now.reduce((sum, share, from) => sum + share * this.transition[from]![to]!, 0),
      );
    }
    return now;
  }

  /**
   * How near the target is: its probability after one step. Values within ε/2 of the same multiple of ε count as equal;
   * the probability after two steps breaks the tie. Both are packed into one number, so that any queue can sort by it.
   */
  priority(state: readonly number[], { target = 0, tie = 0.01 } = {}): number {
    within(target, state.length, 'state');
    if (!(tie >= 0)) throw new ForageError('INPUT_INVALID', `The tie is ${tie}; use a number of at least 0.`);
    const oneStep = this.ahead(state)[target]!;
    if (tie === 0) return oneStep;
    const twoSteps = Math.min(1, this.ahead(state, 2)[target]!);
    return tie * (Math.round(oneStep / tie) + 0.999 * twoSteps);
  }

  toJSON(): unknown {
    return { initial: this.initial, transition: this.transition, emission: this.emission };
  }

  static fromJSON(record: unknown): HiddenMarkov {
    const read = recordSchema.safeParse(record);
    if (!read.success) {
      throw new ForageError('MODEL_INVALID', 'This is not a hidden Markov model; train it again.');
    }
    try {
      return new HiddenMarkov(read.data.initial, read.data.transition, read.data.emission);
    } catch (cause) {
      throw new ForageError('MODEL_INVALID', 'This hidden Markov model is damaged; train it again.', {
        cause,
      });
    }
  }

  private seen(state: readonly number[], symbol: number, mode: 'normalised' | 'raw'): number[] {
    within(symbol, this.emission[0]!.length, 'symbol');
    const joint = state.map((share, i) => share * this.emission[i]![symbol]!);
    if (mode === 'raw') return joint;
    const sum = joint.reduce((total, share) => total + share, 0);
    // Without smoothing a path may be impossible by the counts: nothing is expected of it, as in `raw`.
    return sum > 0 ? joint.map((share) => share / sum) : joint;
  }
}

const recordSchema = z.object({
  initial: z.array(z.number()),
  transition: z.array(z.array(z.number())),
  emission: z.array(z.array(z.number())),
});

function shares(counts: readonly number[]): number[] {
  const sum = counts.reduce((total, count) => total + count, 0);
  return counts.map((count) => (sum > 0 ? count / sum : 1 / counts.length));
}

function isDistribution(row: readonly number[]): boolean {
  const sum = row.reduce((total, share) => total + share, 0);
  return row.length > 0 && row.every((share) => share >= 0) && Math.abs(sum - 1) < 1e-9;
}

function within(number: number, limit: number, what: string): void {
  if (Number.isInteger(number) && number >= 0 && number < limit) return;
  throw new ForageError(
    'INPUT_INVALID',
    `There is no ${what} ${number}; the valid range is 0 to ${limit - 1}.`,
  );
}
