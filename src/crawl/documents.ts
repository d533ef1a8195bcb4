/**
 * Documents in a crawl, beside pages: which links lead to one, how much of an answer is wanted, and where a document is
 * kept. The steps are those of CINDI's file fetcher (Chen, Concordia, 2008, section 4.5), each with its reason.
 *
 * A document's bytes are written by the thread that read them, under a name of their own; landing gives the file its
 * final name, which depends on its content alone. A crash leaves at most a file that the next run writes again.
 */
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { CrawlDatabase } from '../archive/database.ts';
import { DocumentTables } from '../archive/documents.ts';
import { makeFolder, onDisk } from '../disk.ts';
import { fileNameOf, formatOfUrl, keptName, siblingKey } from '../documents/file-names.ts';
import {
  formatOfType,
  linkToDocument,
  unwantedSize,
  type WantedDocuments,
  wantedDocuments,
} from '../documents/wanted.ts';
import type { Task } from '../frontier/frontier.ts';
import { type Answered, type BodyLimit, header } from '../web/web.ts';
import { type CrawlFolder, documentsPath } from './folder.ts';
import type { ReadDocument } from './readers/reading.ts';

/** While documents of more bytes are in memory, the next one waits. */
const MOST_BYTES = 128_000_000;
/** Their sizes are not known yet. */
const MOST_ASKED = 8;

export class CrawlDocuments {
  readonly wanted: WantedDocuments;
  /** Where threads write documents before they have their name. */
  readonly incoming: string;
  readonly #folder: string;
  readonly #tables: DocumentTables;
  readonly #mostBytes: () => number;
  /** Documents on their way from the server to the disk, by link, with their declared or actual sizes. */
  readonly #held = new Map<number, { bytes: number; isAnnounced: boolean }>();
  /** Documents that were asked for and have not answered yet. */
  readonly #asked = new Set<number>();
  readonly #waiting: (() => void)[] = [];

  constructor(wanted: WantedDocuments, folder: string, db: CrawlDatabase, mostBytes: () => number) {
    this.wanted = wanted;
    this.#folder = folder;
    this.incoming = join(folder, '.incoming');
    this.#tables = new DocumentTables(db);
    this.#mostBytes = mostBytes;
    onDisk(this.incoming, () => {
      rmSync(this.incoming, { recursive: true, force: true });
      makeFolder(this.incoming);
    });
  }

  /** What a link's URL says. */
  link(url: string): ReturnType<typeof linkToDocument> {
    return linkToDocument(url, this.wanted);
  }

  /** Counted once for each page, also if the target is known by then. */
  refer(link: number, page: number): void {
    this.#tables.saveReference(link, page);
  }

  /** Waits until there is room for one more document in memory; pages go on meanwhile. */
  async room({ id }: Task): Promise<void> {
    while (!this.#hasRoom) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#asked.add(id);
  }

  /** Documents that wait for room. */
  get waiting(): number {
    return this.#waiting.length;
  }

  get #hasRoom(): boolean {
    return this.#heldBytes() <= MOST_BYTES && this.#asked.size < MOST_ASKED;
  }

  #wake(): void {
    if (this.#hasRoom) for (const resume of this.#waiting.splice(0, MOST_ASKED)) resume();
  }

  /** A document may be larger than a page; one of an unwanted size is not downloaded. */
  limitFor({ id, url, type }: Task): BodyLimit {
    return ({ status, headers }) => {
      this.#asked.delete(id);
      const format = status >= 200 && status <= 299 ? this.#formatOf(url, type, headers) : undefined;
      if (format === undefined) {
        this.#wake();
        return undefined;
      }
      const isPacked = header(headers, 'content-encoding') !== undefined;
      const length = Number(header(headers, 'content-length') ?? Number.NaN);
      const isKnown = !isPacked && Number.isFinite(length);
      const mostBytes = this.#mostBytes();
      this.#hold(id, type, isKnown ? Math.min(length, mostBytes) : 0);
      this.#wake();
      return (isKnown ? unwantedSize(format, length, this.wanted, mostBytes) : undefined) ?? mostBytes;
    };
  }

  /** Why an answer is not kept, now that its size is known. */
  unwanted({ id, url, type }: Task, { headers, body, truncated }: Answered): string | undefined {
    const format = this.#formatOf(url, type, headers);
    if (format === undefined) return undefined;
    this.#hold(id, type, body.length);
    if (truncated === 'length') return `document: more than ${this.#mostBytes()} bytes`;
    if (truncated !== undefined) return 'document: incomplete';
    return unwantedSize(format, body.length, this.wanted, this.#mostBytes());
  }

  /** The document is kept, or left. */
  release({ id }: Task): void {
    this.#held.delete(id);
    this.#asked.delete(id);
    this.#wake();
  }

  /** Of documents whose links did not look like it, and which did not wait for room therefore. */
  get unannouncedBytes(): number {
    return this.#heldBytes(({ isAnnounced }) => !isAnnounced);
  }

  #hold(id: number, type: Task['type'], bytes: number): void {
    this.#held.set(id, { bytes, isAnnounced: type === 'document' });
  }

  #heldBytes(counts: (one: { isAnnounced: boolean }) => boolean = () => true): number {
    let held = 0;
    for (const one of this.#held.values()) if (counts(one)) held += one.bytes;
    return held;
  }

  /** Gives a document its name, unless its bytes are known. */
  keep(task: Task, page: number, document: ReadDocument): void {
    const { file, digest, bytes, isPacked, ...assessed } = document;
    const known = this.#tables.withDigest(digest, page);
    if (known !== undefined) {
      this.#tables.saveCopy(task.id, known);
      return this.leave(document);
    }
    const name = keptName(task.url, digest, assessed.format, isPacked);
    onDisk(file, () => renameSync(file, join(this.#folder, name)));
    const originalName = fileNameOf(task.url);
    this.#tables.save({
      ...assessed,
      page,
      name,
      originalName,
      siblingKey: siblingKey(task.url),
      bytes,
      digest,
    });
  }

  /** The document is not kept, for example because its page asks for that. */
  leave({ file }: ReadDocument): void {
    rmSync(file, { force: true });
  }

  #formatOf(url: string, type: Task['type'], headers: Answered['headers']) {
    return (
      formatOfType(header(headers, 'content-type')) ?? (type === 'document' ? formatOfUrl(url) : undefined)
    );
  }
}

/** Undefined if the crawl collects pages only, or keeps nothing. */
export function openDocuments(
  { path, topic, settings }: CrawlFolder,
  db: CrawlDatabase | undefined,
): CrawlDocuments | undefined {
  const wanted = wantedDocuments(topic, settings.documents);
  if (wanted === undefined || db === undefined) return undefined;
  return new CrawlDocuments(wanted, documentsPath(path), db, () => settings.http.maxDocumentBytes);
}
