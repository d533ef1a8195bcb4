/**
 * Links whose addresses look like those of wanted pages first: a classifier over the parts of the link's address
 * and of its page's (see url-token-classifier.ts) says yes or no, a yes goes before every no, and within each it is
 * first come, first gone. A no is kept: relevant pages may be joined through others alone. Sobania (TU Darmstadt,
 * 2015), sections 1.6, 2.5 and 5.
 *
 * The thesis trains once, on links of an earlier general crawl. Here that is a choice (the examples given at the
 * start); in any case the classifier learns on from the judge's verdict on every page that a link led to. As in the
 * thesis there are a few more negatives than positives: of the negatives kept, as many as that takes, evenly spread
 * over time. Links that wait are classified anew now and then, since the first ones came before anything was learnt.
 */
import { balanced } from './balanced-examples.ts';
import { RescoreRounds, type SavedRounds } from './rescore-rounds.ts';
import type { Ranked, Strategy, Visit, Waiting } from './strategy.ts';
import { type UrlExample, UrlTokenClassifier, type UrlTokenRecord } from './url-token-classifier.ts';

export interface UrlTokensSettings {
  /** The most frequent parts of source addresses, and as many of target addresses. */
  tokens: number;
  /** Negatives for each positive in training. */
  negatives: number;
  /** Learns anew after so many pages. */
  every: number;
  /** Kept of each class; the oldest go first. */
  maxExamples: number;
  /** The first training waits for so many positives. */
  minPositives: number;
  /** Waiting links are classified anew as long as there are no more than this; 0 for never. */
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
            ? 'address says no'
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
