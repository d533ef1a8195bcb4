/**
 * Who is at work, as far as this worker has heard. Only for spreading the partitions: who owns one is decided by its
 * log alone, so a heartbeat that is late or lost does no harm.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { PartitionReport } from './partition.ts';
import type { Shares } from './shares.ts';

export interface Heartbeat {
  worker: string;
  /** The last order that it has carried out. */
  order: number;
  partitions: PartitionReport[];
  /** Requests in flight that its machine was given, and what it has now by the coordinator's shares. */
  room: number;
  share: number;
  /** The version of its judge, and what the best links of its ready hosts are worth. */
  version: number;
  worths: number[];
  /** From the coordinator. */
  shares?: Shares | undefined;
}

const reportSchema = z.object({
  partition: z.number().int().min(0),
  epoch: z.number().int(),
  state: z.enum(['restoring', 'grace', 'running', 'lapsed', 'draining', 'released', 'lost']),
  pages: z.number(),
  relevant: z.number(),
  words: z.number(),
  bytes: z.number(),
  requests: z.number(),
  errors: z.number(),
  waiting: z.number(),
  elapsedMs: z.number(),
  sent: z.number(),
  taken: z.number(),
  isQuiet: z.boolean(),
  readyInMs: z.number().optional(),
  late: z.number(),
  restoredMs: z.number().optional(),
});

const heartbeatSchema = z.object({
  worker: z.string().max(200),
  order: z.number(),
  partitions: z.array(reportSchema).max(4096),
  room: z.number(),
  share: z.number(),
  version: z.number(),
  worths: z.array(z.number()).max(10_000),
  shares: z
    .object({ threshold: z.number(), room: z.record(z.string(), z.number().min(1).max(100_000)) })
    .optional(),
});

/** Undefined for anything else that was published there. */
export function heartbeatOf(body: Uint8Array): Heartbeat | undefined {
  try {
    return heartbeatSchema.parse(JSON.parse(new TextDecoder().decode(body))) as Heartbeat;
  } catch {
    return undefined;
  }
}

interface Heard {
  beat: Heartbeat;
  first: number;
  last: number;
}

export class Members {
  readonly #ttlMs: number;
  readonly #own: string;
  readonly #heard = new Map<string, Heard>();

  constructor(own: string, ttlMs: number) {
    this.#own = own;
    this.#ttlMs = ttlMs;
  }

  hear(beat: Heartbeat, now: number): void {
    const before = this.#heard.get(beat.worker);
    this.#heard.set(beat.worker, { beat, first: before?.first ?? now, last: now });
  }

  /** Workers that were heard within the time to live, for at least this long. */
  living(now: number, forMs = 0): string[] {
    const others = [...this.#heard.values()]
      .filter(({ first, last }) => now - last < this.#ttlMs && now - first >= forMs)
      .map(({ beat }) => beat.worker);
    return [this.#own, ...others];
  }

  heartbeats(now: number): Heartbeat[] {
    return [...this.#heard.values()].filter(({ last }) => now - last < this.#ttlMs).map(({ beat }) => beat);
  }
}

/**
 * For each partition the workers in the order in which they should have it. The first is the one by whom all workers
 * get the same share; the others would come after it, if it does not come. All workers that know of the same ones agree,
 * and most partitions stay where they are when one comes or goes.
 */
export function spread(workers: readonly string[], partitions: number): string[][] {
  const least = Math.floor(partitions / workers.length);
  /** How many workers may have one more. */
  let more = partitions % workers.length;
  const shares = new Map<string, number>(workers.map((worker) => [worker, 0]));
  return Array.from({ length: partitions }, (_, p) => {
    const order = byWeight(workers, p);
    const first = order.find((worker) => shares.get(worker)! < least + (more > 0 ? 1 : 0))!;
    if (shares.get(first) === least) more -= 1;
    shares.set(first, shares.get(first)! + 1);
    return [first, ...order.filter((worker) => worker !== first)];
  });
}

function byWeight(workers: readonly string[], partition: number): string[] {
  const weight = new Map(
    workers.map((worker) => [worker, createHash('sha256').update(`${partition} ${worker}`).digest('hex')]),
  );
  return [...workers].sort((a, b) => (weight.get(a)! < weight.get(b)! ? 1 : -1));
}
