/**
 * URLs at which a run of this crawl crashed because of a bug, one per line in `blamed.txt` in its folder. They are
 * skipped from then on, so that no resume crashes on the same page twice.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ForageError } from '../errors.ts';

const blamedPath = (folder: string): string => join(folder, 'blamed.txt');

export function blamedUrls(folder: string): ReadonlySet<string> {
  if (!existsSync(blamedPath(folder))) return new Set();
  return new Set(readFileSync(blamedPath(folder), 'utf8').split('\n').filter(Boolean));
}

/** A full disk or a locked database is not the page's fault. */
export function blame(folder: string, url: string, error: unknown): void {
  if (error instanceof ForageError || isSystemError(error)) return;
  appendFileSync(blamedPath(folder), `${url}\n`);
}

/** `ENOSPC`, or an error of SQLite. */
const isSystemError = (error: unknown): boolean =>
  error instanceof Error && ('syscall' in error || 'errcode' in error);
