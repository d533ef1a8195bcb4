/**
 * What a fleet has at its end against a crawl on one machine that nothing disturbed, and what the web server saw of it:
 * pages that are lost or there twice, links that were not found as often, requests before a host's delay was over, and
 * requests of a worker after another had taken over the partition.
 */
import { join } from 'node:path';
import { openDatabase } from '../../src/archive/database.ts';
import { databasePath } from '../../src/crawl/folder.ts';
import { collect } from '../../src/fleet/collect.ts';
import type { Nats } from '../../src/fleet/connect.ts';
import { readFleet } from '../../src/fleet/control.ts';
import { entryAt } from '../../src/fleet/log.ts';
import { namesOf } from '../../src/fleet/names.ts';
import { partitionOf } from '../../src/fleet/partition-of.ts';
import { type Asked, newFolder, type SmallWeb } from '../crawl/small-web.ts';
import { linksOf, pagesIn, partitionsOf } from './worker-process.ts';

export interface Verdict {
  pages: number;
  lost: number;
  twice: number;
  askedAgain: number;
  /** All finds of links, of how many there should be; and URLs that were not found as often as they should. */
  finds: number;
  due: number;
  differing: number;
  /** Links between partitions. */
  sent: number;
  taken: number;
  tooSoon: number;
  /** Requests under an old epoch, and how long after the new one was accepted the last of them came. */
  oldEpoch: number;
  oldEpochMs: number;
  /** Requests of which it is not known whose they are. */
  unknown: number;
}

/** How often each URL is linked to, over all pages of a crawl. */
export function findsOf(path: string): Record<string, number> {
  const db = openDatabase(databasePath(path), { readOnly: true });
  const rows = db.sql
    .prepare(
      `SELECT coalesce(links.url, frontier_text.url) AS target, count(*) AS n
        FROM links LEFT JOIN frontier_text ON frontier_text.id = to_link GROUP BY target`,
    )
    .all();
  db.close();
  return Object.fromEntries(rows.map(({ target, n }) => [String(target), Number(n)]));
}

export async function verdictOn(
  nats: Nats,
  fleet: string,
  web: SmallWeb,
  { single, delayMs, owners }: { single: string; delayMs: number; owners: ReadonlyMap<string, string> },
): Promise<Verdict> {
  const out = join(newFolder(), 'whole');
  await collect(nats, await readFleet(nats, fleet), { out, folders: [], texts: false });
  const found = pagesIn(out).map(({ url }) => url);
  const wanted = pagesIn(single).map(({ url }) => url);
  const has = new Set(found);
  const [finds, due] = [findsOf(out), findsOf(single)];
  const sum = (all: Record<string, number>): number => Object.values(all).reduce((a, b) => a + b, 0);
  const partitions = await partitionsOf(nats, fleet);
  const asked = web.log.filter(({ path }) => path !== '/robots.txt').map(({ host, path }) => host + path);
  return {
    pages: found.length,
    lost: wanted.filter((url) => !has.has(url)).length,
    twice: found.length - has.size,
    askedAgain: asked.length - new Set(asked).size,
    finds: sum(finds),
    due: sum(due),
    differing: [...new Set([...Object.keys(finds), ...Object.keys(due)])].filter(
      (url) => finds[url] !== due[url],
    ).length,
    sent: linksOf(partitions, 'out'),
    taken: linksOf(partitions, 'in'),
    tooSoon: tooSoon(web, delayMs),
    ...(await underOldEpoch(nats, fleet, web.log, owners)),
  };
}

/** Requests that came before their host's delay was over, as the web server saw it; each is printed. */
export function tooSoon(web: SmallWeb, delayMs: number): number {
  let count = 0;
  for (const host of new Set(web.log.map(({ host }) => host))) {
    const asked = web.askedOf(host);
    for (const [i, { startedAt }] of asked.entries()) {
      if (i === 0 || startedAt - asked[i - 1]!.endedAt >= delayMs) continue;
      console.error('too soon', JSON.stringify(asked.slice(Math.max(0, i - 2), i + 2)));
      count++;
    }
  }
  return count;
}

/** `owners`: the owner's name in the logs begins with this, by the address that its requests come from. */
async function underOldEpoch(
  nats: Nats,
  fleet: string,
  log: readonly Asked[],
  owners: ReadonlyMap<string, string>,
): Promise<Pick<Verdict, 'oldEpoch' | 'oldEpochMs' | 'unknown'>> {
  const names = namesOf(fleet);
  const { partitions } = await readFleet(nats, fleet);
  const of = partitionOf(partitions);
  const epochs: { at: number; owner: string }[][] = [];
  for (let p = 0; p < partitions; p++) {
    const { state } = await nats.jsm.streams.info(names.log(p));
    const mine: { at: number; owner: string }[] = [];
    for (let seq = state.first_seq; seq <= state.last_seq; seq++) {
      const entry = await entryAt(nats, names, p, seq);
      if (entry?.kind !== 'epoch') continue;
      const message = await nats.read(names.log(p), seq);
      mine.push({ at: message!.time.getTime(), owner: entry.owner });
    }
    epochs.push(mine);
  }
  let oldEpoch = 0;
  let oldEpochMs = 0;
  let unknown = 0;
  for (const { host, from, startedAt } of log) {
    const now = epochs[of(host)]!.findLast(({ at }) => at <= startedAt);
    const owner = owners.get(from);
    if (owner === undefined) unknown += 1;
    if (owner === undefined || now?.owner.includes(owner)) continue;
    oldEpoch += 1;
    oldEpochMs = Math.max(oldEpochMs, now === undefined ? Number.POSITIVE_INFINITY : startedAt - now.at);
  }
  return { oldEpoch, oldEpochMs, unknown };
}
