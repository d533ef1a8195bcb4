/** A page from its reading to its place: one synchronous row of steps, so that a commit never happens inside it. */
import type { Task } from '../../frontier/frontier.ts';
import type { Answered } from '../../web/web.ts';
import type { Equipment } from '../equipment.ts';
import { learnFrom, rescore } from '../learning.ts';
import type { Outcomes } from '../outcomes.ts';
import type { Reading } from '../readers/packing.ts';
import { addSitemaps } from '../sitemaps.ts';
import { catalogue } from './catalogue.ts';
import { dedupe } from './dedupe.ts';
import { keep } from './keep.ts';
import { isRefused } from './landed.ts';
import { keepPicture } from './picture.ts';
import { rank } from './rank.ts';
import { tryForms } from './try-forms.ts';
import { wait } from './wait.ts';

export function land(
  task: Task,
  answer: Answered,
  reading: Reading,
  on: Equipment,
  outcomes: Outcomes,
): void {
  const { page, faults, record, document } = reading;
  for (const fault of faults) on.faults.note(fault, task.url);
  if ('refused' in page) return outcomes.unreadable(task, answer, page, reading);
  on.faults.worked('reader');
  if (reading.judgement !== undefined) on.faults.worked('judge');

  const former = on.round?.formerOf(task);
  if (former?.digest === page.digest) {
    if (document !== undefined) on.documents?.leave(document);
    return outcomes.sameBytes(task, former, answer, record);
  }
  const landed = dedupe(task, answer, page, reading, on);
  keep(landed, on);
  catalogue(landed, on);
  keepPicture(landed, on);
  if (document !== undefined) {
    if (isRefused(landed)) on.documents?.leave(document);
    else on.documents?.keep(task, landed.id, document);
  }
  if (landed.original === undefined || on.settings.archive.followDuplicates) {
    addSitemaps(landed, on);
    const ranking = rank(landed, on);
    const found = wait(ranking, page, landed, on);
    // One that comes again has the links that it had.
    if (page.isList && former === undefined) on.traps.listed(task.url, found);
    tryForms(landed, ranking, on);
  }
  outcomes.settle(task, { kind: 'done', page: landed.id });
  rescore(on);
  learnFrom(landed, on);
}
