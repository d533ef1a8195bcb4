/**
 * Links by what the crawl has learnt so far. One prediction for each waiting link, from the latest pages that link to it:
 * the probability that its target is relevant, by logistic regression with replay (`learn/replayed-logistic.ts`) over
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
import { logistic } from '../learn/replayed-logistic.ts';
import { hostOf } from '../url/url.ts';
import { type FoundPage, hashIn, keyOf, linkTurnedOut } from './found-pages.ts';
import {
  addFind,
  bucketCount,
  type Candidate,
  Candidates,
  carryOf,
  carrySchema,
  mostFinds,
} from './link-candidates.ts';
import { type LinkEvidence, packedAddress } from './link-evidence.ts';
import {
  type LinkHolder,
  LinkKnowledge,
  type LinkLearning,
  type SavedKnowledge,
  thousandths,
} from './link-knowledge.ts';
import { reasonFor } from './link-reasons.ts';
import { ownFeatures } from './link-words.ts';
import type { Arrived, Listing, Place, Ranked, Reranked, Strategy, Visit, Waiting } from './strategy.ts';

export interface AdaptiveLinksSettings extends LinkLearning {
  /** Waiting links that are ranked again as it learns; the oldest beyond that keep their priority. */
  most: number;
}

/** Pages whose relevance is known before the crawl. */
export type KnownPages = ReadonlyMap<string, boolean>;

/** Ids of the pages of one part are below this, so that those of all parts differ. */
const partIds = 2 ** 32;
const mostOut = 20_000;
/**
 * Other links that are ranked again: after a page, and after a new judge or in idle time. The latter takes some ten
 * milliseconds.
 */
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

export class AdaptiveLinks implements Strategy<LinkEvidence>, LinkHolder {
  readonly #known: KnownPages;
  readonly #knowledge: LinkKnowledge;
  /** Only in a part of a larger crawl. */
  readonly #place: Place | undefined;
  readonly candidates: Candidates;
  readonly #taught = new Set<string>();
  #stale = new Set<string>();
  /** What they carry has changed since it was written. */
  readonly #unsaved = new Map<string, Candidate>();
  /**
   * Handed out and not visited yet, by a hash of the URL: most will be visited soon, some never, because they fail. What is
   * known of the latter is lost when the crawl is resumed.
   */
  readonly #out = new Map<number, Candidate | undefined>();
  /** What of the shared knowledge is taken up: new judges, and visits. */
  #judges = 0;
  #visits = 0;
  /** Buckets that are to be ranked again, and the next of them. */
  #due = 0;
  #next = 0;
  /** The priority of links that are fetched now. */
  #level = 0;
  #changed = false;

  constructor(settings: AdaptiveLinksSettings, known: KnownPages, place?: Place) {
    this.#known = known;
    this.#place = place;
    this.#knowledge = (place?.knowledge as LinkKnowledge | undefined) ?? new LinkKnowledge(settings);
    const { most } = settings;
    // A machine has several parts, but seldom all of them.
    this.candidates = new Candidates(
      place === undefined ? most : Math.min(most, (4 * most) / place.parts),
      this.#knowledge.rates,
    );
    this.#visits = this.#knowledge.visits;
    this.#judges = this.#knowledge.judges;
    this.#knowledge.join(this);
  }

  *visit({ page, judgement, signals, via }: Visit<LinkEvidence>): Iterable<Ranked> {
    this.#changed = true;
    const { pages } = this.#knowledge;
    const guide = thousandths(judgement.guide);
    const probability = judgement.excluded === undefined ? guide : 0;
    const id = this.#idOf(via);
    const visit = { id, url: page.url, via: via.url, guide, probability };
    const found = this.#knowledge.visited(visit, this.#takeOut(via));
    const keys = Float64Array.from(page.links, ({ url }) => keyOf(url));
    this.#noteKnownLinks(found, page.links, keys, signals.groups);
    this.#fallBehind();
    const packed = signals.words.split(' ');
    const host = hostOf(page.url);
    for (const [i, link] of page.links.entries()) {
      const { url, anchor } = link;
      const key = keys[i]!;
      const outcome = pages.outcomeOf(key);
      if (outcome !== undefined) {
        yield { link, priority: outcome, why: 'fetched before' };
        continue;
      }
      const known = this.candidates.get(url, hashIn(key)) ?? this.#out.get(key);
      if (known === undefined && this.#out.has(key)) {
        yield { link, priority: 0, why: 'followed before' };
        continue;
      }
      const cut = packed[i]!.lastIndexOf(',');
      const candidate =
        known ??
        this.candidates.make(
          url,
          anchor,
          via.depth + 1,
          signals.addresses[i]!,
          ownFeatures(packed[i]!.slice(cut + 1)),
        );
      candidate.anchor = anchor.slice(0, 80);
      candidate.depth = Math.min(candidate.depth, via.depth + 1);
      const outdated = addFind(candidate, {
        page: id,
        at: i,
        group: signals.groups[i]!,
        guide: found.guide,
        before: found.before,
        anchor: thousandths(signals.anchors[i]!),
        context: thousandths(signals.contexts[i]!),
        keywords: thousandths(signals.keywords[i]!),
        isSameHost: hostOf(url) === host,
        words: ownFeatures(packed[i]!.slice(0, cut)),
      });
      // Only what a resumed crawl would know, too.
      if (outdated) delete pages.page(outdated.page)?.links[outdated.at];
      found.links[i] = url;
      if (known !== undefined) {
        // One page more says little about a link that many have: it waits for its turn.
        if (candidate.found <= mostFinds) this.#stale.add(url);
        this.#unsaved.set(url, candidate);
        const why = `found before: ranked by the latest of ${candidate.found} pages that link to it`;
        yield { link, priority: candidate.priority, why };
        continue;
      }
      yield { link, ...this.#ranks(candidate) };
      if (this.#place?.owns(url) === false) continue;
      this.#keep(candidate);
      this.#teachKnown(candidate);
    }
  }

  *listed({ links, expected, via }: Listing): Iterable<Ranked> {
    this.#changed = true;
    for (const link of links) {
      const { url } = link;
      const key = keyOf(url);
      if (this.#knowledge.pages.outcomeOf(key) !== undefined) continue;
      const known = this.candidates.get(url) ?? this.#out.get(key);
      if (known !== undefined) {
        yield { link, priority: known.priority, why: 'found before, and listed in a sitemap' };
        continue;
      }
      if (this.#out.has(key)) continue;
      const candidate = this.candidates.make(url, '', via.depth + 1, 0, packedAddress(url));
      const guide = thousandths(expected);
      addFind(candidate, { ...listedFind, guide, before: guide });
      yield { link, ...this.#ranks(candidate, 'listed in a sitemap; ') };
      if (this.#place?.owns(url) !== false) this.#keep(candidate);
    }
  }

  arrived({ url, ...link }: Omit<Waiting, 'id'>): Arrived | undefined {
    const { success, data: carry } = carrySchema.safeParse(link.carry);
    const arriving = success ? this.candidates.from({ ...link, url, carry }) : undefined;
    if (arriving === undefined) return undefined;
    const { pages } = this.#knowledge;
    const key = keyOf(url);
    const outcome = pages.outcomeOf(key);
    if (outcome !== undefined) {
      for (const { page, at, group } of arriving.finds) {
        const found = pages.page(page);
        if (found) linkTurnedOut(found, at, group, outcome);
      }
      return undefined;
    }
    const known = this.candidates.get(url) ?? this.#out.get(key);
    if (known === undefined && this.#out.has(key)) return undefined;
    const candidate = known ?? arriving;
    for (const find of arriving.finds) {
      const outdated = known && addFind(known, find);
      if (outdated) delete pages.page(outdated.page)?.links[outdated.at];
      const found = pages.page(find.page);
      if (found) found.links[find.at] = url;
    }
    if (known !== undefined) {
      known.depth = Math.min(known.depth, arriving.depth);
      this.#stale.add(url);
      this.#unsaved.set(url, known);
      return { priority: known.priority };
    }
    const ranked = this.#ranks(candidate);
    this.#keep(candidate);
    this.#teachKnown(candidate);
    return ranked;
  }

  rejudged(guides: ReadonlyMap<string, number>): void {
    this.#knowledge.rejudged(guides);
    this.#changed = true;
  }

  outdate(url: string): void {
    if (this.candidates.get(url) !== undefined) this.#stale.add(url);
  }

  admits({ url }: Waiting): undefined {
    const candidate = this.candidates.get(url);
    if (candidate === undefined) return;
    this.candidates.delete(url);
    this.#out.set(keyOf(url), candidate);
    if (this.#out.size > mostOut) this.#out.delete(this.#out.keys().next().value!);
  }

  carried(url: string): unknown {
    const candidate = this.#out.get(keyOf(url));
    return candidate && carryOf(candidate);
  }

  reranked(isIdle = false): Reranked[] {
    this.#knowledge.surplus?.learn();
    this.#fallBehind();
    const moved: Reranked[] = [];
    for (const url of this.#stale) {
      const candidate = this.candidates.get(url);
      if (candidate) this.#rerank(candidate, moved);
    }
    this.#stale.clear();
    const isNewJudge = this.#judges !== this.#knowledge.judges;
    this.#judges = this.#knowledge.judges;
    if (isNewJudge) this.#due = bucketCount;
    this.#sweep(isIdle || isNewJudge ? sliceOf.more : sliceOf.page, moved);
    if (this.#unsaved.size > mostUnsaved) moved.push(...this.#carried(this.#unsaved.size - mostUnsaved));
    return moved;
  }

  isBehind(): boolean {
    this.#fallBehind();
    return this.#due >= 1 || this.#stale.size > 0;
  }

  unsaved(): Reranked[] {
    return this.#carried(this.#unsaved.size);
  }

  close(): void {
    this.#knowledge.leave(this);
  }

  /** In a part of a larger crawl, what was learnt is kept with all lessons. */
  save(): SavedLinks | OwnState | undefined {
    if (!this.#changed) return undefined;
    this.#changed = false;
    const own: OwnState = {
      taught: [...this.#taught],
      out: Float64Array.from(this.#out.keys()),
      due: this.#due,
      next: this.#next,
      level: this.#level,
    };
    return this.#place === undefined ? { ...this.#knowledge.save(), ...own } : own;
  }

  restore(saved: unknown, waiting: Iterable<Waiting> = []): void {
    const { taught, out = [], due, next, level, ...knowledge } = saved as SavedLinks | OwnState;
    // A part has it only from before the crawl was divided.
    if ('model' in knowledge && (this.#place === undefined || this.#knowledge.visits === 0))
      this.#knowledge.restore(knowledge);
    for (const url of taught) this.#taught.add(url);
    for (const key of out) this.#out.set(key, undefined);
    this.#visits = this.#knowledge.visits;
    this.#due = due;
    this.#next = next;
    this.#level = level;
    for (const link of waiting) {
      const candidate = this.candidates.from(link);
      if (candidate === undefined) continue;
      const key = keyOf(link.url);
      if (this.#out.has(key)) this.#out.set(key, candidate);
      else this.candidates.keep(candidate);
      for (const { page, at } of candidate.finds) {
        const found = this.#knowledge.pages.page(page);
        if (found) found.links[at] = link.url;
      }
    }
  }

  /** What is known about a link that was fetched; it does not wait any more. */
  #takeOut(via: Waiting): Candidate | undefined {
    const key = keyOf(via.url);
    const candidate = this.#out.get(key) ?? this.candidates.get(via.url) ?? this.candidates.from(via);
    this.#out.delete(key);
    if (candidate === undefined) return undefined;
    this.candidates.delete(via.url);
    this.#unsaved.delete(via.url);
    this.#level += recency * (candidate.priority - this.#level);
    return candidate;
  }

  #idOf({ id }: Waiting): number {
    return (this.#place?.part ?? 0) * partIds + id;
  }

  /** After visits, here or elsewhere: all links once in as many pages as a tenth of those fetched. */
  #fallBehind(): void {
    const { visits, model } = this.#knowledge;
    const fresh = visits - this.#visits;
    this.#visits = visits;
    if (model.version > 0)
      this.#due = Math.min(bucketCount, this.#due + (fresh * bucketCount) / Math.max(10, visits / 10));
  }

  /** A link to an example is a lesson without a fetch. */
  #teachKnown(candidate: Candidate): void {
    const relevant = this.#known.get(candidate.url);
    if (relevant === undefined || this.#taught.has(candidate.url)) return;
    this.#taught.add(candidate.url);
    this.#knowledge.teach(candidate, relevant ? 1 : 0);
  }

  /** Links that were fetched before, or lead to examples, say something about the others. */
  #noteKnownLinks(
    found: FoundPage,
    links: readonly { url: string }[],
    keys: Float64Array,
    groups: Uint32Array,
  ): void {
    for (let i = 0; i < links.length; i++) {
      const example = this.#known.get(links[i]!.url);
      const outcome =
        this.#knowledge.pages.outcomeOf(keys[i]!) ?? (example === undefined ? undefined : Number(example));
      if (outcome !== undefined) linkTurnedOut(found, i, groups[i]!, outcome);
    }
  }

  #ranks(candidate: Candidate, how = ''): Arrived {
    candidate.priority = this.#score(candidate);
    return { priority: candidate.priority, why: `${how}${this.#why(candidate)}`, carry: carryOf(candidate) };
  }

  #why(candidate: Candidate): string {
    return reasonFor(candidate, this.#knowledge.features, this.#knowledge.model);
  }

  #score(candidate: Candidate): number {
    const { features, model, surplus } = this.#knowledge;
    candidate.probability = logistic(features.score(candidate, model));
    return surplus?.priority(candidate, candidate.probability, features) ?? candidate.probability;
  }

  #keep(candidate: Candidate): void {
    // The frontier may know it from before it was forgotten here.
    if (this.candidates.hasForgotten) this.#unsaved.set(candidate.url, candidate);
    this.candidates.keep(candidate);
  }

  /** Ranks links again, bucket by bucket, as far as that is due and not too much work. */
  #sweep(most: number, moved: Reranked[]): void {
    for (let work = 0; work < most && this.#due >= 1; this.#due -= 1) {
      const before = moved.length;
      for (const candidate of this.candidates.bucket(this.#next)) {
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
    moved.push({ url, host: hostOf(url), priority, why: this.#why(candidate) });
  }
}

/** What a strategy keeps besides what it has learnt. */
interface OwnState {
  taught: string[];
  out: Float64Array;
  due: number;
  next: number;
  level: number;
}

export type SavedLinks = SavedKnowledge & OwnState;

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
