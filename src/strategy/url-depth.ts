/**
 * URLs with few slashes first: pages near the root of a site matter more than pages deep inside it. The location metric
 * of Cho, García-Molina and Page, "Efficient crawling through URL ordering" (1998). Slashes in the query do not count.
 */
import type { Ranked, Strategy, Visit } from './strategy.ts';

export function addressDepth(): Strategy {
  return {
    *visit({ page }: Visit): Iterable<Ranked> {
      for (const link of page.links) {
        const slashes = slashesOf(link.url);
        yield { link, priority: 1 / slashes, why: slashes === 1 ? '1 slash' : `${slashes} slashes` };
      }
    },
  };
}

/** Slashes of the path; 1 for a home page and for files next to it. */
export function slashesOf(url: string): number {
  let count = 0;
  for (let i = url.indexOf('//') + 2; i < url.length; i++) {
    const unit = url.charCodeAt(i);
    if (unit === 0x2f) count += 1;
    else if (unit === 0x3f || unit === 0x23) break;
  }
  return Math.max(1, count);
}
