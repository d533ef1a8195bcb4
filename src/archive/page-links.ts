/**
 * The links of pages: one row per page with two JSON lists, since a row per link was much slower. `links` has
 * `[to_link, anchor, rank, url, fate]` each, without trailing nulls; `rank` is an index into `ranks`, a list of
 * `[priority, why]`, since most links of a page are ranked alike. The view `links` shows them one by one.
 *
 * A crawl that needs back-links also stores the targets as rows, indexed by page and by target.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { CrawlDatabase } from './database.ts';
import type { NewPageLink } from './records.ts';

/** Maximum number of links of one page: a target's row has the id `page * LINKS_PER_PAGE + position`. */
export const LINKS_PER_PAGE = 65_536;

export class PageLinks {
  readonly #db: CrawlDatabase;
  readonly #insert: StatementSync;
  #insertTargets: StatementSync | undefined;

  constructor(db: CrawlDatabase) {
    this.#db = db;
    this.#insert = db.sql.prepare('INSERT INTO page_links VALUES (?, ?, ?)');
  }

  /** All links of a page, in order. */
  save(page: number, links: readonly NewPageLink[]): void {
    if (links.length === 0) return;
    const ranks = new Ranks();
    const list = links
      .slice(0, LINKS_PER_PAGE)
      .map((link) =>
        withoutTail([
          link.to ?? null,
          link.anchor || null,
          ranks.placeOf(link),
          link.to === undefined ? link.url : null,
          link.fate ?? null,
        ]),
      );
    this.#insert.run(page, JSON.stringify(list), JSON.stringify(ranks.list));
    this.#insertTargets?.run(page);
  }

  /** From now on, records which pages contain a link; doubles the cost of storing links. */
  keepTargets(): void {
    const { sql } = this.#db;
    if (!hasTargets(sql)) sql.exec(TARGETS + TAKE_TARGETS);
    this.#insertTargets = sql.prepare(`${TAKE_TARGETS} AND page = ?`);
  }

  forget(page: number): void {
    const { sql } = this.#db;
    sql.prepare('DELETE FROM page_links WHERE page = ?').run(page);
    if (this.#insertTargets === undefined) return;
    sql
      .prepare('DELETE FROM link_targets WHERE id >= ? AND id < ?')
      .run(page * LINKS_PER_PAGE, (page + 1) * LINKS_PER_PAGE);
  }
}

/** A rank reuses its index unless another one with the same priority came in between. */
class Ranks {
  readonly list: [priority: number | null, why: string | null][] = [];
  readonly #places = new Map<number | undefined, number>();

  placeOf({ priority, why }: NewPageLink): number | null {
    if (priority === undefined && !why) return null;
    const known = this.#places.get(priority);
    if (known !== undefined && this.list[known]![1] === (why || null)) return known;
    this.#places.set(priority, this.list.length);
    return this.list.push([priority ?? null, why || null]) - 1;
  }
}

/** For a crawl that may or may not need them. */
export function createTargets(sql: DatabaseSync): void {
  sql.exec(TARGETS);
}

/** Whether the crawl keeps back-links. */
export const hasTargets = (sql: DatabaseSync): boolean =>
  sql.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'link_targets'`).get() !== undefined;

/** Takes the targets of all pages into an empty table. */
export function takeTargets(sql: DatabaseSync): void {
  sql.exec(TAKE_TARGETS);
}

function withoutTail(values: (number | string | null)[]): (number | string | null)[] {
  while (values.at(-1) === null) values.pop();
  return values;
}

const TARGETS = `
  CREATE TABLE IF NOT EXISTS link_targets (id INTEGER PRIMARY KEY, to_link INTEGER NOT NULL);
  CREATE INDEX IF NOT EXISTS link_targets_to ON link_targets (to_link);`;

const TAKE_TARGETS = `
  INSERT INTO link_targets
  SELECT page * ${LINKS_PER_PAGE} + position, to_link FROM links WHERE to_link IS NOT NULL`;
