/** Workers in processes of their own, and what their folders have. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../../src/archive/database.ts';
import type { PageRecord } from '../../src/archive/records.ts';
import { databasePath } from '../../src/crawl/folder.ts';
import type { Nats } from '../../src/fleet/connect.ts';
import { readFleet } from '../../src/fleet/control.ts';
import { namesOf } from '../../src/fleet/names.ts';
import { partitionOf } from '../../src/fleet/partition-of.ts';
import { build } from '../../src/fleet/restore.ts';
import { hostOf } from '../../src/url/url.ts';
import { newFolder, pagesOf } from '../crawl/small-web.ts';

const bin = fileURLToPath(new URL('../../bin/forage.js', import.meta.url));

export interface WorkerProcess {
  child: ChildProcess;
  folder: string;
  exit: Promise<number | null>;
}

const marked = fileURLToPath(new URL('./marked-worker.ts', import.meta.url));

export interface WorkOptions {
  /** The address from which its requests come. */
  address?: string | undefined;
  /** Its messages with links go twice and in disorder. */
  disorder?: boolean | undefined;
  /** The network namespace that it is in. */
  namespace?: string | undefined;
}

export function work(
  url: string,
  folder: string,
  fleet: string,
  { address, disorder, namespace }: WorkOptions = {},
): WorkerProcess {
  const isMarked = address !== undefined || disorder;
  const command = [
    ...(namespace === undefined ? [] : ['ip', 'netns', 'exec', namespace]),
    ...[process.execPath, ...(isMarked ? ['--import', marked] : []), bin],
    ...['fleet', 'work', '--nats', url, '--fleet', fleet, '--folder', folder],
  ];
  const child = spawn(command[0]!, command.slice(1), {
    stdio: ['ignore', 'ignore', process.env.FLEET_NOISE ? 'inherit' : 'ignore'],
    env: {
      ...process.env,
      ...(address === undefined ? {} : { WORKER_ADDRESS: address }),
      ...(disorder ? { WORKER_DISORDER: '1' } : {}),
    },
  });
  const exit = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  return { child, folder, exit };
}

export interface LoggedPartition {
  path: string;
  pages: PageRecord[];
  pairs: { way: string; n: number; links: number }[];
}

/** All partitions as their logs have them, built again from nothing. */
export async function partitionsOf(nats: Nats, fleet: string): Promise<LoggedPartition[]> {
  const { partitions } = await readFleet(nats, fleet);
  const names = namesOf(fleet);
  const folder = newFolder();
  const all: LoggedPartition[] = [];
  for (let partition = 0; partition < partitions; partition++) {
    const path = join(folder, String(partition));
    const { state } = await nats.jsm.streams.info(names.log(partition));
    await build({ nats, names, partition }, path, state.last_seq);
    const db = openDatabase(databasePath(path), { readOnly: true });
    const pairs = db.sql.prepare('SELECT way, n, links FROM part_pair').all() as LoggedPartition['pairs'];
    db.close();
    all.push({ path, pages: pagesIn(path), pairs });
  }
  return all;
}

/** Links that left their partitions ('out'), or arrived in others ('in'). */
export const linksOf = (partitions: readonly LoggedPartition[], way: 'in' | 'out'): number =>
  partitions
    .flatMap(({ pairs }) => pairs)
    .reduce((sum, pair) => sum + (pair.way === way ? pair.links : 0), 0);

/** Of one machine's crawl: links to each of so many partitions on pages of the others, had it been divided. */
export function crossingIn(folder: string, partitions: number): number[] {
  const numberOf = partitionOf(partitions);
  const db = openDatabase(databasePath(folder), { readOnly: true });
  const links = db.sql
    .prepare(
      `SELECT pages.url AS page, frontier.url AS link FROM page_links, json_each(page_links.links) AS each
        JOIN pages ON pages.id = page_links.page JOIN frontier ON frontier.id = each.value ->> 0`,
    )
    .all();
  db.close();
  const counts = Array.from({ length: partitions }, () => 0);
  for (const { page, link } of links) {
    const to = numberOf(hostOf(String(link)));
    if (to !== numberOf(hostOf(String(page)))) counts[to]! += 1;
  }
  return counts;
}

/** With those that resemble others, which one machine recognises on all hosts and a fleet in each partition. */
export const pagesIn = (path: string): PageRecord[] =>
  pagesOf(path).filter(({ outcome }) => outcome === 'page' || outcome === 'near-duplicate');

export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(100);
}
