/**
 * The destination of an export: a stream, or a file by its path. Small pieces are buffered, a slow reader slows down
 * the export, and a file appears under its name only when it is complete.
 */
import { createWriteStream } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { makeFolder, unwritable } from '../../disk.ts';
import { ForageError } from '../../errors.ts';

export type ExportTarget = string | Writable;

type Pieces = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

export async function writeOut(target: ExportTarget, pieces: Pieces): Promise<void> {
  if (typeof target !== 'string') {
    await pipeline(Readable.from(inChunks(pieces)), target, { end: false });
    return;
  }
  const part = `${target}.part`;
  try {
    await pipeline(Readable.from(inChunks(pieces)), createWriteStream(part));
    await rename(part, target);
  } catch (error) {
    await rm(part, { force: true }).catch(() => {}); // why it cannot be removed is why it cannot be written
    throw unwritable(target, error);
  }
}

/** For formats that write files into a folder. */
export async function makeEmptyFolder(folder: string): Promise<void> {
  let inside: string[];
  try {
    makeFolder(folder);
    inside = await readdir(folder);
  } catch (error) {
    throw unwritable(folder, error);
  }
  if (inside.length > 0) {
    throw new ForageError('USAGE', `The folder ${folder} is not empty. Choose a new one for the files.`);
  }
}

const CHUNK_BYTES = 65_536;

async function* inChunks(pieces: Pieces): AsyncGenerator<Uint8Array> {
  let text = '';
  for await (const piece of pieces) {
    if (typeof piece === 'string') {
      text += piece;
      if (text.length < CHUNK_BYTES) continue;
    }
    if (text !== '') yield Buffer.from(text);
    text = '';
    if (typeof piece !== 'string') yield piece;
  }
  if (text !== '') yield Buffer.from(text);
}
