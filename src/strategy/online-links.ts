/**
 * Online link classifier: logistic regression over the words of the anchor, around the link and in its URL, and over
 * the score of its page. Every fetched page is a training example for the link that led to it. Ours, after the online
 * link classifiers of ACHE (Barbosa and Freire, WWW 2007), which retrain a linear model from time to time. Here each
 * page is one small step, so no old links are stored and what was learnt takes effect at once. Waiting links are
 * re-ranked from time to time.
 *
 * The prior before the first page: links of relevant pages are good. It is expressed as training examples (`prior`),
 * together with the topic's example pages as if they had been linked with their titles, so that the crawl can unlearn
 * it.
 */
import type { LearnerRecord } from '../learn/learner.ts';
import { OnlineLogistic } from '../learn/online-logistic.ts';
import type { SparseVector } from '../text/vectors.ts';
import { type LinkWords, packFeatures, pageFeature, unpackFeatures, wordsOf } from './link-words.ts';
import { RescoreRounds, type SavedRounds } from './rescore-rounds.ts';
import type { Listing, Ranked, Strategy, Visit, Waiting } from './strategy.ts';

export interface OnlineLinksSettings {
  /** Learning rate. */
  rate: number;
  /** How many pages it takes to unlearn that links of relevant pages are good. */
  prior: number;
  /** Waiting links are re-ranked while there are at most this many; 0 for never. */
  maxRescore: number;
}

/** A page whose relevance is known before the crawl. */
export interface KnownPage {
  url: string;
  title: string;
  relevant: boolean;
}

export function onlineLinks(
  settings: OnlineLinksSettings,
  known: readonly KnownPage[] = [],
): Strategy<LinkWords> {
  return new OnlineLinks(settings, known);
}

class OnlineLinks implements Strategy<LinkWords> {
  private learner: OnlineLogistic;
  private readonly rounds: RescoreRounds;
  private lessons = 0;
  private changed = false;

  constructor({ rate, prior, maxRescore }: OnlineLinksSettings, known: readonly KnownPage[]) {
    this.learner = new OnlineLogistic({ alpha: rate, calibrate: false });
    this.rounds = new RescoreRounds(firstRound, maxRescore);
    for (const { url, title, relevant } of known) {
      const features = wordsOf(title, '', '', url);
      this.learner.update({ vector: vectorOf(features, relevant ? 1 : 0), relevant });
    }
    for (let i = 0; i < Math.max(1, prior); i++) {
      const only = Uint32Array.of(pageFeature);
      this.learner.update({ vector: vectorOf(only, 1), relevant: true });
      this.learner.update({ vector: vectorOf(only, 0), relevant: false });
    }
  }

  *visit({ page, judgement, signals: { features, starts }, via }: Visit<LinkWords>): Iterable<Ranked> {
    const known = carried(via.carry);
    if (known) {
      this.learner.update({ vector: known, relevant: judgement.relevant });
      this.lessons += 1;
      this.changed = true;
    }
    // Rounded to thousandths, as stored with a waiting link, so that training uses the same value as ranking.
    const score = thousandths(judgement.guide);
    for (const [i, link] of page.links.entries()) {
      const own = features.subarray(starts[i], starts[i + 1]);
      const priority = this.learner.probability(vectorOf(own, score));
      yield {
        link,
        priority,
        why: `learnt ${priority.toFixed(3)}, page ${score}`,
        carry: [score, packFeatures(own)],
      };
    }
  }

  *listed({ links, expected }: Listing): Iterable<Ranked> {
    const score = thousandths(expected);
    for (const link of links) {
      const own = wordsOf('', '', '', link.url);
      const priority = this.learner.probability(vectorOf(own, score));
      const why = `listed in a sitemap, learnt ${priority.toFixed(3)}, expected ${score}`;
      yield { link, priority, why, carry: [score, packFeatures(own)] };
    }
  }

  wantsRescore(): boolean {
    return this.rounds.isDue(this.lessons);
  }

  rescore({ carry, priority }: Waiting): number {
    this.rounds.meet();
    const known = carried(carry);
    return known ? this.learner.probability(known) : priority;
  }

  save(): Saved | undefined {
    if (!this.changed) return undefined;
    this.changed = false;
    return { learner: this.learner.toJSON(), lessons: this.lessons, rounds: this.rounds.save() };
  }

  restore(saved: unknown): void {
    const { learner, lessons, rounds } = saved as Saved;
    this.learner = OnlineLogistic.fromJSON(learner);
    this.lessons = lessons;
    this.rounds.restore(rounds);
  }
}

interface Saved {
  learner: LearnerRecord;
  lessons: number;
  rounds: SavedRounds;
}

const firstRound = 100;

const thousandths = (score: number): number => Math.round(1000 * score) / 1000;

/** The features of the link that led here; absent for seeds, from which nothing is learnt. */
function carried(carry: unknown): SparseVector | undefined {
  if (!Array.isArray(carry) || typeof carry[0] !== 'number' || typeof carry[1] !== 'string') return undefined;
  return vectorOf(unpackFeatures(carry[1]), carry[0]);
}

/** Normalised, so that links with many words weigh no more than those with few; the page's score is separate. */
function vectorOf(features: Uint32Array, score: number): SparseVector {
  const values = new Float64Array(features.length).fill(1 / Math.sqrt(Math.max(1, features.length - 1)));
  const page = features.indexOf(pageFeature);
  if (page >= 0) values[page] = score;
  return { indices: features, values };
}
