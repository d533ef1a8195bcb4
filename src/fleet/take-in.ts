/**
 * Takes a stopped crawl into a fleet: its folder is divided into the databases with which the partitions begin. The
 * folder stays as it is, but for labels that a crash left out of its database; its WARC files are not moved.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../archive/database.ts';
import { labelJournalPath } from '../archive/label-journal.ts';
import { splitDatabase } from '../archive/parts/split.ts';
import { roundsOf } from '../archive/rounds.ts';
import { databasePath } from '../crawl/folder.ts';
import { openCrawl } from '../crawl/open.ts';
import { findRunning } from '../crawl/running.ts';
import { saveJournalled } from '../crawl/save-labels.ts';
import { modelsFile } from '../crawl/training/models.ts';
import { ForageError } from '../errors.ts';
import { typed } from '../suggest.ts';
import type { Saved } from './learning.ts';
import { partitionOf } from './partition-of.ts';

export interface TakenIn {
  /** What its recipe learnt before the crawl. */
  models: Uint8Array | undefined;
  /** What it learnt during the crawl. */
  learnt: Saved | undefined;
  /** The judge that it has made of that, and its version. */
  judge: { judge?: unknown; version: number } | undefined;
  /** The database of a partition. */
  database(p: number): Uint8Array;
  /** Removes the files that were made. */
  close(): void;
}

export async function takeIn(path: string, partitions: number): Promise<TakenIn> {
  await checkTakable(path);
  takeJournalled(path);
  // Beside the crawl, because there is room for its pages.
  const folder = mkdtempSync(join(path, 'partitions-'));
  const close = (): void => rmSync(folder, { recursive: true, force: true });
  const fileOf = (p: number): string => join(folder, `${p}.db`);
  let learnt: Saved | undefined;
  let judge: TakenIn['judge'];
  try {
    const { db, meta } = openCrawl(path);
    try {
      const [ofLinks, ofPages] = [meta.getState('strategy'), meta.getState('learner')];
      if (ofLinks !== undefined || ofPages !== undefined) learnt = { links: ofLinks, judge: ofPages };
      judge = meta.getState('models') as TakenIn['judge'];
      splitDatabase(db, { partitions, partitionOf: partitionOf(partitions), fileOf });
    } finally {
      db.close();
    }
  } catch (error) {
    close();
    throw error;
  }
  return { models: modelsFile(path), learnt, judge, database: (p) => readFileSync(fileOf(p)), close };
}

/** Labels that a crawl had kept but not committed when it crashed. */
function takeJournalled(path: string): void {
  if (!existsSync(labelJournalPath(databasePath(path)))) return;
  const own = openDatabase(databasePath(path), { sole: true });
  try {
    saveJournalled(own);
  } finally {
    own.sql.close();
  }
}

/** What a crawl may have that partitions cannot take, by name. */
async function checkTakable(path: string): Promise<void> {
  if ((await findRunning(path)) !== undefined)
    throw new ForageError('FLEET', `${path} is being crawled. Stop it first: forage stop ${typed(path)}`);
  const { db, meta } = openCrawl(path);
  try {
    const reason =
      meta.get('startedAt') === undefined
        ? `it has not begun. Create the fleet from its topic instead: forage fleet create TOPIC`
        : roundsOf(db, 1).length > 0 || meta.get('round') != null
          ? 'it was re-crawled, and partitions keep no earlier versions of pages'
          : meta.getState('judging') !== undefined
            ? `a "forage judge" of it did not finish. Run it again first: forage judge ${typed(path)}`
            : (meta.get('collected') as { isWhole: boolean } | undefined)?.isWhole === false
              ? 'it is a snapshot of a fleet that is still at work'
              : undefined;
    if (reason !== undefined)
      throw new ForageError('FLEET', `${databasePath(path)} cannot be taken into a fleet: ${reason}.`);
  } finally {
    db.close();
  }
}
