/** All figures of one run, by the names of the catalogue. Unknown figures are omitted. */
import { confusion, measures } from '../../learn/evaluation/measures.ts';
import type { Plan } from '../plan.ts';
import type { Figures } from '../results.ts';
import type { RunVisits, Visited } from '../study.ts';
import { averageRank } from './average-rank.ts';
import {
  foundAfterName,
  harvestName,
  harvestShares,
  pagesAfterName,
  recallName,
  recallShares,
} from './catalogue.ts';
import { isDocument } from './documents.ts';
import { atStep, foundAt, foundSoFar, normalisedArea, pagesPerRetrieved, recallArea } from './found.ts';
import { perplexityOf } from './perplexity.ts';
import { relevantDomains, relevantHosts, sitesSoFar } from './sites.ts';
import { retrievedSoFar, thresholdSweep } from './threshold-sweep.ts';
import type { Yardstick } from './yardstick.ts';

export function runFigures(
  { run, visits }: RunVisits,
  yard: Yardstick,
  plan: Plan,
  arrivals: Float64Array,
): Figures {
  const own = visits.filter(({ example }) => !example);
  const figures: Record<string, number | undefined> = {
    ...(yard.topic.labelled && yard.relevant > 0 ? labelledFigures(visits, yard) : {}),
    ...judgeFigures(visits),
    ...scoreFigures(own),
    averageRank: averageRank(visits, yard.ranks),
    targetRecall:
      yard.targets.size === 0 ? undefined : sitesSoFar(visits, yard.targets).at(-1)! / yard.targets.size,
    meanDepth: mean(visits.flatMap(({ depth }) => depth ?? [])),
    documentLinks: run.documentLinks || undefined,
    examplesMet: visits.length - own.length,
    ...timeFigures(visits, plan.time.seconds, arrivals),
    megabytesPerSecond:
      run.cost.seconds > 0
        ? visits.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6 / run.cost.seconds
        : undefined,
    pagesPerSecond: run.cost.seconds > 0 ? visits.length / run.cost.seconds : undefined,
    cpuMsPerPage: run.cost.cpuMsPerPage,
    peakMemoryMb: run.cost.peakMemoryMb,
  };
  return Object.fromEntries(
    Object.entries(figures).filter((entry): entry is [string, number] => Number.isFinite(entry[1])),
  );
}

/** Relevant by label if there is one, otherwise by the measuring judge; undefined without either. */
export function counts({ relevant, measured }: Visited): boolean | undefined {
  return relevant ?? measured?.relevant;
}

function labelledFigures(visits: readonly Visited[], yard: Yardstick): Record<string, number | undefined> {
  const labels = visits.map(({ relevant }) => relevant === true);
  const found = foundSoFar(labels);
  const total = denominator(found, yard);
  const area = recallArea(found, total, yard.steps);
  const end = atStep(found, total, visits.length);
  const half = found.indexOf(Math.ceil(total / 2));
  const siteStep = Math.min(Math.round(0.2 * yard.pages), yard.steps);
  const soFar = visits.slice(0, siteStep);
  const stepOf = (share: number): number => Math.round(share * yard.pages);
  // A share beyond the budget would only repeat the end.
  const within = (share: number): boolean => stepOf(share) <= yard.steps && stepOf(share) > 0;
  return {
    area,
    normalisedArea:
      yard.breadthFirst && yard.oracle && normalisedArea(area, yard.breadthFirst.area, yard.oracle.area),
    ...Object.fromEntries(
      recallShares.filter(within).map((share) => [recallName(share), foundAt(found, stepOf(share)) / total]),
    ),
    ...Object.fromEntries(
      harvestShares
        .filter(within)
        .map((share) => [harvestName(share), foundAt(found, stepOf(share)) / stepOf(share)]),
    ),
    recall: end.recall,
    harvest: end.precision,
    f1: end.f1,
    pagesPerRelevant: pagesPerRetrieved(retrievedSoFar(visits, total)),
    pagesToHalf: half < 0 ? undefined : half,
    siteRecall: yard.hosts === 0 ? undefined : relevantHosts(soFar).size / yard.hosts,
    domains: relevantDomains(soFar).size,
    ...ownJudgeFigures(visits, total),
  };
}

/** Duplicates with other labels may let a run find one page more than breadth-first did: recall is capped at 1. */
export const denominator = (found: Uint32Array, { relevant }: Yardstick): number =>
  Math.max(relevant, found.at(-1)!);

/** Its judge knows the examples, so they say nothing about it. */
function ownJudgeFigures(visits: readonly Visited[], total: number): Record<string, number | undefined> {
  const judged = visits.filter(({ example }) => !example);
  if (judged.length === 0) return {};
  const labels = judged.map(({ relevant }) => relevant === true);
  const table = confusion(
    labels,
    judged.map((visit) => visit.judged),
  );
  const missed = total - labels.filter(Boolean).length;
  const own = measures({ ...table, falseNegatives: table.falseNegatives + missed });
  return {
    judgedPrecision: own.precision,
    judgedRecall: own.recall,
    judgedF1: own.f1,
    bestF1: thresholdSweep(judged, total)?.best.f1,
  };
}

function judgeFigures(visits: readonly Visited[]): Record<string, number | undefined> {
  const measured = visits.flatMap((visit) => visit.measured ?? []);
  if (measured.length === 0) return {};
  const accepted = measured.filter(({ relevant }) => relevant).length;
  return {
    positivesMet: visits.some(({ positive }) => positive !== undefined)
      ? visits.filter(({ positive }) => positive).length
      : undefined,
    acceptedShare: accepted / measured.length,
    accepted,
    meanMeasured: measured.reduce((sum, { score }) => sum + score, 0) / measured.length,
  };
}

function scoreFigures(visits: readonly Visited[]): Record<string, number | undefined> {
  const documents = visits.filter(isDocument);
  const accepted = documents.filter((visit) => counts(visit) ?? visit.judged).length;
  const text = perplexityOf(visits);
  return {
    meanScore: visits.reduce((sum, { score }) => sum + score, 0) / visits.length,
    judgedShare: visits.filter(({ judged }) => judged).length / visits.length,
    documents: documents.length > 0 ? documents.length : undefined,
    acceptedDocuments: documents.length > 0 ? accepted / documents.length : undefined,
    perplexity: text?.withUnknown,
    perplexityKnown: text?.withoutUnknown,
  };
}

function timeFigures(
  visits: readonly Visited[],
  seconds: readonly number[],
  arrivals: Float64Array,
): Record<string, number | undefined> {
  const knows = visits.some((visit) => counts(visit) !== undefined);
  return Object.fromEntries(
    seconds.flatMap((until) => [
      [pagesAfterName(until), arrivals.filter((second) => second <= until).length],
      [
        foundAfterName(until),
        knows ? visits.filter((visit, i) => counts(visit) && arrivals[i]! <= until).length : undefined,
      ],
    ]),
  );
}

const mean = (numbers: readonly number[]): number | undefined =>
  numbers.length === 0 ? undefined : numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
