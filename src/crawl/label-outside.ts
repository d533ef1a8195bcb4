/** Labels for a crawl that runs in another process, kept without waiting for it: see `archive/label-journal.ts`. */
import { CatalogueReader } from '../archive/catalogue-reader.ts';
import { openDatabase } from '../archive/database.ts';
import { appendLabels } from '../archive/label-journal.ts';
import { changedBy } from '../archive/labels.ts';
import type { LabelsKept, NewLabel } from './control.ts';
import { databasePath } from './folder.ts';
import { saveJournalled } from './save-labels.ts';

/** Undefined if one is about a page that is not committed: the crawl has to be asked. */
export function addToJournal(
  path: string,
  labels: readonly NewLabel[],
  by: string,
): Pick<LabelsKept, 'kept' | 'changed'> | undefined {
  const database = databasePath(path);
  const db = openDatabase(database, { readOnly: true });
  try {
    const read = new CatalogueReader(db);
    if (labels.some(({ page }) => read.pageById(page) === undefined)) return undefined;
    const changed = changedBy(read, labels);
    appendLabels(database, { at: Date.now(), by, labels: [...labels] });
    return { kept: labels.length, changed };
  } finally {
    db.close();
  }
}

/** Saves what is in the journal if the crawl has ended meanwhile; otherwise it does so itself. */
export function saveLeft(path: string): void {
  try {
    const db = openDatabase(databasePath(path), { sole: true, waitMs: 0 });
    try {
      saveJournalled(db);
    } finally {
      db.sql.close();
    }
  } catch {
    // They stay in the journal, where readers and the next resume find them.
  }
}
