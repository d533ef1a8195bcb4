/** How a fleet stands: its orders, and what its workers say when they are asked. */
import type { Nats } from './connect.ts';
import type { FleetState } from './control.ts';
import { sumsOf } from './end.ts';
import { type Heartbeat, heartbeatOf } from './members.ts';
import { namesOf } from './names.ts';
import type { PartitionReport } from './partition.ts';

export interface FleetStatus {
  fleet: string;
  stands: FleetState['stands'];
  stop: FleetState['stop'];
  partitions: number;
  /** Partitions that no worker has now. */
  unowned: number[];
  workers: (Pick<Heartbeat, 'worker' | 'order' | 'room' | 'share'> & {
    partitions: number;
    lapsed: number;
  })[];
  sums: ReturnType<typeof sumsOf>;
  waiting: number;
  late: number;
  reports: PartitionReport[];
  /** What the streams hold, of what they may hold. */
  streams: { name: string; messages: number; bytes: number; maxBytes: number }[];
}

/** How long to wait for one more worker to answer. */
const STALL_MS = 500;

export async function statusOf(nats: Nats, fleet: FleetState): Promise<FleetStatus> {
  const beats = await askWorkers(nats, fleet.name);
  const reports = new Map<number, PartitionReport>();
  for (const { partitions } of beats)
    for (const report of partitions)
      if ((reports.get(report.partition)?.epoch ?? 0) < report.epoch) reports.set(report.partition, report);
  const all = [...reports.values()].sort((a, b) => a.partition - b.partition);
  const names = namesOf(fleet.name);
  const streams = [];
  const own = [names.control, names.inbox, names.blobs];
  for (const name of fleet.archive === 'shared' ? [...own, names.archive] : own) {
    const { state, config } = await nats.jsm.streams.info(name);
    streams.push({ name, messages: state.messages, bytes: state.bytes, maxBytes: config.max_bytes });
  }
  return {
    fleet: fleet.name,
    stands: fleet.stands,
    stop: fleet.stop,
    partitions: fleet.partitions,
    unowned: Array.from({ length: fleet.partitions }, (_, p) => p).filter((p) => !reports.has(p)),
    workers: beats.map(({ worker, order, room, share, partitions }) => ({
      worker,
      order,
      room,
      share,
      partitions: partitions.length,
      lapsed: partitions.filter(({ state }) => state === 'lapsed').length,
    })),
    sums: sumsOf(all),
    waiting: all.reduce((sum, { waiting }) => sum + waiting, 0),
    late: all.reduce((sum, { late }) => sum + late, 0),
    reports: all,
    streams,
  };
}

export async function askWorkers(nats: Nats, fleet: string): Promise<Heartbeat[]> {
  const beats: Heartbeat[] = [];
  const answers = await nats.nc.requestMany(namesOf(fleet).ask, '', {
    strategy: 'stall',
    stall: STALL_MS,
    maxWait: 5000,
  });
  try {
    for await (const { data } of answers) {
      const beat = heartbeatOf(data);
      if (beat !== undefined) beats.push(beat);
    }
  } catch {
    // Nobody is there to answer.
  }
  return beats.sort((a, b) => (a.worker < b.worker ? -1 : 1));
}
