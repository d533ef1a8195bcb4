/**
 * Makes a crawl's work durable: everything since the last commit in one transaction, in an order that is safe to
 * interrupt at any point.
 */
import { serialize } from 'node:v8';
import { atOnce } from '../at-once.ts';
import type { Equipment } from './equipment.ts';
import type { Stop } from './events.ts';
import { movedLinks } from './returns.ts';
import { takeLabels } from './save-labels.ts';

/** The traps' state is large, so it is written less often than the rest. */
const TRAPS_EVERY_MS = 30_000;

/**
 * Writes counts, traps, host pace, what waiting links carry and the strategy's state to the tables, then flushes all
 * records to disk and stores where they end, then commits the transaction.
 */
export function commit(on: Equipment, { isLast = false } = {}): void {
  if (on.db === undefined) return;
  const { statistics, traps, copies, strategy, learner, faults, clock } = on;
  const { meta } = on.catalogue;
  statistics.tick(clock());
  meta.set('clock', clock());
  meta.set('counts', statistics.counts);
  meta.set('awaited', on.gate.awaited(clock()));
  const proxies = on.web.proxies();
  if (proxies.length > 0) meta.set('proxies', proxies);
  if (isLast || clock() - on.trapsSavedAt > TRAPS_EVERY_MS) {
    on.trapsSavedAt = clock();
    meta.set('traps', traps.save());
    meta.set('copies', copies.save());
  }
  on.gate.save();
  const rendered = on.renderer?.habits.save();
  if (rendered !== undefined) meta.setState('render', rendered);
  const asked = on.forms?.save();
  if (asked !== undefined) meta.setState('forms', asked);
  on.round?.save(meta);
  const moved = faults.attempt('strategy', 'at a commit', () => movedLinks(strategy.unsaved?.())) ?? [];
  if (moved.length > 0) on.frontier.reprioritise(moved);
  const ranked = faults.attempt('strategy', 'at a commit', () => packed(atOnce(strategy.save?.())));
  if (ranked !== undefined) meta.setPacked('strategy', ranked);
  const judged = faults.attempt('judge', 'at a commit', () => packed(atOnce(learner?.save?.())));
  if (judged !== undefined) meta.setPacked('learner', judged);
  on.sinks.commit();
  const end = on.archive.sync(on.part?.storing);
  if (end !== undefined) meta.set('warc', end);
  on.db.commit();
}

/** Where it is a fault of the part if its state cannot be stored. */
const packed = (state: unknown): Uint8Array | undefined =>
  state === undefined ? undefined : serialize(state);

export async function close(on: Equipment, stop: Stop): Promise<void> {
  const { catalogue, clock } = on;
  await on.sinks.close();
  on.gate.close();
  on.faults.attempt('strategy', 'at the end', () => on.strategy.close?.());
  const { reason, detail } = stop;
  catalogue.saveEvent({ at: clock(), kind: 'stopped', detail: { reason, detail } });
  catalogue.meta.set('stop', stop);
  const othersClosed = [on.readers.close(), on.renderer?.close()];
  takeLabels(on);
  commit(on, { isLast: true });
  // Before the database: the next crawl in this folder opens its own socket.
  on.socket?.close();
  on.db?.close();
  on.archive.close();
  await Promise.all([...othersClosed, on.ownsWeb ? on.web.close() : undefined]);
}

/** After an internal error: closes what can be closed and keeps the state of the last commit. */
export function giveUp(on: Equipment): void {
  on.abort.abort();
  on.gate.close();
  on.socket?.close();
  on.db?.sql.close();
  for (const part of [on.archive, on.strategy]) {
    try {
      part.close?.();
    } catch {
      // For example a full disk; the error that ended the crawl is the one to report.
    }
  }
  void on.readers.close();
  void on.renderer?.close();
  if (on.ownsWeb) void on.web.close();
}
