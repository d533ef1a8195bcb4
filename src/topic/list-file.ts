/**
 * Text files that stand for a list in a topic file: one entry per line. `#` starts a comment at the start of a line or
 * after white space, so that URLs and words like "c#" stay whole.
 */
import { statSync } from 'node:fs';
import { ForageError } from '../errors.ts';
import { readText } from './text-file.ts';

export interface Entry {
  text: string;
  /** From 1. */
  line: number;
}

export const MAX_LIST_ENTRIES = 20_000;
const MAX_BYTES = 1 << 20;

/** The entries, or a sentence about what is wrong with the file. */
export function readList(path: string): Entry[] | { fault: string } {
  try {
    const { size } = statSync(path);
    if (size > MAX_BYTES) return { fault: `${path} is larger than 1 MiB; keep lists short` };
    const entries = entriesOf(readText(path));
    return entries.length > MAX_LIST_ENTRIES
      ? { fault: `${path} has more than ${MAX_LIST_ENTRIES} entries` }
      : entries;
  } catch (error) {
    if (error instanceof ForageError) return { fault: error.message };
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return { fault: missing ? `there is no file ${path}` : `${path} cannot be read` };
  }
}

export function entriesOf(text: string): Entry[] {
  return text
    .split(/\r?\n/)
    .map((line, i) => ({ text: line.replace(/(^|\s)#.*/, '').trim(), line: i + 1 }))
    .filter(({ text }) => text !== '');
}
