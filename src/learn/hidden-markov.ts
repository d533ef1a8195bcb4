/**
 * Hidden Markov model by counting, with the forward recursion (Rabiner 1989): states that are not seen (how far a
 * page is from a target), symbols that are (its cluster). Counting with add-λ, no Baum–Welch; a row without any
 * count is even. `normalised` keeps the state as a distribution, `raw` as the joint probability that shrinks along
 * a path. The first symbol gives π ⊙ B.
 */
import { z } from 'zod';
import { ForageError } from '../errors.ts';

export interface HmmRecord {
  /** Each observed item with its state and symbol. */
  items: Iterable<{ state: number; symbol: number }>;
  /** Steps from state to state, in the order of the record. */
  steps: Iterable<readonly [from: number, to: number]>;
}

export class HiddenMarkov {
  readonly initial: readonly number[];
  readonly transition: readonly (readonly number[])[];
  readonly emission: readonly (readonly number[])[];

  /** Probabilities; every row adds up to 1. */
  constructor(initial: number[], transition: number[][], emission: number[][]) {
    const states = initial.length;
    const even = (rows: number[][]) => rows.length === states && rows.every((row) => isDistribution(row));
    if (!isDistribution(initial) || !even(transition) || !even(emission)) {
      throw new ForageError(
        'INPUT_INVALID',
        'A hidden Markov model needs rows of probabilities that add up to 1, one row a state.',
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
      throw new ForageError('INPUT_INVALID', `Smoothing ${smoothing}; give a number from 0 up.`);
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
        'The hidden Markov model was given nothing to count; record some pages.',
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

  /** State after one step on and the symbol found there. */
  next(state: readonly number[], symbol: number, mode: 'normalised' | 'raw' = 'normalised'): number[] {
    return this.seen(this.ahead(state), symbol, mode);
  }

  /** Where the model will be after so many steps, before it sees any symbol there. */
  ahead(state: readonly number[], steps = 1): number[] {
    if (state.length !== this.initial.length || !state.every((share) => share >= 0)) {
      throw new ForageError(
        'INPUT_INVALID',
        `[${state.join(', ')}] is no state of this model; give ${this.initial.length} shares from 0 up.`,
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
   * How near the target is: its probability one step on. Values within half an ε of a multiple of ε count as equal,
   * and the probability two steps on decides among them; one number, so that it sorts in any queue.
   */
  priority(state: readonly number[], { target = 0, tie = 0.01 } = {}): number {
    within(target, state.length, 'state');
    if (!(tie >= 0)) throw new ForageError('INPUT_INVALID', `A tie of ${tie}; give a number from 0 up.`);
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
      throw new ForageError('MODEL_INVALID', 'This is no hidden Markov model; train it again.');
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
    // A path that the counts hold for impossible starts anew.
    return sum > 0 ? joint.map((share) => share / sum) : [...this.initial];
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
  throw new ForageError('INPUT_INVALID', `There is no ${what} ${number}; they go from 0 to ${limit - 1}.`);
}
