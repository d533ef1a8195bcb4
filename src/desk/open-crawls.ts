/**
 * Crawls that stay open between requests, read-only: opening one means reading its settings and preparing its schema. One
 * is opened again as soon as its settings or its database are other files, and closed when nobody has asked for a while.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { labelJournalPath } from '../archive/label-journal.ts';
import { databasePath } from '../crawl/folder.ts';
import { type OpenCrawl, openCrawl } from '../crawl/open.ts';

const IDLE_MS = 30_000;

interface Kept {
  crawl: OpenCrawl;
  files: string;
  users: number;
  usedAt: number;
  /** Another one has taken its place. */
  isOld: boolean;
}

export class OpenCrawls {
  readonly #kept = new Map<string, Kept>();
  #sweep: NodeJS.Timeout | undefined;

  async use<T>(path: string, work: (crawl: OpenCrawl) => T | Promise<T>): Promise<T> {
    const kept = this.#open(path);
    kept.users += 1;
    try {
      return await work(kept.crawl);
    } finally {
      kept.users -= 1;
      kept.usedAt = Date.now();
      if (kept.isOld && kept.users === 0) kept.crawl.db.close();
    }
  }

  close(): void {
    clearInterval(this.#sweep);
    this.#sweep = undefined;
    for (const path of [...this.#kept.keys()]) this.drop(path);
  }

  /** Closed as soon as nobody works on it. */
  drop(path: string): void {
    const kept = this.#kept.get(path);
    if (kept === undefined) return;
    this.#kept.delete(path);
    kept.isOld = true;
    if (kept.users === 0) kept.crawl.db.close();
  }

  #open(path: string): Kept {
    const files = filesOf(path);
    const known = this.#kept.get(path);
    if (known?.files === files) return known;
    this.drop(path);
    const kept = { crawl: openCrawl(path), files, users: 0, usedAt: Date.now(), isOld: false };
    this.#kept.set(path, kept);
    this.#sweep ??= setInterval(() => this.#closeIdle(), IDLE_MS).unref();
    return kept;
  }

  #closeIdle(): void {
    const now = Date.now();
    for (const [path, { users, usedAt }] of this.#kept)
      if (users === 0 && now - usedAt > IDLE_MS) this.drop(path);
  }
}

/** A changed file of settings is a new file; the database is one until it is repaired or removed. */
function filesOf(path: string): string {
  const settings = statSync(join(path, 'crawl.yaml'), { throwIfNoEntry: false });
  const database = statSync(databasePath(path), { throwIfNoEntry: false });
  return [settings?.ino, settings?.mtimeMs, database?.ino].join(' ');
}

/** Changes with every commit and every label; empty if there is no database. */
export function stampOf(path: string): string {
  const database = databasePath(path);
  const times = [database, `${database}-wal`, labelJournalPath(database)].map(
    (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0,
  );
  return times[0] === 0 ? '' : times.join(' ');
}
