/**
 * The feed of a crawl: every committed visit once, ordered by its sequence number, which never changes. It only reads
 * the database, so it works without a running crawl, survives kills and resumes, and slows no crawl down: each read is
 * short and leaves no transaction open, and a slow listener simply reads later.
 */
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { CatalogueReader } from '../archive/catalogue-reader.ts';
import { openDatabase } from '../archive/database.ts';
import type { PageLink, VisitRecord } from '../archive/records.ts';
import { hasTables } from '../archive/schema.ts';
import { databasePath, openFolder } from './folder.ts';
import { findRunning } from './running.ts';

export interface FollowOptions {
  /** The last sequence number that was read before. */
  since?: number | undefined;
  /** Only pages that were judged relevant when they were fetched. */
  relevant?: boolean | undefined;
  /** Only visits that brought something: new, changed, moved and gone pages. */
  changes?: boolean | undefined;
  /** Include the main text of each page. */
  text?: boolean | undefined;
  /** Include the links of each page. */
  links?: boolean | undefined;
  /** Continue after the crawl has ended, and wait for one that has not started, until `signal` aborts. */
  wait?: boolean | undefined;
  signal?: AbortSignal | undefined;
}

/** One fetch, as it was judged then. */
export interface FeedEntry extends Omit<VisitRecord, 'seq'> {
  sequence: number;
  /** Absent if the page was fetched again since: the stored text and links are those of the later fetch. */
  text?: string | undefined;
  links?: Omit<PageLink, 'page'>[] | undefined;
}

const LOOK_EVERY_MS = 200;
const BATCH = 200;

/** Without `wait` it ends when the crawl is not running and everything was read. */
export async function* follow(path: string, options: FollowOptions = {}): AsyncGenerator<FeedEntry> {
  const { wait = false, signal } = options;
  if (!wait) openFolder(path);
  let since = options.since ?? 0;
  let hasEnded = false;
  while (!signal?.aborted) {
    const batch = readFeed(path, since, options);
    for (const entry of batch) {
      since = entry.sequence;
      yield entry;
      if (signal?.aborted) return;
    }
    if (batch.length > 0) continue;
    if (hasEnded) return;
    // What was committed before it ended must still be read.
    hasEnded = !wait && (await findRunning(path)) === undefined;
    if (!hasEnded) await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => {});
  }
}

/**
 * The next entries after a sequence number, none if there are none yet. The database is opened for each read: the folder
 * may be removed and created again before the first commit.
 */
export function readFeed(
  path: string,
  since: number,
  options: Pick<FollowOptions, 'relevant' | 'changes' | 'text' | 'links'> = {},
): FeedEntry[] {
  if (!existsSync(databasePath(path))) return [];
  const db = openDatabase(databasePath(path), { readOnly: true });
  try {
    if (!hasTables(db)) return [];
    const read = new CatalogueReader(db);
    return read
      .visitsSince(since, BATCH, { relevant: options.relevant ?? false, changes: options.changes ?? false })
      .map((visit) => entryOf(visit, read, options));
  } finally {
    db.close();
  }
}

function entryOf(
  { seq, ...visit }: VisitRecord,
  read: CatalogueReader,
  options: Parameters<typeof readFeed>[2] & {},
): FeedEntry {
  const entry: FeedEntry = { sequence: seq, ...visit };
  if (!(options.text || options.links) || read.pageById(visit.page)?.visit !== seq) return entry;
  if (options.text) entry.text = read.textOf(visit.page)?.text;
  if (options.links) entry.links = read.linksOf(visit.page).map(({ page: _, ...link }) => link);
  return entry;
}
