/**
 * Links whose URLs look like those of relevant pages first: a classifier over the tokens of the link's URL and its
 * page's URL (see url-token-classifier.ts) says yes or no. Every yes comes before every no, and each group is FIFO.
 * Negative links are kept: relevant pages may only be reachable through others. Sobania (TU Darmstadt, 2015), sections
 * 1.6, 2.5 and 5.
 *
 * The thesis trains once, on links of an earlier general crawl. Here that is optional (the initial examples); in any
 * case the classifier keeps learning from the judge's verdict on every page that a link led to. As in the thesis there
 * are slightly more negatives than positives, sampled evenly over time. Waiting links are classified again from time to
 * time, since the first ones were found before anything was learnt.
 */
import { balanced } from './balanced-examples.ts';
import { RescoreRounds, type SavedRounds } from './rescore-rounds.ts';
import type { Ranked, Strategy, Visit, Waiting } from './strategy.ts';
import { type UrlExample, UrlTokenClassifier, type UrlTokenRecord } from './url-token-classifier.ts';

export interface UrlTokensSettings {
  /** Number of most frequent tokens per side: source URLs and target URLs. */
  tokens: number;
  /** Negatives per positive in training. */
  negatives: number;
  /** Retrain after N pages. */
  every: number;
  /** Examples kept per class; the oldest are dropped first. */
  maxExamples: number;
  /** Number of positives required for the first training. */
  minPositives: number;
  /** Waiting links are classified again while there are at most this many; 0 for never. */
  maxRescore: number;
}

export function urlTokens(settings: UrlTokensSettings, examples: readonly UrlExample[] = []): Strategy {
  return new UrlTokens(settings, examples);
}

class UrlTokens implements Strategy {
  private readonly settings: UrlTokensSettings;
  private readonly rounds: RescoreRounds;
  private positives: [source: string, target: string][] = [];
  private negatives: [source: string, target: string][] = [];
  private lessons = 0;
  private classifier: UrlTokenClassifier | undefined;
  private changed = false;

  constructor(settings: UrlTokensSettings, examples: readonly UrlExample[]) {
    this.settings = settings;
    this.rounds = new RescoreRounds(settings.every, settings.maxRescore);
    for (const { source, target, relevant } of examples) this.keep(source, target, relevant);
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
    const { positives, negatives, lessons } = this;
    const classifier = this.classifier?.toJSON();
    return { positives, negatives, lessons, classifier, rounds: this.rounds.save() };
  }

  restore(saved: unknown): void {
    const { positives, negatives, lessons, classifier, rounds } = saved as Saved;
    this.positives = positives;
    this.negatives = negatives;
    this.lessons = lessons;
    this.classifier = classifier && UrlTokenClassifier.fromJSON(classifier);
    this.rounds.restore(rounds);
  }

  private learn(source: string, target: string, relevant: boolean): void {
    this.keep(source, target, relevant);
    this.changed = true;
    this.lessons += 1;
    if (this.lessons % this.settings.every === 0) this.train();
  }

  private keep(source: string, target: string, relevant: boolean): void {
    const own = relevant ? this.positives : this.negatives;
    own.push([source, target]);
    if (own.length > this.settings.maxExamples) own.shift();
  }

  private train(): void {
    const { settings } = this;
    if (this.positives.length < settings.minPositives || this.negatives.length === 0) return;
    const [positives, negatives] = balanced(this.positives, this.negatives, settings.negatives);
    this.classifier = UrlTokenClassifier.fit(
      [
        ...positives.map(([source, target]) => ({ source, target, relevant: true })),
        ...negatives.map(([source, target]) => ({ source, target, relevant: false })),
      ],
      settings.tokens,
    );
  }
}

interface Saved {
  positives: [string, string][];
  negatives: [string, string][];
  lessons: number;
  classifier: UrlTokenRecord | undefined;
  rounds: SavedRounds;
}
