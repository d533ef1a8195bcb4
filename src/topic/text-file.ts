/**
 * The text files that users write: UTF-8, or UTF-16 with its mark, as some Windows programs save. Bytes of another encoding
 * would turn letters such as ä into signs that no page contains, so they are refused with their line.
 */
import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { unreadable } from '../disk.ts';
import { ForageError } from '../errors.ts';

/** Without a byte order mark. */
export function readText(path: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw unreadable(path, error);
  }
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (!isUtf8(bytes))
    throw new ForageError(
      'FILE_UNREADABLE',
      `${path}, line ${foreignLine(bytes)}: not UTF-8, so that letters such as ä or é would be lost. Save the file in the encoding UTF-8.`,
    );
  return new TextDecoder().decode(bytes);
}

/** The first line that is not UTF-8, from 1. */
function foreignLine(bytes: Buffer): number {
  let line = 1;
  for (let start = 0; ; line++) {
    const end = bytes.indexOf(LINE_FEED, start);
    if (end === -1 || !isUtf8(bytes.subarray(start, end))) return line;
    start = end + 1;
  }
}

const LINE_FEED = 0x0a;
