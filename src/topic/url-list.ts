/**
 * Lists of URLs in a topic file: inline, or in text files with one URL per line. The URLs are copied into the topic, so
 * that a crawl stores them with it, and a changed list counts as a changed topic.
 */
import { statSync } from 'node:fs';
import { extname } from 'node:path';
import { z } from 'zod';
import { addFault } from '../check.ts';
import { type Entry, readList } from './list-file.ts';

export const isAddress = (text: string): boolean => {
  try {
    return /^https?:$/.test(new URL(text).protocol);
  } catch {
    return false;
  }
};

const address = z.string().refine(isAddress, 'a URL starts with http:// or https://');

/** URLs, or the name of a file with one URL per line. */
export const urlList = z.union([z.array(address), z.string()]).transform((value, context): string[] => {
  if (Array.isArray(value)) return value;
  const read = isAddress(value) ? { fault: AS_A_LIST } : urlsIn(value);
  if (Array.isArray(read)) return read;
  addFault(context, { path: [], text: read.fault });
  return [];
});

/**
 * Sources of pages: URLs, files and folders, or the name of one of them. A text file that lists URLs stands for the
 * pages at these URLs. Files that do not exist pass here: a resumed crawl no longer needs them.
 */
export const sourceList = z.union([z.array(z.string()), z.string()]).transform((value, context): string[] => {
  const given = Array.isArray(value) ? value : [value];
  const fault = (text: string): void => addFault(context, { path: [], text });
  if (!Array.isArray(value)) {
    if (isAddress(value)) fault(AS_A_LIST);
    else if (!statSync(value, { throwIfNoEntry: false })) fault(`there is no file ${value}`);
  }
  return given.flatMap((source) => {
    const urls = isAddress(source) ? undefined : listedUrls(source);
    if (urls !== undefined && 'fault' in urls) fault(urls.fault);
    return urls === undefined || 'fault' in urls ? [source] : urls;
  });
});

const AS_A_LIST =
  'give a list, even of a single URL: put "- " before it on a line of its own. Or give the name of a text file with one URL per line';

/** The URLs of a file, or a sentence that names the first line that is not one. */
export function urlsIn(path: string): string[] | { fault: string } {
  const read = readList(path);
  if (!Array.isArray(read)) return read;
  if (read.length === 0) return { fault: `${path} has no URL` };
  const bad = read.find(({ text }) => !isAddress(text));
  return bad === undefined ? read.map(({ text }) => text) : { fault: notAUrl(path, bad) };
}

const notAUrl = (path: string, { line, text }: Entry): string =>
  `${path}, line ${line}: a URL starts with http:// or https:// (found ${JSON.stringify(text).slice(0, 80)})`;

/** Undefined for a file that is a page itself: fewer than half of its lines are URLs. */
export function listedUrls(path: string): string[] | { fault: string } | undefined {
  if (DOCUMENTS.has(extname(path).toLowerCase())) return undefined;
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return undefined;
  const read = readList(path);
  if (!Array.isArray(read)) return undefined;
  const urls = read.filter(({ text }) => isAddress(text));
  return urls.length === 0 || 2 * urls.length < read.length ? undefined : urlsIn(path);
}

const DOCUMENTS: ReadonlySet<string> = new Set(['.html', '.htm', '.xhtml', '.pdf']);
