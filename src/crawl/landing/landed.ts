/**
 * A page on its way into the crawl. Landing is a row of small steps, each of which adds what it knows:
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
  /** Absent where the judge failed. */
  judgement: Judgement | undefined;
  /** Absent where the measure failed. */
  signals: object | undefined;
  /** Version of the models that judged it. */
  model: number;
  record: Reading['record'];
  outcome: 'page' | 'duplicate' | 'near-duplicate' | 'refused: noindex';
  /** Counts as a find. */
  relevant: boolean;
  /** The first page with the same bytes. */
  original: PageRecord | undefined;
  /** An earlier page with nearly the same text. */
  near: number | undefined;
  /** Where its response stands in the archive; by `keep`. */
  warc: WarcPlace | undefined;
  /** Its row in the catalogue; by `catalogue`. */
  id: number;
  /** Its place in the feed of the crawl; by `catalogue`. */
  sequence: number;
}
