/**
 * Expected against judged: for each variant, the share of its sampled pages that its own judge calls relevant, and the
 * share that people do. Both are counted over the same pages: those of the variant's own sample with a verdict, which
 * is the majority answer, not counting “unsure”. Pages with a tie or only unsure answers are left out and reported. If
 * there are labels or another judge measured, their share of the same pages is shown, too.
 *
 * Intervals are Wilson's, narrowed for samples that are a large part of all pages found (n·(N−1)/(N−n) instead of n).
 * They are about the pages that these crawls found, not about other webs.
 */
import type { Interval } from '../learn/evaluation/resampling.ts';
import { type Agreement, agreement } from './agreement.ts';
import { type HumanJudgement, readJudgements } from './judgements.ts';
import { readSample } from './sample-file.ts';
import { type DrawnPage, drawSample, pageKey, type SampleRules } from './sampling.ts';
import { wilsonInterval } from './statistics/wilson.ts';
import type { StudyData } from './study.ts';

export interface JudgedTable {
  sample: SampleRules & { pages: number };
  agreement: Agreement;
  /** In the order of the study. */
  rows: JudgedRow[];
  /** Lines of judgements.jsonl that could not be read. */
  damaged: number[];
}

export interface JudgedRow {
  variant: string;
  /** Different pages it found. */
  population: number;
  /** Pages of its own sample: all, with a verdict, all judges unsure, judges tied, not judged yet. */
  drawn: number;
  decided: number;
  unsure: number;
  split: number;
  open: number;
  /** Absent if no page has a verdict. */
  judged?: Interval | undefined;
  /** By the judge that steered. */
  expected?: Interval | undefined;
  /** By the labels and by the measuring judge; absent if there are none. */
  labelled?: Interval | undefined;
  measured?: Interval | undefined;
}

/** Undefined if no sample was drawn. */
export function judgedTable(folder: string, data: StudyData): JudgedTable | undefined {
  const sample = readSample(folder);
  if (sample === undefined) return undefined;
  const { seed, size, finite, pages } = sample;
  const { judgements, damaged } = readJudgements(folder);
  return {
    sample: { seed, size, finite, pages: pages.length },
    agreement: agreement(judgements),
    rows: judgedRows(data, sample, judgements),
    damaged,
  };
}

export function judgedRows(
  data: StudyData,
  rules: SampleRules,
  judgements: readonly HumanJudgement[],
): JudgedRow[] {
  const verdicts = verdictsOf(judgements);
  return drawSample(data, rules).draws.map(({ variant, population, pages }): JudgedRow => {
    const verdictOf = (page: DrawnPage): Verdict | undefined => verdicts.get(pageKey(page));
    const decided = pages.filter((page) => typeof verdictOf(page) === 'boolean');
    const share = (isRelevant: (page: DrawnPage) => boolean | undefined): Interval | undefined => {
      const known = decided.filter((page) => isRelevant(page) !== undefined);
      return shareOf(known.filter(isRelevant).length, known.length, population);
    };
    const times = (verdict: Verdict | undefined): number =>
      pages.filter((page) => verdictOf(page) === verdict).length;
    return {
      variant,
      population,
      drawn: pages.length,
      decided: decided.length,
      unsure: times('unsure'),
      split: times('split'),
      open: times(undefined),
      judged: share((page) => verdictOf(page) === true),
      expected: share(({ judged }) => judged),
      labelled: share(({ relevant }) => relevant),
      measured: share(({ measured }) => measured),
    };
  });
}

type Verdict = boolean | 'unsure' | 'split';

/** For each page that was judged. */
function verdictsOf(judgements: readonly HumanJudgement[]): Map<string, Verdict> {
  const votes = new Map<string, { yes: number; no: number }>();
  for (const judgement of judgements) {
    const key = pageKey(judgement);
    const vote = votes.get(key) ?? { yes: 0, no: 0 };
    if (judgement.label === 'relevant') vote.yes++;
    else if (judgement.label === 'not-relevant') vote.no++;
    votes.set(key, vote);
  }
  return new Map(
    [...votes].map(([key, { yes, no }]): [string, Verdict] => [
      key,
      yes !== no ? yes > no : yes === 0 ? 'unsure' : 'split',
    ]),
  );
}

function shareOf(hits: number, pages: number, population: number): Interval | undefined {
  if (pages === 0) return undefined;
  const share = hits / pages;
  // If every page was judged nothing has to be estimated.
  if (pages >= population) return { estimate: share, low: share, high: share };
  const worth = (pages * (population - 1)) / (population - pages);
  return { ...wilsonInterval(share * worth, worth), estimate: share };
}
