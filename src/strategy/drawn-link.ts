/**
 * One random link of a page, and a general crawl that fetches its target. Sobania (TU Darmstadt, 2015), section 5.3.2:
 * of every document of a general crawl one link is drawn at random, its target is visited and labelled by the binary
 * classifier, and these links train the link classifier. With many links of one page, or with the links by which a
 * crawl came to its pages, a few hubs would dominate.
 */
import { breadthFirst } from './breadth-first.ts';
import { depthFirst } from './depth-first.ts';
import type { Ranked, Strategy } from './strategy.ts';
import { addressHash } from './url-hash.ts';

/** The order in which a page's links are drawn: random, but the same in every run. */
export const drawOf = (source: string, target: string, seed: number): number =>
  addressHash(`${source} ${target}`, seed);

/**
 * Breadth-first or depth-first, except that of every page one random link comes before all others. Pages that are
 * reached by such a link draw none themselves, otherwise the crawl would be a random walk.
 */
export function drawnLinks({
  seed,
  order,
}: {
  seed: number;
  order: 'breadth-first' | 'depth-first';
}): Strategy {
  const others = order === 'depth-first' ? depthFirst() : breadthFirst();
  return {
    ...others,
    *visit(visit): Iterable<Ranked> {
      const { page, via } = visit;
      let drawn = '';
      let least = Number.POSITIVE_INFINITY;
      for (const { url } of via.carry === DRAWN ? [] : page.links) {
        const draw = drawOf(page.url, url, seed);
        if (url === page.url || draw >= least) continue;
        least = draw;
        drawn = url;
      }
      for (const ranked of others.visit(visit) as Iterable<Ranked>)
        yield ranked.link.url === drawn
          ? { link: ranked.link, priority: 1, why: 'drawn at random', carry: DRAWN }
          : ranked;
    },
  };
}

const DRAWN = 'drawn';
