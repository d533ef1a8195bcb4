/**
 * People's labels into the tables of a crawl: those in its journal, and those about a crawl that does not run. Each counts
 * at once; who said what is an event of the crawl's record.
 */
import type { Catalogue } from '../archive/catalogue.ts';
import type { CrawlDatabase } from '../archive/database.ts';
import { type SaidTogether, saveJournal } from '../archive/label-journal.ts';
import { hasTables } from '../archive/schema.ts';
import { SqliteCatalogue } from '../archive/sqlite-catalogue.ts';
import { ForageError } from '../errors.ts';
import type { LabelsKept, NewLabel } from './control.ts';
import type { Equipment } from './equipment.ts';
import type { Counts } from './statistics.ts';

/** What was said in one go, once it is in the tables. */
export interface LabelsSaved {
  said: SaidTogether;
  /** Pages that count now and did not, or the other way round. */
  changed: number;
}

/** Saves what other processes have added to the journal. */
export function takeLabels({ labelJournal, catalogue, statistics }: Equipment): LabelsSaved[] {
  const saved: LabelsSaved[] = [];
  labelJournal?.save((said) => saved.push(saveLabels(catalogue, known(catalogue, said), statistics.counts)));
  return saved;
}

/** The same of a crawl that does not run. */
export function saveJournalled(db: CrawlDatabase): void {
  if (!hasTables(db)) return;
  const catalogue = new SqliteCatalogue(db);
  const counts = catalogue.meta.get('counts') as Counts;
  saveJournal(db, (said) => {
    saveLabels(catalogue, known(catalogue, said), counts);
    catalogue.meta.set('counts', counts);
  });
  if (db.hasChanges()) db.commit();
}

/** Of a crawl that does not run; the caller commits. */
export function keepLabelsOfStopped(
  catalogue: Catalogue,
  labels: readonly NewLabel[],
  by: string,
): Pick<LabelsKept, 'kept' | 'changed'> {
  checkPages(catalogue, labels);
  const counts = catalogue.meta.get('counts') as Counts;
  const { changed } = saveLabels(catalogue, { at: Date.now(), by, labels: [...labels] }, counts);
  catalogue.meta.set('counts', counts);
  return { kept: labels.length, changed };
}

export function checkPages({ read }: Pick<Catalogue, 'read'>, labels: readonly NewLabel[]): void {
  const unknown = labels.find(({ page }) => read.pageById(page) === undefined);
  if (unknown !== undefined) throw new ForageError('USAGE', `The crawl has no page number ${unknown.page}.`);
}

/** Without pages that a failure of the machine has taken away. */
const known = ({ read }: Catalogue, { labels, ...said }: SaidTogether): SaidTogether => ({
  ...said,
  labels: labels.filter(({ page }) => read.pageById(page) !== undefined),
});

export function saveLabels(catalogue: Catalogue, said: SaidTogether, counts: Counts): LabelsSaved {
  const { at, by, labels } = said;
  let changed = 0;
  for (const label of labels) {
    const change = catalogue.saveLabel({ ...label, at });
    counts.relevant += change;
    changed += Math.abs(change);
  }
  const named = labels.slice(0, NAMED_IN_EVENT).map(({ page, label, by: who }) => ({ page, label, by: who }));
  catalogue.saveEvent({ at, kind: 'labelled', detail: { labels: labels.length, changed, said: named, by } });
  return { said, changed };
}

const NAMED_IN_EVENT = 20;
