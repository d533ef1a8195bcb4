/**
 * What a request should bring, in days for which one relevant page is in the crawl as it is on the Web.
 *
 * For a known page: the gain in freshness of asking for it now, (μ/λ)(1 − e^{−x} − x e^{−x}) with x = λ · days since it
 * was asked; under a budget, asking for what has the highest of these keeps most pages fresh (Cho and Garcia-Molina
 * 2003; as an index of each page: Azar, Horvitz, Lubetzky, Peres and Shahaf, 2018). It rises with time, and falls for
 * pages that change faster than they can be asked. Beside it, new relevant pages that wait to be found: r · days² / 2.
 *
 * For a new link: the share of relevant pages among links of its priority so far, times the time that a page lives. So a
 * known page waits at the priority of a link that would bring as much, whatever the strategy's scale is.
 */
import { isotonicSteps, type Step } from '../../learn/isotonic.ts';
import type { Rates } from './rates.ts';

/** An irrelevant page matters if it becomes relevant; that it does when it changes is rare. */
const BECOMES_RELEVANT = 0.02;

export function worthOf(rates: Rates, relevant: boolean, days: number): number {
  const importance = relevant ? 1 : BECOMES_RELEVANT;
  return importance * freshnessGain(rates.changes, days) + (rates.finds * days * days) / 2;
}

/** Of a page that is known to have changed: it is fresh until its next change, or until it is gone. */
export function worthOfChanged(rates: Rates, relevant: boolean, days: number, lifetime: number): number {
  const importance = relevant ? 1 : BECOMES_RELEVANT;
  return importance * Math.min(1 / rates.changes, lifetime) + (rates.finds * days * days) / 2;
}

export function freshnessGain(rate: number, days: number): number {
  const x = rate * days;
  // The difference of nearly equal numbers; its series is x²/2 − x³/3.
  if (x < 1e-3) return (rate * days * days) / 2;
  return (1 - Math.exp(-x) * (1 + x)) / rate;
}

/** Days that a page on the Web lives, on average; 100 before any has died. */
export function lifetimeDays(died: number, observedDays: number): number {
  return (observedDays + 1000) / (died + 10);
}

/** Fewer points than this say nothing about a step. */
const POINTS_A_STEP = 20;

/** The priorities of links against the share of relevant pages that they led to. */
export class PriorityScale {
  readonly steps: readonly Step[];

  constructor(steps: readonly Step[]) {
    this.steps = steps.length === 0 ? [{ from: 0, value: 0, points: 0 }] : steps;
  }

  /** Lowest priority first. */
  static of(outcomes: Iterable<{ priority: number; relevant: boolean }>): PriorityScale {
    function* points() {
      for (const { priority, relevant } of outcomes) yield { score: priority, value: Number(relevant) };
    }
    return new PriorityScale(isotonicSteps(points()).filter((step) => step.points >= POINTS_A_STEP));
  }

  /** The priority of links of which this share is relevant: rises with it, also beyond what was seen. */
  priorityOf(share: number): number {
    const { steps } = this;
    const at = steps.findIndex(({ value }) => value > share);
    const first = steps[0]!;
    if (at === 0) return first.from - 1 + share / Math.max(first.value, Number.MIN_VALUE);
    const low = steps.at(at < 0 ? -1 : at - 1)!;
    const high = at < 0 ? undefined : steps[at]!;
    if (high === undefined) return low.from + 1 - 1 / (1 + share - low.value);
    return low.from + ((high.from - low.from) * (share - low.value)) / (high.value - low.value);
  }
}
