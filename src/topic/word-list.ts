/**
 * A list of words or phrases in a topic file: inline, or in a separate text file with one entry per line. The entries
 * are copied into the topic, so that a crawl stores them with it.
 */
import { z } from 'zod';
import { MAX_LIST_ENTRIES, readList } from './list-file.ts';

const maxEntryLength = 200;

const entry = z
  .union([z.string(), z.number().transform(String)])
  .pipe(z.string().trim().min(1).max(maxEntryLength));

export const wordList = z
  .union([z.array(entry).max(MAX_LIST_ENTRIES), z.string().min(1)], {
    error: 'give a list of words, or the name of a text file with one entry per line',
  })
  .transform((value, context): string[] => {
    if (Array.isArray(value)) return value;
    const read = wordsIn(value);
    if (Array.isArray(read)) return read;
    context.addIssue({ code: 'custom', message: read.fault });
    return [];
  });

function wordsIn(path: string): string[] | { fault: string } {
  const read = readList(path);
  if (!Array.isArray(read)) return read;
  const isLong = read.some(({ text }) => text.length > maxEntryLength);
  if (isLong) return { fault: `${path} has an entry of more than ${maxEntryLength} characters` };
  return read.map(({ text }) => text);
}
