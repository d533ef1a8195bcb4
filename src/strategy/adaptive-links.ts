/**
 * Links by what the crawl has learnt so far. One prediction for each waiting link, from all pages that link to it: the
 * probability that its target is relevant, by logistic regression with replay (`learn/replayed-logistic.ts`) over
 *
 * - how good those pages and the pages that led to them are,
 * - how the judge likes the anchor and the words around it, and what the address promises,
 * - how fetched pages of the same host, directory, page, list and neighbourhood turned out,
 * - the words of anchor, surroundings, place on the page and address themselves.
 *
 * It starts from prior weights that say what usually helps, and unlearns them. After each page the links nearest to the
 * one that led there are ranked again, and a slice of all others; more of them while the crawl is idle. What a link
 * carries changes with every page that links to it and is written before a commit. Ours; the idea to learn links online
 * is ACHE's (Barbosa and Freire, WWW 2007).
 */
import { addressFeatures } from '../learn/features/address-features.ts';
import { logistic, ReplayedLogistic, type SavedReplay } from '../learn/replayed-logistic.ts';
import { words } from '../text/tokens.ts';
import { hostOf } from '../url/url.ts';
import { type FoundPage, FoundPages, keyOf, linkTurnedOut, type SavedPages } from './found-pages.ts';
import { addFind, bucketCount, type Candidate, Candidates, carryOf } from './link-candidates.ts';
import {
  featureOfAddress,
  featureOfWord,
  hashBits,
  type LinkEvidence,
  packedAddress,
} from './link-evidence.ts';
import { LinkFeatures, priorWeights } from './link-features.ts';
import { reasonFor } from './link-reasons.ts';
import { LinkSurplus, type SavedSurplus } from './link-surplus.ts';
import type { Listing, Ranked, Reranked, Strategy, Visit, Waiting } from './strategy.ts';
import { count, type Rate, Rates, type SavedRates } from './success-rates.ts';

export interface AdaptiveLinksSettings {
  rate: number;
  steps: number;
  /** Count what is found through a link, too. */
  surplus: boolean;
  /** Waiting links that are ranked again as it learns; the oldest beyond that keep their priority. */
  most: number;
}

/** Pages whose relevance is known before the crawl. */
export type KnownPages = ReadonlyMap<string, boolean>;

const mostRates = 50_000;
const mostExamples = 3000;
const mostNames = 4000;
const mostHistory = 600;
const mostOut = 20_000;
/** Links on either side of one that was followed that are ranked again at once. */
const near = 5;
/** Other links that are ranked again: after a page, and after a new judge or in idle time. The latter takes some ten milliseconds. */
const sliceOf = { page: 600, more: 6000 };
/** A new priority costs as much as ranking this many links. */
const costOfChange = 6;
/** Links whose carried state is not written yet. */
const mostUnsaved = 1000;
/** A smaller change of a priority is not worth a write; of one far below those that are fetched now, none below twofold. */
const leastChange = 0.06;
const leastFarChange = 1;
const farBelow = 0.25;
/** Share of the latest page in the priority that is fetched now. */
const recency = 0.05;

export class AdaptiveLinks implements Strategy<LinkEvidence> {
  readonly #known: KnownPages;
  readonly #model: ReplayedLogistic;
  readonly #rates = new Rates(mostRates);
  readonly #candidates: Candidates;
  readonly #pages = new FoundPages();
  readonly #features: LinkFeatures;
  readonly #surplus: LinkSurplus | undefined;
  readonly #all: Rate = { pages: 0, sum: 0 };
  /** Words by their hashed features, for people to read. */
  readonly #names = new Map<number, LearntWord>();
  readonly #taught = new Set<string>();
  #stale = new Set<string>();
  /** What they carry has changed since it was written. */
  readonly #unsaved = new Map<string, Candidate>();
  /**
   * Handed out and not visited yet, by a hash of the URL: most will be visited soon, some never, because they fail. What is
   * known of the latter is lost when the crawl is resumed.
   */
  readonly #out = new Map<number, Candidate | undefined>();
  /** The first pages, which may be judged again. */
  #history: Past[] = [];
  #isNewJudge = false;
  #visits = 0;
  /** Buckets that are to be ranked again, and the next of them. */
  #due = 0;
  #next = 0;
  /** The priority of links that are fetched now. */
  #level = 0;
  #changed = false;

  constructor({ rate, steps, most, surplus }: AdaptiveLinksSettings, known: KnownPages) {
    this.#known = known;
    const learning = { rate, steps, sparse: 2 ** hashBits, memory: mostExamples };
    this.#model = new ReplayedLogistic({ ...learning, prior: priorWeights });
    this.#candidates = new Candidates(most, this.#rates);
    this.#features = new LinkFeatures(this.#pages, this.#all);
    this.#surplus = surplus ? new LinkSurplus(this.#pages, this.#candidates, learning) : undefined;
  }

  *visit({ page, judgement, signals, via }: Visit<LinkEvidence>): Iterable<Ranked> {
    this.#changed = true;
    this.#visits += 1;
    const guide = thousandths(judgement.guide);
    const probability = judgement.excluded === undefined ? guide : 0;
    this.#surplus?.visited(probability);
    const { before, finder } = this.#learnFrom(via, probability, page.url);
    const found = this.#pages.add(via.id, { guide, before: thousandths(before), probability, finder });
    this.#noteKnownLinks(found, page.links, signals.groups);
    // All of them once in as many pages as a fortieth of those fetched.
    if (this.#model.version > 0)
      this.#due = Math.min(bucketCount, this.#due + bucketCount / Math.max(10, this.#visits / 40));
    const packed = signals.words.split(' ');
    const host = hostOf(page.url);
    for (const [i, link] of page.links.entries()) {
      const { url, anchor } = link;
      const key = keyOf(url);
      const outcome = this.#pages.outcomeOf(key);
      if (outcome !== undefined) {
        yield { link, priority: outcome, why: 'fetched before' };
        continue;
      }
      const known = this.#candidates.get(url) ?? this.#out.get(key);
      if (known === undefined && this.#out.has(key)) {
        yield { link, priority: 0, why: 'followed before' };
        continue;
      }
      const cut = packed[i]!.lastIndexOf(',');
      const candidate =
        known ??
        this.#candidates.make(url, anchor, via.depth + 1, signals.addresses[i]!, packed[i]!.slice(cut + 1));
      candidate.anchor = anchor.slice(0, 80);
      candidate.depth = Math.min(candidate.depth, via.depth + 1);
      const outdated = addFind(candidate, {
        page: via.id,
        at: i,
        group: signals.groups[i]!,
        guide: found.guide,
        before: found.before,
        anchor: thousandths(signals.anchors[i]!),
        context: thousandths(signals.contexts[i]!),
        keywords: thousandths(signals.keywords[i]!),
        isSameHost: hostOf(url) === host,
        words: packed[i]!.slice(0, cut),
      });
      // Only what a resumed crawl would know, too.
      if (outdated) delete this.#pages.page(outdated.page)?.links[outdated.at];
      found.links[i] = url;
      if (known !== undefined) {
        this.#stale.add(url);
        this.#unsaved.set(url, candidate);
        const why = `found before: ranked by all ${candidate.found} pages that link to it`;
        yield { link, priority: candidate.priority, why };
        continue;
      }
      yield this.#ranks(candidate, link);
      this.#keep(candidate);
      this.#teachKnown(candidate);
    }
  }

  *listed({ links, expected, via }: Listing): Iterable<Ranked> {
    this.#changed = true;
    for (const link of links) {
      const { url } = link;
      const key = keyOf(url);
      if (this.#pages.outcomeOf(key) !== undefined) continue;
      const known = this.#candidates.get(url) ?? this.#out.get(key);
      if (known !== undefined) {
        yield { link, priority: known.priority, why: 'found before, and listed in a sitemap' };
        continue;
      }
      if (this.#out.has(key)) continue;
      const candidate = this.#candidates.make(url, '', via.depth + 1, 0, packedAddress(url));
      const guide = thousandths(expected);
      addFind(candidate, { ...listedFind, guide, before: guide });
      yield this.#ranks(candidate, link, 'listed in a sitemap; ');
      this.#keep(candidate);
    }
  }

  rejudged(guides: ReadonlyMap<string, number>): void {
    const changed = new Map<number, number>();
    for (const past of this.#history) {
      const guide = guides.get(past.url);
      if (guide === undefined) continue;
      const probability = thousandths(guide);
      const by = probability - past.probability;
      if (by === 0) continue;
      past.probability = probability;
      changed.set(past.id, probability);
      this.#pages.rejudged(past, by);
      if (past.finds.length === 0) continue;
      const { host, directory, segment } = this.#candidates.ratesOf(past.via);
      for (const rate of [host, directory, segment, this.#all]) rate.sum += by;
    }
    this.#model.retarget((id) => changed.get(id));
    this.#isNewJudge = changed.size > 0;
    this.#changed = true;
  }

  admits({ url }: Waiting): undefined {
    const candidate = this.#candidates.get(url);
    if (candidate === undefined) return;
    this.#candidates.delete(url);
    this.#out.set(keyOf(url), candidate);
    if (this.#out.size > mostOut) this.#out.delete(this.#out.keys().next().value!);
  }

  carried(url: string): unknown {
    const candidate = this.#out.get(keyOf(url));
    return candidate && carryOf(candidate);
  }

  reranked(isIdle = false): Reranked[] {
    this.#surplus?.learn();
    const moved: Reranked[] = [];
    for (const url of this.#stale) {
      const candidate = this.#candidates.get(url);
      if (candidate) this.#rerank(candidate, moved);
    }
    this.#stale.clear();
    if (this.#isNewJudge) this.#due = bucketCount;
    this.#sweep(isIdle || this.#isNewJudge ? sliceOf.more : sliceOf.page, moved);
    this.#isNewJudge = false;
    if (this.#unsaved.size > mostUnsaved) moved.push(...this.#carried(this.#unsaved.size - mostUnsaved));
    return moved;
  }

  isBehind(): boolean {
    return this.#due >= 1;
  }

  unsaved(): Reranked[] {
    return this.#carried(this.#unsaved.size);
  }

  save(): SavedLinks | undefined {
    if (!this.#changed) return undefined;
    this.#changed = false;
    return {
      model: this.#model.save(),
      surplus: this.#surplus?.save(),
      rates: this.#rates.save(),
      pages: this.#pages.save(),
      all: this.#all,
      names: JSON.stringify([...this.#names]),
      taught: [...this.#taught],
      out: Float64Array.from(this.#out.keys()),
      history: JSON.stringify(this.#history),
      visits: this.#visits,
      due: this.#due,
      next: this.#next,
      level: this.#level,
    };
  }

  restore(saved: unknown, waiting: Iterable<Waiting> = []): void {
    const { model, surplus, rates, pages, all, names, taught, out, history } = saved as SavedLinks;
    const { visits, due, next, level } = saved as SavedLinks;
    this.#model.restore(model);
    if (surplus) this.#surplus?.restore(surplus);
    this.#rates.restore(rates);
    this.#pages.restore(pages);
    Object.assign(this.#all, all);
    for (const [feature, name] of JSON.parse(names) as [number, LearntWord][]) this.#names.set(feature, name);
    for (const url of taught) this.#taught.add(url);
    for (const key of out) this.#out.set(key, undefined);
    this.#history = JSON.parse(history) as Past[];
    this.#visits = visits;
    this.#due = due;
    this.#next = next;
    this.#level = level;
    for (const link of waiting) {
      const candidate = this.#candidates.from(link);
      if (candidate === undefined) continue;
      const key = keyOf(link.url);
      if (this.#out.has(key)) this.#out.set(key, candidate);
      else this.#candidates.keep(candidate);
      for (const { page, at } of candidate.finds) {
        const found = this.#pages.page(page);
        if (found) found.links[at] = link.url;
      }
    }
  }

  /** Returns how good the pages were that led here. */
  #learnFrom(via: Waiting, probability: number, url: string): { before: number; finder: number } {
    const key = keyOf(via.url);
    const candidate = this.#out.get(key) ?? this.#candidates.get(via.url) ?? this.#candidates.from(via);
    this.#out.delete(key);
    this.#pages.turnedOut(key, probability);
    const finds =
      candidate?.finds.map(({ page, at, group }): Past['finds'][number] => [page, at, group]) ?? [];
    if (this.#history.length < mostHistory)
      this.#history.push({ id: via.id, url, via: via.url, probability, finds });
    if (candidate === undefined) return { before: 0, finder: 0 };
    this.#candidates.delete(via.url);
    this.#unsaved.delete(via.url);
    this.#level += recency * (candidate.priority - this.#level);
    this.#teach(candidate, probability, via.id);
    for (const { page, at, group } of candidate.finds) {
      const found = this.#pages.page(page);
      if (found === undefined) continue;
      linkTurnedOut(found, at, group, probability);
      for (let i = Math.max(0, at - near); i <= at + near; i++) {
        const url = found.links[i];
        if (url !== undefined) this.#stale.add(url);
      }
    }
    for (const rate of [candidate.host, candidate.directory, candidate.segment, this.#all])
      count(rate, probability);
    const guides = candidate.finds.map(({ guide }) => guide);
    const before = guides.reduce((sum, guide) => sum + guide, 0) / Math.max(1, guides.length);
    return { before, finder: candidate.finder };
  }

  #teach(candidate: Candidate, target: number, id: number): void {
    const { dense, indices, values } = this.#features.of(candidate);
    const example = { id, dense: Float32Array.from(dense), indices, values, target };
    this.#model.learn(example);
    if (id !== 0) this.#surplus?.remember(example);
    for (const word of new Set(words(candidate.anchor))) {
      const feature = featureOfWord(word);
      if (feature !== undefined) this.#name(feature, `“${word}” in the anchor`);
    }
    for (const feature of addressFeatures(candidate.url))
      this.#name(featureOfAddress(feature), `${feature} in the address`);
  }

  #name(feature: number, name: string): void {
    const known = this.#names.get(feature);
    if (known !== undefined) known.links += 1;
    else if (this.#names.size < mostNames) this.#names.set(feature, { name, links: 1 });
  }

  /** A link to an example is a lesson without a fetch. */
  #teachKnown(candidate: Candidate): void {
    const relevant = this.#known.get(candidate.url);
    if (relevant === undefined || this.#taught.has(candidate.url)) return;
    this.#taught.add(candidate.url);
    this.#teach(candidate, relevant ? 1 : 0, 0);
  }

  /** Links that were fetched before, or lead to examples, say something about the others. */
  #noteKnownLinks(found: FoundPage, links: readonly { url: string }[], groups: Uint32Array): void {
    for (const [i, { url }] of links.entries()) {
      const example = this.#known.get(url);
      const outcome =
        this.#pages.outcomeOf(keyOf(url)) ?? (example === undefined ? undefined : Number(example));
      if (outcome !== undefined) linkTurnedOut(found, i, groups[i]!, outcome);
    }
  }

  #ranks(candidate: Candidate, link: Ranked['link'], how = ''): Ranked {
    candidate.priority = this.#score(candidate);
    const why = `${how}${reasonFor(candidate, this.#features, this.#model)}`;
    return { link, priority: candidate.priority, why, carry: carryOf(candidate) };
  }

  #score(candidate: Candidate): number {
    candidate.probability = logistic(this.#features.score(candidate, this.#model));
    return this.#surplus?.priority(candidate, candidate.probability, this.#features) ?? candidate.probability;
  }

  #keep(candidate: Candidate): void {
    // The frontier may know it from before it was forgotten here.
    if (this.#candidates.hasForgotten) this.#unsaved.set(candidate.url, candidate);
    this.#candidates.keep(candidate);
  }

  /** Ranks links again, bucket by bucket, as far as that is due and not too much work. */
  #sweep(most: number, moved: Reranked[]): void {
    for (let work = 0; work < most && this.#due >= 1; this.#due -= 1) {
      const before = moved.length;
      for (const candidate of this.#candidates.bucket(this.#next)) {
        this.#rerank(candidate, moved);
        work += 1;
      }
      work += costOfChange * (moved.length - before);
      this.#next = (this.#next + 1) % bucketCount;
    }
  }

  /** The first of those whose carried state is not written. */
  #carried(count: number): Reranked[] {
    const first: Reranked[] = [];
    for (const [url, candidate] of this.#unsaved) {
      if (first.length === count) break;
      const { priority } = candidate;
      first.push({ url, host: hostOf(url), priority, carry: carryOf(candidate) });
      this.#unsaved.delete(url);
    }
    return first;
  }

  #rerank(candidate: Candidate, moved: Reranked[]): void {
    const priority = this.#score(candidate);
    const { priority: before, url } = candidate;
    const isFar = Math.max(priority, before) < farBelow * this.#level;
    if (Math.abs(priority - before) <= (isFar ? leastFarChange : leastChange) * before) return;
    candidate.priority = priority;
    const why = reasonFor(candidate, this.#features, this.#model);
    moved.push({ url, host: hostOf(url), priority, why });
  }
}

/** A word by its hashed feature, and how many links with it were followed. */
export interface LearntWord {
  name: string;
  links: number;
}

/** A page that was visited. */
export interface Past {
  id: number;
  url: string;
  /** The URL of the link that led to it. */
  via: string;
  probability: number;
  finds: [page: number, at: number, group: number][];
}

export interface SavedLinks {
  model: SavedReplay;
  surplus?: SavedSurplus | undefined;
  rates: SavedRates;
  pages: SavedPages;
  all: Rate;
  /** As JSON. */
  names: string;
  taught: string[];
  out: Float64Array;
  history: string;
  visits: number;
  due: number;
  next: number;
  level: number;
}

const listedFind = {
  page: 0,
  at: 0,
  group: 0,
  anchor: 0,
  context: 0,
  keywords: 0,
  isSameHost: true,
  words: ',,',
};

const thousandths = (score: number): number => Math.round(1000 * score) / 1000;
