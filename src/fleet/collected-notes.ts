/**
 * What a collected crawl notes of itself: counts are summed; what partitions have learnt together is taken over, and what
 * each has learnt by itself is that of the partition with the most pages, because it cannot be summed.
 */
import type { CrawlDatabase } from '../archive/database.ts';
import { pagesByFile } from '../archive/integrity.ts';
import { Meta } from '../archive/meta.ts';
import { factsOf, type Joined } from '../archive/parts/join.ts';
import { warcName } from '../crawl/archive.ts';
import type { Stop } from '../crawl/events.ts';
import { type Counts, Statistics } from '../crawl/statistics.ts';
import type { CollectedNote } from './collect.ts';
import type { FleetState } from './control.ts';
import type { Saved } from './learning.ts';

export interface JoinedState extends Joined {
  /** What all partitions have learnt together. */
  learnt: Saved;
  fleet: FleetState;
  isWhole: boolean;
  waiting: number;
}

/** Kept from the partition with the most pages, as they are stored. */
const LEARNT = ['strategy', 'learner', 'forms', 'render'];

export function joinNotes(db: CrawlDatabase, parts: readonly CrawlDatabase[], state: JoinedState): Counts {
  const { fleet, isWhole, copies, leading, versions, waiting } = state;
  const meta = new Meta(db);
  const all = parts.map((part) => new Meta(part));
  const numbers = (key: string) =>
    all.map((one) => one.get(key)).filter((value) => typeof value === 'number');
  const counts = countsOf(all.map((one) => one.get('counts') as Counts | undefined));
  counts.pages -= copies;
  counts.duplicates += copies;
  const { relevant, lastLabel } = factsOf(db);
  counts.relevant = relevant;
  const clock = Math.max(fleet.at, ...numbers('clock'));
  meta.set('startedAt', Math.min(clock, ...numbers('startedAt')));
  meta.set('clock', clock);
  meta.set('counts', counts);
  meta.set('awaited', { names: 0, hosts: 0 });
  meta.set('traps', trapsOf(all.map((one) => one.get('traps'))));
  const from = all[leading]!;
  for (const key of LEARNT) {
    const own = from.getState(key);
    const shared =
      key === 'strategy' ? state.learnt.links : key === 'learner' ? state.learnt.judge : undefined;
    const learnt = shared === undefined ? own : { ...shared, ...(own as object | undefined) };
    if (learnt === undefined || (key === 'strategy' && own === undefined)) meta.set(key, null);
    else meta.setState(key, learnt);
  }
  const models = from.getState('models') as { version: number } | undefined;
  if (models !== undefined)
    meta.setState('models', { ...models, version: versions.get(models.version) ?? models.version });
  meta.set('labelsTaught', lastLabel);
  const summary = new Statistics(counts, clock).progress(
    clock,
    { waiting, hosts: 0 },
    { names: 0, hosts: 0 },
  );
  const stop = isWhole
    ? { reason: fleet.stop!.reason as Stop['reason'], detail: fleet.stop!.detail }
    : { reason: 'interrupted' as const, detail: `a snapshot of the fleet "${fleet.name}", which is at work` };
  meta.set('stop', { ...stop, summary } satisfies Stop);
  meta.set('warc', { file: nextWarc(db, warcName(fleet.topic.name)), length: 0 });
  const note: CollectedNote = { fleet: fleet.name, created: fleet.at, isWhole, clock };
  meta.set('collected', note);
  return counts;
}

function countsOf(all: readonly (Counts | undefined)[]): Counts {
  const sums = new Statistics(undefined, 0).counts;
  for (const counts of all)
    for (const key of Object.keys(sums) as (keyof Counts)[])
      sums[key] =
        key === 'elapsedMs' ? Math.max(sums[key], counts?.[key] ?? 0) : sums[key] + (counts?.[key] ?? 0);
  return sums;
}

interface Traps {
  templates: unknown[];
  hosts: unknown[];
  requests: number;
  found: number;
}

/** Each partition knows its own hosts. */
function trapsOf(all: readonly unknown[]): Traps {
  const joined: Traps = { templates: [], hosts: [], requests: 0, found: 0 };
  for (const one of all) {
    const { templates = [], hosts = [], requests = 0, found = 0 } = (one ?? {}) as Partial<Traps>;
    joined.templates.push(...templates);
    joined.hosts.push(...hosts);
    joined.requests += requests;
    joined.found += found;
  }
  return joined;
}

/** A name that no file of the catalogue has, here or elsewhere. */
function nextWarc(db: CrawlDatabase, name: string): string {
  let last = 0;
  for (const { file } of pagesByFile(db)) {
    const [, digits] = /^-(\d+)\.warc/.exec(file.slice(name.length)) ?? [];
    if (file.startsWith(name) && digits !== undefined) last = Math.max(last, Number(digits));
  }
  return `${name}-${String(last + 1).padStart(5, '0')}.warc.gz`;
}
