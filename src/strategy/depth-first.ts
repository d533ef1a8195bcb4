/**
 * Depth-first: the links of the page read last come first, and of these the first on the page. A link that is found
 * again moves up to where it was found last, as on a stack without a second copy. A baseline that shows how far a
 * crawl drifts from its seeds when nothing holds it.
 */
import type { Ranked, Strategy, Visit } from './strategy.ts';

/** So small that a thousand million pages stay below the priority of seeds. */
const STEP = 1e-6;

export function depthFirst(): Strategy {
  let pages = 0;
  let saved = -1;
  return {
    *visit({ page, via }: Visit): Iterable<Ranked> {
      pages += 1;
      const links = page.links.length;
      for (const [i, link] of page.links.entries())
        yield {
          link,
          priority: (pages - i / links) * STEP,
          why: `found ${via.depth + 1} deep, page ${pages}`,
        };
    },
    save() {
      if (saved === pages) return undefined;
      saved = pages;
      return { pages };
    },
    restore(state) {
      pages = (state as { pages: number } | undefined)?.pages ?? 0;
    },
  };
}
