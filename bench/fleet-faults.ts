/**
 * Disturbs a fleet of worker processes again and again and compares what it has at the end with an undisturbed crawl: no
 * page lost, every link between partitions counted once, no host asked within its delay.
 *
 *   npm run bench:fleet-faults -- --kind kill --faults 20 [--nodes 3] [--workers 3]
 *
 * Kinds: kill (SIGKILL of a worker, another joins), stop-half, stop-one and stop-three (SIGSTOP for so many times to
 * live, then SIGCONT), server (kill -9 of the server that leads the inbox, back after 2 s), log (of one that leads a log).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readFleet } from '../src/fleet/control.ts';
import { createFleet } from '../src/fleet/create.ts';
import { namesOf } from '../src/fleet/names.ts';
import { statusOf } from '../src/fleet/status.ts';
import { topicSchema } from '../src/topic/topic.ts';
import { newFolder, optionsFor, removeFolders } from '../test/crawl/small-web.ts';
import { linkedWeb, SEED } from '../test/fleet/linked-web.ts';
import { startNats } from '../test/fleet/nats-server.ts';
import { linksOf, partitionsOf, type WorkerProcess, work } from '../test/fleet/worker-process.ts';

const { values } = parseArgs({
  options: {
    kind: { type: 'string', default: 'kill' },
    faults: { type: 'string', default: '10' },
    nodes: { type: 'string', default: '1' },
    workers: { type: 'string', default: '3' },
    hosts: { type: 'string', default: '24' },
    pages: { type: 'string', default: '60' },
  },
});
const TTL_MS = 1500;
const DELAY_MS = 100;
const STOPS: Record<string, number> = { 'stop-half': 0.5, 'stop-one': 1, 'stop-three': 3 };
const nodes = Number(values.nodes);
const server = await startNats(nodes);
const nats = await server.connect();
const web = await linkedWeb(Number(values.hosts), Number(values.pages));
const { topic, settings = {} } = optionsFor(web, {
  seeds: [SEED],
  settings: {
    recipe: 'breadth-first',
    politeness: { minDelayMs: DELAY_MS },
    http: { totalTimeoutMs: 3000 },
    archive: { commitEveryMs: 300 },
  },
});

let done = 0;
for (let run = 0; done < Number(values.faults); run++) {
  web.log.length = 0;
  const name = `run${run}`;
  const rest = { partitions: 8, replicas: nodes > 1 ? 3 : 1, ttlMs: TTL_MS, maxBytes: 200_000_000 };
  await createFleet(nats, { name, topic: topicSchema.parse(topic), settings, ...rest });
  const began = Date.now();
  const workers: WorkerProcess[] = [];
  const join = (): void => {
    const worker = work(server.url, newFolder(), name);
    workers.push(worker);
    void worker.exit.then(() => workers.splice(workers.indexOf(worker), 1));
  };
  for (let i = 0; i < Number(values.workers); i++) join();
  let late = 0;
  let faults = 0;
  while ((await readFleet(nats, name)).stands !== 'stopped') {
    await sleep(1000);
    if (web.log.length < 20 || workers.length === 0 || done >= Number(values.faults)) continue;
    const { reports } = await statusOf(nats, await readFleet(nats, name));
    late = Math.max(
      late,
      reports.reduce((sum, report) => sum + report.late, 0),
    );
    await disturb(name, workers, join);
    faults++;
    done++;
    await sleep(2 * TTL_MS * Math.random());
  }
  await Promise.all(workers.map(({ exit }) => exit));
  const partitions = await partitionsOf(nats, name);
  const found = partitions.flatMap(({ pages }) => pages.map(({ url }) => url));
  const asked = web.log.filter(({ path }) => path !== '/robots.txt').map(({ host, path }) => host + path);
  console.log(
    JSON.stringify({
      kind: values.kind,
      nodes,
      faults,
      seconds: Math.round((Date.now() - began) / 1000),
      due: web.urls.length,
      lost: web.urls.filter((url) => !found.includes(url)).length,
      twice: found.length - new Set(found).size,
      askedAgain: asked.length - new Set(asked).size,
      linksSent: linksOf(partitions, 'out'),
      linksTaken: linksOf(partitions, 'in'),
      tooSoon: tooSoon(),
      late,
    }),
  );
}
await web.close();
await server.close();
removeFolders();
process.exit(0);

async function disturb(name: string, workers: readonly WorkerProcess[], join: () => void): Promise<void> {
  const names = namesOf(name);
  const any = workers[Math.floor(Math.random() * workers.length)]!;
  const kind = values.kind;
  if (kind === 'kill') {
    any.child.kill('SIGKILL');
    join();
  } else if (kind in STOPS) {
    any.child.kill('SIGSTOP');
    await sleep(STOPS[kind]! * TTL_MS);
    any.child.kill('SIGCONT');
  } else {
    const node = await server.leaderOf(nats, kind === 'log' ? names.log(0) : names.inbox);
    await server.kill(node);
    await sleep(2000);
    await server.start(node);
  }
}

/** Requests that came before their host's delay was over, as the web server saw it. */
function tooSoon(): number {
  let count = 0;
  for (const host of new Set(web.log.map(({ host }) => host))) {
    const asked = web.askedOf(host);
    for (const [i, { startedAt }] of asked.entries())
      if (i > 0 && startedAt - asked[i - 1]!.endedAt < DELAY_MS) count++;
  }
  return count;
}
