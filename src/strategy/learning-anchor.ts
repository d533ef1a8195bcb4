/**
 * Learning anchor: a link is as good as its page and its own words, f · page + (1 − f) · anchor, and what the words
 * are worth is learnt from the crawl itself: when a page is judged with certainty, the anchors of the links that
 * lead to it become examples of its class. García Dorado (Lund, 2008), section on Learning Anchor.
 *
 * The thesis's pseudocode subtracts the anchor's part and asks for the certainty of the anchor's score; its prose
 * adds the parts and asks for that of the page's score. The prose is what is built here. Both parts are on 0..1 (the
 * thesis adds margins). The machine is fitted anew when the frontier's queue is filled again, and at the latest
 * after as many pages as that queue is long, so that a crawl without such a queue learns as well; a link keeps the
 * priority it was given. Of one page at most a few different anchors count: a page that a thousand menus link to
 * would else fill the set.
 */
import { AnchorLearner, type AnchorPair, addressWords, type SavedAnchors } from './anchor-learner.ts';
import type { Ranked, Strategy, Visit } from './strategy.ts';

export interface LearningAnchorSettings {
  /** f: 1 is the page alone. */
  pageShare: number;
  /** A page's anchors are learnt when its margin is farther from 0 than this. */
  threshold: number;
  /** The words of the address count as words of the anchor. */
  urlTokens: boolean;
  /** The machine is fitted anew after so many pages at the latest. */
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
  const { pageShare, threshold, urlTokens, fitEvery } = settings;
  const learner = new AnchorLearner(settings, first);
  let pages = 0;
  let newPairs = 0;
  let changed = false;

  return {
    usesInlinks: true,

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
    if (Math.abs(margin) <= threshold) return;
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
