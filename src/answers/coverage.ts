/**
 * How many relevant pages a crawl can still reach, and what the next thousand pages would bring, with intervals.
 *
 *   steady = t · F · λ    falling = steady, or if it is less, t · (n/4) / (1 − t/m)    remaining = √(steady · falling)
 *
 * t: share of called pages in the last quarter of the n pages; m: share in all of them; F: waiting links; λ: pages read
 * for each link that was handed out so far, since many waiting links are dead, refused or copies. The yield stays as it
 * is to the end (steady), or goes on falling by t/m with every quarter (falling); the truth is mostly in between. What
 * is called relevant is what the judge and people's answers call so. docs/figures.md has where the factors come from
 * and how far the estimate was off.
 */
import type { OpenCrawl } from '../crawl/open.ts';
import { FrontierReader } from '../frontier/frontier-reader.ts';
import { count } from './numbers.ts';

/** What is known of a crawl at some moment. */
export interface CrawlSoFar {
  /** Judged pages, and how many of them count as relevant. */
  pages: number;
  relevant: number;
  /** The relevant ones among the last quarter of the pages. */
  relevantLately: number;
  /** Links that wait, and links that were handed out. */
  waiting: number;
  handedOut: number;
}

export interface Coverage {
  found: number;
  /** All relevant pages that can be reached, with those found, and an interval. */
  reachable: Figure;
  /** Relevant pages that the next thousand pages, or all that are left, would bring. */
  next: Figure & { pages: number };
}

export interface Figure {
  estimate: number;
  low: number;
  high: number;
}

/** Undefined before there is enough to go by. */
export function estimateCoverage(crawl: CrawlSoFar): Coverage | undefined {
  const { pages, relevant, relevantLately, waiting, handedOut } = crawl;
  if (pages < FEWEST_PAGES || relevant < FEWEST_FOUND) return undefined;
  const rate = (relevantLately + 0.5) / (pages / 4);
  const left = waiting * Math.min(1, pages / Math.max(1, handedOut));
  const steady = rate * left;
  const fall = Math.min(1, (rate * pages) / relevant);
  const falling = fall === 1 ? steady : Math.min(steady, (rate * (pages / 4)) / (1 - fall));
  const remaining =
    waiting === 0 ? figure(0, 0, 0) : figure(Math.sqrt(steady * falling), falling / LOW, HIGH * steady + FEW);
  const ahead = Math.min(NEXT, Math.round(left));
  const next = ahead === 0 ? figure(0, 0, 0) : around(SLACKENING * rate * ahead, NEXT_LOW, NEXT_HIGH);
  return {
    found: relevant,
    reachable: figure(relevant + remaining.estimate, relevant + remaining.low, relevant + remaining.high),
    next: { pages: ahead, ...figure(next.estimate, next.low, Math.min(ahead, next.high)) },
  };
}

const FEWEST_PAGES = 100;
const FEWEST_FOUND = 10;
const NEXT = 1000;
/** A falling yield may be too much by the first factor, a steady one too little by the second; few finds are as good as none. */
const LOW = 5;
const HIGH = 3;
const FEW = 5;
/** The yield of a crawl that takes its best links first falls. */
const SLACKENING = 0.6;
const NEXT_LOW = 4;
const NEXT_HIGH = 4;

const around = (estimate: number, low: number, high: number): Figure =>
  figure(estimate, estimate / low, high * estimate + FEW);

const figure = (estimate: number, low: number, high: number): Figure => ({
  estimate: Math.round(estimate),
  low: Math.floor(low),
  high: Math.ceil(high),
});

export function coverageOf({ read, db }: Pick<OpenCrawl, 'read' | 'db'>): Coverage | undefined {
  const { waiting, deferred, done, refused } = new FrontierReader(db).counts();
  const counted = read.foundLately();
  return estimateCoverage({ ...counted, waiting: waiting + deferred, handedOut: done + refused });
}

/** "About 1,240 of an estimated 1,900 (1,500–2,600) …"; nothing if there is too little to go by. */
export function coverageLines(coverage: Coverage | undefined): string[] {
  if (coverage === undefined) return [];
  const { found, reachable, next } = coverage;
  const range = ({ low, high }: Figure): string => `${count(low)}–${count(high)}`;
  const all = `${count(found)} found of an estimated ${count(reachable.estimate)} (${range(reachable)}) pages called relevant that can be reached`;
  return next.pages === 0
    ? [`${all}.`]
    : [
        `${all}; the next ${count(next.pages)} pages should bring about ${count(next.estimate)} (${range(next)}).`,
      ];
}
