/** Whether a crawl's database is whole in itself, and which records it says are in which file. */
import { asDiskTrouble } from '../disk.ts';
import { type CrawlDatabase, openDatabase } from './database.ts';
import { hasTables } from './schema.ts';

/** What is wrong with a database file, as sentences; at most a few. Reads all of it. */
export function integrityOf(path: string): string[] {
  let db: CrawlDatabase | undefined;
  try {
    db = openDatabase(path, { readOnly: true });
    const rows = db.sql.prepare(`PRAGMA integrity_check(${MOST})`).all();
    const found = rows.map((row) => String(row.integrity_check)).filter((line) => line !== 'ok');
    return hasTables(db) ? found : [...found, 'it has no tables'];
  } catch (error) {
    return [(asDiskTrouble(error, path) as Error).message];
  } finally {
    db?.sql.close();
  }
}

const MOST = 10;

export interface Placed {
  url: string;
  length: number;
}

/** By offset: the records of a WARC file that visits refer to. */
export function recordsIn({ sql }: CrawlDatabase, file: string): Map<number, Placed> {
  const rows = sql
    .prepare(
      `SELECT visits.warc_offset AS offset, visits.warc_length AS length, pages.url AS url
       FROM visits JOIN pages ON pages.id = visits.page WHERE visits.warc_file = ?`,
    )
    .all(file);
  return new Map(
    rows.map((row) => [Number(row.offset), { url: String(row.url), length: Number(row.length) }]),
  );
}

/** The WARC files that visits refer to. */
export function filesNamed({ sql }: CrawlDatabase): string[] {
  return sql
    .prepare('SELECT DISTINCT warc_file AS file FROM visits WHERE warc_file IS NOT NULL ORDER BY 1')
    .all()
    .map(({ file }) => String(file));
}

/** Pages in the table, and as the tallies of outcomes count them. */
export function pageCounts({ sql }: CrawlDatabase): { pages: number; tallied: number } {
  const row = sql
    .prepare(
      'SELECT (SELECT count(*) FROM pages) AS pages, (SELECT coalesce(sum(pages), 0) FROM outcomes) AS tallied',
    )
    .get()!;
  return { pages: Number(row.pages), tallied: Number(row.tallied) };
}

/** The WARC files that the catalogue names, with how many pages are in each. */
export const pagesByFile = ({ sql }: CrawlDatabase): { file: string; pages: number }[] =>
  sql
    .prepare(
      `SELECT warc_file AS file, count(DISTINCT page) AS pages FROM visits WHERE warc_file IS NOT NULL
        GROUP BY warc_file ORDER BY warc_file`,
    )
    .all()
    .map(({ file, pages }) => ({ file: String(file), pages: Number(pages) }));
