/** Larger things that workers share, such as models and copies of databases: compressed, in parts, with a digest. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { z } from 'zod';
import { ForageError } from '../errors.ts';
import type { Nats } from './connect.ts';
import type { FleetNames } from './names.ts';

export const blobSchema = z.strictObject({
  name: z.string(),
  /** The numbers of its first and last part in the stream. */
  first: z.number().int(),
  last: z.number().int(),
  bytes: z.number().int(),
  digest: z.string(),
});

export type Blob = z.output<typeof blobSchema>;

/** Well below the largest message that servers take by default. */
export const PART_BYTES = 512 * 1024;
/** Parts that are read at the same time. */
const AT_A_TIME = 8;

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

export async function putBlob(nats: Nats, names: FleetNames, name: string, bytes: Uint8Array): Promise<Blob> {
  const packed = await compress(bytes);
  const subject = names.blobSubject(name);
  const numbers: number[] = [];
  for (let at = 0; at === 0 || at < packed.length; at += PART_BYTES)
    numbers.push((await nats.js.publish(subject, packed.subarray(at, at + PART_BYTES))).seq);
  return { name, first: numbers[0]!, last: numbers.at(-1)!, bytes: bytes.length, digest: digestOf(bytes) };
}

export async function getBlob(nats: Nats, names: FleetNames, blob: Blob): Promise<Uint8Array> {
  const subject = names.blobSubject(blob.name);
  const parts: Uint8Array[] = [];
  // Other parts may lie between those of this one.
  for (let from = blob.first; from <= blob.last; from += AT_A_TIME) {
    const numbers = Array.from({ length: Math.min(AT_A_TIME, blob.last - from + 1) }, (_, i) => from + i);
    for (const message of await Promise.all(numbers.map((seq) => nats.read(names.blobs, seq))))
      if (message?.subject === subject) parts.push(message.data);
  }
  const bytes = await decompress(Buffer.concat(parts), { maxOutputLength: Math.max(1, blob.bytes) }).catch(
    () => undefined,
  );
  if (bytes === undefined || digestOf(bytes) !== blob.digest)
    throw new ForageError('FLEET', `The stored "${blob.name}" is damaged or incomplete.`);
  return bytes;
}

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
