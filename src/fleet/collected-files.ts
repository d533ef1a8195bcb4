/** The WARC files of a collected crawl, as far as they can be reached from this machine. */
import { copyFileSync, existsSync, linkSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { CrawlDatabase } from '../archive/database.ts';
import { pagesByFile } from '../archive/integrity.ts';
import { archivePath } from '../crawl/folder.ts';
import type { Nats } from './connect.ts';
import type { FleetState } from './control.ts';
import { namesOf } from './names.ts';
import { bringFile } from './shared-archive.ts';

export interface CollectedFiles {
  /** WARC files that are there now. */
  files: number;
  /** Those that are not, with how many pages are in each. */
  missing: { file: string; pages: number }[];
}

export async function collectFiles(
  db: CrawlDatabase,
  archive: string,
  { nats, fleet }: { nats: Nats; fleet: FleetState },
  folders: readonly string[],
): Promise<CollectedFiles> {
  const reachable = new Map<string, string>();
  for (const folder of folders)
    for (const [file, path] of warcFilesIn(folder, fleet.name)) reachable.set(file, path);
  const missing: CollectedFiles['missing'] = [];
  let files = 0;
  for (const { file, pages } of pagesByFile(db)) {
    const from = reachable.get(file);
    if (from !== undefined) bring(from, join(archive, file));
    else if (fleet.archive === 'shared') await bringFile(nats, namesOf(fleet.name), archive, file);
    if (existsSync(join(archive, file))) files += 1;
    else missing.push({ file, pages });
  }
  return { files, missing };
}

/** Of a worker's folder, or of a crawl. */
function* warcFilesIn(folder: string, fleet: string): Generator<[file: string, path: string]> {
  const partitions = join(folder, fleet);
  const paths = existsSync(partitions) ? readdirSync(partitions).map((name) => join(partitions, name)) : [];
  for (const path of [folder, ...paths]) {
    if (!existsSync(archivePath(path))) continue;
    for (const file of readdirSync(archivePath(path))) yield [file, join(archivePath(path), file)];
  }
}

/** Without a second copy where that is possible: nobody writes to these files in the collected crawl. */
function bring(from: string, to: string): void {
  const there = statSync(to, { throwIfNoEntry: false });
  const own = statSync(from);
  if (there !== undefined && (there.ino === own.ino || there.size === own.size)) return;
  rmSync(to, { force: true });
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}
