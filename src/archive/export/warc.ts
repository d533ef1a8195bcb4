/**
 * A part of the archive as a separate WARC file: a warcinfo record, then the records of the selected pages as they are
 * in the crawl's files, byte by byte. Nothing is compressed again.
 */
import { type FileHandle, open } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { encodeWarcinfo } from '../../warc/encode.ts';
import type { WarcPlace } from '../../warc/files.ts';
import type { CrawlDatabase } from '../database.ts';
import { type ExportTarget, writeOut } from './output.ts';
import { type ExportFilter, selectedPages } from './selected-pages.ts';

export interface WarcExport {
  pages: number;
  /** Pages whose record is not where the catalogue says: a file missing, truncated or changed. */
  missing: number;
}

export async function exportWarc(
  db: CrawlDatabase,
  archiveFolder: string,
  target: ExportTarget,
  filter: ExportFilter = {},
): Promise<WarcExport> {
  const done: WarcExport = { pages: 0, missing: 0 };
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
    for (const { warc } of selectedPages(db, filter)) {
      const file = warc && (await files.holding(warc));
      if (!file) {
        done.missing++;
        continue;
      }
      done.pages++;
      yield* bytesAt(file, warc);
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

  async holding(place: WarcPlace): Promise<FileHandle | undefined> {
    if (place.file !== this.#name) await this.#change(place.file);
    if (!this.#open || place.offset < 0 || place.offset + place.length > this.#size) return undefined;
    const start = Buffer.alloc(GZIP.length);
    await this.#open.read(start, 0, GZIP.length, place.offset);
    return start.equals(GZIP) ? this.#open : undefined;
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

const GZIP = Buffer.from([0x1f, 0x8b]);
const PIECE_BYTES = 262_144;

async function* bytesAt(file: FileHandle, { offset, length }: WarcPlace): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < length; ) {
    const piece = Buffer.alloc(Math.min(PIECE_BYTES, length - at));
    const { bytesRead } = await file.read(piece, 0, piece.length, offset + at);
    if (bytesRead === 0) return;
    yield piece.subarray(0, bytesRead);
    at += bytesRead;
  }
}
