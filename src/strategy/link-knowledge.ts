/**
 * What a crawl has learnt about links, apart from the links it is applied to: the model, how pages and their links turned
 * out, and success by host, directory and part of a site. One crawl has one; the parts of a crawl on several machines
 * share one in each process, and exchange what it learnt from: every visit is a lesson for the others.
 */
import { z } from 'zod';
import { addressFeatures } from '../learn/features/address-features.ts';
import { ReplayedLogistic, type SavedReplay } from '../learn/replayed-logistic.ts';
import { words } from '../text/tokens.ts';
import { type FoundPage, FoundPages, keyOf, linkTurnedOut, type SavedPages } from './found-pages.ts';
import { type Candidate, Candidates, carryOf, carrySchema } from './link-candidates.ts';
import { featureOfAddress, featureOfWord, hashBits } from './link-evidence.ts';
import { denseCount, LinkFeatures, priorWeights } from './link-features.ts';
import { LinkSurplus, type SavedSurplus } from './link-surplus.ts';
import type { Knowledge } from './strategy.ts';
import { count, type Rate, Rates, type SavedRates } from './success-rates.ts';

export interface LinkLearning {
  rate: number;
  steps: number;
  /** Count what is found through a link, too. */
  surplus: boolean;
}

/** The waiting links of one crawl, or of one part of it. */
export interface LinkHolder {
  readonly candidates: Candidates;
  /** To be ranked again. */
  outdate(url: string): void;
}

const mostRates = 50_000;
const mostExamples = 3000;
const mostNames = 4000;
const mostHistory = 600;
/** Links on either side of one that was followed that are ranked again at once. */
const near = 5;

export class LinkKnowledge implements Knowledge {
  readonly model: ReplayedLogistic;
  readonly rates = new Rates(mostRates);
  readonly pages = new FoundPages();
  readonly all: Rate = { pages: 0, sum: 0 };
  readonly features = new LinkFeatures(this.pages, this.all);
  readonly surplus: LinkSurplus | undefined;
  /** Pages visited, by all who share it. */
  visits = 0;
  /** Times that a new judge changed what is known. */
  judges = 0;
  readonly #holders = new Set<LinkHolder>();
  /** Words by their hashed features, for people to read. */
  readonly #names = new Map<number, LearntWord>();
  /** The first pages, which may be judged again. */
  #history: Past[] = [];
  /** Collected once somebody has asked for them. */
  #lessons: LinkLesson[] | undefined;
  /** Only makes candidates of what others have learnt from. */
  readonly #foreign = new Candidates(0, this.rates);

  constructor({ rate, steps, surplus }: LinkLearning) {
    const learning = { rate, steps, sparse: 2 ** hashBits, memory: mostExamples };
    this.model = new ReplayedLogistic({ ...learning, prior: priorWeights });
    this.surplus = surplus ? new LinkSurplus(this.pages, () => this.#waiting(), learning) : undefined;
  }

  join(holder: LinkHolder): void {
    this.#holders.add(holder);
  }

  leave(holder: LinkHolder): void {
    this.#holders.delete(holder);
  }

  /** Learns from a page, and from what was known about the link that led to it. */
  visited(visit: LinkVisit, candidate: Candidate | undefined): FoundPage {
    const example = candidate && this.#exampleOf(candidate);
    this.#lessons?.push(lessonOf(visit, candidate, example?.dense));
    return this.#take(visit, candidate, example);
  }

  /** A link to a page whose relevance is known is a lesson without a fetch. */
  teach(candidate: Candidate, target: number): void {
    this.#teach(candidate, this.#exampleOf(candidate), target, 0);
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
      this.pages.rejudged(past, by);
      if (past.finds.length === 0) continue;
      const { host, directory, segment } = this.#foreign.ratesOf(past.via);
      for (const rate of [host, directory, segment, this.all]) rate.sum += by;
    }
    this.model.retarget((id) => changed.get(id));
    if (changed.size > 0) this.judges += 1;
  }

  lessons(): LinkLesson[] {
    const lessons = this.#lessons ?? [];
    this.#lessons = [];
    return lessons;
  }

  learnFrom(lesson: unknown): void {
    const read = lessonSchema.safeParse(lesson);
    // What is known may have come by way of a saved state.
    if (!read.success || this.pages.page(read.data.id) !== undefined) return;
    const { id, url, via, guide, probability, depth, anchor, dense, carry } = read.data;
    const candidate = carry && this.#foreign.from({ url: via, anchor, depth, priority: 0, carry });
    const example = candidate && { ...this.features.words(candidate), dense: Float32Array.from(dense) };
    this.#take({ id, url, via, guide, probability }, candidate, example);
  }

  save(): SavedKnowledge {
    return {
      model: this.model.save(),
      surplus: this.surplus?.save(),
      rates: this.rates.save(),
      pages: this.pages.save(),
      all: this.all,
      names: JSON.stringify([...this.#names]),
      history: JSON.stringify(this.#history),
      visits: this.visits,
    };
  }

  restore(saved: unknown): void {
    const { model, surplus, rates, pages, all, names, history, visits } = saved as SavedKnowledge;
    this.model.restore(model);
    if (surplus) this.surplus?.restore(surplus);
    this.rates.restore(rates);
    this.pages.restore(pages);
    Object.assign(this.all, all);
    for (const [feature, name] of JSON.parse(names) as [number, LearntWord][]) this.#names.set(feature, name);
    this.#history = JSON.parse(history) as Past[];
    this.visits = visits;
  }

  #take(
    { id, url, via, guide, probability }: LinkVisit,
    candidate: Candidate | undefined,
    example: Example | undefined,
  ): FoundPage {
    this.visits += 1;
    this.surplus?.visited(probability);
    this.pages.turnedOut(keyOf(via), probability);
    const finds =
      candidate?.finds.map(({ page, at, group }): Past['finds'][number] => [page, at, group]) ?? [];
    if (this.#history.length < mostHistory) this.#history.push({ id, url, via, probability, finds });
    if (candidate === undefined) return this.pages.add(id, { guide, before: 0, probability, finder: 0 });
    this.#teach(candidate, example!, probability, id);
    for (const [page, at, group] of finds) {
      const found = this.pages.page(page);
      if (found === undefined) continue;
      linkTurnedOut(found, at, group, probability);
      for (let i = Math.max(0, at - near); i <= at + near; i++) {
        const beside = found.links[i];
        if (beside !== undefined) for (const holder of this.#holders) holder.outdate(beside);
      }
    }
    for (const rate of [candidate.host, candidate.directory, candidate.segment, this.all])
      count(rate, probability);
    const guides = candidate.finds.map((find) => find.guide);
    const before = guides.reduce((sum, one) => sum + one, 0) / Math.max(1, guides.length);
    return this.pages.add(id, {
      guide,
      before: thousandths(before),
      probability,
      finder: candidate.finder,
    });
  }

  #exampleOf(candidate: Candidate): Example {
    return {
      ...this.features.words(candidate),
      dense: Float32Array.from(this.features.dense(candidate)),
    };
  }

  #teach(candidate: Candidate, given: Example, target: number, id: number): void {
    const example = { id, ...given, target };
    this.model.learn(example);
    if (id !== 0) this.surplus?.remember(example);
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

  *#waiting(): Generator<Candidate> {
    for (const { candidates } of this.#holders) yield* candidates.all();
  }
}

/** A page that was visited. */
export interface LinkVisit {
  /** Of the waiting link that led to it. */
  id: number;
  url: string;
  /** The URL of that link. */
  via: string;
  guide: number;
  probability: number;
}

interface Example {
  dense: Float32Array;
  indices: Uint32Array;
  values: Float32Array;
}

/** A visit with what was known about its link before it. */
const lessonSchema = z.object({
  id: z.number().int().positive(),
  url: z.string().max(8192),
  via: z.string().max(8192),
  guide: z.number().min(0).max(1),
  probability: z.number().min(0).max(1),
  depth: z.number().int().min(0).max(1_000_000),
  anchor: z.string().max(1000),
  dense: z.array(z.number().min(-1000).max(1000)).length(denseCount),
  carry: carrySchema.optional(),
});

type LinkLesson = z.input<typeof lessonSchema>;

const nothing = Array.from({ length: denseCount }, () => 0);

const lessonOf = (
  visit: LinkVisit,
  candidate: Candidate | undefined,
  dense: Float32Array | undefined,
): LinkLesson => ({
  ...visit,
  depth: candidate?.depth ?? 0,
  anchor: candidate?.anchor ?? '',
  dense: dense === undefined ? nothing : Array.from(dense, (x) => Math.round(10_000 * x) / 10_000),
  ...(candidate && { carry: carryOf(candidate) }),
});

/** A word by its hashed feature, and how many links with it were followed. */
export interface LearntWord {
  name: string;
  links: number;
}

interface Past extends Omit<LinkVisit, 'guide'> {
  finds: [page: number, at: number, group: number][];
}

export interface SavedKnowledge {
  model: SavedReplay;
  surplus?: SavedSurplus | undefined;
  rates: SavedRates;
  pages: SavedPages;
  all: Rate;
  /** As JSON. */
  names: string;
  history: string;
  visits: number;
}

export const thousandths = (score: number): number => Math.round(1000 * score) / 1000;
