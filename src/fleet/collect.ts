/**
 * Makes one ordinary crawl of a fleet: a folder with the pages, links and waiting links of all partitions, and the WARC
 * files that can be reached from here, on which every command works. Done again, it brings the folder up to date.
 *
 * Of a fleet that is at work it is a snapshot to look at: it cannot be resumed, because two would ask the same hosts.
 */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type CrawlDatabase, openDatabase } from '../archive/database.ts';
import { Meta } from '../archive/meta.ts';
import { joinDatabases } from '../archive/parts/join.ts';
import { hasTables } from '../archive/schema.ts';
import {
  archivePath,
  changeFolder,
  checkFree,
  createFolder,
  databasePath,
  openFolder,
} from '../crawl/folder.ts';
import { findRunning } from '../crawl/running.ts';
import { urlRulesOf } from '../crawl/settings.ts';
import { shareLearning } from '../crawl/shared-learning.ts';
import { loadModels, writeModelsFile } from '../crawl/training/models.ts';
import { ForageError } from '../errors.ts';
import { SqliteFrontier } from '../frontier/sqlite-frontier.ts';
import { getBlob } from './blobs.ts';
import { type CollectedFiles, collectFiles } from './collected-files.ts';
import { joinNotes } from './collected-notes.ts';
import { indexTexts } from './collected-texts.ts';
import type { Nats } from './connect.ts';
import type { FleetState } from './control.ts';
import { type Saved, takeUpLearnt } from './learning.ts';
import { Mirror } from './mirror.ts';
import { type FleetNames, namesOf } from './names.ts';
import { partitionOf } from './partition-of.ts';
import { askWorkers } from './status.ts';
import { linksUnderWay } from './under-way.ts';

export interface CollectOptions {
  /** The folder to make or to bring up to date. */
  out: string;
  /** Folders of workers, or of the crawl that the fleet was made from, for their WARC files. */
  folders: readonly string[];
  /** Read the texts of pages from their WARC records, so that they can be searched. */
  texts: boolean;
  signal?: AbortSignal | undefined;
  progress?(done: number, of: number): void;
}

export interface Collected extends CollectedFiles {
  /** False while the fleet is at work. */
  isWhole: boolean;
  pages: number;
  relevant: number;
  waiting: number;
  /** Pages that are copies of one in another partition. */
  copies: number;
  /** Texts that were read now, and pages whose text could not be read. */
  texts: number;
  withoutText: number;
}

/** What the note `collected` of such a crawl has. */
export interface CollectedNote {
  fleet: string;
  /** When the fleet was created. */
  created: number;
  isWhole: boolean;
  /** The clock of the crawl then: a later one means that it was continued here. */
  clock: number;
}

export async function collect(nats: Nats, fleet: FleetState, options: CollectOptions): Promise<Collected> {
  const { out, texts, signal, progress } = options;
  await prepare(out, fleet);
  const names = namesOf(fleet.name);
  // First: what is accepted after this is not looked at.
  const isWhole = fleet.stands === 'stopped' && (await askWorkers(nats, fleet.name)).length === 0;
  const aside = join(out, 'partitions');
  try {
    const files = await new Mirror(nats, fleet, aside).databases();
    if (fleet.models !== undefined) writeModelsFile(out, await getBlob(nats, names, fleet.models));
    const db = openDatabase(databasePath(out), { sole: true });
    try {
      const figures = await joinAll(db, files, { nats, names, fleet, isWhole, out });
      db.commit();
      const found = await collectFiles(db, archivePath(out), { nats, fleet }, options.folders);
      const read = texts && fleet.settings.archive.fullText;
      const indexed = read
        ? await indexTexts(openFolder(out), db, { signal, progress })
        : { texts: 0, withoutText: 0 };
      db.close();
      return { isWhole, ...figures, ...found, ...indexed };
    } catch (error) {
      db.sql.close();
      throw error;
    }
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

/** A new folder, or one that was made of this fleet and not continued since. */
async function prepare(out: string, fleet: FleetState): Promise<void> {
  const { topic, settings } = fleet;
  if (!existsSync(databasePath(out))) {
    checkFree(out);
    createFolder(out, topic, settings);
    return;
  }
  const note = noteOf(out);
  if (note?.fleet !== fleet.name || note.created !== fleet.at)
    throw new ForageError(
      'CRAWL_FOLDER',
      `${out} has a crawl that was not collected from the fleet "${fleet.name}". Name a new folder.`,
    );
  if ((await findRunning(out)) !== undefined || note.clock !== note.clockNow)
    throw new ForageError('CRAWL_FOLDER', `${out} was continued here since. Name a new folder.`);
  changeFolder({ path: out, topic, settings });
}

function noteOf(out: string): (CollectedNote & { clockNow: unknown }) | undefined {
  const db = openDatabase(databasePath(out), { readOnly: true });
  try {
    if (!hasTables(db)) return undefined;
    const meta = new Meta(db);
    const note = meta.get('collected') as CollectedNote | undefined;
    return note && { ...note, clockNow: meta.get('clock') };
  } finally {
    db.close();
  }
}

interface At {
  nats: Nats;
  names: FleetNames;
  fleet: FleetState;
  isWhole: boolean;
  out: string;
}

/** With the models that the fleet began with, which are in the folder. */
async function learntBy(nats: Nats, names: FleetNames, fleet: FleetState, out: string): Promise<Saved> {
  const shared = shareLearning(fleet, loadModels(out)?.models ?? {});
  await takeUpLearnt(nats, names, shared);
  return { links: shared.knowledge?.save(), judge: shared.learner?.save?.() };
}

async function joinAll(
  db: CrawlDatabase,
  files: readonly string[],
  { nats, names, fleet, isWhole, out }: At,
): Promise<Pick<Collected, 'pages' | 'relevant' | 'waiting' | 'copies'>> {
  const parts = files.map((file) => openDatabase(file, { readOnly: true }));
  try {
    const joined = joinDatabases(db, parts);
    const { merge = 'max' } = fleet.settings.frontier;
    const frontier = new SqliteFrontier(db, { merge });
    const rules = { urlRules: urlRulesOf(fleet.settings), partitionOf: partitionOf(fleet.partitions) };
    for await (const links of linksUnderWay(nats, names, parts, rules)) frontier.add(links);
    const { waiting, deferred } = frontier.stats();
    const learnt = await learntBy(nats, names, fleet, out);
    const counts = joinNotes(db, parts, { ...joined, learnt, fleet, isWhole, waiting: waiting + deferred });
    return {
      pages: counts.pages,
      relevant: counts.relevant,
      waiting: waiting + deferred,
      copies: joined.copies,
    };
  } finally {
    for (const part of parts) part.close();
  }
}
