/**
 * A page being landed. Landing is a sequence of small steps, each of which adds its result:
 *
 *   dedupe ─▶ keep ─▶ catalogue ─▶ rank ─▶ wait ─▶ settle
 */
import type { PageRecord, WarcPlace } from '../../archive/records.ts';
import type { Task } from '../../frontier/frontier.ts';
import type { Judgement } from '../../judge/judge.ts';
import type { VisitedPage } from '../../strategy/strategy.ts';
import type { Answered } from '../../web/web.ts';
import type { Reading } from '../readers/packing.ts';

export interface Landed {
  task: Task;
  answer: Answered;
  page: VisitedPage;
  /** The main text. */
  text: string;
  /** Absent if the judge failed. */
  judgement: Judgement | undefined;
  /** Absent if the measure failed. */
  signals: object | undefined;
  /** For the judge's learner. */
  notes: unknown;
  /** Version of the models that judged it. */
  model: number;
  record: Reading['record'];
  outcome: 'page' | 'duplicate' | 'near-duplicate' | 'refused: noindex' | 'refused: opt-out';
  /** Counts as relevant. */
  relevant: boolean;
  /** The first page with the same bytes. */
  original: PageRecord | undefined;
  /** An earlier page with nearly the same text. */
  near: number | undefined;
  /** What it was at the last visit, if it is asked for again. */
  former: PageRecord | undefined;
  /** Where its response is in the archive; set by `keep`. */
  warc: WarcPlace | undefined;
  /** Its row in the catalogue; set by `catalogue`. */
  id: number;
  /** Its position in the crawl's feed; set by `catalogue`. */
  sequence: number;
}

/** The page asks not to be kept. */
export const isRefused = ({ outcome }: Pick<Landed, 'outcome'>): boolean => outcome.startsWith('refused');
