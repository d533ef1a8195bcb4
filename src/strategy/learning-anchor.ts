/**
 * Learning anchor: a link's priority combines its page and its anchor, f · page + (1 − f) · anchor, and the value of
 * anchor words is learnt during the crawl: when a page is judged with certainty, the anchors of links to it become
 * training examples of its class. García Dorado (Lund, 2008), sections 6.6 and 9.2.4.
 *
 * The thesis's pseudocode subtracts the anchor's part and tests the certainty of the anchor's score; its prose adds the
 * parts and tests that of the page's score. The prose is implemented here. Both parts are 0..1 (the thesis adds
 * margins). The SVM is retrained when the frontier's queue is refilled, and at the latest after as many pages as that
 * queue is long, so that crawls without such a queue learn too; a link keeps its priority. At most a few different
 * anchors per page count; otherwise a page linked from a thousand menus would fill the training set.
 */
import { AnchorLearner, type AnchorPair, addressWords, type SavedAnchors } from './anchor-learner.ts';
import type { Ranked, Strategy, Visit } from './strategy.ts';

export interface LearningAnchorSettings {
  /** f: 1 is the page only. */
  pageShare: number;
  /** A page's anchors are learnt if its margin is farther from 0 than this. */
  threshold: number;
  /** The words of the URL count as words of the anchor. */
  urlTokens: boolean;
  /** Whether anchors are learnt during the crawl, too. */
  learnOn: boolean;
  /** The SVM is retrained after at most N pages. */
  fitEvery: number;
  maxPairs: number;
  /** Of the SVM. */
  c: number;
  seed: number;
}

export function learningAnchor(
  settings: LearningAnchorSettings,
  first: readonly AnchorPair[] = [],
): Strategy {
  const { pageShare, threshold, urlTokens, learnOn, fitEvery } = settings;
  const learner = new AnchorLearner(settings, first);
  let pages = 0;
  let newPairs = 0;
  let changed = false;

  return {
    usesInlinks: learnOn,

    *visit(visit: Visit): Iterable<Ranked> {
      const { page, judgement } = visit;
      learnFrom(visit);
      pages += 1;
      changed = true;
      if (pages >= fitEvery) learn();
      const score = judgement.guide;
      const ofPage = `page ${score.toFixed(3)}`;
      for (const link of page.links) {
        const ofAnchor = learner.score(asText(link.anchor, link.url));
        yield {
          link,
          priority: pageShare * score + (1 - pageShare) * ofAnchor,
          why: `${ofPage}, anchor ${ofAnchor.toFixed(3)}`,
        };
      }
    },

    refill: learn,

    save() {
      if (!changed) return undefined;
      changed = false;
      return { pages, newPairs, learner: learner.save() } satisfies Saved;
    },

    restore(saved) {
      const state = saved as Saved;
      pages = state.pages;
      newPairs = state.newPairs;
      learner.restore(state.learner);
    },
  };

  function learnFrom(visit: Visit): void {
    const { page, judgement } = visit;
    const { margin } = judgement;
    if (!learnOn || Math.abs(margin) <= threshold) return;
    const texts = new Set<string>();
    for (const { anchor } of visit.inlinks()) {
      const text = asText(anchor, page.url).toLowerCase();
      if (text !== '') texts.add(text);
      if (texts.size >= maxAnchorsOfPage) break;
    }
    for (const text of texts) learner.add({ text, relevant: margin > 0 });
    newPairs += texts.size;
  }

  function learn(): void {
    pages = 0;
    if (newPairs === 0) return;
    newPairs = 0;
    changed = true;
    learner.fit();
  }

  function asText(anchor: string, url: string): string {
    const text = anchor.slice(0, maxAnchorLength).trim();
    return urlTokens ? `${text} ${addressWords(url)}`.trim() : text;
  }
}

interface Saved {
  pages: number;
  newPairs: number;
  learner: SavedAnchors;
}

const maxAnchorsOfPage = 20;
const maxAnchorLength = 500;
