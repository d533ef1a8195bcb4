/**
 * Gzip members, one after the other, by one engine. `gzipSync` makes an engine for each, 270 KB that wait for the
 * garbage collector, and a crawl took 8 % more processor time. Node has no call of its own that uses an engine again.
 */
import { constants } from 'node:zlib';
import { Gzip } from 'minizlib';

const engines = new Map<number, Gzip>();
let parts: Uint8Array[] = [];

export function gzipped(bytes: Uint8Array, level: number): Uint8Array {
  const engine = engines.get(level) ?? newEngine(level);
  engines.delete(level); // one that fails is not used again
  engine.reset();
  parts = [];
  engine.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  engines.set(level, engine);
  // A copy: buffers may be in Node's shared pool, which cannot be transferred to another thread.
  const member = parts.length === 1 ? new Uint8Array(parts[0]!) : new Uint8Array(Buffer.concat(parts));
  parts = [];
  return member;
}

function newEngine(level: number): Gzip {
  // With this flag every write ends a member.
  const engine = new Gzip({ level, flush: constants.Z_FINISH });
  engine.on('data', (part: Uint8Array) => parts.push(part));
  return engine;
}
