/** Text of a file in pieces or lines, gzip or not: never the whole file in memory, whatever is in it. */
import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { pipeline, type Readable } from 'node:stream';
import { TextDecoder } from 'node:util';
import { createGunzip } from 'node:zlib';
import { unreadable } from '../disk.ts';

/** A longer line is no entry of any list; it is skipped. */
const MAX_LINE = 1 << 20;

/** Invalid bytes become replacement characters: directory dumps have them. */
export async function* piecesOf(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  try {
    for await (const chunk of bytesOf(path)) yield decoder.decode(chunk as Buffer, { stream: true });
  } catch (error) {
    throw unreadable(path, error);
  }
}

export async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = '';
  let isLong = false;
  for await (const piece of piecesOf(path)) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop()!;
    for (const line of lines) {
      if (!isLong) yield line.replace(/\r$/, '');
      isLong = false;
    }
    if (rest.length > MAX_LINE) {
      rest = '';
      isLong = true;
    }
  }
  if (rest !== '' && !isLong) yield rest;
}

/** The beginning of a file, unpacked. */
export async function startOf(path: string): Promise<string> {
  let start = '';
  for await (const piece of piecesOf(path)) {
    start += piece;
    if (start.trim().length > 200) break;
  }
  return start.replace(/^\uFEFF/, '').trimStart();
}

function bytesOf(path: string): Readable {
  if (!isGzip(path)) return createReadStream(path);
  const gunzip = createGunzip();
  // Errors of either come out of the iteration.
  pipeline(createReadStream(path), gunzip, () => {});
  return gunzip;
}

function isGzip(path: string): boolean {
  const start = Buffer.alloc(2);
  const file = openSync(path, 'r');
  try {
    readSync(file, start, 0, 2, 0);
  } finally {
    closeSync(file);
  }
  return start[0] === 0x1f && start[1] === 0x8b;
}
