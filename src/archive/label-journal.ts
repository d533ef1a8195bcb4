/**
 * Labels that a crawl has kept since its last commit, as lines of JSON beside its database. They are in its open
 * transaction, too; the journal makes them outlive the process without a commit of everything else, and shows them to
 * other processes at once. A commit empties it. After a crash the next process that writes to the database saves them
 * first.
 */
import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs';
import { z } from 'zod';
import { onDisk } from '../disk.ts';
import { ForageError } from '../errors.ts';
import type { CrawlDatabase } from './database.ts';
import { draws, type Label, labels } from './records.ts';

/** What was kept in one go. */
const keptTogether = z.object({
  /** The number of the last label in the table. */
  last: z.int(),
  at: z.number(),
  by: z.string(),
  labels: z.array(z.object({ page: z.int(), label: z.enum(labels), by: z.string(), drawn: z.enum(draws) })),
});

export type KeptTogether = z.infer<typeof keptTogether>;

export const labelJournalPath = (database: string): string => `${database}-labels`;

export class LabelJournal {
  readonly #db: CrawlDatabase;
  readonly #path: string;
  #committedPage: number;
  #isEmpty = true;

  /** Of a database whose journal is empty: see `emptyJournal`. */
  constructor(db: CrawlDatabase) {
    this.#db = db;
    this.#path = labelJournalPath(db.sql.location()!);
    this.#committedPage = lastPage(db);
    db.afterCommit(() => {
      this.#committedPage = lastPage(db);
      if (!this.#isEmpty) emptyJournal(db);
      this.#isEmpty = true;
    });
  }

  /** Labels that were just saved. Returns false if one is about a page that is itself not committed. */
  append({ at, by, labels }: Omit<KeptTogether, 'last'>): boolean {
    if (labels.some(({ page }) => page > this.#committedPage)) return false;
    const kept: KeptTogether = { last: lastLabel(this.#db), at, by, labels };
    onDisk(this.#path, () => appendFileSync(this.#path, `${JSON.stringify(kept)}\n`));
    this.#isEmpty = false;
    return true;
  }
}

/** Once all labels are committed. */
export function emptyJournal({ sql }: CrawlDatabase): void {
  const path = labelJournalPath(sql.location()!);
  if (existsSync(path)) onDisk(path, () => truncateSync(path));
}

/** In order, those that the database does not have: of a running crawl, or of one that crashed. */
export function journalled(db: CrawlDatabase): KeptTogether[] {
  // Before the table: a commit between the two leaves each label in at least one of them.
  const lines = linesOf(db.sql.location());
  if (lines.length === 0) return [];
  const known = lastLabel(db);
  return lines.filter(({ last }) => last > known);
}

/** The labels of a table with those that the journal has beyond it. */
export function withJournalled(kept: readonly KeptTogether[], stored: readonly Label[]): Label[] {
  const latest = new Map(stored.map((label) => [`${label.page} ${label.by}`, label]));
  for (const { last, at, labels } of kept)
    for (const [i, label] of labels.entries()) {
      const key = `${label.page} ${label.by}`;
      latest.delete(key);
      latest.set(key, { ...label, seq: last - labels.length + 1 + i, at });
    }
  return [...latest.values()];
}

/** A line that a crash has cut short was never answered for. */
function linesOf(database: string | null): KeptTogether[] {
  const path = labelJournalPath(database ?? '');
  if (database === null || !existsSync(path)) return [];
  const text = readFileSync(path, 'utf8');
  const lines = text.slice(0, Math.max(0, text.lastIndexOf('\n'))).split('\n');
  return lines.flatMap((line, i) => (line === '' ? [] : [readLine(line, `${path}:${i + 1}`)]));
}

function readLine(line: string, place: string): KeptTogether {
  try {
    return keptTogether.parse(JSON.parse(line));
  } catch (cause) {
    const advice = 'Move the file away to go on without the labels in it.';
    throw new ForageError('CRAWL_FOLDER', `${place} is damaged. ${advice}`, { cause });
  }
}

const lastPage = ({ sql }: CrawlDatabase): number =>
  Number(sql.prepare('SELECT max(id) AS id FROM pages').get()?.id ?? 0);

const lastLabel = ({ sql }: CrawlDatabase): number =>
  Number(sql.prepare(`SELECT seq FROM sqlite_sequence WHERE name = 'labels'`).get()?.seq ?? 0);
