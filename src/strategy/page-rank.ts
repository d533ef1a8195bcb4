/**
 * PageRank of the crawl so far: pages linked from important fetched pages come first. The third ordering of Cho,
 * García-Molina and Page, "Efficient crawling through URL ordering" (1998), after Brin and Page (1998).
 *
 * A waiting link is worth the sum of what its source pages pass on: d · rank / number of links each. The frontier adds
 * this up as links are found (rule `sum`), and a fetched page's rank is the sum it had while waiting. That ignores
 * cycles, so all ranks are recomputed over the graph of fetched pages every `every` pages, but not before the crawl has
 * grown by 10 %, and waiting links are re-ranked. Memory is bounded by `maxLinks` (see crawl-graph.ts): at half a
 * million links 31 MB, of which at most 8 MB are written with every commit that follows a page.
 */
import { CrawlGraph, type SavedGraph } from './crawl-graph.ts';
import type { Ranked, Strategy, Visit, Waiting } from './strategy.ts';

export interface PageRankSettings {
  damping: number;
  /** Minimum number of pages between two computations. */
  every: number;
  maxLinks: number;
}

/** A rank from when the crawl was 10 % smaller is nearly right, so a few iterations update it. */
const ROUNDS = 10;

interface Saved {
  pages: number;
  next: number;
  isDue: boolean;
  graph: SavedGraph;
}

export function pageRank({ damping, every, maxLinks }: PageRankSettings): Strategy {
  const graph = new CrawlGraph({ damping, maxLinks });
  let pages = 0;
  let next = every;
  let isDue = false;
  let saved = 0;
  return {
    *visit({ page, via }: Visit): Iterable<Ranked> {
      // The waiting priority is the sum over all in-links; a seed's own priority is not a rank.
      const rank = 1 - damping + (via.from === undefined ? 0 : via.priority);
      const share = page.links.length === 0 ? 0 : (damping * rank) / page.links.length;
      const why = `rank ${rank.toFixed(3)} over ${page.links.length}`;
      graph.add(page.url, page.links);
      pages += 1;
      if (pages >= next) {
        graph.rank(ROUNDS);
        next = pages + Math.max(every, Math.floor(pages / 10));
        isDue = true;
      }
      for (const link of page.links) yield { link, priority: share, why };
    },
    wantsRescore() {
      const wants = isDue;
      isDue = false;
      return wants;
    },
    rescore({ url, from, priority }: Waiting) {
      const rank = from === undefined ? undefined : graph.rankOf(url);
      return rank === undefined ? priority : rank - (1 - damping);
    },
    save() {
      if (saved === pages) return undefined;
      saved = pages;
      return { pages, next, isDue, graph: graph.save() } satisfies Saved;
    },
    restore(state) {
      if (state === undefined) return;
      const given = state as Saved;
      ({ pages, next, isDue } = given);
      graph.restore(given.graph);
    },
  };
}
