/**
 * How much of bare undici's speed is left with limits, address guard, raw headers and the answer format of the
 * contract. Both fetch the same bodies from the same server in another process, with the same concurrency, interleaved;
 * the last line is JSON.
 *
 *   node bench/http.ts [--bodies 3000] [--bytes 15000] [--concurrency 32] [--rounds 12] [--gzip]
 */
import { fork } from 'node:child_process';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Pool } from 'undici';
import { createHttpWeb } from '../src/web/http/http.ts';

const { values } = parseArgs({
  options: {
    bodies: { type: 'string', default: '3000' },
    bytes: { type: 'string', default: '15000' },
    concurrency: { type: 'string', default: '32' },
    rounds: { type: 'string', default: '12' },
    gzip: { type: 'boolean', default: false },
    serve: { type: 'boolean', default: false },
  },
});
const bodies = Number(values.bodies);
const bytes = Number(values.bytes);
const concurrency = Number(values.concurrency);

if (values.serve) serve();
else await compare();

function serve(): void {
  const words = 'the quick brown fox jumps over a lazy dog while the crawler reads '.split(' ');
  let text = '';
  for (let i = 0; text.length < bytes; i++) text += `<p>${words[(i * 7) % words.length]} ${i}</p>`;
  const plain = Buffer.from(text.slice(0, bytes));
  const body = values.gzip ? gzipSync(plain) : plain;
  const headers = {
    'Content-Type': 'text/html',
    'Content-Length': body.length,
    ...(values.gzip ? { 'Content-Encoding': 'gzip' } : {}),
  };
  const server = http.createServer((_, response) => {
    response.writeHead(200, headers).end(body);
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
  process.on('disconnect', () => process.exit());
}

async function compare(): Promise<void> {
  const server = fork(import.meta.filename, [...process.argv.slice(2), '--serve']);
  const port = await new Promise<number>((resolve) =>
    server.once('message', (message) => resolve(Number(message))),
  );
  const url = `http://127.0.0.1:${port}`;
  const pool = new Pool(url, { connections: concurrency });
  const web = createHttpWeb({ userAgent: 'Forage/0.1 (+bench@example.org)', allowPrivate: true });

  const bare = async (i: number) => {
    const { body } = await pool.request({ path: `/${i}`, method: 'GET' });
    const wire = await body.arrayBuffer();
    return values.gzip ? gunzipSync(wire).length : wire.byteLength;
  };
  const ours = async (i: number) => {
    const fetched = await web.fetch({ url: `${url}/${i}` });
    return fetched.ok ? fetched.body.length : Promise.reject(new Error(fetched.detail));
  };

  await timed(bare);
  await timed(ours);
  const rounds: { bare: Spent; ours: Spent }[] = [];
  for (let round = 0; round < Number(values.rounds); round++) {
    // Alternating, since the second one pays for collecting the garbage of the first.
    const first = await timed(round % 2 === 0 ? bare : ours);
    const second = await timed(round % 2 === 0 ? ours : bare);
    rounds.push(round % 2 === 0 ? { bare: first, ours: second } : { bare: second, ours: first });
  }
  await Promise.all([web.close(), pool.close()]);
  server.disconnect();

  const perSecond = (ms: number[]) => Math.round((bodies / median(ms)) * 1000);
  const result = {
    bench: 'http',
    bodies,
    bytes,
    concurrency,
    gzip: values.gzip,
    barePerSecond: perSecond(rounds.map((round) => round.bare.wallMs)),
    oursPerSecond: perSecond(rounds.map((round) => round.ours.wallMs)),
    // Processor time is the more stable of the two on a busy machine.
    ratio: round2(median(rounds.map((round) => round.bare.wallMs / round.ours.wallMs))),
    cpuRatio: round2(median(rounds.map((round) => round.bare.cpuMs / round.ours.cpuMs))),
  };
  process.stdout.write(
    `bare undici ${result.barePerSecond} bodies/s, createHttpWeb ${result.oursPerSecond} bodies/s; ` +
      `speed ${result.ratio} of bare by the clock, ${result.cpuRatio} by processor time\n`,
  );
  process.stdout.write(`${JSON.stringify(result)}\n`);
}

interface Spent {
  wallMs: number;
  cpuMs: number;
}

async function timed(fetchOne: (i: number) => Promise<number>): Promise<Spent> {
  const startedAt = performance.now();
  const before = process.cpuUsage();
  let next = 0;
  const work = async () => {
    while (next < bodies) if ((await fetchOne(next++)) !== bytes) throw new Error('another body');
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  const { user, system } = process.cpuUsage(before);
  return { wallMs: performance.now() - startedAt, cpuMs: (user + system) / 1000 };
}

function round2(value: number): number {
  return Math.round(value * 100) / 100;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}
