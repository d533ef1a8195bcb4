/**
 * What the runs of one topic are measured against: the number of pages and relevant pages, and the results of
 * breadth-first, the oracle and its bound. If the reachable pages are unknown, all runs together stand in for them: the
 * relevant pages that any run found are the denominator of recall.
 */
import { graphOfTopic } from '../labelled-graph.ts';
import { oracleOrder } from '../oracle.ts';
import { boundCurve } from '../oracle-bound.ts';
import type { RunVisits, TopicData } from '../study.ts';
import { pooledRanks } from './average-rank.ts';
import { foundSoFar, recallArea } from './found.ts';
import { relevantHosts, targetSites } from './sites.ts';

export interface Yardstick {
  topic: TopicData;
  /** Reachable pages; undefined if unknown. */
  reachable: number | undefined;
  /** Steps that areas are computed over: the reachable pages, or the budget if that is less. */
  steps: number;
  /** The total that shares refer to: the reachable pages, otherwise the longest run. */
  pages: number;
  /** Relevant pages that can be found; 0 if nothing is labelled. */
  relevant: number;
  hosts: number;
  /** Sites that a crawl should reach. */
  targets: ReadonlySet<string>;
  /** The rank of each page among those of all runs, by the measuring judge. */
  ranks: ReadonlyMap<string, number>;
  /** True if `relevant` is only what the runs found together. */
  pooled: boolean;
  breadthFirst?: ReferenceCurve;
  oracle?: ReferenceCurve;
  bound?: ReferenceCurve;
}

export interface ReferenceCurve {
  found: Uint32Array;
  area: number;
}

export function yardstick(
  topic: TopicData,
  runs: readonly RunVisits[],
  budget: number | undefined,
): Yardstick {
  const longest = Math.max(0, ...runs.map(({ visits }) => visits.length));
  const reachable = topic.reached?.length;
  const pages = reachable ?? longest;
  const steps = Math.min(pages, budget ?? pages);
  const known = topic.reached ?? pooledPages(runs);
  const found = topic.labelled ? known.filter(({ relevant }) => relevant).length : 0;
  const made: Yardstick = {
    topic,
    reachable,
    steps,
    pages,
    relevant: found,
    hosts: topic.labelled ? relevantHosts(known).size : 0,
    targets: targetSites(topic.targets, topic.labelled ? relevantHosts(known) : []),
    ranks: pooledRanks(runs),
    pooled: topic.labelled && topic.reached === undefined,
  };
  const graph = found > 0 ? graphOfTopic(topic) : undefined;
  if (graph === undefined) return made;
  const reference = (soFar: Uint32Array): ReferenceCurve => ({
    found: soFar,
    area: recallArea(soFar, found, steps),
  });
  return {
    ...made,
    breadthFirst: reference(foundSoFar(graph.wanted)),
    oracle: reference(foundSoFar(oracleOrder(graph).map((page) => graph.wanted[page]!))),
    bound: reference(Uint32Array.from([0].concat(boundCurve(graph)))),
  };
}

/** Pages of all runs, each content once. */
function pooledPages(runs: readonly RunVisits[]): RunVisits['visits'] {
  const pages = new Map<string, RunVisits['visits'][number]>();
  for (const { visits } of runs) {
    for (const visit of visits)
      if (visit.relevant || !pages.has(visit.digest)) pages.set(visit.digest, visit);
  }
  return [...pages.values()];
}
