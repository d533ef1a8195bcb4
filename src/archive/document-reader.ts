/** The documents of a crawl, as a reader of the catalogue asks for them. Opening costs nothing. */
import type { SQLInputValue } from 'node:sqlite';
import type { SemanticHeader } from '../documents/header.ts';
import type { CollectedFormat } from '../topic/documents.ts';
import type { CrawlDatabase } from './database.ts';
import { hasDocuments, RELEVANT_DOCUMENT } from './documents.ts';
import type { HandNotes, Verdict } from './hand-notes.ts';

export interface DocumentRecord {
  /** Its number: that of the page it was read as. */
  page: number;
  url: string;
  fetchedAt: number;
  format: CollectedFormat;
  /** In the folder `documents`. */
  name: string;
  originalName: string;
  bytes: number;
  digest: string;
  type: string | undefined;
  typeWhy: string[];
  header: SemanticHeader;
  unreadable: string | undefined;
  /** What the topic's judge says. */
  relevant: boolean;
  score: number | undefined;
  judgeWhy: string[];
  accepted: boolean;
  /** Why it is accepted or rejected, in one sentence. */
  why: string;
  /** By hand; it overrides type and verdict. */
  verdict: Verdict | undefined;
  /** How many pages and sites link to it, its copies included. */
  references: { pages: number; sites: number };
  /** The same document in other formats, by number. */
  otherFormats: number[];
  copies: number;
}

export interface DocumentFilter {
  type?: string | undefined;
  format?: string | undefined;
  accepted?: boolean | undefined;
  /** Best first; by default in order of arrival. */
  sort?: 'references' | 'score' | 'title' | 'date' | undefined;
  limit?: number | undefined;
  ids?: readonly number[] | undefined;
}

export interface DocumentCounts {
  /** Links that look like documents, fetched or not. */
  discovered: number;
  /** With different bytes. */
  downloaded: number;
  accepted: number;
  unreadable: number;
  copies: number;
  /** Links that were refused because of their name, format or size; the same link on two pages counts twice. */
  leftOut: number;
}

export class DocumentReader {
  readonly #db: CrawlDatabase;
  readonly #notes: HandNotes | undefined;
  readonly isEmpty: boolean;

  constructor(db: CrawlDatabase, notes?: HandNotes) {
    this.#db = db;
    this.#notes = notes;
    this.isEmpty = !hasDocuments(db);
  }

  list({ type, format, accepted, sort, limit, ids }: DocumentFilter = {}): DocumentRecord[] {
    if (this.isEmpty) return [];
    const conditions: string[] = [];
    const values: SQLInputValue[] = [];
    if (format !== undefined) {
      conditions.push('documents.format = ?');
      values.push(format);
    }
    if (ids !== undefined) conditions.push(`documents.page IN (${ids.map(Number).join(', ')})`);
    const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
    const verdicts = this.#notes?.verdicts() ?? new Map<string, Verdict>();
    const found = this.#db.sql
      .prepare(`${SELECT} ${where} ORDER BY documents.page`)
      .all(...values)
      .map((row) => recordOf(row, verdicts))
      .filter((one) => type === undefined || one.type === type)
      .filter((one) => accepted === undefined || one.accepted === accepted);
    const order = sort === undefined ? undefined : ORDERS[sort];
    const ordered = order === undefined ? found : found.toSorted(order);
    return limit === undefined ? ordered : ordered.slice(0, limit);
  }

  /** By its number, its name in the folder, or its URL. */
  find(asked: string): DocumentRecord | undefined {
    if (this.isEmpty) return undefined;
    const row = this.#db.sql
      .prepare(
        `SELECT documents.page FROM documents JOIN pages ON pages.id = documents.page
         WHERE documents.page = ? OR documents.name = ? OR pages.url = ?`,
      )
      .get(/^\d+$/.test(asked) ? Number(asked) : -1, asked, asked);
    return row === undefined ? undefined : this.list({ ids: [Number(row.page)] })[0];
  }

  counts(): DocumentCounts {
    if (this.isEmpty)
      return { discovered: 0, downloaded: 0, accepted: 0, unreadable: 0, copies: 0, leftOut: 0 };
    const count = (query: string): number => Number(this.#db.sql.prepare(query).get()?.n ?? 0);
    const documents = this.list();
    return {
      discovered: count('SELECT count(DISTINCT link) AS n FROM document_references'),
      downloaded: documents.length,
      accepted: documents.filter(({ accepted }) => accepted).length,
      unreadable: documents.filter(({ unreadable }) => unreadable !== undefined).length,
      copies: count('SELECT count(*) AS n FROM document_copies'),
      leftOut: count(`SELECT sum(count) AS n FROM refusals WHERE reason LIKE 'document: %'`),
    };
  }
}

const ORDERS: Record<
  NonNullable<DocumentFilter['sort']>,
  (a: DocumentRecord, b: DocumentRecord) => number
> = {
  references: (a, b) =>
    b.references.pages - a.references.pages || b.references.sites - a.references.sites || a.page - b.page,
  score: (a, b) => (b.score ?? 0) - (a.score ?? 0) || a.page - b.page,
  title: (a, b) => (a.header.title ?? '￿').localeCompare(b.header.title ?? '￿') || a.page - b.page,
  date: (a, b) => (b.header.date ?? '').localeCompare(a.header.date ?? '') || a.page - b.page,
};

const LINKS = 'SELECT pages.link UNION SELECT link FROM document_copies WHERE document = documents.page';
const SELECT = `SELECT documents.*, pages.url, pages.fetched_at, ${RELEVANT_DOCUMENT} AS relevant, pages.score, pages.why,
  (SELECT count(DISTINCT page) FROM document_references WHERE link IN (${LINKS})) AS referring,
  (SELECT count(DISTINCT other.host) FROM document_references JOIN pages AS other ON other.id = document_references.page
   WHERE document_references.link IN (${LINKS})) AS sites,
  (SELECT json_group_array(other.page) FROM documents AS other
   WHERE other.sibling_key = documents.sibling_key AND other.format <> documents.format) AS others,
  (SELECT count(*) FROM document_copies WHERE document = documents.page) AS copies
  FROM documents JOIN pages ON pages.id = documents.page`;

function recordOf(row: Record<string, unknown>, verdicts: ReadonlyMap<string, Verdict>): DocumentRecord {
  const url = String(row.url);
  const verdict = verdicts.get(url);
  const type = verdict?.type ?? (row.type === null ? undefined : String(row.type));
  const unreadable = row.unreadable === null ? undefined : String(row.unreadable);
  const relevant = row.relevant === 1;
  const judgeWhy = row.why === null ? [] : (JSON.parse(String(row.why)) as string[]);
  const typeWhy = JSON.parse(String(row.type_why)) as string[];
  return {
    page: Number(row.page),
    url,
    fetchedAt: Number(row.fetched_at),
    format: String(row.format) as CollectedFormat,
    name: String(row.name),
    originalName: String(row.original_name),
    bytes: Number(row.bytes),
    digest: String(row.digest),
    type,
    typeWhy,
    header: JSON.parse(String(row.header)) as SemanticHeader,
    unreadable,
    relevant,
    score: typeof row.score === 'number' ? row.score : undefined,
    judgeWhy,
    accepted: verdict?.accepted ?? (type !== undefined && relevant),
    why: reasonOf({ type, unreadable, relevant, verdict, typeWhy }),
    verdict,
    references: { pages: Number(row.referring), sites: Number(row.sites) },
    otherFormats: JSON.parse(String(row.others)) as number[],
    copies: Number(row.copies),
  };
}

function reasonOf({
  type,
  unreadable,
  relevant,
  verdict,
  typeWhy,
}: Pick<DocumentRecord, 'type' | 'unreadable' | 'relevant' | 'verdict' | 'typeWhy'>): string {
  if (verdict !== undefined) return `${verdict.accepted ? 'accepted' : 'rejected'} by ${verdict.by}`;
  if (unreadable !== undefined) return `not read: ${unreadable}`;
  if (type === undefined) return `no type fits: ${typeWhy.join('; ')}`;
  return relevant ? `${type}: ${typeWhy.join('; ')}` : `${type}, but not on the topic`;
}
