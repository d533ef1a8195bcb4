/**
 * How a fleet scales where politeness is the limit, in virtual time: hosts that may be asked once in five seconds, divided
 * by the fleet's own rules (`partitionOf`, `spread`) over 1 to 16 workers, each with a number of requests in flight and
 * a time on its processor for each page. Nothing is fetched and no server runs, so the load of the machine does not matter.
 * Messages are counted as the fleet sends them: a log entry for each partition and commit that has pages, a message for
 * each pair of partitions and commit that has links.
 *
 *   npm run bench:fleet-scale -- [--hosts 100000] [--delay 5] [--latency 0.5] [--flight 64] [--cpu 20] [--cores 2]
 *     [--partitions 256] [--links 40] [--crossing 0.2] [--commit 2] [--seconds 60]
 */
import { parseArgs } from 'node:util';
import { spread } from '../src/fleet/members.ts';
import { partitionOf } from '../src/fleet/partition-of.ts';

const { values } = parseArgs({
  options: {
    hosts: { type: 'string', default: '100000' },
    delay: { type: 'string', default: '5' },
    latency: { type: 'string', default: '0.5' },
    flight: { type: 'string', default: '64' },
    cpu: { type: 'string', default: '20' },
    cores: { type: 'string', default: '2' },
    partitions: { type: 'string', default: '256' },
    links: { type: 'string', default: '40' },
    crossing: { type: 'string', default: '0.2' },
    commit: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '60' },
    workers: { type: 'string', default: '1,2,4,8,16,100' },
  },
});
const hosts = Number(values.hosts);
const delay = Number(values.delay);
const latency = Number(values.latency);
const flight = Number(values.flight);
const pagesASecond = (1000 * Number(values.cores)) / Number(values.cpu);
const partitions = Number(values.partitions);
const crossingLinks = Number(values.links) * Number(values.crossing);
const commit = Number(values.commit);
const seconds = Number(values.seconds);
const TICK = 0.01;

let state = 1;
const random = (): number => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
};

const numberOf = partitionOf(partitions);
const partOf = Int32Array.from({ length: hosts }, (_, h) => numberOf(`h${h}.test`));

for (const count of values.workers.split(',').map(Number)) {
  state = 1;
  const names = Array.from({ length: count }, (_, i) => `worker-${i}`);
  const ownerOf = spread(names, partitions).map(([first]) => names.indexOf(first!));
  const ready: number[][] = names.map(() => []);
  for (let h = 0; h < hosts; h++) ready[ownerOf[partOf[h]!]!]!.push(h);
  const firsts = names.map(() => 0);
  const free = names.map(() => flight);
  const allowance = names.map(() => 0);
  const done = names.map(() => 0);
  /** What ends at a tick: answers, and delays of hosts. */
  const answers = new Map<number, number[]>();
  const rests = new Map<number, number[]>();
  const pairs = new Set<number>();
  const busy = new Set<number>();
  let links = 0;
  let logs = 0;
  const at = (when: Map<number, number[]>, tick: number, h: number): void => {
    const others = when.get(tick);
    if (others === undefined) when.set(tick, [h]);
    else others.push(h);
  };
  for (let tick = 0; tick < seconds / TICK; tick++) {
    for (const h of rests.get(tick) ?? []) ready[ownerOf[partOf[h]!]!]!.push(h);
    rests.delete(tick);
    for (const h of answers.get(tick) ?? []) {
      const w = ownerOf[partOf[h]!]!;
      free[w]! += 1;
      done[w]! += 1;
      busy.add(partOf[h]!);
      for (let n = Math.floor(crossingLinks + random()); n > 0; n--)
        pairs.add(partOf[h]! * partitions + partOf[Math.floor(random() * hosts)]!);
      at(rests, tick + Math.ceil(delay / TICK), h);
    }
    answers.delete(tick);
    for (let w = 0; w < count; w++) {
      allowance[w] = Math.min(flight, allowance[w]! + pagesASecond * TICK);
      while (free[w]! > 0 && allowance[w]! >= 1 && firsts[w]! < ready[w]!.length) {
        const h = ready[w]![firsts[w]!++]!;
        free[w]! -= 1;
        allowance[w]! -= 1;
        at(answers, tick + Math.max(1, Math.ceil((latency * (0.5 + random())) / TICK)), h);
      }
    }
    if ((tick + 1) % Math.round(commit / TICK) !== 0) continue;
    links += pairs.size;
    logs += busy.size;
    pairs.clear();
    busy.clear();
  }
  const pages = done.reduce((sum, n) => sum + n, 0);
  console.log(
    JSON.stringify({
      workers: count,
      pagesAnHour: Math.round((3600 * pages) / seconds),
      slowestOfMean: Math.round((100 * Math.min(...done) * count) / pages) / 100,
      logEntriesAPage: Math.round((1000 * logs) / pages) / 1000,
      linkMessagesAPage: Math.round((1000 * links) / pages) / 1000,
      messagesASecond: Math.round((logs + links) / seconds),
    }),
  );
}
