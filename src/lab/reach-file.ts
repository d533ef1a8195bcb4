/**
 * Everything that can be reached from a topic's seeds, as stored by the lab: the pages in breadth-first order, the
 * links between them, and which are seeds. `reach.json` is written last: without it the folder is ignored.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Visited } from './study.ts';
import { readVisits } from './visits-file.ts';

export interface Reach {
  visits: Visited[];
  /** Pairs of indices into `visits`. */
  links: Uint32Array;
  /** URLs of the seeds' pages. */
  seeds: string[];
}

export function readReach(folder: string): Reach | undefined {
  if (!hasReach(folder)) return undefined;
  const { seeds } = JSON.parse(readFileSync(join(folder, 'reach.json'), 'utf8')) as { seeds: string[] };
  const bytes = new Uint8Array(readFileSync(join(folder, 'links.bin')));
  return { visits: readVisits(join(folder, 'visits.tsv')), links: new Uint32Array(bytes.buffer), seeds };
}

export const hasReach = (folder: string): boolean => existsSync(join(folder, 'reach.json'));

/** Its visits are in the folder already. */
export function writeReach(folder: string, { links, seeds }: Omit<Reach, 'visits'>): void {
  writeFileSync(join(folder, 'links.bin'), links);
  writeLast(join(folder, 'reach.json'), { seeds });
}

/** Atomic, even if the power fails. */
export function writeLast(path: string, value: unknown): void {
  writeFileSync(`${path}.part`, `${JSON.stringify(value, undefined, 2)}\n`);
  renameSync(`${path}.part`, path);
}
