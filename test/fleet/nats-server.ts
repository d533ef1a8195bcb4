/** A real NATS server on a free port of loopback, with storage of its own, for one test file. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectNats, type Nats } from '../../src/fleet/connect.ts';

const isThere = spawnSync('nats-server', ['--version']).status === 0;

/** For the name of a group of tests that is skipped without it. */
export const needsNats = isThere ? '' : ' (skipped: no nats-server; on Debian: apt-get install nats-server)';
export const hasNats = isThere;

export interface NatsServer {
  url: string;
  connect(): Promise<Nats>;
  /** Without a chance to write anything. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Ends the server and removes its storage. */
  close(): Promise<void>;
}

export async function startNats(): Promise<NatsServer> {
  const port = await freePort();
  const storage = mkdtempSync(join(tmpdir(), 'forage-nats-'));
  const url = `nats://127.0.0.1:${port}`;
  const open: Nats[] = [];
  let server: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    server = spawn('nats-server', ['-js', '-sd', storage, '-a', '127.0.0.1', '-p', String(port)], {
      stdio: 'ignore',
    });
    for (;;) {
      const nats = await connectNats({ servers: url }).catch(() => undefined);
      if (nats !== undefined) return nats.close();
      await sleep(50);
    }
  };
  const kill = async (): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    server!.once('exit', () => resolve());
    server!.kill('SIGKILL');
    await promise;
  };
  await start();
  return {
    url,
    async connect() {
      const nats = await connectNats({ servers: url });
      open.push(nats);
      return nats;
    },
    kill,
    start,
    async close() {
      for (const nats of open) await nats.close();
      await kill();
      rmSync(storage, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
