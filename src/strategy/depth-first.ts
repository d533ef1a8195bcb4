/**
 * Depth-first: the links of the latest page come first, in page order. A link found again moves to its latest position,
 * like on a stack without duplicates. A baseline that shows how far an unguided crawl drifts from its seeds.
 */
import type { Ranked, Strategy, Visit } from './strategy.ts';

/** Small enough that a billion pages stay below the priority of seeds. */
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
