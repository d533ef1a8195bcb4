/**
 * Documents that are packed themselves, as opposed to their transfer: `paper.ps.gz`. They are read as what is inside, and
 * keep the digest of what was served.
 */
import { gunzipSync } from 'node:zlib';
import { header } from '../web/web.ts';
import type { Document } from './options.ts';
import type { NotAPage } from './page.ts';

const MOST_BYTES = 64 * 1024 * 1024;

/** An archive of many files is not a document. */
export function isPacked({ url, body }: Pick<Document, 'url' | 'body'>): boolean {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return false;
  const path = URL.parse(url)?.pathname ?? '';
  return /\.gz$/i.test(path) && !/\.tar\.gz$/i.test(path);
}

export function unpacked(document: Document): Document | NotAPage {
  try {
    const body = gunzipSync(document.body, { maxOutputLength: MOST_BYTES });
    // The type of the packed file says nothing about what is inside.
    const type = header(document.headers, 'content-type') ?? '';
    const others = document.headers.filter(([name]) => name.toLowerCase() !== 'content-type');
    return { ...document, headers: /gzip/i.test(type) ? others : document.headers, body };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      return { refused: 'parse-memory', detail: `Unpacked, it has more than ${MOST_BYTES} bytes.` };
    return { refused: 'parse-error', detail: `It cannot be unpacked: ${(error as Error).message}` };
  }
}
