/**
 * A part of the archive as a separate WARC file: a warcinfo record, then the records of the selected pages as they are
 * in the crawl's files, byte by byte. Nothing is compressed again.
 */
import { type FileHandle, open } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { encodeWarcinfo } from '../../warc/encode.ts';
import type { WarcPlace } from '../../warc/files.ts';
import type { CrawlDatabase } from '../database.ts';
import { type ExportTarget, writeOut } from './output.ts';
import { type ExportFilter, selectedPages } from './selected-pages.ts';

export interface WarcExport {
  pages: number;
  /** Pages whose record is not where the catalogue says: a file missing, truncated or changed. */
  missing: number;
  /** Pages whose record is there but cannot be unpacked, or is another page's. */
  damaged: number;
}

export async function exportWarc(
  db: CrawlDatabase,
  archiveFolder: string,
  target: ExportTarget,
  filter: ExportFilter = {},
): Promise<WarcExport> {
  const done: WarcExport = { pages: 0, missing: 0, damaged: 0 };
  const files = new ArchiveFiles(archiveFolder);
  async function* records() {
    yield encodeWarcinfo({
      date: Date.now(),
      fileName: typeof target === 'string' ? basename(target) : 'pages.warc.gz',
      fields: [
        ['software', 'Forage'],
        ['format', 'WARC File Format 1.1'],
        ['description', `Records of a crawl, chosen by ${JSON.stringify(filter)}`],
      ],
    });
    for (const { warc, url } of selectedPages(db, filter)) {
      const member = warc && (await files.bytesAt(warc));
      if (!member) done.missing++;
      else if (!isRecordOf(url, member)) done.damaged++;
      else {
        done.pages++;
        yield member;
      }
    }
  }
  try {
    await writeOut(target, records());
  } finally {
    await files.close();
  }
  return done;
}

/** Consecutive pages are mostly in the same file, so one file is kept open. */
class ArchiveFiles {
  readonly #folder: string;
  #name = '';
  #size = 0;
  #open: FileHandle | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async bytesAt({ file, offset, length }: WarcPlace): Promise<Buffer | undefined> {
    if (file !== this.#name) await this.#change(file);
    if (!this.#open || offset < 0 || offset + length > this.#size) return undefined;
    const bytes = Buffer.alloc(length);
    const { bytesRead } = await this.#open.read(bytes, 0, length, offset);
    return bytesRead === length ? bytes : undefined;
  }

  async #change(name: string): Promise<void> {
    await this.close();
    this.#name = name;
    // A name with a folder in it would escape the archive.
    if (name !== basename(name)) return;
    try {
      this.#open = await open(join(this.#folder, name));
      this.#size = (await this.#open.stat()).size;
    } catch {
      await this.close();
    }
  }

  async close(): Promise<void> {
    await this.#open?.close();
    this.#open = undefined;
  }
}

const MAX_UNPACKED_BYTES = 2 ** 30;

/** gzip's own checksum covers the whole record. */
function isRecordOf(url: string, member: Buffer): boolean {
  try {
    const record = gunzipSync(member, { maxOutputLength: MAX_UNPACKED_BYTES });
    const head = record.subarray(0, Math.max(0, record.indexOf('\r\n\r\n'))).toString();
    return head.startsWith('WARC/') && head.includes(`\r\nWARC-Target-URI: ${url}\r\n`);
  } catch {
    return false;
  }
}
