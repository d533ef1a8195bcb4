/**
 * The tables of the catalogue and their schema version. The frontier keeps its own tables (`frontier*`) in the same
 * file; a link id here is an id of the frontier.
 *
 * A file of another version is refused with a clear error, never read as if it matched.
 */
import { ForageError } from '../errors.ts';
import type { CrawlDatabase } from './database.ts';

export const SCHEMA_VERSION = 13;

/** Creates the tables in a new file, or checks the version of an existing one. */
export function prepareSchema(db: CrawlDatabase): void {
  const { sql } = db;
  if (hasTables(db)) {
    const row = sql.prepare(`SELECT value FROM meta WHERE key = 'schema'`).get();
    if (row?.value !== String(SCHEMA_VERSION)) {
      throw new ForageError(
        'CRAWL_FOLDER',
        `This crawl's database has version ${row?.value ?? 'unknown'} and this Forage reads version ${SCHEMA_VERSION}. ` +
          'Open it with the Forage that made it, or start a new crawl in an empty folder.',
      );
    }
  } else if (db.readOnly) {
    throw new ForageError(
      'CRAWL_FOLDER',
      'The database contains no crawl yet. Start one there with `forage crawl`, or name another folder.',
    );
  } else {
    sql.exec(TABLES);
    sql.prepare(`INSERT INTO meta VALUES ('schema', ?)`).run(String(SCHEMA_VERSION));
  }
}

/** Not before the first commit of a crawl. */
export const hasTables = ({ sql }: CrawlDatabase): boolean =>
  sql.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'meta' AND type = 'table'`).get() !== undefined;

const TABLES = `
-- With rowids: without, a look-up compares whole rows, and would read states of millions of bytes on its way.
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);

-- What each URL that was fetched is now, whatever came of it.
CREATE TABLE pages (
  id INTEGER PRIMARY KEY,
  link INTEGER NOT NULL UNIQUE,
  n INTEGER NOT NULL,
  url TEXT NOT NULL,
  host INTEGER NOT NULL,
  outcome TEXT NOT NULL,
  target TEXT,
  status INTEGER,
  fetched_at INTEGER NOT NULL,
  duration_ms REAL,
  bytes INTEGER,
  wire_bytes INTEGER,
  content_type TEXT,
  kind TEXT,
  title TEXT,
  language TEXT,
  digest TEXT,
  fingerprint TEXT,
  score REAL,
  margin REAL,
  findings TEXT,
  relevant INTEGER NOT NULL,
  why TEXT,
  depth INTEGER NOT NULL,
  via INTEGER,
  duplicate_of INTEGER,
  near_duplicate_of INTEGER,
  warc_file TEXT,
  warc_offset INTEGER,
  warc_length INTEGER,
  truncated TEXT,
  opt_outs TEXT,
  about TEXT,
  visit INTEGER NOT NULL,
  model INTEGER NOT NULL DEFAULT 0,
  judged_at INTEGER,
  called INTEGER NOT NULL,
  answer INTEGER
);
CREATE INDEX pages_url ON pages (url);
CREATE INDEX pages_finds ON pages (relevant, n);
CREATE INDEX pages_digest ON pages (digest) WHERE digest IS NOT NULL AND duplicate_of IS NULL;

-- Every fetch. A sequence number is never used again, so that a reader can go on after the last one it has seen.
CREATE TABLE visits (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  page INTEGER NOT NULL,
  fetched_at INTEGER NOT NULL,
  outcome TEXT NOT NULL,
  status INTEGER,
  digest TEXT,
  score REAL,
  relevant INTEGER NOT NULL,
  model INTEGER NOT NULL,
  warc_file TEXT,
  warc_offset INTEGER,
  warc_length INTEGER,
  change TEXT
);
-- What pages were before a later visit replaced it; their texts are in page_text under the negative rowid.
CREATE TABLE former_pages AS SELECT 0 AS until_at, pages.* FROM pages WHERE FALSE;
CREATE INDEX former_pages_id ON former_pages (id);
CREATE INDEX former_pages_digest ON former_pages (digest);
-- What it takes to ask for a page again, and what that brought so far.
CREATE TABLE page_checks (
  page INTEGER PRIMARY KEY,
  checked_at INTEGER NOT NULL,
  etag TEXT,
  last_modified TEXT,
  wire_digest TEXT,
  checks INTEGER NOT NULL DEFAULT 0,
  changes INTEGER NOT NULL DEFAULT 0,
  observed_ms REAL NOT NULL DEFAULT 0,
  exposed_ms REAL NOT NULL DEFAULT 0,
  dated INTEGER NOT NULL DEFAULT 0,
  undated INTEGER NOT NULL DEFAULT 0,
  undated_ms REAL NOT NULL DEFAULT 0,
  misses INTEGER NOT NULL DEFAULT 0,
  finds INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE rounds (
  n INTEGER PRIMARY KEY, started_at INTEGER NOT NULL, ended_at INTEGER, ordered_by TEXT NOT NULL, budget INTEGER,
  chosen INTEGER NOT NULL, requests INTEGER NOT NULL, new INTEGER NOT NULL, new_relevant INTEGER NOT NULL,
  changed INTEGER NOT NULL, unchanged INTEGER NOT NULL, moved INTEGER NOT NULL, gone INTEGER NOT NULL,
  unreachable INTEGER NOT NULL, stop TEXT
);
CREATE INDEX visits_finds ON visits (relevant) WHERE relevant = 1;

-- Former judgements; the latest stands in pages.
CREATE TABLE judgements (
  page INTEGER, model INTEGER, score REAL, margin REAL, relevant INTEGER NOT NULL, why TEXT, judged_at INTEGER NOT NULL,
  PRIMARY KEY (page, model)
) WITHOUT ROWID;
CREATE TABLE models (version INTEGER PRIMARY KEY, at INTEGER NOT NULL, recipe TEXT NOT NULL, detail TEXT);

CREATE TABLE page_links (page INTEGER PRIMARY KEY, links TEXT NOT NULL, ranks TEXT NOT NULL);
CREATE VIEW links AS
SELECT page, key AS position, value ->> 0 AS to_link, value ->> 3 AS url, value ->> 1 AS anchor,
  ranks -> (value ->> 2) ->> 0 AS priority, ranks -> (value ->> 2) ->> 1 AS why, value ->> 4 AS fate
FROM page_links, json_each(links);

CREATE TABLE refusals (reason TEXT, host TEXT, count INTEGER NOT NULL, PRIMARY KEY (reason, host)) WITHOUT ROWID;
CREATE TABLE refusal_samples (reason TEXT, host TEXT, url TEXT, PRIMARY KEY (reason, host, url)) WITHOUT ROWID;

CREATE TABLE outcomes (
  outcome TEXT PRIMARY KEY, pages INTEGER NOT NULL, relevant INTEGER NOT NULL, bytes INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE hosts (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  first_seen INTEGER NOT NULL,
  fetches INTEGER NOT NULL DEFAULT 0,
  pages INTEGER NOT NULL DEFAULT 0,
  relevant INTEGER NOT NULL DEFAULT 0,
  bytes INTEGER NOT NULL DEFAULT 0,
  errors INTEGER NOT NULL DEFAULT 0,
  delay_ms REAL
);
-- Apart from hosts, whose small rows are rewritten with every page.
CREATE TABLE host_rules (
  host INTEGER PRIMARY KEY, robots_text TEXT, robots TEXT, robots_at INTEGER, politeness TEXT, ready_at REAL
);
CREATE TABLE directories (
  host INTEGER, path TEXT, pages INTEGER NOT NULL, relevant INTEGER NOT NULL, PRIMARY KEY (host, path)
) WITHOUT ROWID;

CREATE TABLE ledger (
  id INTEGER PRIMARY KEY, host INTEGER NOT NULL, at INTEGER NOT NULL, kind TEXT NOT NULL,
  waited_ms REAL, duration_ms REAL, status INTEGER, bytes INTEGER, note TEXT
);
CREATE INDEX ledger_host ON ledger (host);

CREATE TABLE events (id INTEGER PRIMARY KEY, at INTEGER NOT NULL, kind TEXT NOT NULL, detail TEXT);
CREATE TABLE faults (id INTEGER PRIMARY KEY, at INTEGER NOT NULL, part TEXT NOT NULL, url TEXT, message TEXT NOT NULL);
CREATE TABLE fault_counts (part TEXT PRIMARY KEY, count INTEGER NOT NULL) WITHOUT ROWID;
-- A changed answer takes a new number, so that a learner can go on after the last one it has seen.
CREATE TABLE labels (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, page INTEGER NOT NULL, by TEXT NOT NULL, label TEXT NOT NULL,
  drawn TEXT NOT NULL, at INTEGER NOT NULL, UNIQUE (page, by)
);

CREATE VIRTUAL TABLE page_text USING fts5 (title, text, tokenize = 'unicode61 remove_diacritics 2');
-- Merging half as often makes writing a tenth quicker and searching no slower that could be measured.
INSERT INTO page_text (page_text, rank) VALUES ('automerge', 8);
-- Words wait in memory up to 16 MB, not 1, before they are written as a segment: a fifth less time a page.
INSERT INTO page_text (page_text, rank) VALUES ('hashsize', 16777216);
`;
