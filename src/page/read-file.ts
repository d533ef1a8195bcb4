/** A file on disk as a page: the same formats and limits as for an answer from the Web. */
import { readFile } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ReadOptions } from './options.ts';
import type { NotAPage, Page } from './page.ts';
import { readDocument } from './read.ts';

/** Throws only if the file itself cannot be opened. */
export async function readLocalFile(path: string, options: ReadOptions = {}): Promise<Page | NotAPage> {
  const body = await readFile(path);
  const type = TYPES[extname(path).toLowerCase()] ?? 'text/plain';
  const url = pathToFileURL(resolve(path)).href;
  return readDocument({ url, headers: [['content-type', type]], body }, options);
}

/** Where the bytes do not say what a text is. */
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.htm': 'text/html',
  '.xhtml': 'application/xhtml+xml',
  '.tex': 'application/x-tex',
  '.ltx': 'application/x-tex',
};
