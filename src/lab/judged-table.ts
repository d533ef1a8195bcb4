/**
 * Expected against judged: for each variant, the share of its sampled pages that its own judge calls relevant, and the
 * share that people do. Both are counted over the same pages: those of the variant's own sample with a verdict, which
 * is the majority answer, not counting “unsure”; “related” counts as not relevant and is reported by itself. Pages with
 * a tie or only unsure answers are left out and reported. Each judge's own share gives a mean and a standard deviation
 * over judges. If there are labels or another judge measured, their share of the same pages is shown, too.
 *
 * Intervals are Wilson's, narrowed for samples that are a large part of all pages found (n·(N−1)/(N−n) instead of n).
 * They are about the pages that these crawls found, not about other webs.
 */
import { type Agreement, agreement } from './agreement.ts';
import { type HumanJudgement, type Label, readJudgements } from './judgements.ts';
import { readSample } from './sample-file.ts';
import { type DrawnPage, drawSample, pageKey, type SampleRules } from './sampling.ts';
import type { Interval } from './statistics/interval.ts';
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
  /** Of a sample for each control window: its number. */
  window?: number | undefined;
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
  /** Pages that most call related to the topic rather than unrelated, of those with a verdict; absent if nobody did. */
  related?: Interval | undefined;
  /** Mean and standard deviation of the judges' own shares of relevant pages; absent if fewer than two judged all of them. */
  overJudges?: { mean: number; deviation: number; judges: number } | undefined;
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
  const { seed, size, finite, perWindow, pages } = sample;
  const { judgements, damaged } = readJudgements(folder);
  return {
    sample: { seed, size, finite, ...(perWindow ? { perWindow } : {}), pages: pages.length },
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
  const hasRelated = judgements.some(({ label }) => label === 'related');
  return drawSample(data, rules).draws.map(({ variant, window, population, pages }): JudgedRow => {
    const verdictOf = (page: DrawnPage): Verdict | undefined => verdicts.get(pageKey(page));
    const isDecided = (verdict: Verdict | undefined): boolean =>
      verdict !== undefined && verdict !== 'unsure' && verdict !== 'split';
    const decided = pages.filter((page) => isDecided(verdictOf(page)));
    const share = (isRelevant: (page: DrawnPage) => boolean | undefined): Interval | undefined => {
      const known = decided.filter((page) => isRelevant(page) !== undefined);
      return shareOf(known.filter(isRelevant).length, known.length, population);
    };
    const times = (verdict: Verdict | undefined): number =>
      pages.filter((page) => verdictOf(page) === verdict).length;
    return {
      variant,
      ...(window === undefined ? {} : { window }),
      population,
      drawn: pages.length,
      decided: decided.length,
      unsure: times('unsure'),
      split: times('split'),
      open: times(undefined),
      judged: share((page) => verdictOf(page) === 'relevant'),
      ...(hasRelated ? { related: share((page) => verdictOf(page) === 'related') } : {}),
      ...overJudges(judgements, new Set(pages.map(pageKey))),
      expected: share(({ judged }) => judged),
      labelled: share(({ relevant }) => relevant),
      measured: share(({ measured }) => measured),
    };
  });
}

type Verdict = Label | 'split';

/** For each page that was judged. */
function verdictsOf(judgements: readonly HumanJudgement[]): Map<string, Verdict> {
  const votes = Map.groupBy(judgements, pageKey);
  return new Map([...votes].map(([key, said]) => [key, verdictOf(said.map(({ label }) => label))]));
}

function verdictOf(said: readonly Label[]): Verdict {
  const times = (label: Label): number => said.filter((one) => one === label).length;
  const [yes, related, no] = [times('relevant'), times('related'), times('not-relevant')];
  if (yes + related + no === 0) return 'unsure';
  if (yes === related + no) return 'split';
  if (yes > related + no) return 'relevant';
  return related > no ? 'related' : 'not-relevant';
}

/** Over those who judged all pages of the sample that anybody judged; “unsure” is no answer here. */
function overJudges(
  judgements: readonly HumanJudgement[],
  sampled: ReadonlySet<string>,
): Pick<JudgedRow, 'overJudges'> {
  const own = judgements.filter((one) => sampled.has(pageKey(one)));
  const pages = new Set(own.map(pageKey)).size;
  const shares = [...Map.groupBy(own, ({ judge }) => judge).values()].flatMap((said) => {
    const sure = said.filter(({ label }) => label !== 'unsure');
    if (said.length < pages || sure.length === 0) return [];
    return sure.filter(({ label }) => label === 'relevant').length / sure.length;
  });
  if (shares.length < 2) return {};
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  const squares = shares.reduce((sum, share) => sum + (share - mean) ** 2, 0);
  const deviation = Math.sqrt(squares / (shares.length - 1));
  return { overJudges: { mean, deviation, judges: shares.length } };
}

function shareOf(hits: number, pages: number, population: number): Interval | undefined {
  if (pages === 0) return undefined;
  const share = hits / pages;
  // If every page was judged nothing has to be estimated.
  if (pages >= population) return { estimate: share, low: share, high: share };
  const worth = (pages * (population - 1)) / (population - pages);
  return { ...wilsonInterval(share * worth, worth), estimate: share };
}
