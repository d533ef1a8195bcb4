/**
 * Whether this page was seen before, by its bytes or, with small differences, by its text. Only the first counts as
 * relevant, in every figure: an endless site that repeats the keywords is one find.
 */
import type { Task } from '../../frontier/frontier.ts';
import type { VisitedPage } from '../../strategy/strategy.ts';
import type { Answered } from '../../web/web.ts';
import type { Equipment } from '../equipment.ts';
import type { Reading } from '../readers/packing.ts';
import type { Landed } from './landed.ts';

export function dedupe(
  task: Task,
  answer: Answered,
  page: VisitedPage,
  reading: Reading,
  { catalogue, round }: Pick<Equipment, 'catalogue' | 'round'>,
): Landed {
  const former = round?.formerOf(task);
  const { judgement, signals, notes, model, record, text = '' } = reading;
  const { excluded } = judgement ?? {};
  const mayKeep = excluded !== 'noindex' && excluded !== 'opt-out';
  const twin = mayKeep ? catalogue.findByDigest(page.digest) : undefined;
  const near =
    mayKeep && twin === undefined
      ? catalogue.findNear(page.fingerprint, undefined, former?.id)?.page
      : undefined;
  const original = twin === undefined ? undefined : catalogue.read.pageById(twin);
  return {
    task,
    answer,
    page,
    text,
    judgement,
    signals,
    notes,
    model,
    record,
    outcome: !mayKeep
      ? `refused: ${excluded}`
      : original
        ? 'duplicate'
        : near === undefined
          ? 'page'
          : 'near-duplicate',
    relevant: judgement?.relevant === true && original === undefined && near === undefined,
    original,
    near,
    former,
    warc: undefined,
    id: 0,
    sequence: 0,
  };
}
