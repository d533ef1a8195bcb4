/**
 * When a fleet has done its work, from the reports of all partitions: its budgets are used up, or nothing waits anywhere
 * and nothing is on its way.
 */
import type { Settings } from '../crawl/settings.ts';
import type { PartitionReport } from './partition.ts';

export interface End {
  reason: string;
  detail: string;
}

type Sums = Pick<PartitionReport, 'pages' | 'relevant' | 'words' | 'bytes' | 'sent' | 'taken'> & {
  elapsedMs: number;
};

export function sumsOf(reports: Iterable<PartitionReport>): Sums {
  const sums: Sums = { pages: 0, relevant: 0, words: 0, bytes: 0, sent: 0, taken: 0, elapsedMs: 0 };
  for (const report of reports) {
    for (const key of ['pages', 'relevant', 'words', 'bytes', 'sent', 'taken'] as const)
      sums[key] += report[key];
    sums.elapsedMs = Math.max(sums.elapsedMs, report.elapsedMs);
  }
  return sums;
}

export class EndFinder {
  readonly #partitions: number;
  #quietBefore: string | undefined;

  constructor(partitions: number) {
    this.#partitions = partitions;
  }

  /** Asked with each round of reports, one for each partition at most. */
  find(reports: ReadonlyMap<number, PartitionReport>, settings: Settings): End | undefined {
    const sums = sumsOf(reports.values());
    return spent(sums, settings) ?? this.#quiet(reports, sums, settings);
  }

  /**
   * Reports are of different moments, and a link may be on its way between them. So nothing may have happened between
   * two rounds in a row: all quiet, everything that was sent is taken, and all counts are the same.
   */
  #quiet(
    reports: ReadonlyMap<number, PartitionReport>,
    sums: Sums,
    { politeness }: Settings,
  ): End | undefined {
    const longestMs = 1000 * politeness.maxIdleSeconds;
    const all = [...reports.values()];
    const isQuiet =
      all.length === this.#partitions &&
      sums.sent === sums.taken &&
      all.every(
        ({ state, isQuiet, readyInMs }) =>
          state === 'running' && (isQuiet || (readyInMs !== undefined && readyInMs > longestMs)),
      );
    const now = isQuiet
      ? JSON.stringify(
          all.map(({ partition, epoch, requests, sent, taken }) => [partition, epoch, requests, sent, taken]),
        )
      : undefined;
    const isLasting = now !== undefined && now === this.#quietBefore;
    this.#quietBefore = now;
    if (!isLasting) return undefined;
    return all.every((report) => report.isQuiet)
      ? { reason: 'frontier-empty', detail: 'the frontier is empty: every reachable link was requested' }
      : {
          reason: 'idle',
          detail: `every host with waiting links asks us to wait for more than ${politeness.maxIdleSeconds} s`,
        };
  }
}

function spent(sums: Sums, { budget }: Settings): End | undefined {
  const { pages, relevant, words, bytes, seconds } = budget;
  if (pages !== undefined && sums.pages >= pages)
    return { reason: 'budget-pages', detail: `the budget of ${pages} pages is used up` };
  if (relevant !== undefined && sums.relevant >= relevant)
    return { reason: 'budget-relevant', detail: `${relevant} relevant pages were found` };
  if (words !== undefined && sums.words >= words)
    return { reason: 'budget-words', detail: `${words} words of relevant pages were found` };
  if (bytes !== undefined && sums.bytes >= bytes)
    return { reason: 'budget-bytes', detail: `the budget of ${bytes} bytes is used up` };
  if (seconds !== undefined && sums.elapsedMs >= 1000 * seconds)
    return { reason: 'budget-time', detail: `the time budget of ${seconds} s is used up` };
  return undefined;
}
