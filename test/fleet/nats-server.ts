/** Real NATS servers on free ports of loopback, with storage of their own, for one test file. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectNats, type Nats } from '../../src/fleet/connect.ts';

export const hasNats = spawnSync('nats-server', ['--version']).status === 0;

/** Goes behind the name of tests that need it, so that skipped ones say why. */
export const needsNats = hasNats ? '' : ' (skipped: no nats-server; on Debian: apt-get install nats-server)';

export interface NatsServer {
  /** All nodes, separated by commas. */
  url: string;
  connect(): Promise<Nats>;
  /** Kills a node without a chance to write anything. */
  kill(node?: number): Promise<void>;
  start(node?: number): Promise<void>;
  /** Which node leads a stream of a cluster. */
  leaderOf(nats: Nats, stream: string): Promise<number>;
  /** Ends all nodes and removes their storage. */
  close(): Promise<void>;
}

export interface NatsOptions {
  address?: string;
  /** Where the nodes keep their streams, each in a folder of its number. */
  storage?: string;
  /** More arguments, and what stands before host and port in the URL. */
  args?: readonly string[];
  scheme?: string;
  connect?: Omit<Parameters<typeof connectNats>[0], 'servers'>;
}

export async function startNats(nodes = 1, options: NatsOptions = {}): Promise<NatsServer> {
  const { address = '127.0.0.1', args = [], scheme = 'nats://' } = options;
  const storage = options.storage ?? mkdtempSync(join(tmpdir(), 'forage-nats-'));
  const ports = await Promise.all(Array.from({ length: nodes }, freePort));
  const routes = await Promise.all(Array.from({ length: nodes }, freePort));
  const url = ports.map((port) => `${scheme}${address}:${port}`).join(',');
  const open: Nats[] = [];
  const servers: ChildProcess[] = [];
  const spawnNode = (node: number): void => {
    const alone = [
      '-js',
      '-sd',
      join(storage, String(node)),
      '-a',
      address,
      '-p',
      String(ports[node]),
      ...args,
    ];
    const together = [
      ...['-n', `n${node}`, '--cluster_name', 'test', '--cluster', `nats://127.0.0.1:${routes[node]}`],
      ...['--routes', routes.map((port) => `nats://127.0.0.1:${port}`).join(',')],
    ];
    servers[node] = spawn('nats-server', nodes === 1 ? alone : [...alone, ...together], { stdio: 'ignore' });
  };
  /** A cluster answers once it has elected its leader. */
  const answers = async (): Promise<void> => {
    for (;;) {
      const nats = await connectNats({ servers: url, ...options.connect }).catch(() => undefined);
      const account = await nats?.jsm.getAccountInfo().catch(() => undefined);
      await nats?.close();
      if (account !== undefined) return;
      await sleep(50);
    }
  };
  const kill = async (node = 0): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    servers[node]!.once('exit', () => resolve());
    servers[node]!.kill('SIGKILL');
    await promise;
  };
  for (let node = 0; node < nodes; node++) spawnNode(node);
  await answers();
  return {
    url,
    async connect() {
      const nats = await connectNats({ servers: url, ...options.connect });
      open.push(nats);
      return nats;
    },
    kill,
    async start(node = 0) {
      spawnNode(node);
      await answers();
    },
    async leaderOf(nats, stream) {
      const { cluster } = await nats.jsm.streams.info(stream);
      return Number(cluster?.leader?.slice(1) ?? 0);
    },
    async close() {
      for (const nats of open) await nats.close();
      await Promise.all(servers.map((server, node) => (isRunning(server) ? kill(node) : undefined)));
      if (options.storage === undefined) rmSync(storage, { recursive: true, force: true });
    },
  };
}

const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode === null && signalCode === null;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
