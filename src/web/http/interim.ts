/**
 * Interim answers (RFC 9110, 15.2: a client must be able to parse them, and may ignore those it did not ask for). undici
 * skips all but `100 Continue`, which it takes for an error. That one is renamed on its way in: `102` is skipped.
 */
import type { Socket } from 'node:net';

/** `awaitsHead` says whether what is read now begins with the head of an answer. */
export function skipContinue(socket: Socket, awaitsHead: () => boolean): void {
  const read = socket.read.bind(socket);
  socket.read = (size?: number) => {
    const chunk: unknown = read(size);
    if (Buffer.isBuffer(chunk) && awaitsHead()) rename(chunk);
    return chunk;
  };
}

function rename(chunk: Buffer): void {
  for (let at = 0; INTERIM.test(chunk.toString('latin1', at, at + HEAD_LENGTH)); ) {
    if (chunk.toString('latin1', at + 9, at + 12) === '100') chunk.write('102', at + 9, 'latin1');
    const end = chunk.indexOf('\r\n\r\n', at);
    if (end < 0) return;
    at = end + 4;
  }
}

const INTERIM = /^HTTP\/1\.\d 1\d\d/;
const HEAD_LENGTH = 12;
