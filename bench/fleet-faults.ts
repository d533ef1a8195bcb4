/**
 * Disturbs a fleet of worker processes again and again and compares what it has at the end with an undisturbed crawl on
 * one machine: the same pages, every link found as often, no host asked within its delay, no request of a worker after
 * another has taken over. One line a run; the last one sums them up.
 *
 *   npm run bench:fleet-faults -- --kind kill --faults 20 [--nodes 3] [--workers 3] [--seconds 600]
 *
 * | kind | fault |
 * | kill | SIGKILL of a worker; another joins |
 * | stop-half, stop-one, stop-three | SIGSTOP of a worker for 0.5, 1, 3 times to live |
 * | log, inbox | kill -9 of the NATS server that leads a log or the inbox; back after 2 s |
 * | restart | kill -9 of all NATS servers; back after 2 s |
 * | cut | a worker is cut off from NATS, not from the web, for 2 times to live (needs root, iproute2) |
 * | worker-disk | the disk of a worker is full until it ends; another joins with its folder (needs root) |
 * | server-disk | the disk of a NATS server is full for 2 times to live (needs root) |
 * | disorder | a fifth of the messages with links is sent twice, a sixth after the next; and SIGSTOP for half a time to live |
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { crawl } from '../src/crawl/start.ts';
import { isPassing } from '../src/fleet/connect.ts';
import { readFleet } from '../src/fleet/control.ts';
import { createFleet, deleteFleet } from '../src/fleet/create.ts';
import { namesOf } from '../src/fleet/names.ts';
import { statusOf } from '../src/fleet/status.ts';
import { topicSchema } from '../src/topic/topic.ts';
import { newFolder, optionsFor, removeFolders } from '../test/crawl/small-web.ts';
import { linkedWeb, SEED } from '../test/fleet/linked-web.ts';
import { startNats } from '../test/fleet/nats-server.ts';
import { verdictOn } from '../test/fleet/verdict.ts';
import { type WorkerProcess, work } from '../test/fleet/worker-process.ts';

const { values } = parseArgs({
  options: {
    kind: { type: 'string', default: 'kill' },
    faults: { type: 'string', default: '10' },
    nodes: { type: 'string' },
    workers: { type: 'string', default: '3' },
    hosts: { type: 'string', default: '24' },
    pages: { type: 'string', default: '40' },
    ttl: { type: 'string', default: '3000' },
    seconds: { type: 'string', default: '3600' },
  },
});
const { kind } = values;
const ttlMs = Number(values.ttl);
const DELAY_MS = 100;
const STOPS: Record<string, number> = { 'stop-half': 0.5, 'stop-one': 1, 'stop-three': 3, disorder: 0.5 };
const KINDS = [...Object.keys(STOPS), 'kill', 'log', 'inbox', 'restart', 'cut', 'worker-disk', 'server-disk'];
if (!KINDS.includes(kind)) throw new Error(`--kind is one of ${KINDS.join(', ')}`);

// A network of its own, in which workers have networks of their own.
const isCut = kind === 'cut';
if (isCut && process.env.FAULTS_NETWORK === undefined) {
  const own = [
    'ip link set lo up && ip addr add 10.79.0.1/32 dev lo && ip addr add 10.79.0.2/32 dev lo && exec "$@"',
    'sh',
  ];
  const again = ['-n', 'sh', '-c', ...own, process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  const env = { ...process.env, FAULTS_NETWORK: '1' };
  process.exit(spawnSync('unshare', again, { stdio: 'inherit', env }).status ?? 1);
}

const nodes = Number(values.nodes ?? (['log', 'inbox', 'restart', 'server-disk'].includes(kind) ? 3 : 1));
const address = isCut ? '10.79.0.1' : '127.0.0.1';
const disks: string[] = [];
/** By number: the process that is in it. */
const namespaces = new Map<number, number>();
const storage = newFolder();
if (kind === 'server-disk') mountDisk(join(storage, '0'), 60);
const server = await startNats(nodes, { address: isCut ? '10.79.0.2' : address, storage });
const nats = await server.connect();
const web = await linkedWeb(Number(values.hosts), Number(values.pages), address);
const { topic, settings = {} } = optionsFor(web, {
  seeds: [SEED],
  settings: {
    recipe: 'breadth-first',
    politeness: { minDelayMs: DELAY_MS, maxTries: 20, maxIdleSeconds: 600 },
    http: { totalTimeoutMs: 5000 },
    archive: { commitEveryMs: 300 },
  },
});
const single = join(newFolder(), 'single');
const quick = { ...settings, politeness: { ...settings.politeness, minDelayMs: 0 } };
await crawl({ topic, settings: quick, out: single }).finished;

let members = 0;
let done = 0;
const began = Date.now();
const sums: Record<string, number> = {};
for (let run = 0; done < Number(values.faults) && Date.now() - began < 1000 * Number(values.seconds); run++) {
  web.log.length = 0;
  const name = `run${run}`;
  const rest = { partitions: 8, replicas: nodes > 1 ? 3 : 1, ttlMs, maxBytes: 40_000_000 };
  await createFleet(nats, { name, topic: topicSchema.parse(topic), settings, ...rest });
  const workers: WorkerProcess[] = [];
  const owners = new Map<string, string>();
  const enlist = (folder = newFolder()): void => {
    const n = members++;
    const from = isCut ? `10.78.${n}.2` : `127.0.1.${(n % 250) + 1}`;
    const namespace = isCut ? makeNamespace(n) : undefined;
    const mark = { address: isCut ? undefined : from, namespace, disorder: kind === 'disorder' };
    const worker = work(server.url, folder, name, mark);
    if (isCut) namespaces.set(n, worker.child.pid!);
    owners.set(from, `-${worker.child.pid}-`);
    workers.push(worker);
    void worker.exit.then(() => workers.splice(workers.indexOf(worker), 1));
  };
  for (let i = 0; i < Number(values.workers); i++) enlist(kind === 'worker-disk' ? newDisk() : undefined);
  const start = Date.now();
  let [late, faults] = [0, 0];
  while ((await stands(name)) !== 'stopped') {
    await sleep(1000);
    if (workers.length === 0) enlist();
    if (web.log.length < 20 || done >= Number(values.faults)) continue;
    const status = await readFleet(nats, name)
      .then((fleet) => statusOf(nats, fleet))
      .catch(() => undefined);
    late = Math.max(late, status?.late ?? 0);
    if (workers.length === 0) continue;
    await disturb(name, workers, enlist);
    faults++;
    done++;
    await sleep(2 * ttlMs * Math.random());
  }
  await Promise.all(workers.map(({ exit }) => exit));
  const verdict = await patiently(() => verdictOn(nats, name, web, { single, delayMs: DELAY_MS, owners }));
  const figures = { faults, seconds: Math.round((Date.now() - start) / 1000), ...verdict, late };
  console.log(JSON.stringify({ kind, nodes, ...figures }));
  for (const [key, value] of Object.entries(figures))
    sums[key] = key === 'oldEpochMs' ? Math.max(sums[key] ?? 0, value) : (sums[key] ?? 0) + value;
  await patiently(() => deleteFleet(nats, name));
}
console.log(JSON.stringify({ kind, nodes, sum: true, ...sums }));
await web.close();
await server.close();
for (const n of namespaces.keys()) spawnSync('ip', ['netns', 'del', `forage-${process.pid}-${n}`]);
for (const disk of disks) spawnSync('umount', [disk]);
removeFolders();
process.exit(0);

async function stands(name: string): Promise<string> {
  return readFleet(nats, name).then(
    (fleet) => fleet.stands,
    () => 'unknown',
  );
}

/** A server that was killed last may not have come back yet. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let left = 10; ; left--)
    try {
      return await work();
    } catch (error) {
      if (left === 0 || !isPassing(error)) throw error;
      await sleep(ttlMs);
    }
}

async function disturb(
  name: string,
  workers: readonly WorkerProcess[],
  enlist: (folder?: string) => void,
): Promise<void> {
  const any = workers[Math.floor(Math.random() * workers.length)]!;
  const names = namesOf(name);
  if (kind === 'kill') {
    any.child.kill('SIGKILL');
    enlist();
  } else if (kind in STOPS) {
    any.child.kill('SIGSTOP');
    await sleep(STOPS[kind]! * ttlMs);
    any.child.kill('SIGCONT');
  } else if (kind === 'cut') {
    const device = `n${[...namespaces].find(([, pid]) => pid === any.child.pid)![0]}`;
    ip('link', 'set', device, 'down');
    await sleep(2 * ttlMs);
    ip('link', 'set', device, 'up');
  } else if (kind === 'worker-disk') {
    const filler = fill(any.folder);
    await Promise.race([any.exit, sleep(20 * ttlMs)]);
    rmSync(filler, { force: true });
    if (any.child.exitCode !== null) enlist(any.folder);
  } else if (kind === 'server-disk') {
    const filler = fill(`${storage}/0`);
    await sleep(2 * ttlMs);
    rmSync(filler, { force: true });
    // A server that could not write has to be started again.
    await server.kill(0);
    await server.start(0);
  } else {
    const leader = kind === 'inbox' ? names.inbox : names.log(0);
    const killed = kind === 'restart' ? Array.from({ length: nodes }, (_, n) => n) : [await leaderOf(leader)];
    for (const node of killed) await server.kill(node);
    await sleep(2000);
    await Promise.all(killed.map((node) => server.start(node)));
  }
}

async function leaderOf(stream: string): Promise<number> {
  for (;;) {
    const node = await server.leaderOf(nats, stream).catch(() => undefined);
    if (node !== undefined && !Number.isNaN(node)) return node;
    await sleep(200);
  }
}

function ip(...args: string[]): void {
  execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** With one way to NATS (device n7) and another to the web (device w7). */
function makeNamespace(n: number): string {
  const namespace = `forage-${process.pid}-${n}`;
  ip('netns', 'add', namespace);
  const inside = (...args: string[]): void => ip('-n', namespace, ...args);
  inside('link', 'set', 'lo', 'up');
  for (const [device, net, target] of [
    [`n${n}`, '10.77', '10.79.0.2'],
    [`w${n}`, '10.78', '10.79.0.1'],
  ] as const) {
    ip('link', 'add', device, 'type', 'veth', 'peer', 'name', `${device}i`, 'netns', namespace);
    ip('addr', 'add', `${net}.${n}.1/30`, 'dev', device);
    ip('link', 'set', device, 'up');
    inside('addr', 'add', `${net}.${n}.2/30`, 'dev', `${device}i`);
    inside('link', 'set', `${device}i`, 'up');
    inside('route', 'add', target, 'via', `${net}.${n}.1`);
  }
  return namespace;
}

function mountDisk(path: string, megabytes: number): string {
  mkdirSync(path, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path]);
  disks.push(path);
  return path;
}

function newDisk(): string {
  return mountDisk(newFolder(), 64);
}

/** Takes all the room that there is. */
function fill(folder: string): string {
  const file = join(folder, 'filler');
  for (const bytes of [1_000_000, 4096, 1])
    try {
      for (;;) appendFileSync(file, Buffer.alloc(bytes));
    } catch {
      // Full.
    }
  return file;
}
