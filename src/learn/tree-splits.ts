/**
 * Finds splits by one feature over sparse data: only non-zero values are visited, and the zeros follow from what is
 * left. Entropy and gain as in Quinlan, in bits.
 */
import type { Example } from './learner.ts';

export interface Split {
  feature: number;
  threshold: number;
  gain: number;
  /** Entropy of the sizes of the two parts. */
  splitInfo: number;
}

export interface Counts {
  relevant: number;
  other: number;
}

export function entropy({ relevant, other }: Counts): number {
  return 0 - plogp(relevant / (relevant + other)) - plogp(other / (relevant + other));
}

/** Entropy before the split minus the mean entropy after it. */
export function informationGain(whole: Counts, low: Counts): number {
  const high = { relevant: whole.relevant - low.relevant, other: whole.other - low.other };
  const total = whole.relevant + whole.other;
  const [inLow, inHigh] = [low.relevant + low.other, high.relevant + high.other];
  return entropy(whole) - (inLow / total) * entropy(low) - (inHigh / total) * entropy(high);
}

/** One distinct value of a feature, with the number of examples of each class that have it. */
export interface ValueCounts extends Counts {
  value: number;
}

/** Reads the features of a subset of the examples; its buffers are reused between calls. */
export class FeatureReader {
  private readonly examples: readonly Example[];
  private readonly counts: Uint32Array;
  /** Where the next value of a feature goes while values are grouped by feature. */
  private readonly next: Uint32Array;

  constructor(examples: readonly Example[], features: number) {
    this.examples = examples;
    this.counts = new Uint32Array(features);
    this.next = new Uint32Array(features);
  }

  whole(rows: readonly number[]): Counts {
    let relevant = 0;
    for (const row of rows) if (this.examples[row]!.relevant) relevant += 1;
    return { relevant, other: rows.length - relevant };
  }

  /**
   * Called once per feature that any row has, in rising order, with its distinct values in rising order, 0 included.
   */
  eachFeature(rows: readonly number[], at: (feature: number, values: ValueCounts[]) => void): void {
    const { counts, next, examples } = this;
    const whole = this.whole(rows);
    const seen: number[] = [];
    let entries = 0;
    for (const row of rows) {
      const { indices } = examples[row]!.vector;
      entries += indices.length;
      for (let i = 0; i < indices.length; i++) {
        const feature = indices[i]!;
        if (counts[feature]!++ === 0) seen.push(feature);
      }
    }
    const order = Uint32Array.from(seen).sort();
    const values = new Float64Array(entries);
    const classes = new Uint8Array(entries);
    let start = 0;
    for (const feature of order) {
      next[feature] = start;
      start += counts[feature]!;
    }
    for (const row of rows) {
      const { vector, relevant } = examples[row]!;
      for (let i = 0; i < vector.indices.length; i++) {
        const place = next[vector.indices[i]!]!++;
        values[place] = vector.values[i]!;
        classes[place] = relevant ? 1 : 0;
      }
    }
    let from = 0;
    for (const feature of order) {
      const to = from + counts[feature]!;
      counts[feature] = 0;
      at(feature, distinct(values.subarray(from, to), classes.subarray(from, to), whole));
      from = to;
    }
  }

  /**
   * The best threshold of every feature that has one with positive gain and at least `minEach` examples on both sides.
   */
  splits(rows: readonly number[], minEach: number, forChoice = false): Split[] {
    const whole = this.whole(rows);
    const found: Split[] = [];
    this.eachFeature(rows, (feature, values) => {
      const split = bestThreshold(feature, values, whole, minEach, forChoice);
      if (split) found.push(split);
    });
    return found;
  }
}

/**
 * `forChoice`: Quinlan's (1996) correction, which subtracts log2(number of thresholds tried) / N from the gain, so that
 * features with many values have no advantage.
 */
function bestThreshold(
  feature: number,
  values: readonly ValueCounts[],
  whole: Counts,
  minEach: number,
  forChoice: boolean,
): Split | undefined {
  const total = whole.relevant + whole.other;
  const low = { relevant: 0, other: 0 };
  let best: Split | undefined;
  let tried = 0;
  for (let i = 0; i + 1 < values.length; i++) {
    low.relevant += values[i]!.relevant;
    low.other += values[i]!.other;
    const inLow = low.relevant + low.other;
    if (inLow < minEach || total - inLow < minEach) continue;
    tried += 1;
    const gain = informationGain(whole, low);
    if (best && gain <= best.gain) continue;
    const threshold = (values[i]!.value + values[i + 1]!.value) / 2;
    best = { feature, threshold, gain, splitInfo: entropy({ relevant: inLow, other: total - inLow }) };
  }
  if (best && forChoice) best.gain -= Math.log2(tried) / total;
  return best && best.gain > 1e-12 ? best : undefined;
}

function distinct(values: Float64Array, classes: Uint8Array, whole: Counts): ValueCounts[] {
  const all: ValueCounts[] = [];
  let here: ValueCounts | undefined;
  const zeros = { value: 0, relevant: whole.relevant, other: whole.other };
  const byValue = new Map<number, ValueCounts>();
  for (let i = 0; i < values.length; i++) {
    // Most text features have a single value or long runs of one.
    if (here?.value !== values[i]) {
      here = byValue.get(values[i]!);
      if (!here) {
        here = { value: values[i]!, relevant: 0, other: 0 };
        byValue.set(here.value, here);
        all.push(here);
      }
    }
    const own = classes[i] === 1 ? 'relevant' : 'other';
    here![own] += 1;
    zeros[own] -= 1;
  }
  if (zeros.relevant + zeros.other > 0) all.push(zeros);
  return all.sort((a, b) => a.value - b.value);
}

function plogp(p: number): number {
  return p > 0 ? p * Math.log2(p) : 0;
}
