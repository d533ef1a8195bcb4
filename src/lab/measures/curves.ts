/** Curves of a recipe on one topic, thinned to at most 200 points; means over the repeats. */
import type { Band, Curve, PagesCurve, ShareCurve, TimeCurve } from '../results.ts';
import { type Range, topicMean } from '../statistics/topic-mean.ts';
import type { RunVisits, Visited } from '../study.ts';
import { atStep, foundAt, foundSoFar, windowHarvest } from './found.ts';
import { counts, denominator } from './run-figures.ts';
import { sitesSoFar } from './sites.ts';
import { retrievedSoFar } from './threshold-sweep.ts';
import type { Yardstick } from './yardstick.ts';

const maxPoints = 200;

/** Steps 1 … `steps`, thinned to as many as a chart can show. */
export function thinned(steps: number, most = maxPoints): number[] {
  const points = Math.min(most, steps);
  return Array.from({ length: points }, (_, i) => Math.round(((i + 1) * steps) / points));
}

export function curveOf(runs: readonly RunVisits[], yard: Yardstick): Curve {
  const visited = thinned(yard.steps);
  const window = Math.max(10, Math.round(yard.steps / 20));
  const column = (of: (run: Prepared, step: number) => number): number[] =>
    visited.map((step) => tidy(mean(prepared.map((run) => of(run, step)))));
  const prepared = runs.map(({ visits }) => prepare(visits, yard));
  const curve: Curve = {
    visited,
    meanScore: column(({ score }, step) => score(step)),
    megabytes: column(({ megabytes }, step) => megabytes[Math.min(step, megabytes.length - 1)]!),
  };
  if (prepared.every(({ depths }) => depths.length > 0))
    curve.depth = visited.map((step, i) =>
      tidy(mean(prepared.map(({ depths }) => meanBetween(depths, visited[i - 1] ?? 0, step)))),
    );
  if (yard.targets.size > 0)
    curve.targetRecall = column(({ sites }, step) => foundAt(sites, step) / yard.targets.size);
  if (yard.reachable !== undefined) curve.share = visited.map((step) => tidy(step / yard.reachable!));
  if (yard.topic.labelled && yard.relevant > 0) {
    curve.found = column(({ found }, step) => foundAt(found, step));
    curve.precision = column(({ found, total }, step) => atStep(found, total, step).precision);
    curve.recall = column(({ found, total }, step) => atStep(found, total, step).recall);
    curve.f1 = column(({ found, total }, step) => atStep(found, total, step).f1);
    curve.coverage = column(({ retrieved, total }, step) => foundAt(retrieved, step) / total);
    curve.windowHarvest = column(({ found }, step) => windowHarvest(found, step, window));
    curve.window = window;
  }
  if (prepared.every(({ measured }) => measured)) {
    curve.accepted = column(({ accepted }, step) => foundAt(accepted, step));
    curve.meanMeasured = column(({ meanMeasured }, step) => meanMeasured(step));
  }
  return curve;
}

/** Over several topics, at every percent of their pages: recall, or the share accepted by the measuring judge. */
export function shareCurve(
  topics: readonly { runs: readonly RunVisits[]; yard: Yardstick }[],
  by: 'recall' | 'accepted',
): ShareCurve | undefined {
  const groups = topics.map(({ runs, yard }) => ({
    yard,
    runs: runs.map(({ visits }) => prepare(visits, yard)),
  }));
  const given = groups.filter(({ yard, runs }) =>
    by === 'recall' ? yard.relevant > 0 : runs.every(({ measured }) => measured),
  );
  if (given.length === 0) return undefined;
  const most = Math.min(...given.map(({ yard }) => yard.steps / yard.pages));
  const share = Array.from({ length: 101 }, (_, i) => tidy((i / 100) * most));
  const points = share.map((part) =>
    topicMean(
      given.map(({ yard, runs }) =>
        runs.map(({ found, acceptedShare, total }) => {
          const step = Math.round(part * yard.pages);
          return by === 'recall' ? foundAt(found, step) / total : acceptedShare(step);
        }),
      ),
      { range: [0, 1] },
    ),
  );
  return {
    share,
    estimate: points.map(({ estimate }) => tidy(estimate)),
    low: points.map(({ low }) => tidy(low)),
    high: points.map(({ high }) => tidy(high)),
  };
}

/** Over several topics, at equal numbers of pages: what the measuring judge accepts, and the mean of its scores. */
export function pagesCurve(
  topics: readonly { runs: readonly RunVisits[]; yard: Yardstick }[],
): PagesCurve | undefined {
  const groups = topics
    .map(({ runs, yard }) => runs.map(({ visits }) => prepare(visits, yard)))
    .filter((runs) => runs.every(({ measured }) => measured));
  if (groups.length === 0) return undefined;
  const visited = thinned(Math.min(...topics.map(({ yard }) => yard.steps)), 50);
  const band = (range: Range, of: (run: Prepared, step: number) => number): Band => {
    const points = visited.map((step) =>
      topicMean(
        groups.map((runs) => runs.map((run) => of(run, step))),
        { range },
      ),
    );
    return {
      estimate: points.map(({ estimate }) => tidy(estimate)),
      low: points.map(({ low }) => tidy(low)),
      high: points.map(({ high }) => tidy(high)),
    };
  };
  return {
    visited,
    accepted: band([0, Number.POSITIVE_INFINITY], ({ accepted }, step) => foundAt(accepted, step)),
    meanMeasured: band([0, 1], ({ meanMeasured }, step) => meanMeasured(step)),
  };
}

export function timeCurve(
  runs: readonly (RunVisits & { arrivals: Float64Array })[],
  longestSeconds: number,
): TimeCurve {
  const seconds = Array.from({ length: 121 }, (_, i) => tidy((i * longestSeconds) / 120));
  const knows = runs.every(({ visits }) =>
    visits.every((visit) => visit.example || counts(visit) !== undefined),
  );
  const rows = runs.map(({ visits, arrivals }) => ({
    pages: Float64Array.from(arrivals).sort(),
    relevant: Float64Array.from(visits.flatMap((visit, i) => (counts(visit) ? [arrivals[i]!] : []))).sort(),
  }));
  const column = (of: (row: (typeof rows)[number]) => Float64Array): number[] =>
    seconds.map((second) => tidy(mean(rows.map((row) => upTo(of(row), second)))));
  return {
    seconds,
    pages: column(({ pages }) => pages),
    ...(knows ? { relevant: column(({ relevant }) => relevant) } : {}),
  };
}

interface Prepared {
  found: Uint32Array;
  total: number;
  accepted: Uint32Array;
  /** Means over the first pages of the crawl that have the figure. */
  acceptedShare: MeanSoFar;
  score: MeanSoFar;
  meanMeasured: MeanSoFar;
  measured: boolean;
  /** Relevant pages retrieved at the best threshold. */
  retrieved: Uint32Array;
  sites: Uint32Array;
  /** At index n: of the first n pages. */
  megabytes: Float64Array;
  /** Empty if they are unknown. */
  depths: number[];
}

function prepare(visits: readonly Visited[], yard: Yardstick): Prepared {
  const found = foundSoFar(visits.map(({ relevant }) => relevant === true));
  const total = denominator(found, yard);
  const megabytes = new Float64Array(visits.length + 1);
  for (const [i, { bytes }] of visits.entries()) megabytes[i + 1] = megabytes[i]! + bytes / 1e6;
  return {
    found,
    total,
    retrieved: yard.relevant > 0 ? retrievedSoFar(visits, total) : found,
    sites: sitesSoFar(visits, yard.targets),
    megabytes,
    depths: visits.every(({ depth }) => depth !== undefined) ? visits.map(({ depth }) => depth!) : [],
    accepted: foundSoFar(visits.map(({ measured }) => measured?.relevant === true)),
    acceptedShare: meanSoFar(visits.map(({ measured }) => measured && Number(measured.relevant))),
    score: meanSoFar(visits.map(({ score, example }) => (example ? undefined : score))),
    meanMeasured: meanSoFar(visits.map(({ measured }) => measured?.score)),
    measured: visits.some(({ measured }) => measured !== undefined),
  };
}

/** Of the pages after step `from` up to step `to`; a crawl that ended keeps its last value. */
function meanBetween(numbers: readonly number[], from: number, to: number): number {
  const last = Math.min(to, numbers.length);
  return mean(numbers.slice(Math.min(from, last - 1), last));
}

type MeanSoFar = (step: number) => number;

/** Of the known numbers among the first ones; 0 if there is none. */
function meanSoFar(numbers: readonly (number | undefined)[]): MeanSoFar {
  const sums = new Float64Array(numbers.length + 1);
  const counts = new Uint32Array(numbers.length + 1);
  for (const [i, number] of numbers.entries()) {
    sums[i + 1] = sums[i]! + (number ?? 0);
    counts[i + 1] = counts[i]! + (number === undefined ? 0 : 1);
  }
  return (step) => {
    const visited = Math.min(step, numbers.length);
    return counts[visited] === 0 ? 0 : sums[visited]! / counts[visited]!;
  };
}

/** How many of the sorted numbers are at most this. */
function upTo(sorted: Float64Array, limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

/** Five digits are more than a chart shows. */
export const tidy = (number: number): number => Number(number.toPrecision(5));
