/** The crawl's WARC files. The records of one page are written together. */
import type { WarcPlace } from '../archive/records.ts';
import { encodeRequest } from '../warc/encode.ts';
import { WarcFiles, type WarcPosition } from '../warc/files.ts';
import { type Answered, asSent } from '../web/web.ts';
import { archivePath, type CrawlFolder } from './folder.ts';
import { encodeAnswer, type ResponseRecord } from './readers/reading.ts';

export type { WarcPosition };

export interface Archive {
  /** Returns where the response was written; undefined without an archive. */
  keep(answer: Answered, record: ResponseRecord | undefined): WarcPlace | undefined;
  /**
   * The same for answers that no thread has read: robots.txt, sitemaps, redirects, errors, and what a page requested
   * while it was rendered.
   */
  keepAnswer(answer: Answered, resourceType?: string): WarcPlace | undefined;
  /**
   * Flushes all records to disk and returns where they end; undefined without an archive. With `later` it does not wait
   * for the disk: `later` gets the promise that they are there, too.
   */
  sync(later?: (stored: Promise<void>, end: WarcPosition) => void): WarcPosition | undefined;
  close(): void;
}

export function openArchive(
  { path, settings, topic }: CrawlFolder,
  position: WarcPosition | undefined,
  tell: (message: string) => void,
  name = warcName(topic.name),
): Archive {
  if (!settings.archive.warc) return NO_ARCHIVE;
  const files = new WarcFiles(archivePath(path), {
    name,
    maxBytes: settings.archive.maxFileBytes,
    info: [
      ['software', 'Forage'],
      ['robots', settings.politeness.robots],
      ['description', topic.title],
      ...(settings.http.contact ? ([['operator', settings.http.contact]] as [string, string][]) : []),
    ],
  });
  if (position?.file.startsWith(`${name}-`) && files.rewindTo(position) > 0)
    tell(
      'A part of the archive is missing (a power cut?): the catalogue refers to records that are in no file.',
    );
  const keep: Archive['keep'] = (answer, record) => {
    if (record === undefined) return undefined;
    const request = { answer: asSent(answer), recordId: record.requestId, concurrentTo: record.id };
    files.append(encodeRequest(request));
    if (record.rendered === undefined) return files.append(record.bytes);
    // In one file, so that nobody reads one without the other. A page is read again as it was rendered.
    const { file, offset } = files.append(Buffer.concat([record.bytes, record.rendered]));
    return { file, offset: offset + record.bytes.length, length: record.rendered.length };
  };
  return {
    keep,
    keepAnswer: (answer, type) => keep(answer, encodeAnswer(answer, undefined, type)),
    sync(later) {
      if (later === undefined) files.sync();
      else later(files.syncLater(), files.position());
      return files.position();
    },
    close: () => files.close(),
  };
}

export const warcName = (text: string): string => text.replace(/[^A-Za-z0-9._-]+/g, '-');

const NO_ARCHIVE: Archive = {
  keep: () => undefined,
  keepAnswer: () => undefined,
  sync: () => undefined,
  close() {},
};
