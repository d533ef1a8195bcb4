/**
 * What people say about pages. The latest yes or no of anybody wins over the judge: it decides whether the page counts,
 * until the same person takes it back. What the judge called the page stays beside it.
 */
import type { StatementSync } from 'node:sqlite';
import { CatalogueReader } from './catalogue-reader.ts';
import { type CrawlDatabase, openDatabase } from './database.ts';
import type { Label, LabelToSave, PageRecord } from './records.ts';

/** Whether a page counts. A copy of another page never does: its content counts once. */
export const countsAs = (
  { outcome, answer }: Pick<PageRecord, 'outcome' | 'answer'>,
  called: boolean,
): boolean => (outcome === 'page' ? (answer ?? called) : called);

export class Labels {
  readonly #save: StatementSync;
  readonly #latest: StatementSync;
  readonly #setAnswer: StatementSync;

  constructor({ sql }: CrawlDatabase) {
    this.#save = sql.prepare(
      'INSERT OR REPLACE INTO labels (page, by, label, drawn, at) VALUES (?, ?, ?, ?, ?)',
    );
    this.#latest = sql.prepare(
      `SELECT label FROM labels WHERE page = ? AND label <> 'unsure' ORDER BY seq DESC LIMIT 1`,
    );
    this.#setAnswer = sql.prepare('UPDATE pages SET answer = ?, relevant = ? WHERE id = ?');
  }

  /** Returns whether the page counts now. */
  save({ page, by, label, drawn, at }: LabelToSave, { outcome, called }: PageRecord): boolean {
    this.#save.run(page, by, label, drawn, at);
    const latest = this.#latest.get(page)?.label;
    const answer = latest === undefined ? undefined : latest === 'relevant';
    const relevant = countsAs({ outcome, answer }, called);
    this.#setAnswer.run(answer === undefined ? null : Number(answer), Number(relevant), page);
    return relevant;
  }
}

/** How many pages would begin or cease to count if these labels were saved after those that are kept. */
export function changedBy(read: CatalogueReader, labels: readonly Omit<Label, 'seq' | 'at'>[]): number {
  const ids = [...new Set(labels.map(({ page }) => page))];
  const kept = Map.groupBy<number, Omit<Label, 'seq' | 'at'>>(read.labelsOf(ids), ({ page }) => page);
  const pages = new Map(ids.map((id) => [id, read.pageById(id)!]));
  let changed = 0;
  for (const label of labels) {
    const page = pages.get(label.page)!;
    const before = kept.get(label.page) ?? [];
    const after = [...before.filter(({ by }) => by !== label.by), label];
    kept.set(label.page, after);
    const counts = (said: typeof after): boolean => {
      const latest = said.findLast((one) => one.label !== 'unsure')?.label;
      const answer = latest === undefined ? undefined : latest === 'relevant';
      return countsAs({ outcome: page.outcome, answer }, page.called);
    };
    changed += Number(counts(before) !== counts(after));
  }
  return changed;
}

export type LabelOfUrl = Omit<LabelToSave, 'page'> & { url: string };

/** The labels of a damaged database, as far as they can be read, in order. */
export function salvageLabels(path: string): LabelOfUrl[] {
  let db: CrawlDatabase | undefined;
  try {
    db = openDatabase(path, { readOnly: true });
    const read = new CatalogueReader(db);
    return read.labels().flatMap(({ seq: _, page, ...label }) => {
      const url = read.pageById(page)?.url;
      return url === undefined ? [] : [{ ...label, url }];
    });
  } catch {
    return [];
  } finally {
    db?.close();
  }
}
