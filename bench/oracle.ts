/** The lab's oracles, on the pages that a complete crawl reached, labelled as relevant or not. */
import type { OpenCrawl } from '../src/crawl/open.ts';
import { labelledGraph } from '../src/lab/labelled-graph.ts';
import { greedyOrder, oracleOrder } from '../src/lab/oracle.ts';
import { boundCurve } from '../src/lab/oracle-bound.ts';
import { reachedLinks } from '../src/lab/reached-links.ts';

export function oracleCurves(
  { read, db }: OpenCrawl,
  reached: readonly string[],
  isRelevant: (url: string) => boolean,
): Record<'oracle' | 'greedy oracle' | 'bound', boolean[]> {
  const placeOf = new Map(reached.map((url, place) => [url, place]));
  const pairs = read.linkPairs({ followed: true });
  const { links, seeds } = reachedLinks(pairs, read.pagesAtDepth(0), (url) => placeOf.get(url));
  db.close();
  const graph = labelledGraph(reached.map(isRelevant), seeds, links);
  return {
    oracle: oracleOrder(graph).map((page) => graph.wanted[page]!),
    'greedy oracle': greedyOrder(graph).map((page) => graph.wanted[page]!),
    // The bound rises by at most one page per step, so it can be read as an order too.
    bound: boundCurve(graph).map((found, step, all) => found > (all[step - 1] ?? 0)),
  };
}
