/**
 * Labels on their way into the database of a running crawl, as lines of JSON beside it. Any process may add one: a label
 * is kept as soon as its line is written, without a commit of the crawl and however busy the crawl is, and every reader
 * sees it at once. The crawl saves the lines in its transaction, in their order, together with how far it has read, so
 * that each is saved once, whenever a process is killed. If the crawl is killed, the next process that writes to its
 * database does so.
 *
 * A line is added with one write to a file that was opened for appending, which local file systems never mix with that of
 * another process. The file is never cut: that would lose a line that another process adds at that moment.
 */
import { closeSync, fstatSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import { z } from 'zod';
import { onDisk } from '../disk.ts';
import { ForageError } from '../errors.ts';
import type { CrawlDatabase } from './database.ts';
import { Meta } from './meta.ts';
import { draws, type Label, labels } from './records.ts';

/** What was said in one go. */
const saidTogether = z.object({
  at: z.number(),
  by: z.string(),
  labels: z.array(z.object({ page: z.int(), label: z.enum(labels), by: z.string(), drawn: z.enum(draws) })),
});

export type SaidTogether = z.infer<typeof saidTogether>;

export const labelJournalPath = (database: string): string => `${database}-labels`;

/** Once this returns, they outlive this process and the crawl's. */
export function appendLabels(database: string, said: SaidTogether): void {
  const path = labelJournalPath(database);
  // An empty line first: it ends what a full disk may have cut short.
  const bytes = Buffer.from(`\n${JSON.stringify(said)}\n`);
  onDisk(path, () => {
    const file = openSync(path, 'a', 0o600);
    try {
      if (writeSync(file, bytes) < bytes.length)
        throw Object.assign(new Error('short write'), { code: 'ENOSPC', syscall: 'write' });
    } finally {
      closeSync(file);
    }
  });
}

/** The journal as the running crawl uses it. */
export class LabelJournal {
  readonly #db: CrawlDatabase;
  #committedPage: number;

  constructor(db: CrawlDatabase) {
    this.#db = db;
    this.#committedPage = lastPage(db);
    db.afterCommit(() => {
      this.#committedPage = lastPage(db);
    });
  }

  /** Whether the pages of these labels are all committed. */
  hasCommitted(labels: readonly Pick<Label, 'page'>[]): boolean {
    return labels.every(({ page }) => page <= this.#committedPage);
  }

  append(said: SaidTogether): void {
    appendLabels(this.#db.sql.location()!, said);
  }

  save(save: (said: SaidTogether) => void): void {
    saveJournal(this.#db, save);
  }
}

/** How many bytes of the journal are saved in the tables: a note of the crawl. */
const SAVED = 'labelsSaved';

/** Calls `save` with every line that the tables do not have, in order; the caller commits what it saves. */
export function saveJournal(db: CrawlDatabase, save: (said: SaidTogether) => void): void {
  const meta = metaOf(db);
  const saved = savedBytes(meta);
  const { said, end } = linesAfter(labelJournalPath(db.sql.location()!), saved);
  for (const one of said) save(one);
  if (end !== saved) meta.set(SAVED, end);
}

/** For readers: the labels of the table with those that the journal has beyond it. */
export function withJournal(db: CrawlDatabase, stored: () => Label[]): Label[] {
  const meta = metaOf(db);
  for (;;) {
    const saved = savedBytes(meta);
    const labels = stored();
    const { said } = linesAfter(labelJournalPath(db.sql.location()!), saved);
    const last = said.length === 0 ? 0 : lastLabel(db);
    // All must be of the same commit.
    if (savedBytes(meta) === saved) return said.length === 0 ? labels : merged(labels, said, last);
  }
}

const metas = new WeakMap<CrawlDatabase, Meta>();

/** Asked for with every list of pages. */
function metaOf(db: CrawlDatabase): Meta {
  const meta = metas.get(db) ?? new Meta(db);
  metas.set(db, meta);
  return meta;
}

const savedBytes = (meta: Meta): number => Number(meta.get(SAVED) ?? 0);

function merged(stored: readonly Label[], said: readonly SaidTogether[], last: number): Label[] {
  const latest = new Map(stored.map((label) => [`${label.page} ${label.by}`, label]));
  let seq = last;
  for (const { at, labels } of said)
    for (const label of labels) {
      const key = `${label.page} ${label.by}`;
      latest.delete(key);
      latest.set(key, { ...label, seq: ++seq, at });
    }
  return [...latest.values()];
}

/** From a place in the file on; a file that is shorter than that is another one. */
function linesAfter(path: string, place: number): { said: SaidTogether[]; end: number } {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0 || size === place) return { said: [], end: size };
  const from = size < place ? 0 : place;
  const bytes = onDisk(path, () => readFrom(path, from));
  const end = bytes.lastIndexOf('\n') + 1;
  const said: SaidTogether[] = [];
  let at = from;
  for (const line of bytes.toString('utf8', 0, end).split('\n')) {
    if (line !== '') said.push(...readLine(line, `${path} is damaged at byte ${at}`));
    at += Buffer.byteLength(line) + 1;
  }
  return { said, end: from + end };
}

function readFrom(path: string, from: number): Buffer {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(Math.max(0, fstatSync(file).size - from));
    return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, from));
  } finally {
    closeSync(file);
  }
}

/** None if the line was cut short: nobody was told that it is kept. */
function readLine(line: string, place: string): SaidTogether[] {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return [];
  }
  const read = saidTogether.safeParse(value);
  if (read.success) return [read.data];
  const advice = 'Move the file away to go on without the labels in it.';
  throw new ForageError('CRAWL_FOLDER', `${place}. ${advice}`, { cause: read.error });
}

const lastPage = ({ sql }: CrawlDatabase): number =>
  Number(sql.prepare('SELECT max(id) AS id FROM pages').get()?.id ?? 0);

const lastLabel = ({ sql }: CrawlDatabase): number =>
  Number(sql.prepare(`SELECT seq FROM sqlite_sequence WHERE name = 'labels'`).get()?.seq ?? 0);
