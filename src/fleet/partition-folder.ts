/**
 * A partition on the disk of its worker: a crawl's folder like any other. What is there may be older than the log, or
 * newer than what the log accepted; then the database is built again from the log.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { archivePath, type CrawlFolder, changeFolder, databasePath } from '../crawl/folder.ts';
import type { Settings } from '../crawl/settings.ts';
import { writeModelsFile } from '../crawl/training/models.ts';
import { makeFolder } from '../disk.ts';
import type { FleetState } from './control.ts';

export const partitionPath = (folder: string, fleet: string, p: number): string =>
  join(folder, fleet, `p${String(p).padStart(4, '0')}`);

/** The settings of one partition: budgets are the fleet's, and full texts are not recorded. */
const settingsOfPart = ({ settings }: Pick<FleetState, 'settings'>): Settings => ({
  ...settings,
  budget: { depth: settings.budget.depth, pagesPerHost: settings.budget.pagesPerHost },
  archive: { ...settings.archive, fullText: false },
});

/** The changes of settings that concern a partition. */
export const changesOfPart = (changes: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(changes).filter(
      ([key]) => !key.startsWith('budget.') || key === 'budget.depth' || key === 'budget.pagesPerHost',
    ),
  );

/** Writes topic, settings and models as they are now; the database stays as it is. */
export function prepareFolder(path: string, fleet: FleetState, models: Uint8Array | undefined): CrawlFolder {
  makeFolder(archivePath(path));
  if (models !== undefined) writeModelsFile(path, models);
  return changeFolder({ path, topic: fleet.topic, settings: settingsOfPart(fleet) });
}

/** Drops a database that is not ours any more. The archive stays: other workers may know its pages. */
export function forgetDatabase(path: string): void {
  for (const tail of ['', '-wal', '-shm']) rmSync(databasePath(path) + tail, { force: true });
}
