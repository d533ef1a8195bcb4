/**
 * The documents of a crawl: what each is, under which name it is kept, and which pages refer to it. The tables exist
 * only in crawls that collect documents. Judgements are those of the page that a document was read as.
 */
import type { StatementSync } from 'node:sqlite';
import type { AssessedDocument } from '../documents/assess.ts';
import type { CrawlDatabase } from './database.ts';

export interface NewDocument extends AssessedDocument {
  /** The page that it was read as. */
  page: number;
  /** Its file among the kept ones. */
  name: string;
  originalName: string;
  /** Equal for the formats of one document. */
  siblingKey: string;
  bytes: number;
  digest: string;
}

const TABLES = `
CREATE TABLE IF NOT EXISTS documents (
  page INTEGER PRIMARY KEY,
  format TEXT NOT NULL,
  name TEXT NOT NULL,
  original_name TEXT NOT NULL,
  sibling_key TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  digest TEXT NOT NULL,
  type TEXT,
  type_why TEXT NOT NULL,
  header TEXT NOT NULL,
  unreadable TEXT
);
CREATE INDEX IF NOT EXISTS documents_digest ON documents (digest);
CREATE INDEX IF NOT EXISTS documents_siblings ON documents (sibling_key);
-- Links whose target has the same bytes as a document.
CREATE TABLE IF NOT EXISTS document_copies (link INTEGER PRIMARY KEY, document INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS document_references (
  link INTEGER, page INTEGER, PRIMARY KEY (link, page)
) WITHOUT ROWID;
CREATE VIRTUAL TABLE IF NOT EXISTS document_text
USING fts5 (title, author, abstract, keyword, tokenize = 'unicode61 remove_diacritics 2');
`;

/** Writes documents as part of the crawl's transaction. */
export class DocumentTables {
  readonly #save: StatementSync;
  readonly #saveText: StatementSync;
  readonly #forgetText: StatementSync;
  readonly #byDigest: StatementSync;
  readonly #copy: StatementSync;
  readonly #refer: StatementSync;

  constructor({ sql }: CrawlDatabase) {
    sql.exec(TABLES);
    this.#save = sql.prepare('INSERT OR REPLACE INTO documents VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
    this.#forgetText = sql.prepare('DELETE FROM document_text WHERE rowid = ?');
    this.#saveText = sql.prepare(
      'INSERT INTO document_text (rowid, title, author, abstract, keyword) VALUES (?, ?, ?, ?, ?)',
    );
    this.#byDigest = sql.prepare('SELECT page FROM documents WHERE digest = ? AND page <> ?');
    this.#copy = sql.prepare('INSERT OR REPLACE INTO document_copies VALUES (?, ?)');
    this.#refer = sql.prepare('INSERT OR IGNORE INTO document_references VALUES (?, ?)');
  }

  save(document: NewDocument): void {
    const { page, format, name, originalName, siblingKey, bytes, digest, type, typeWhy, header } = document;
    this.#save.run(
      ...[page, format, name, originalName, siblingKey, bytes, digest, type ?? null],
      ...[JSON.stringify(typeWhy), JSON.stringify(header), document.unreadable ?? null],
    );
    this.#forgetText.run(page);
    const { title = '', authors = [], abstract = '', keywords = [] } = header;
    this.#saveText.run(page, title, authors.join(' · '), abstract, keywords.join(' · '));
  }

  /** The document with these bytes, other than this page itself. */
  withDigest(digest: string, page: number): number | undefined {
    const row = this.#byDigest.get(digest, page);
    return row === undefined ? undefined : Number(row.page);
  }

  /** A link that leads to the bytes of a known document. */
  saveCopy(link: number, document: number): void {
    this.#copy.run(link, document);
  }

  /** A page refers to the target of a link. */
  saveReference(link: number, page: number): void {
    this.#refer.run(link, page);
  }
}

/** A near-duplicate counts as little as a copy does among pages; among documents it is mostly another format. */
export const RELEVANT_DOCUMENT =
  'max(pages.relevant, coalesce((SELECT relevant FROM pages AS other WHERE other.id = pages.near_duplicate_of), 0))';

/** Whether the crawl collects documents. */
export const hasDocuments = ({ sql }: CrawlDatabase): boolean =>
  sql.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'documents' AND type = 'table'`).get() !== undefined;
