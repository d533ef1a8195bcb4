/**
 * The frontier's tables in the crawl's database, and the statements on them.
 *
 * One row a link, for ever: its id is its order of arrival. Two indexes hold every link, both by host first,
 * because the links of one page mostly lead to one host: what is written together then lies together. An index
 * ends with the id by itself, so the one of what waits is in the order of taking: best first, then first come.
 */
import type { DatabaseSync } from 'node:sqlite';

export const WAITING = 0;
export const DEFERRED = 1;
export const DONE = 2;
export const REFUSED = 3;
/** Waits in the batch that goes before all others. */
export const CHOSEN = 4;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS frontier_host (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    ready_at REAL NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS frontier_key (k0 INTEGER NOT NULL, k1 INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS frontier (
    id INTEGER PRIMARY KEY,
    host INTEGER NOT NULL,
    hash INTEGER NOT NULL,
    state INTEGER NOT NULL,
    priority REAL NOT NULL,
    depth INTEGER NOT NULL,
    hops INTEGER NOT NULL,
    tries INTEGER NOT NULL,
    finds INTEGER NOT NULL,
    mean REAL,
    from_page INTEGER,
    page INTEGER,
    not_before REAL,
    url TEXT NOT NULL,
    anchor TEXT NOT NULL,
    carry TEXT,
    why TEXT,
    reason TEXT
  ) STRICT;
  CREATE INDEX IF NOT EXISTS frontier_url ON frontier (host, hash);
  CREATE INDEX IF NOT EXISTS frontier_waiting ON frontier (host, priority DESC) WHERE state = ${WAITING};
  CREATE INDEX IF NOT EXISTS frontier_deferred ON frontier (host, not_before) WHERE state = ${DEFERRED};
  CREATE INDEX IF NOT EXISTS frontier_chosen ON frontier (state) WHERE state = ${CHOSEN};
  CREATE INDEX IF NOT EXISTS frontier_refused ON frontier (state) WHERE state = ${REFUSED};
`;

const LINK = 'id, host, url, priority, depth, anchor, from_page, hops, carry, why, tries';

export function createTables(sql: DatabaseSync): void {
  sql.exec(SCHEMA);
}

export function prepareStatements(sql: DatabaseSync) {
  const write = (text: string) => sql.prepare(text);
  const read = (text: string) => {
    const statement = sql.prepare(text);
    // Rows as arrays cost about half of rows as objects.
    statement.setReturnArrays(true);
    return statement;
  };
  const waitingOf = (more: string) =>
    `SELECT ${LINK} FROM frontier WHERE host = ?1 AND state = ${WAITING} AND ${more}`;
  // The ids as one JSON text: a statement an id would cost more than the writing. A seed has no page it is from.
  const promotion = (when: string) =>
    `UPDATE frontier SET priority = ?2, mean = NULL, why = coalesce(?3, why)
      WHERE id IN (SELECT value FROM json_each(?1)) AND +state IN (${WAITING}, ${DEFERRED})
        AND from_page IS NOT NULL AND ${when} RETURNING host, hash`;
  return {
    host: read('SELECT id, ready_at FROM frontier_host WHERE name = ?'),
    hostById: read('SELECT name, ready_at FROM frontier_host WHERE id = ?'),
    addHost: read('INSERT INTO frontier_host (name, ready_at) VALUES (?, ?) RETURNING id'),
    keepReadyAt: write('UPDATE frontier_host SET ready_at = ? WHERE id = ?'),

    standing: read(
      `SELECT id, state, priority, depth, hops, finds, mean FROM frontier
        WHERE host = ? AND hash = ? AND url = ?`,
    ),
    insert: write(
      `INSERT INTO frontier (id, host, hash, state, priority, depth, hops, tries, finds, from_page, url,
        anchor, carry, why) VALUES (?, ?, ?, ${WAITING}, ?, ?, ?, 0, 1, ?, ?, ?, ?, ?)`,
    ),
    nearer: write('UPDATE frontier SET depth = ?, hops = ? WHERE id = ?'),
    merged: write('UPDATE frontier SET priority = ?, depth = ?, hops = ?, finds = ?, mean = ? WHERE id = ?'),
    takenOver: write(
      `UPDATE frontier SET priority = ?, depth = ?, hops = ?, finds = ?, mean = ?, from_page = ?, anchor = ?,
        carry = ?, why = ? WHERE id = ?`,
    ),
    rescored: write('UPDATE frontier SET priority = ?, mean = NULL WHERE id = ?'),
    promoted: read(promotion('priority <> ?2')),
    raised: read(promotion('priority < ?2')),

    chosen: write(`UPDATE frontier SET state = ${CHOSEN} WHERE id = ?`),
    allChosen: read(`SELECT id, host, priority FROM frontier WHERE state = ${CHOSEN}`),
    done: write(`UPDATE frontier SET state = ${DONE}, page = ? WHERE id = ?`),
    refused: write(`UPDATE frontier SET state = ${REFUSED}, reason = ? WHERE id = ?`),
    deferred: write(
      `UPDATE frontier SET state = ${DEFERRED}, tries = tries + 1, not_before = ?, reason = ? WHERE id = ?`,
    ),
    released: write(
      `UPDATE frontier SET state = ${WAITING}, not_before = NULL
        WHERE host = ? AND state = ${DEFERRED} AND not_before <= ?`,
    ),

    head: read(
      `SELECT id, priority FROM frontier WHERE host = ? AND state = ${WAITING}
        ORDER BY priority DESC, id LIMIT 1`,
    ),
    nextDeferred: read(`SELECT min(not_before) FROM frontier WHERE host = ? AND state = ${DEFERRED}`),
    link: read(`SELECT ${LINK} FROM frontier WHERE id = ?`),
    waitingLink: read(`SELECT ${LINK} FROM frontier WHERE id = ? AND state IN (${WAITING}, ${DEFERRED})`),
    known: read(`SELECT ${LINK}, state, reason, page FROM frontier WHERE host = ? AND hash = ? AND url = ?`),
    // What comes after the priority ?2 and the id ?3. The two parts that wait now are apart so that each is a
    // plain walk along the index, however many links share a priority.
    ofHost: read(
      `${waitingOf('priority = ?2 AND id > ?3')}
        UNION ALL ${waitingOf('priority < ?2')}
        UNION ALL SELECT ${LINK} FROM frontier WHERE host = ?1 AND state = ${DEFERRED}
          AND (priority < ?2 OR (priority = ?2 AND id > ?3))
        ORDER BY priority DESC, id LIMIT ?4`,
    ),
    fromId: read(
      `SELECT ${LINK} FROM frontier WHERE id > ? AND state IN (${WAITING}, ${DEFERRED}) ORDER BY id LIMIT ?`,
    ),

    lastId: read('SELECT coalesce(max(id), 0) FROM frontier'),
    refusedCount: read(`SELECT count(*) FROM frontier WHERE state = ${REFUSED}`),
    waitingHosts: read(
      `SELECT host, count(*), name, ready_at FROM frontier JOIN frontier_host ON frontier_host.id = host
        WHERE state = ${WAITING} GROUP BY host`,
    ),
    deferredHosts: read(
      `SELECT host, count(*), min(not_before) FROM frontier WHERE state = ${DEFERRED} GROUP BY host`,
    ),
  };
}
