/**
 * What the judge `two-layers` learns while the crawl runs. Chen (CINDI robot, Concordia, 2008), section 4.3.3 and
 * Fig. 14: the SVM is retrained every 50,000 pages, and naive Bayes takes its place once there is enough training data.
 * Layer 2 is learnt from the crawl's own links (`led-pages.ts`), which the thesis took from a search engine before the
 * crawl.
 *
 * The thesis does not say which pages retrain Layer 1. Here they are those the judge was sure of, twice as many others
 * as relevant ones (section 5.1). A judge that teaches itself may drift, so the new classifier must first prove
 * itself: trained on the crawl's pages alone, it must do as well on the topic's examples, which people chose, as the
 * former one did in cross-validation.
 */
import type { Judgement } from '../../judge/judge.ts';
import { type Bag, type BagRecord, type LabelledBag, restoreBag } from '../../judge/training/bags.ts';
import { EvenSample, type SavedSample } from '../../judge/training/even-sample.ts';
import {
  crossValidated,
  type Layer1Learner,
  type LayerChoice,
  type LayerQuality,
  layer1Design,
  layer2Design,
  learnLayer,
  qualityOn,
} from '../../judge/training/layers.ts';
import { LedPages, type SavedLedPages } from '../../judge/training/led-pages.ts';
import { type LayersRecord, layerRecord } from '../../judge/two-layers.ts';
import type { VisitedPage } from '../../strategy/strategy.ts';
import { addressHash } from '../../strategy/url-hash.ts';
import type { JudgeLearner } from '../kind.ts';

/** The classifiers, and what they were trained on before the crawl, so that it can be used again. */
export interface LayersModel extends LayersRecord {
  learner: Layer1Learner;
  quality: { layer1?: LayerQuality; layer2?: LayerQuality };
  examples: [BagRecord, boolean][];
  leading: BagRecord[];
  others: BagRecord[];
  /** Pages that lead, and others, on which Layer 2 was trained. */
  layer2Pages?: [leading: number, others: number];
  seed: number;
}

export interface LayerLearning {
  values: NonNullable<LayerChoice['values']>;
  bayes: NonNullable<LayerChoice['bayes']>;
  layer2After: number;
  retrainEvery: number;
  bayesFrom: number;
}

/** With a second layer trained on its own pages and further ones; undefined if these are too few. */
export function withLayer2(
  model: LayersModel,
  language: string | undefined,
  more: { leading: Bag[]; others: Bag[] } = { leading: [], others: [] },
): LayersModel | undefined {
  const leading = [...model.leading.map(restoreBag), ...more.leading];
  const others = [...model.others.map(restoreBag), ...more.others];
  if (Math.min(leading.length, others.length) < fewestPages) return undefined;
  const bags = labelled(leading, others);
  const design = layer2Design(language);
  const quality = crossValidated(bags, design, model.seed);
  return {
    ...model,
    layer2: layerRecord(learnLayer(bags, design)),
    layer2Pages: [leading.length, others.length],
    quality: { ...model.quality, ...(quality && { layer2: quality }) },
  };
}

export class LayerLearner implements JudgeLearner<LayersModel, Bag> {
  readonly #settings: LayerLearning;
  readonly #language: string | undefined;
  readonly #led = new LedPages();
  readonly #relevant = new EvenSample<Bag>(sampled);
  readonly #others = new EvenSample<Bag>(2 * sampled);
  #model: LayersModel;
  #pages = 0;
  #layer2At: number;

  constructor(model: LayersModel, settings: LayerLearning, language?: string | undefined) {
    this.#model = model;
    this.#settings = settings;
    this.#language = language;
    this.#layer2At = settings.layer2After;
  }

  visited({ url, links }: VisitedPage, { relevant, score, excluded }: Judgement, bag: Bag): void {
    this.#pages += 1;
    const address = shortHash(url);
    if (this.#settings.layer2After > 0) this.#led.visited(address, hashes(links), relevant, bag);
    if (this.#settings.retrainEvery === 0 || excluded !== undefined) return;
    if (score >= sure) this.#relevant.offer(address, bag);
    else if (score <= 1 - sure) this.#others.offer(address, bag);
  }

  learn(): LayersModel | undefined {
    const { retrainEvery } = this.#settings;
    let next: LayersModel | undefined;
    if (retrainEvery > 0 && this.#pages % retrainEvery === 0) next = this.#retrained();
    if (this.#layer2At > 0 && this.#pages >= this.#layer2At) {
      const both = withLayer2(next ?? this.#model, this.#language, this.#led.examples());
      this.#layer2At = this.#pages + (both ? this.#pages : this.#settings.layer2After);
      next = both ?? next;
    }
    if (next !== undefined) this.#model = next;
    return next;
  }

  save(): Saved {
    return {
      pages: this.#pages,
      layer2At: this.#layer2At,
      led: this.#led.save(),
      relevant: this.#relevant.save(),
      others: this.#others.save(),
    };
  }

  restore(saved: unknown): void {
    const { pages, layer2At, led, relevant, others } = saved as Saved;
    this.#pages = pages;
    this.#layer2At = layer2At;
    this.#led.restore(led);
    this.#relevant.restore(relevant);
    this.#others.restore(others);
  }

  /** Layer 1 with the crawl's pages; undefined if that is no better. */
  #retrained(): LayersModel | undefined {
    const { values, bayes, bayesFrom } = this.#settings;
    const { examples, quality } = this.#model;
    const gathered = labelled(this.#relevant.items(), this.#others.items());
    if (Math.min(this.#relevant.size, this.#others.size) < fewestPages) return undefined;
    const known = this.#relevant.offered + this.#others.offered;
    const learner = bayesFrom > 0 && known >= bayesFrom ? 'naive-bayes' : this.#model.learner;
    const design = layer1Design({ learner, values, bayes, language: this.#language });
    const given = examples.map(([bag, relevant]) => ({ bag: restoreBag(bag), relevant }));
    const proof = qualityOn(given, learnLayer(gathered, design));
    if (proof.f1 < (quality.layer1?.f1 ?? 0)) return undefined;
    const layer1 = layerRecord(learnLayer([...given, ...gathered], design));
    return { ...this.#model, learner, layer1, quality: { ...quality, layer1: proof } };
  }
}

function labelled(relevant: Iterable<Bag>, others: Iterable<Bag>): LabelledBag[] {
  return [
    ...[...relevant].map((bag) => ({ bag, relevant: true })),
    ...[...others].map((bag) => ({ bag, relevant: false })),
  ];
}

interface Saved {
  pages: number;
  layer2At: number;
  led: SavedLedPages;
  relevant: SavedSample<Bag>;
  others: SavedSample<Bag>;
}

const shortHash = (url: string): number => addressHash(url) % 2 ** 32;

function* hashes(links: VisitedPage['links']): Generator<number> {
  for (const { url } of links) yield shortHash(url);
}

/** Minimum number of pages for a class. */
const fewestPages = 5;
/** The score from which the judge is sure: a margin of 1. */
const sure = 1 / (1 + Math.exp(-1));
/** Relevant pages kept to retrain Layer 1. */
const sampled = 500;
