/**
 * A list of words or phrases in a topic file: inline, or in a separate text file with one entry per line, where `#`
 * starts a comment. The entries are copied into the topic, so that a crawl stores them with it.
 */
import { readFileSync, statSync } from 'node:fs';
import { z } from 'zod';

const maxFileBytes = 1 << 20;
const maxEntries = 20_000;
const maxEntryLength = 200;

const entry = z
  .union([z.string(), z.number().transform(String)])
  .pipe(z.string().trim().min(1).max(maxEntryLength));

export const wordList = z
  .union([z.array(entry).max(maxEntries), z.string().min(1)], {
    error: 'give a list of words, or the name of a text file with one entry per line',
  })
  .transform((value, context): string[] => {
    if (Array.isArray(value)) return value;
    const read = entriesOf(value);
    if (Array.isArray(read)) return read;
    context.addIssue({ code: 'custom', message: read.fault });
    return [];
  });

function entriesOf(path: string): string[] | { fault: string } {
  try {
    if (statSync(path).size > maxFileBytes)
      return { fault: `${path} is larger than 1 MiB; keep lists short` };
    const entries = readFileSync(path, 'utf8')
      .replace(/^\uFEFF/, '')
      .split(/\r?\n/)
      .map((line) => line.replace(/#.*/, '').trim())
      .filter((line) => line !== '');
    const long = entries.find((line) => line.length > maxEntryLength);
    if (long !== undefined)
      return { fault: `${path} has an entry of more than ${maxEntryLength} characters` };
    if (entries.length > maxEntries) return { fault: `${path} has more than ${maxEntries} entries` };
    return entries;
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return { fault: missing ? `there is no file ${path}` : `${path} cannot be read` };
  }
}
