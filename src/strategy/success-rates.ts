/**
 * How relevant pages of a host, of a directory and so on turned out to be, as sums of probabilities; and what that
 * promises for another one, as log odds above those of all pages.
 */
export interface Rate {
  pages: number;
  sum: number;
}

export const newRate = (): Rate => ({ pages: 0, sum: 0 });

export function count(rate: Rate, probability: number): void {
  rate.pages += 1;
  rate.sum += probability;
}

/** Smoothed towards a base rate, as if `strength` more pages had been seen at it. */
export const smoothed = ({ pages, sum }: Rate, base: number, strength: number): number =>
  (sum + strength * base) / (pages + strength);

export function logOdds(rate: number): number {
  const share = Math.min(0.995, Math.max(0.005, rate));
  return Math.log(share / (1 - share));
}

/** Rates by name; the oldest are forgotten when there are too many. */
export class Rates {
  readonly #byName = new Map<string, Rate>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  of(name: string): Rate {
    let rate = this.#byName.get(name);
    if (rate === undefined) {
      rate = newRate();
      this.#byName.set(name, rate);
      if (this.#byName.size > this.#most) this.#byName.delete(this.#byName.keys().next().value!);
    }
    return rate;
  }

  /** Best first, those with enough pages. */
  best(fewest: number): { name: string; rate: Rate }[] {
    return [...this.#byName]
      .filter(([, { pages }]) => pages >= fewest)
      .map(([name, rate]) => ({ name, rate }))
      .sort((a, b) => smoothed(b.rate, 0.1, 3) - smoothed(a.rate, 0.1, 3));
  }

  save(): SavedRates {
    const kept = [...this.#byName].filter(([, { pages }]) => pages > 0);
    return {
      names: kept.map(([name]) => name).join('\n'),
      pages: Uint32Array.from(kept, ([, { pages }]) => pages),
      sums: Float64Array.from(kept, ([, { sum }]) => sum),
    };
  }

  restore({ names, pages, sums }: SavedRates): void {
    if (names === '') return;
    for (const [i, name] of names.split('\n').entries())
      this.#byName.set(name, { pages: pages[i]!, sum: sums[i]! });
  }
}

export interface SavedRates {
  names: string;
  pages: Uint32Array;
  sums: Float64Array;
}
