/**
 * What people say about pages, on its way into a crawl: kept and counted at once, then given to the judge's learner and
 * the strategy if they learn from it, in the order of the answers. The number of the last answer they were given is
 * committed together with what they learnt, so that none is lost or given twice.
 */
import type { Label, PageRecord } from '../archive/records.ts';
import type { Answer, LabelEffect, LabelledPage } from '../strategy/strategy.ts';
import { commit } from './commit.ts';
import type { NewLabel } from './control.ts';
import type { Equipment } from './equipment.ts';
import { rescore, takeUp } from './learning.ts';
import { LABELS_TAUGHT } from './model-versions.ts';
import type { Reading } from './readers/packing.ts';
import { Abandoned } from './readers/readers.ts';
import { checkPages, type LabelsSaved, saveLabels, takeLabels } from './save-labels.ts';
import { StoredPages } from './stored-pages.ts';

/**
 * They outlive this process from now on, and the next page that a person is asked about depends on them. Returns them as
 * the last of what was saved: labels that other processes had added before come first.
 */
export function keepLabels(on: Equipment, labels: readonly NewLabel[], by: string): LabelsSaved[] {
  if (labels.length === 0) return takeLabels(on);
  checkPages(on.catalogue, labels);
  const said = { at: on.clock(), by, labels: [...labels] };
  const { labelJournal: journal } = on;
  if (journal === undefined) {
    const saved = saveLabels(on.catalogue, said, on.statistics.counts);
    commit(on);
    return [saved];
  }
  // A line about a page that a crash would undo could not be saved after it.
  if (!journal.hasCommitted(labels)) commit(on);
  journal.append(said);
  return takeLabels(on);
}

const learnsFromLabels = ({ learner, strategy }: Equipment): boolean =>
  learner?.label !== undefined || strategy.label !== undefined;

/** What the crawl's record says of labels that the recipe has learnt from, as an event of the kind `taught`. */
export interface LabelsTaught extends LabelEffect {
  labels: number;
  /** Of the models in force since. */
  version: number;
  tookMs: number;
}

/** In a busy crawl each page waits its turn: all of these wait together. */
const READ_TOGETHER = 50;

/** Gives the learners every label that they were not given yet. */
export async function teachLabels(on: Equipment): Promise<LabelEffect> {
  const { catalogue } = on;
  if (!learnsFromLabels(on)) return {};
  const begun = on.clock();
  // What is being learnt already does not have these labels.
  await on.learning;
  const taught = Number(catalogue.meta.get(LABELS_TAUGHT) ?? 0);
  const labels = catalogue.read.labels().filter(({ seq }) => seq > taught);
  if (labels.length === 0) return {};
  const stored = new StoredPages(on.folder, catalogue.read);
  const sum: LabelEffect = {};
  try {
    for (let at = 0; at < labels.length; at += READ_TOGETHER) {
      const some = labels.slice(at, at + READ_TOGETHER);
      const pages = some.map(({ page }) => catalogue.read.pageById(page)!);
      const readings = await Promise.allSettled(pages.map((page) => readAgain(page, stored, on)));
      for (const [i, label] of some.entries()) {
        const reading = readings[i]!;
        if (reading.status === 'rejected') throw reading.reason;
        for (const effect of teach(label, pages[i]!, reading.value, on)) add(sum, effect);
        catalogue.meta.set(LABELS_TAUGHT, label.seq);
      }
    }
  } catch (error) {
    // The crawl ends: the rest waits for the next resume.
    if (!(error instanceof Abandoned)) throw error;
  } finally {
    stored.close();
  }
  const { model: learnt } =
    on.faults.attempt('judge', 'at a label', () => ({ model: on.learner?.learn() })) ?? {};
  const moved = (await takeUp(learnt, on, { commits: false })) + rescore(on);
  const pagesChanged =
    learnt === undefined
      ? undefined
      : on.faults.attempt('judge', 'at a label', () => on.learner!.changedSides?.());
  if (pagesChanged !== undefined) add(sum, { pagesChanged });
  if (moved > 0) add(sum, { linksMoved: moved });
  const detail: LabelsTaught = {
    labels: labels.length,
    ...sum,
    version: on.models.version,
    tookMs: on.clock() - begun,
  };
  catalogue.saveEvent({ at: on.clock(), kind: 'taught', detail });
  commit(on);
  return sum;
}

function teach(
  label: Label,
  page: PageRecord,
  reading: Reading | undefined,
  { learner, strategy, faults }: Equipment,
): (LabelEffect | undefined)[] {
  const { id, url, title = '', link, score, called } = page;
  const labelled: LabelledPage = { id, url, title, link, score, called };
  const answer = answerIn(label.label);
  return [
    faults.attempt('judge', url, () => learner?.label?.(labelled, answer, reading?.notes)),
    faults.attempt('strategy', url, () => strategy.label?.(labelled, answer, reading?.signals)),
  ];
}

/** As they are kept, and as people and learners say them. */
export const labelFor: Readonly<Record<Answer, Label['label']>> = {
  yes: 'relevant',
  no: 'not-relevant',
  unsure: 'unsure',
};
const answerIn = (label: Label['label']): Answer =>
  (Object.keys(labelFor) as Answer[]).find((answer) => labelFor[answer] === label)!;

/** What the learners want to know of a page is measured where it is read; nothing if the archive has no copy. */
async function readAgain(page: PageRecord, stored: StoredPages, on: Equipment): Promise<Reading | undefined> {
  const { url, warc, duplicateOf } = page;
  if (warc === undefined) return undefined;
  try {
    return await on.readers.read(await stored.answerOf({ url, warc, duplicateOf }));
  } catch (error) {
    if (error instanceof Abandoned) throw error;
    on.faults.note({ part: 'archive', message: (error as Error).message }, url);
    return undefined;
  }
}

function add(sum: LabelEffect, effect: LabelEffect | undefined): void {
  for (const key of ['linksMoved', 'pagesChanged'] as const) {
    const more = effect?.[key];
    if (more !== undefined) sum[key] = (sum[key] ?? 0) + more;
  }
}
