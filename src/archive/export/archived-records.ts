/**
 * The records of a crawl's WARC files that belong to an export, in a private database that lives on disk as long as the
 * export: memory is bounded, whatever the size of the archive. Filled in one pass over the files, up to the last commit
 * of a crawl that is running.
 *
 * Without a filter all records belong to it. With one, the answers of the chosen pages at every visit, the redirects and
 * copies that lead to them, and the earlier answers that a revisit record refers to.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { parseHttp } from '../../warc/http.ts';
import { readWarcFile, type WarcRecord } from '../../warc/read.ts';
import type { CrawlDatabase } from '../database.ts';
import { Meta } from '../meta.ts';
import { choosesPages, type ExportFilter, selectedPages } from './selected-pages.ts';
import { urlKey } from './url-key.ts';

/** A capture, as an index lists it. */
export interface IndexedRecord {
  urlKey: string;
  /** 14 digits. */
  timestamp: string;
  url: string;
  mime: string | undefined;
  status: number | undefined;
  digest: string | undefined;
  file: string;
  offset: number;
  length: number;
}

/** Consecutive records of one file. */
export interface Run {
  start: number;
  /** Exclusive. */
  end: number;
}

export class ArchivedRecords {
  readonly #sql: DatabaseSync;
  readonly #files: readonly string[];
  /** Damaged parts of the files. */
  damaged = 0;

  private constructor(sql: DatabaseSync, files: readonly string[]) {
    this.#sql = sql;
    this.#files = files;
  }

  static async of(db: CrawlDatabase, archive: string, filter: ExportFilter): Promise<ArchivedRecords> {
    // Without a name: a file that SQLite deletes itself.
    const sql = new DatabaseSync('');
    try {
      sql.exec(TABLES);
      const files = existsSync(archive)
        ? readdirSync(archive)
            .filter((name) => name.endsWith('.warc.gz'))
            .sort()
        : [];
      const records = new ArchivedRecords(sql, files);
      const isChosen = choosesPages(filter) ? chosenUrls(sql, db, filter) : () => true;
      const { asOf = Number.POSITIVE_INFINITY } = filter;
      await records.#fill(archive, endOf(db), (url, date) => !(Date.parse(date) > asOf) && isChosen(url));
      return records;
    } catch (error) {
      sql.close();
      throw error;
    }
  }

  /** The files of which something is kept. */
  files(): string[] {
    return this.#sql
      .prepare('SELECT DISTINCT file FROM records WHERE kept = 1 AND url_key IS NOT NULL ORDER BY file')
      .all()
      .map(({ file }) => this.#files[Number(file)]!);
  }

  /** What is kept of a file, from its start to its end. */
  *runsOf(file: string): Generator<Run> {
    let run: Run | undefined;
    const kept = this.#sql.prepare(
      'SELECT start, length FROM records WHERE file = ? AND kept = 1 ORDER BY start',
    );
    for (const { start, length } of kept.iterate(this.#files.indexOf(file))) {
      if (run !== undefined && run.end === start) {
        run.end += Number(length);
        continue;
      }
      if (run) yield run;
      run = { start: Number(start), end: Number(start) + Number(length) };
    }
    if (run) yield run;
  }

  /**
   * The kept captures, ordered by key and time. Their offsets are those in the archive, or with `moved` those in files
   * that have the kept records alone.
   */
  *captures({ moved = false } = {}): Generator<IndexedRecord> {
    const offset = moved ? 'sum(length) OVER (PARTITION BY file ORDER BY start) - length' : 'start';
    const select = this.#sql.prepare(
      `SELECT * FROM (SELECT *, ${offset} AS at FROM records WHERE kept = 1) WHERE url_key IS NOT NULL
      ORDER BY url_key, timestamp, file, start`,
    );
    for (const row of select.iterate()) {
      yield {
        urlKey: String(row.url_key),
        timestamp: String(row.timestamp),
        url: String(row.url),
        mime: (row.mime as string | null) ?? undefined,
        status: (row.status as number | null) ?? undefined,
        digest: (row.digest as string | null) ?? undefined,
        file: this.#files[Number(row.file)]!,
        offset: Number(row.at),
        length: Number(row.length),
      };
    }
  }

  close(): void {
    this.#sql.close();
  }

  async #fill(
    archive: string,
    end: { file: string; length: number } | undefined,
    isWanted: (url: string, date: string) => boolean,
  ): Promise<void> {
    this.#sql.exec('BEGIN');
    const insert = this.#sql.prepare('INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
    for (const [file, name] of this.#files.entries()) {
      if (end !== undefined && name > end.file) break;
      const records = readWarcFile(join(archive, name), {
        maxBlockBytes: HEAD_BYTES,
        onDamage: () => this.damaged++,
        ...(name === end?.file ? { end: end.length } : {}),
      });
      for await (const record of records) this.#add(insert, file, record, isWanted);
    }
    this.#sql.exec('COMMIT');
    this.#sql.exec('CREATE INDEX records_id ON records (id) WHERE kept = 0');
    this.#sql.exec(
      'UPDATE records SET kept = 1 WHERE kept = 0 AND id IN (SELECT refers_to FROM records WHERE kept = 1)',
    );
  }

  #add(
    insert: StatementSync,
    file: number,
    { type, headers, url, place, block }: WarcRecord,
    isWanted: (url: string, date: string) => boolean,
  ): void {
    if (place === undefined) {
      this.damaged++;
      return;
    }
    const fields = new Map(headers.map(([name, value]) => [name.toLowerCase(), value]));
    const date = fields.get('warc-date') ?? '';
    const isIndexed = INDEXED.has(type) && fields.get('content-type') !== 'application/warc-fields';
    const http = type === 'response' || type === 'revisit' ? parseHttp(block) : undefined;
    insert.run(
      file,
      place.offset,
      place.length,
      isIndexed ? urlKey(url) : null,
      date.replace(/[-:T]/g, '').slice(0, 14),
      url,
      mimeOf(type, fields.get('content-type'), http?.headers),
      http?.status ?? null,
      fields.get('warc-payload-digest') ?? null,
      fields.get('warc-record-id') ?? null,
      fields.get('warc-refers-to') ?? null,
      type === 'warcinfo' || isWanted(url, date) ? 1 : 0,
    );
  }
}

const TABLES = `
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
PRAGMA cache_size = -16384;
CREATE TABLE records (
  file INTEGER, start INTEGER, length INTEGER NOT NULL, url_key TEXT, timestamp TEXT, url TEXT, mime TEXT, status INTEGER,
  digest TEXT, id TEXT, refers_to TEXT, kept INTEGER NOT NULL, PRIMARY KEY (file, start)
) WITHOUT ROWID;
CREATE TABLE chosen (url TEXT PRIMARY KEY) WITHOUT ROWID;
`;

/** Enough of a block for the headers of an HTTP message. */
const HEAD_BYTES = 131_072;
/** Not conversions: of a page that we rendered, others get what the server sent, and run its scripts themselves. */
const INDEXED = new Set(['response', 'revisit', 'resource', 'metadata']);

function mimeOf(type: string, contentType: string | undefined, headers?: [string, string][]): string | null {
  if (type === 'revisit') return 'warc/revisit';
  const header = headers?.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const [mime = ''] = ((type === 'response' ? header : contentType) ?? '').split(';', 1);
  return mime.trim() || null;
}

/** Says of a URL whether it is one of a chosen page, or leads to one. */
function chosenUrls(sql: DatabaseSync, db: CrawlDatabase, filter: ExportFilter): (url: string) => boolean {
  const insert = sql.prepare('INSERT OR IGNORE INTO chosen VALUES (?)');
  const find = sql.prepare('SELECT 1 FROM chosen WHERE url = ?');
  const isChosen = (url: string): boolean => find.get(url) !== undefined;
  for (const { url } of selectedPages(db, filter)) insert.run(url);
  for (let hops = 0; hops < MAX_HOPS; hops++) {
    let added = 0;
    for (const { url, leadsTo } of detours(db))
      if (isChosen(leadsTo)) added += Number(insert.run(url).changes);
    if (added === 0) break;
  }
  return isChosen;
}

const MAX_HOPS = 20;
const AT_A_TIME = 500;

/** Redirects and copies. */
function* detours({ sql }: CrawlDatabase): Generator<{ url: string; leadsTo: string }> {
  const select = sql.prepare(
    `SELECT pages.id, pages.url, coalesce(original.url, pages.target) AS leads_to
    FROM pages LEFT JOIN pages AS original ON original.id = pages.duplicate_of
    WHERE pages.id > ? AND (pages.outcome = 'redirect' OR pages.duplicate_of IS NOT NULL)
    ORDER BY pages.id LIMIT ${AT_A_TIME}`,
  );
  for (let last = 0; ; ) {
    const rows = select.all(last);
    for (const row of rows) yield { url: String(row.url), leadsTo: String(row.leads_to) };
    if (rows.length < AT_A_TIME) return;
    last = Number(rows.at(-1)!.id);
  }
}

/** Where the committed records end; undefined if the catalogue does not say. */
function endOf(db: CrawlDatabase): { file: string; length: number } | undefined {
  return (new Meta(db).get('warc') as { file: string; length: number } | null | undefined) ?? undefined;
}
