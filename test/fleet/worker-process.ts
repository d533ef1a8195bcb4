/** Workers in processes of their own, and what their folders have. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { PageRecord } from '../../src/archive/records.ts';
import { openCrawl } from '../../src/crawl/open.ts';
import { pagesOf } from '../crawl/small-web.ts';

const bin = fileURLToPath(new URL('../../bin/forage.js', import.meta.url));

export interface WorkerProcess {
  child: ChildProcess;
  folder: string;
  exit: Promise<number | null>;
}

export function work(url: string, folder: string, fleet: string): WorkerProcess {
  const args = ['fleet', 'work', '--nats', url, '--fleet', fleet, '--folder', folder];
  const child = spawn(process.execPath, [bin, ...args], {
    stdio: ['ignore', 'ignore', process.env.FLEET_NOISE ? 'inherit' : 'ignore'],
  });
  const exit = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  return { child, folder, exit };
}

export interface PartitionOnDisk {
  epoch: number;
  pages: PageRecord[];
  pairs: { way: string; links: number }[];
}

/** As their last owners have them. */
export function partitionsIn(folders: readonly string[], fleet: string): PartitionOnDisk[] {
  const last = new Map<string, { path: string; epoch: number; pairs: PartitionOnDisk['pairs'] }>();
  for (const folder of folders.filter((one) => existsSync(join(one, fleet))))
    for (const name of readdirSync(join(folder, fleet))) {
      const path = join(folder, fleet, name);
      if (!existsSync(join(path, 'crawl.db'))) continue;
      const state = stateOf(path);
      if ((last.get(name)?.epoch ?? -1) < state.epoch) last.set(name, { path, ...state });
    }
  return [...last.values()].map(({ path, ...state }) => ({ ...state, pages: pagesIn(path) }));
}

export const pagesIn = (path: string): PageRecord[] =>
  pagesOf(path).filter(({ outcome }) => outcome === 'page');

function stateOf(path: string): Pick<PartitionOnDisk, 'epoch' | 'pairs'> {
  const { db } = openCrawl(path);
  try {
    const epoch = Number(db.sql.prepare(`SELECT value FROM part_meta WHERE key = 'epoch'`).get()?.value ?? 0);
    const pairs = db.sql.prepare('SELECT way, links FROM part_pair').all() as PartitionOnDisk['pairs'];
    return { epoch, pairs };
  } finally {
    db.close();
  }
}

export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(100);
}
