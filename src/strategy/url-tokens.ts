/**
 * Links whose URLs look like those of relevant pages first: a classifier over the tokens of the link's URL and its
 * page's URL (see url-token-classifier.ts) says yes or no. Every yes comes before every no, and each group is FIFO.
 * Negative links are kept: relevant pages may only be reachable through others. Sobania (TU Darmstadt, 2015), sections
 * 5.3.4, 6.5.1 and 7.1.
 *
 * The thesis trains once, on links of an earlier general crawl. Here that is optional (the initial examples); in any
 * case the classifier keeps learning from the judge's verdict on every page that a link led to. Both classes are
 * sampled evenly over everything seen: were the latest of each kept, rare positives would reach back to pages whose
 * negatives are forgotten, and every link of such a page would look good. As in the thesis (section 6.4) there are
 * slightly more negatives than positives. Waiting links are classified again from time to time, since the first ones
 * were found before anything was learnt.
 */
import { type UrlTokeniser, urlTokeniser } from '../learn/features/url-words.ts';
import { balanced } from './balanced-examples.ts';
import { EvenSample, type SavedSample } from './even-sample.ts';
import { RescoreRounds, type SavedRounds } from './rescore-rounds.ts';
import type { Ranked, Strategy, Visit, Waiting } from './strategy.ts';
import { type UrlExample, UrlTokenClassifier, type UrlTokenRecord } from './url-token-classifier.ts';

export interface UrlTokensSettings {
  /** Number of most frequent tokens per side: source URLs and target URLs. */
  tokens: number;
  /** Negatives per positive in training. */
  negativesPerPositive: number;
  /** Retrain after N pages. */
  every: number;
  /** Examples kept per class, evenly spread over all that were seen. */
  maxExamples: number;
  /** Number of positives required for the first training. */
  minPositives: number;
  /** Waiting links are classified again while there are at most this many; 0 for never. */
  maxRescore: number;
}

export function urlTokens(settings: UrlTokensSettings, sample?: UrlSample): Strategy {
  return new UrlTokens(settings, sample);
}

type Pair = [source: string, target: string];

/** Links to learn from, by class; plain JSON. */
export interface UrlSample {
  /** Words with their frequencies, by which URLs are cut; absent: at ".", "-" and "/". */
  words?: [word: string, count: number][] | undefined;
  positives: SavedSample<Pair>;
  negatives: SavedSample<Pair>;
}

export function urlSample(examples: Iterable<UrlExample>, maxExamples: number): UrlSample {
  const positives = new EvenSample<Pair>(maxExamples);
  const negatives = new EvenSample<Pair>(maxExamples);
  for (const { source, target, relevant } of examples)
    (relevant ? positives : negatives).add([source, target]);
  return { positives: positives.save(), negatives: negatives.save() };
}

class UrlTokens implements Strategy {
  private readonly settings: UrlTokensSettings;
  private readonly rounds: RescoreRounds;
  private positives: EvenSample<Pair>;
  private negatives: EvenSample<Pair>;
  private lessons = 0;
  private classifier: UrlTokenClassifier | undefined;
  private changed = false;
  private readonly tokensOf: UrlTokeniser;

  constructor(settings: UrlTokensSettings, sample: UrlSample | undefined) {
    this.settings = settings;
    this.rounds = new RescoreRounds(settings.every, settings.maxRescore);
    this.positives = new EvenSample(settings.maxExamples, sample?.positives);
    this.negatives = new EvenSample(settings.maxExamples, sample?.negatives);
    this.tokensOf = urlTokeniser(sample?.words);
    this.train();
  }

  *visit({ page, judgement, via }: Visit): Iterable<Ranked> {
    // Seeds come from no page.
    if (typeof via.carry === 'string') this.learn(via.carry, via.url, judgement.relevant);
    const { classifier } = this;
    const source = classifier?.placesOfSource(page.url) ?? [];
    for (const link of page.links) {
      const positive = classifier !== undefined && classifier.score(source, link.url) > 0;
      yield {
        link,
        priority: positive ? 1 : 0,
        why: positive
          ? classifier.reason(source, link.url)
          : classifier
            ? 'URL classified negative'
            : 'nothing learnt',
        carry: page.url,
      };
    }
  }

  wantsRescore(): boolean {
    return this.classifier !== undefined && this.rounds.isDue(this.lessons);
  }

  rescore({ url, carry, priority }: Waiting): number {
    this.rounds.meet();
    if (typeof carry !== 'string' || !this.classifier) return priority;
    return this.classifier.score(this.classifier.placesOfSource(carry), url) > 0 ? 1 : 0;
  }

  save(): Saved | undefined {
    if (!this.changed) return undefined;
    this.changed = false;
    return {
      positives: this.positives.save(),
      negatives: this.negatives.save(),
      lessons: this.lessons,
      classifier: this.classifier?.toJSON(),
      rounds: this.rounds.save(),
    };
  }

  restore(saved: unknown): void {
    const { positives, negatives, lessons, classifier, rounds } = saved as Saved;
    this.positives = new EvenSample(this.settings.maxExamples, positives);
    this.negatives = new EvenSample(this.settings.maxExamples, negatives);
    this.lessons = lessons;
    this.classifier = classifier && UrlTokenClassifier.fromJSON(classifier, this.tokensOf);
    this.rounds.restore(rounds);
  }

  private learn(source: string, target: string, relevant: boolean): void {
    (relevant ? this.positives : this.negatives).add([source, target]);
    this.changed = true;
    this.lessons += 1;
    if (this.lessons % this.settings.every === 0) this.train();
  }

  private train(): void {
    const { settings } = this;
    const all = { positives: this.positives.items, negatives: this.negatives.items };
    if (all.positives.length < settings.minPositives || all.negatives.length === 0) return;
    const [positives, negatives] = balanced(all.positives, all.negatives, settings.negativesPerPositive);
    this.classifier = UrlTokenClassifier.fit(
      [
        ...positives.map(([source, target]) => ({ source, target, relevant: true })),
        ...negatives.map(([source, target]) => ({ source, target, relevant: false })),
      ],
      settings.tokens,
      this.tokensOf,
    );
  }
}

interface Saved extends Omit<UrlSample, 'words'> {
  lessons: number;
  classifier: UrlTokenRecord | undefined;
  rounds: SavedRounds;
}
