/**
 * What takes a look at all pages or links of a crawl: how far it can be trusted, what waits where, how far pages lie
 * from the threshold. Taken every few seconds while somebody watches; the rest is read each time.
 */
import { countHosts } from '../archive/host-list.ts';
import { fetchLatency, type LatencyHistogram } from '../archive/latency.ts';
import { countPages, marginScale } from '../archive/page-list.ts';
import { askedBy } from '../crawl/model-versions.ts';
import type { OpenCrawl } from '../crawl/open.ts';
import type { Counts } from '../crawl/statistics.ts';
import { FrontierReader } from '../frontier/frontier-reader.ts';
import { type Coverage, coverageOf } from './coverage.ts';
import type { Explanation } from './poor/explanation.ts';
import { explainPoor } from './poor/poor.ts';
import { type Trust, trustOf } from './trust.ts';

export interface Survey {
  trust: Trust;
  poor: Explanation[];
  /** Links that wait, by host, most first; the first ones. */
  waitingByHost: { host: string; links: number }[];
  hosts: { hosts: number; withRelevant: number };
  /** The largest distances from the threshold on its two sides. */
  scale: Scale;
  /** Pages near the threshold. */
  near: number;
  labels: number;
  /** How many relevant pages can be reached; absent while there is too little to go by. */
  coverage: Coverage | undefined;
  /** How long answers took. */
  latency: LatencyHistogram;
  /** The score from which a page counts, if the judge has such a setting. */
  threshold: number | undefined;
  /** The version of the models in force. */
  version: number;
}

export interface Scale {
  least: number;
  most: number;
}

/** The share of each side that counts as near the threshold. */
const NEAR = 0.16;
/** Whose waiting links are counted one by one. */
export const COUNTED_HOSTS = 10_000;

/** What is known without looking at all pages. */
export const atHand = (crawl: OpenCrawl): Pick<Survey, 'hosts' | 'labels' | 'threshold' | 'version'> => ({
  hosts: countHosts(crawl.db),
  labels: crawl.read.labelledPages(),
  ...judgeInForce(crawl),
});

export function surveyOf(crawl: OpenCrawl): Survey {
  const { meta, db } = crawl;
  const counts = meta.get('counts') as Counts | undefined;
  const scale = marginScale(db);
  return {
    trust: trustOf(crawl),
    poor: (counts?.pages ?? 0) >= ENOUGH_PAGES || meta.get('stop') ? explainPoor(crawl) : [],
    waitingByHost: new FrontierReader(db).waitingByHost(COUNTED_HOSTS),
    scale,
    near: countPages(db, { margin: nearMargins(scale) }),
    coverage: coverageOf(crawl),
    latency: fetchLatency(db),
    ...atHand(crawl),
  };
}

/** The version of the models that judge now, and the score from which a page counts. */
export function judgeInForce({ read, meta }: OpenCrawl): Pick<Survey, 'threshold' | 'version'> {
  const { version = 1 } = (meta.getState('models') as { version: number } | undefined) ?? {};
  const threshold = askedBy({ read }, version)?.judge.threshold;
  return { threshold: typeof threshold === 'number' ? threshold : undefined, version };
}

const ENOUGH_PAGES = 50;

export const nearMargins = ({ least, most }: Scale): { from: number; to: number } => ({
  from: NEAR * least,
  to: NEAR * most,
});
