/** A real NATS server with JetStream: what its stream holds is what the crawl's table holds, each visit once. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { destinationOf, nameOf } from '../../src/send/destinations.ts';
import { send } from '../../src/send/send.ts';
import { forage } from '../cli/forage.ts';
import { newFolder, removeFolders } from '../crawl/small-web.ts';
import { SentCrawl } from './sent-crawl.ts';

const hasServer = spawnSync('nats-server', ['--version']).status === 0;
const reason = hasServer ? '' : ' (skipped: no nats-server on this machine)';

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

describe.skipIf(!hasServer)(`a stream of NATS${reason}`, () => {
  let server: ChildProcess;
  let connection: NatsConnection;
  let url: string;

  beforeAll(async () => {
    const port = await freePort();
    url = `nats://127.0.0.1:${port}/forage/pages`;
    const start = () =>
      spawn('nats-server', ['-js', '-a', '127.0.0.1', '-p', String(port), '-sd', newFolder()], {
        stdio: 'ignore',
      });
    server = start();
    connection = await connect({
      servers: `127.0.0.1:${port}`,
      waitOnFirstConnect: true,
      reconnectTimeWait: 50,
    });
    const manager = await jetstreamManager(connection);
    // The shortest window that the server allows: a message that comes again later is not known by its id.
    await manager.streams.add({ name: 'pages', subjects: ['forage.pages.*'], duplicate_window: 100_000_000 });
  });

  afterAll(async () => {
    await connection.close();
    server.kill();
    removeFolders();
  });

  async function visitsInStream(): Promise<number[]> {
    const manager = await jetstreamManager(connection);
    const { state } = await manager.streams.info('pages');
    const visits: number[] = [];
    for (let at = state.first_seq; at <= state.last_seq; at++)
      visits.push(
        Number((await manager.streams.getMessage('pages', { seq: at }))!.header.get('Forage-Sequence')),
      );
    return visits;
  }

  test('has each visit once and in order, from a sender that is killed and one whose cursor is lost', async () => {
    const crawl = new SentCrawl().visits(400);
    const running = forage(['send', crawl.path, '--to', url]);
    const manager = await jetstreamManager(connection);
    while ((await manager.streams.info('pages')).state.messages < 50);
    running.child.kill('SIGKILL');
    expect((await running).code).toBe(null);
    const atKill = (await visitsInStream()).length;
    crawl.visits(10, 401);
    await send(crawl.path, destinationOf(url));
    expect(atKill).toBeLessThan(410);
    expect(await visitsInStream()).toEqual(Array.from({ length: 410 }, (_, i) => i + 1));

    // All of it again, long after the window of the stream: as if the cursor had been restored from a backup.
    const cursor = join(crawl.path, 'send', `${nameOf(destinationOf(url))}.db`);
    copyFileSync(cursor, `${cursor}.kept`);
    crawl.visits(5, 411);
    await send(crawl.path, destinationOf(url));
    copyFileSync(`${cursor}.kept`, cursor);
    await new Promise((done) => setTimeout(done, 200));
    await send(crawl.path, destinationOf(url));
    expect(await visitsInStream()).toEqual(Array.from({ length: 415 }, (_, i) => i + 1));
  });

  test('that does not exist is told, with the command that creates it', async () => {
    const crawl = new SentCrawl().visits(1);
    const elsewhere = destinationOf(url.replace('/forage/pages', '/other'));
    await expect(send(crawl.path, elsewhere)).rejects.toThrow(
      'keeps no stream for "other.owls". Create one: nats stream add --subjects "other.owls"',
    );
  });
});
