/**
 * A pool of seeds: a file with one URL per line, best first. A cycle of a crawl ends when its frontier is empty (CINDI,
 * section 3.2.1); the next one starts with the next seeds of the pool that the crawl does not know yet. The file is read
 * again for each cycle, so it may grow while the crawl runs.
 *
 * What was drawn is stored with the crawl, not in its topic: naming a seed in the topic allows it to lead into private
 * networks, and the seeds of a pool were found somewhere.
 */
import type { Equipment } from './equipment.ts';
import { readPool } from './pool-file.ts';
import { addSeeds, record, scopeOf } from './steering.ts';

/** Stored with the crawl. */
export interface PoolState {
  /** The number of the current cycle; the seeds of the topic start the first. */
  cycle: number;
  drawn: readonly string[];
  /** Pages and relevant pages before this cycle. */
  pages: number;
  relevant: number;
}

/** Starts the next cycle; false if there is no pool, or nothing left in it. */
export function nextCycle(on: Equipment): boolean {
  const { pool } = on.settings.seeds;
  if (pool === undefined) return false;
  const { urls, fault } = readPool(pool, on.urlRules);
  if (fault !== undefined) on.tell({ type: 'notice', message: fault });
  const unknown = urls.filter((url) => on.frontier.find(url) === undefined);
  const drawn = unknown.slice(0, on.settings.seeds.draw);
  if (drawn.length === 0) return false;
  const { pages, relevant } = on.statistics.counts;
  const before = poolState(on);
  on.drawn = [...on.drawn, ...drawn];
  on.scope = scopeOf(on);
  addSeeds(on, drawn);
  const cycle = before.cycle + 1;
  on.catalogue.meta.set('pool', { cycle, drawn: on.drawn, pages, relevant } satisfies PoolState);
  const told = {
    cycle,
    drawn: drawn.length,
    left: unknown.length - drawn.length,
    pool,
    before: { pages: pages - before.pages, relevant: relevant - before.relevant },
  };
  record(on, 'cycle', told);
  on.tell({ type: 'cycle', ...told });
  return true;
}

/** The seeds drawn by earlier runs. */
export const drawnBefore = (meta: Equipment['catalogue']['meta']): readonly string[] =>
  (meta.get('pool') as PoolState | undefined)?.drawn ?? [];

const poolState = ({ catalogue, folder }: Equipment): PoolState =>
  (catalogue.meta.get('pool') as PoolState | undefined) ?? {
    cycle: folder.topic.seeds.length > 0 ? 1 : 0,
    drawn: [],
    pages: 0,
    relevant: 0,
  };
