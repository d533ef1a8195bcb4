/**
 * CDXJ: one line for each capture, sorted by the bytes of its key and time, with where its record is in the WARC files.
 * Read by pywb, OutbackCDX and the tools of Webrecorder.
 */
import type { CrawlDatabase } from '../database.ts';
import { ArchivedRecords, type IndexedRecord } from './archived-records.ts';
import { type ExportTarget, writeOut } from './output.ts';
import type { ExportFilter } from './selected-pages.ts';

export interface CdxjExport {
  captures: number;
  /** Parts of the archive that cannot be read. */
  damaged: number;
}

export async function exportCdxj(
  db: CrawlDatabase,
  archiveFolder: string,
  target: ExportTarget,
  filter: ExportFilter = {},
): Promise<CdxjExport> {
  const records = await ArchivedRecords.of(db, archiveFolder, filter);
  let captures = 0;
  function* lines() {
    for (const record of records.captures()) {
      captures++;
      yield cdxjLine(record);
    }
  }
  try {
    await writeOut(target, lines());
    return { captures, damaged: records.damaged };
  } finally {
    records.close();
  }
}

/** Values are texts, also numbers: as pywb writes them. */
export function cdxjLine(record: IndexedRecord): string {
  const { url, mime, status, digest, length, offset, file } = record;
  const about = {
    url,
    mime,
    status: status === undefined ? undefined : String(status),
    digest,
    length: String(length),
    offset: String(offset),
    filename: file,
  };
  return `${record.urlKey} ${record.timestamp} ${JSON.stringify(about)}\n`;
}
