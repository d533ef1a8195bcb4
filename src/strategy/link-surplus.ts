/**
 * What is found through a link, beyond its own page: the expected surplus over the going rate. A page's surplus is the
 * sum, over the pages first found on it, of how much each was better than what a page brings at the time, with its own
 * surplus; so it sees as many steps ahead as the crawl has gone. A second model predicts it for waiting links, and their
 * priority is (p + a) / (1 + a): a link that leads to one good page counts ½, one that leads to many nearly 1. After the
 * index of branching bandits (Weiss 1988), with the running rate as the price of a page.
 */
import {
  logistic,
  type ReplayExample,
  ReplayedLogistic,
  type SavedReplay,
} from '../learn/replayed-logistic.ts';
import type { FoundPages } from './found-pages.ts';
import type { Candidate } from './link-candidates.ts';
import { denseCount, type LinkFeatures } from './link-features.ts';

const mostInside = 10;
/** Share of the latest page in the going rate. */
const recency = 0.02;

export class LinkSurplus {
  readonly #model: ReplayedLogistic;
  readonly #pages: FoundPages;
  readonly #waiting: () => Iterable<Candidate>;
  /** The going rate: what a page brings now. */
  #rate = 0.3;

  constructor(
    pages: FoundPages,
    waiting: () => Iterable<Candidate>,
    settings: { rate: number; steps: number; sparse: number; memory: number },
  ) {
    this.#pages = pages;
    this.#waiting = waiting;
    const prior = Array.from({ length: denseCount }, (_, i) => (i === 0 ? -2 : 0));
    this.#model = new ReplayedLogistic({ ...settings, prior });
  }

  visited(probability: number): void {
    this.#rate += recency * (probability - this.#rate);
  }

  remember(example: ReplayExample): void {
    this.#model.remember({ ...example, target: 0 });
  }

  /** After a page and its links are known. */
  learn(): void {
    if (!this.#model.isDue) return;
    const surplus = this.#surplus();
    this.#model.retarget((id) => surplus.get(id));
    this.#model.train();
  }

  /** Of the link that was scored last. */
  priority(candidate: Candidate, probability: number, features: LinkFeatures): number {
    if (this.#model.version === 0) return probability;
    const through = logistic(features.scoreAgain(candidate, this.#model));
    return (probability + through) / (1 + through);
  }

  save(): SavedSurplus {
    return { model: this.#model.save(), rate: this.#rate };
  }

  restore({ model, rate }: SavedSurplus): void {
    this.#model.restore(model);
    this.#rate = rate;
  }

  /** Of each page that is remembered, at most 1. */
  #surplus(): Map<number, number> {
    const price = Math.min(0.9, Math.max(0.02, this.#rate));
    const sums = new Map<number, number>();
    const add = (finder: number, worth: number): void => {
      if (worth > 0) sums.set(finder, (sums.get(finder) ?? 0) + worth);
    };
    for (const { finder, probability } of this.#waiting()) add(finder, probability - price);
    const surplus = new Map<number, number>();
    for (const [id, { finder, probability }] of this.#pages.latest()) {
      const own = sums.get(id) ?? 0;
      surplus.set(id, Math.min(1, own));
      add(finder, probability - price + Math.min(mostInside, own));
    }
    return surplus;
  }
}

export interface SavedSurplus {
  model: SavedReplay;
  rate: number;
}
