/** The features of a waiting link: some figures, each with a prior weight, and hashed words averaged over its finds. */
import type { ReplayedLogistic } from '../learn/replayed-logistic.ts';
import type { FoundPages } from './found-pages.ts';
import type { Candidate, Find } from './link-candidates.ts';
import { featureAt } from './link-words.ts';
import { logOdds, type Rate, smoothed } from './success-rates.ts';

/** In the order of the features: its name in words, and how much it is believed to help before anything is learnt. */
const figures: readonly [name: string, prior: number][] = [
  ['any link', -3],
  ['its pages', 2],
  ['the best of its pages', 1],
  ['the pages before them', 0.5],
  ['links to it', 0],
  ['links within the host', 0],
  ['success on its host', 0.3],
  ['success in its directory', 0.3],
  ['success in this part of the site', 0.2],
  ['success of links on its pages', 0.2],
  ['success of links on the best of them', 0.2],
  ['success of links in the same list', 0.3],
  ['success in the best of these lists', 0.2],
  ['success of neighbouring links', 0.3],
  ['the anchor', 1],
  ['the best anchor', 1],
  ['the words around it', 0.5],
  ['its address', 0.5],
  ['keywords in the anchor', 0.5],
  ['distance from the seeds', 0],
];

export const denseCount = figures.length;
export const figureNames = figures.map(([name]) => name);
export const priorWeights = figures.map(([, prior]) => prior);

/** How much the parts of the words count. */
const partWeights = { words: 1, place: 0.5, address: 1.5 };

export class LinkFeatures {
  readonly #pages: FoundPages;
  readonly #all: Rate;
  readonly #dense = new Float64Array(denseCount);

  constructor(pages: FoundPages, all: Rate) {
    this.#pages = pages;
    this.#all = all;
  }

  /** Log odds that its target is relevant. */
  score(candidate: Candidate, model: ReplayedLogistic): number {
    const dense = this.dense(candidate);
    let sum = 0;
    for (let i = 0; i < denseCount; i++) sum += dense[i]! * model.weights[i]!;
    eachFeature(candidate, (feature, value) => {
      sum += value * model.sparseWeight(feature);
    });
    return sum;
  }

  /** As an example to learn from. */
  of(candidate: Candidate): { dense: Float64Array; indices: Uint32Array; values: Float32Array } {
    const sums = new Map<number, number>();
    eachFeature(candidate, (feature, value) => sums.set(feature, (sums.get(feature) ?? 0) + value));
    return {
      dense: this.dense(candidate),
      indices: Uint32Array.from(sums.keys()),
      values: Float32Array.from(sums.values()),
    };
  }

  /** Valid until the next call. */
  dense(candidate: Candidate): Float64Array {
    const dense = this.#dense;
    const { finds, found, depth, promise } = candidate;
    const usual = (this.#all.sum + 0.5) / (this.#all.pages + 5);
    const zero = logOdds(usual);
    const over = (rate: number): number => logOdds(rate) - zero;
    dense.fill(0);
    dense[0] = 1;
    const share = 1 / Math.max(1, finds.length);
    let first = true;
    const most = (place: number, value: number): void => {
      dense[place] = first ? value : Math.max(dense[place]!, value);
    };
    for (const find of finds) {
      const page = this.#pages.page(find.page);
      const guide = page?.guide ?? find.guide;
      dense[1]! += share * guide;
      most(2, guide);
      dense[3]! += share * (page?.before ?? find.before);
      if (find.isSameHost) dense[5]! += share;
      const siblings = page === undefined || page.rate.pages === 0 ? 0 : over(smoothed(page.rate, usual, 2));
      dense[9]! += share * siblings;
      most(10, siblings);
      const group = page?.groups.get(find.group);
      const listed = group === undefined ? 0 : over(smoothed(group, usual, 2));
      dense[11]! += share * listed;
      most(12, listed);
      dense[13]! += share * (page === undefined ? 0 : neighbours(page.outcomes, find, usual, over));
      dense[14]! += share * find.anchor;
      most(15, find.anchor);
      dense[16]! += share * find.context;
      most(18, find.keywords);
      first = false;
    }
    dense[4] = Math.log(1 + found) / 4;
    const host = smoothed(candidate.host, usual, 3);
    dense[6] = over(host);
    dense[7] = over(smoothed(candidate.directory, host, 3));
    dense[8] = over(smoothed(candidate.segment, host, 3));
    dense[17] = promise;
    dense[19] = depth / 5;
    return dense;
  }
}

/** Three links on either side, nearer ones count more. */
function neighbours(
  outcomes: ReadonlyMap<number, number>,
  { at }: Find,
  usual: number,
  over: (rate: number) => number,
): number {
  let sum = 0;
  let weights = 0;
  for (let step = 1; step <= 3; step++)
    for (const place of [at - step, at + step]) {
      const outcome = outcomes.get(place);
      if (outcome === undefined) continue;
      sum += outcome / step;
      weights += 1 / step;
    }
  return weights === 0 ? 0 : over((sum + usual) / (weights + 1));
}

/** The hashed words of a link with their values; a feature may come several times. */
function eachFeature({ address, finds }: Candidate, take: Take): void {
  eachOf(address, 0, address.length, partWeights.address, take);
  const share = 1 / Math.max(1, finds.length);
  for (const { words } of finds) {
    const first = words.indexOf(',');
    const second = words.indexOf(',', first + 1);
    eachOf(words, 0, first, share * partWeights.words, take);
    eachOf(words, first + 1, second, share * partWeights.words, take);
    eachOf(words, second + 1, words.length, share * partWeights.place, take);
  }
}

type Take = (feature: number, value: number) => void;

/** Packed features with values whose squares add up to the square of the weight. */
function eachOf(packed: string, from: number, to: number, weight: number, take: Take): void {
  const value = weight / Math.sqrt(Math.max(1, (to - from) / 3));
  for (let at = from; at < to; at += 3) take(featureAt(packed, at), value);
}
