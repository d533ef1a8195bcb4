/** The features of a waiting link: some figures, each with a prior weight, and hashed words averaged over its finds. */
import type { ReplayedLogistic } from '../learn/replayed-logistic.ts';
import type { FoundPage, FoundPages } from './found-pages.ts';
import type { Candidate, Find, WordScore } from './link-candidates.ts';
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
    this.dense(candidate);
    return this.scoreAgain(candidate, model);
  }

  /** By another model, of the same link as the last `score`. */
  scoreAgain(candidate: Candidate, model: ReplayedLogistic): number {
    const dense = this.#dense;
    let sum = 0;
    for (let i = 0; i < denseCount; i++) sum += dense[i]! * model.weights[i]!;
    return model.version === 0 ? sum : sum + this.ofWords(candidate, model);
  }

  /** The part of its words in the score. */
  ofWords(candidate: Candidate, model: ReplayedLogistic): number {
    const { finds } = candidate;
    let sum = 0;
    for (const find of finds) {
      find.wordScore ??= noScore(model);
      const score = scoreBy(model, find.wordScore);
      if (score.version !== model.version) {
        score.version = model.version;
        score.value = ofFind(find.words, model.weights);
      }
      sum += score.value;
    }
    const { address } = candidate;
    candidate.addressScore ??= noScore(model);
    const score = scoreBy(model, candidate.addressScore);
    if (score.version !== model.version) {
      score.version = model.version;
      score.value = partWeights.address * weightOf(address, 0, address.length, model.weights);
    }
    return sum / Math.max(1, finds.length) + score.value;
  }

  /** Its words as features to learn from. */
  words(candidate: Candidate): { indices: Uint32Array; values: Float32Array } {
    const sums = new Map<number, number>();
    eachFeature(candidate, (feature, value) => sums.set(feature, (sums.get(feature) ?? 0) + value));
    return { indices: Uint32Array.from(sums.keys()), values: Float32Array.from(sums.values()) };
  }

  /** Looking it up for each of thousands of links takes longer than anything else. */
  #pageOf(find: Find): FoundPage | undefined {
    if (find.on !== undefined && !find.on.isForgotten) return find.on;
    find.on = this.#pages.page(find.page);
    find.ofList = undefined;
    return find.on;
  }

  /** Valid until the next call. */
  dense(candidate: Candidate): Float64Array {
    const dense = this.#dense;
    const { finds, found, depth, promise } = candidate;
    const usual = (this.#all.sum + 0.5) / (this.#all.pages + 5);
    const zero = logOdds(usual);
    dense.fill(0);
    dense[0] = 1;
    let guides = 0;
    let befores = 0;
    let sameHost = 0;
    let siblings = 0;
    let listed = 0;
    let beside = 0;
    let anchors = 0;
    let contexts = 0;
    for (let i = 0; i < finds.length; i++) {
      const find = finds[i]!;
      const page = this.#pageOf(find);
      const guide = page?.guide ?? find.guide;
      guides += guide;
      befores += page?.before ?? find.before;
      if (find.isSameHost) sameHost += 1;
      let ofPage = 0;
      let ofList = 0;
      if (page !== undefined && page.rate.pages > 0) {
        ofPage = logOdds(smoothed(page.rate, usual, 2)) - zero;
        find.ofList ??= page.groups.get(find.group);
        const group = find.ofList;
        if (group !== undefined) ofList = logOdds(smoothed(group, usual, 2)) - zero;
        beside += neighbours(page.outcomes, find.at, usual, zero);
      }
      siblings += ofPage;
      listed += ofList;
      anchors += find.anchor;
      contexts += find.context;
      if (i === 0 || guide > dense[2]!) dense[2] = guide;
      if (i === 0 || ofPage > dense[10]!) dense[10] = ofPage;
      if (i === 0 || ofList > dense[12]!) dense[12] = ofList;
      if (i === 0 || find.anchor > dense[15]!) dense[15] = find.anchor;
      if (find.keywords > dense[18]!) dense[18] = find.keywords;
    }
    const share = 1 / Math.max(1, finds.length);
    dense[1] = share * guides;
    dense[3] = share * befores;
    dense[4] = Math.log(1 + found) / 4;
    dense[5] = share * sameHost;
    const host = smoothed(candidate.host, usual, 3);
    dense[6] = logOdds(host) - zero;
    dense[7] = logOdds(smoothed(candidate.directory, host, 3)) - zero;
    dense[8] = logOdds(smoothed(candidate.segment, host, 3)) - zero;
    dense[9] = share * siblings;
    dense[11] = share * listed;
    dense[13] = share * beside;
    dense[14] = share * anchors;
    dense[16] = share * contexts;
    dense[17] = promise;
    dense[19] = depth / 5;
    return dense;
  }
}

/** Three links on either side, nearer ones count more. */
function neighbours(outcomes: Float64Array, at: number, usual: number, zero: number): number {
  let sum = 0;
  let weights = 0;
  const last = Math.min(at + 3, outcomes.length - 1);
  for (let i = Math.max(0, at - 3); i <= last; i++) {
    const outcome = outcomes[i]!;
    if (i === at || Number.isNaN(outcome)) continue;
    const weight = 1 / Math.abs(i - at);
    sum += weight * outcome;
    weights += weight;
  }
  return weights === 0 ? 0 : logOdds((sum + usual) / (weights + 1)) - zero;
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

/** The product of packed features, together of length 1, with their weights. */
function weightOf(packed: string, from: number, to: number, weights: Float64Array): number {
  let sum = 0;
  for (let at = from; at < to; at += 3) sum += weights[denseCount + featureAt(packed, at)]!;
  return sum === 0 ? 0 : sum / Math.sqrt((to - from) / 3);
}

function ofFind(words: string, weights: Float64Array): number {
  const first = words.indexOf(',');
  const second = words.indexOf(',', first + 1);
  return (
    partWeights.words * (weightOf(words, 0, first, weights) + weightOf(words, first + 1, second, weights)) +
    partWeights.place * weightOf(words, second + 1, words.length, weights)
  );
}

/** A link is ranked several times between two steps of learning, by one model or by two. */
function scoreBy(model: ReplayedLogistic, kept: WordScore): WordScore {
  if (kept.model === model) return kept;
  if (kept.other?.model !== model) kept.other = noScore(model);
  return kept.other;
}
const noScore = (model: ReplayedLogistic): WordScore => ({ model, version: -1, value: 0 });

type Take = (feature: number, value: number) => void;

/** Packed features with values whose squares add up to the square of the weight. */
function eachOf(packed: string, from: number, to: number, weight: number, take: Take): void {
  const value = weight / Math.sqrt(Math.max(1, (to - from) / 3));
  for (let at = from; at < to; at += 3) take(featureAt(packed, at), value);
}
