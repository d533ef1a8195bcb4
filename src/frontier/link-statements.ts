/**
 * The frontier's tables in the crawl's database, and the statements on them.
 *
 * A link is two rows, which are never deleted. `frontier_link` has its state: a short row, clustered by host and URL
 * hash, so that finding a known link is a single lookup. `frontier_text` has its data: the URL, and the fields of the
 * find that counts; its id is the order of arrival. The links of one page mostly go to one host, and with the host
 * first, rows that are written together are stored together. The index of waiting links is in the order of taking: best
 * first, then first in, first out.
 */
import type { DatabaseSync } from 'node:sqlite';

export const WAITING = 0;
export const DEFERRED = 1;
export const DONE = 2;
export const REFUSED = 3;
/** Waits in the batch that is handed out before all others. */
export const CHOSEN = 4;
/** Waits until known pages have been asked again. */
export const ASIDE = 5;

const BOTH = 'frontier_link JOIN frontier_text USING (host, hash, id)';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS frontier_host (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
  ) STRICT;
  -- With a key, as all tables here: sessions of SQLite record no others.
  CREATE TABLE IF NOT EXISTS frontier_key (id INTEGER PRIMARY KEY, k0 INTEGER NOT NULL, k1 INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS frontier_link (
    host INTEGER NOT NULL,
    hash INTEGER NOT NULL,
    id INTEGER NOT NULL,
    other_hash INTEGER NOT NULL,
    state INTEGER NOT NULL,
    priority REAL NOT NULL,
    depth INTEGER NOT NULL,
    hops INTEGER NOT NULL,
    finds INTEGER NOT NULL,
    tries INTEGER NOT NULL,
    not_before REAL,
    page INTEGER,
    reason TEXT,
    PRIMARY KEY (host, hash, id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS frontier_text (
    id INTEGER PRIMARY KEY,
    host INTEGER NOT NULL,
    hash INTEGER NOT NULL,
    from_page INTEGER,
    url TEXT NOT NULL,
    anchor TEXT NOT NULL,
    carry TEXT,
    why TEXT,
    -- Most links are pages: they have NULL here, which takes one byte.
    type TEXT
  ) STRICT;
  CREATE VIEW IF NOT EXISTS frontier AS SELECT host, hash, id, other_hash, state, priority, depth, hops, finds,
    tries, not_before, page, reason, from_page, url, anchor, carry, why, coalesce(type, 'page') AS type FROM ${BOTH};
  CREATE INDEX IF NOT EXISTS frontier_waiting ON frontier_link (host, priority DESC, id) WHERE state = ${WAITING};
  CREATE INDEX IF NOT EXISTS frontier_deferred ON frontier_link (host, not_before) WHERE state = ${DEFERRED};
  CREATE INDEX IF NOT EXISTS frontier_chosen ON frontier_link (state) WHERE state = ${CHOSEN};
  CREATE INDEX IF NOT EXISTS frontier_aside ON frontier_link (state) WHERE state = ${ASIDE};
  CREATE INDEX IF NOT EXISTS frontier_refused ON frontier_link (state) WHERE state = ${REFUSED};
`;

const LINK = 'id, host, url, priority, depth, anchor, from_page, hops, carry, why, tries, type';
const KNOWN = `${LINK}, state, reason, page`;
const THIS = 'host = ? AND hash = ? AND id = ?';

const LAST_ID = 'SELECT coalesce(max(id), 0) FROM frontier_text';
const countOf = (state: number) => `(SELECT count(*) FROM frontier_link WHERE state = ${state})`;

export function createTables(sql: DatabaseSync): void {
  sql.exec(SCHEMA);
}

export function prepareStatements(sql: DatabaseSync) {
  const write = (text: string) => sql.prepare(text);
  const read = (text: string) => {
    const statement = sql.prepare(text);
    // Rows as arrays cost about half as much as rows as objects.
    statement.setReturnArrays(true);
    return statement;
  };
  // The ids as one JSON text: one statement per id would cost more than the update itself. Seeds have no `from_page`.
  const promotion = (when: string) =>
    `UPDATE frontier_link SET priority = ?2
      WHERE (host, hash, id) IN (SELECT host, hash, id FROM frontier_text
          WHERE id IN (SELECT value FROM json_each(?1)) AND from_page IS NOT NULL)
        AND +state IN (${WAITING}, ${DEFERRED}) AND page IS NULL AND ${when} RETURNING host, hash, id`;
  return {
    hostId: read('SELECT id FROM frontier_host WHERE name = ?'),
    hostName: read('SELECT name FROM frontier_host WHERE id = ?'),
    addHost: read('INSERT INTO frontier_host (name) VALUES (?) RETURNING id'),

    standing: read(
      `SELECT id, state, priority, depth, hops, finds, page FROM frontier_link
        WHERE host = ? AND hash = ? AND other_hash = ?`,
    ),
    insert: write(
      `INSERT INTO frontier_link (host, hash, id, other_hash, state, priority, depth, hops, finds, tries)
        VALUES (?, ?, ?, ?, ${WAITING}, ?, ?, ?, 1, 0)`,
    ),
    insertText: write(
      `INSERT INTO frontier_text (id, host, hash, from_page, url, anchor, carry, why, type)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    nearer: write(`UPDATE frontier_link SET depth = ?, hops = ? WHERE ${THIS}`),
    merged: write(`UPDATE frontier_link SET priority = ?, depth = ?, hops = ?, finds = ? WHERE ${THIS}`),
    takenOver: write(
      'UPDATE frontier_text SET from_page = ?, anchor = ?, carry = ?, why = ?, type = ? WHERE id = ?',
    ),
    rescored: write(`UPDATE frontier_link SET priority = ? WHERE ${THIS}`),
    promoted: read(promotion('priority <> ?2')),
    raised: read(promotion('priority < ?2')),
    explainedOne: write('UPDATE frontier_text SET why = ? WHERE id = ?'),
    carried: write('UPDATE frontier_text SET carry = ? WHERE id = ?'),
    explained: write('UPDATE frontier_text SET why = ? WHERE id IN (SELECT value FROM json_each(?))'),

    chosen: write(
      `UPDATE frontier_link SET state = ${CHOSEN}
        WHERE host = ?1 AND hash = (SELECT hash FROM frontier_text WHERE id = ?2) AND id = ?2`,
    ),
    allChosen: read(`SELECT id, host, priority FROM frontier_link WHERE state = ${CHOSEN}`),
    done: write(`UPDATE frontier_link SET state = ${DONE}, page = ? WHERE ${THIS}`),
    refused: write(`UPDATE frontier_link SET state = ${REFUSED}, reason = ? WHERE ${THIS}`),
    allRefused: read(`SELECT host, hash, id, reason FROM frontier_link WHERE state = ${REFUSED}`),
    readmitted: write(`UPDATE frontier_link SET state = ${WAITING}, reason = NULL WHERE ${THIS}`),
    deferred: write(
      `UPDATE frontier_link SET state = ${DEFERRED}, tries = tries + ?, not_before = ?, reason = ? WHERE ${THIS}`,
    ),
    reopened: write(
      `UPDATE frontier_link SET state = ${WAITING}, priority = ?3, tries = 0, not_before = NULL, reason = NULL
        WHERE host = ?1 AND hash = (SELECT hash FROM frontier_text WHERE id = ?2) AND id = ?2
          AND state = ${DONE} AND page IS NOT NULL`,
    ),
    hostOfLink: read('SELECT host FROM frontier_text WHERE id = ?'),
    // A link that waits and has a page was reopened.
    closed: write(
      `UPDATE frontier_link SET state = ${DONE}, not_before = NULL, reason = NULL
        WHERE state IN (${WAITING}, ${DEFERRED}, ${CHOSEN}) AND page IS NOT NULL`,
    ),
    laidAside: write(
      `UPDATE frontier_link SET state = ${ASIDE}, not_before = NULL
        WHERE state IN (${WAITING}, ${DEFERRED}, ${CHOSEN}) AND id <= ? AND page IS NULL`,
    ),
    setAside: write(`UPDATE frontier_link SET state = ${ASIDE} WHERE ${THIS}`),
    takenUp: write(`UPDATE frontier_link SET state = ${WAITING} WHERE state = ${ASIDE}`),
    asideCount: read(`SELECT ${countOf(ASIDE)}`),

    released: write(
      `UPDATE frontier_link SET state = ${WAITING}, not_before = NULL
        WHERE host = ? AND state = ${DEFERRED} AND not_before <= ?`,
    ),

    head: read(
      `SELECT id, priority FROM frontier_link WHERE host = ? AND state = ${WAITING}
        ORDER BY priority DESC, id LIMIT 1`,
    ),
    heads: read(
      `SELECT id, priority FROM frontier_link WHERE host = ? AND state = ${WAITING}
        ORDER BY priority DESC, id LIMIT ?`,
    ),
    waitsAt: read(
      `SELECT EXISTS (SELECT 1 FROM ${BOTH}
        WHERE host = ?1 AND state = ${WAITING} AND substr(url, 1, length(?2)) = ?2)`,
    ),
    nextDeferred: read(`SELECT min(not_before) FROM frontier_link WHERE host = ? AND state = ${DEFERRED}`),
    link: read(`SELECT ${LINK} FROM ${BOTH} WHERE id = ?`),
    known: read(`SELECT ${KNOWN} FROM ${BOTH} WHERE host = ? AND hash = ? AND other_hash = ?`),
    knownById: read(`SELECT ${KNOWN} FROM ${BOTH} WHERE id = ?`),
    fromId: read(
      `SELECT ${LINK} FROM ${BOTH}
        WHERE frontier_text.id > ? AND state IN (${WAITING}, ${DEFERRED}) AND page IS NULL ORDER BY frontier_text.id LIMIT ?`,
    ),

    lastId: read(LAST_ID),
    refusedCount: read(`SELECT ${countOf(REFUSED)}`),
    counts: read(
      `SELECT (${LAST_ID}), ${countOf(WAITING)} + ${countOf(CHOSEN)} + ${countOf(ASIDE)}, ${countOf(DEFERRED)}, ${countOf(REFUSED)}`,
    ),
    waitingHosts: read(
      `SELECT host, count(*), name FROM frontier_link JOIN frontier_host ON frontier_host.id = host
        WHERE state = ${WAITING} GROUP BY host`,
    ),
    deferredHosts: read(
      `SELECT host, count(*), min(not_before) FROM frontier_link WHERE state = ${DEFERRED} GROUP BY host`,
    ),
  };
}
