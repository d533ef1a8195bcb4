/**
 * Makes one crawl's database of those of all partitions. Everything in it is written again in one transaction, so that
 * it can be brought up to date while others read it; visits are added to those that are there, and texts stay, so that a
 * reader can go on after the last one it has seen.
 *
 * A page keeps its number from one time to the next. Of several pages with the same bytes in different partitions the
 * first that was fetched counts, and the others become its duplicates, as in a crawl on one machine.
 */
import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { createTables } from '../../frontier/link-statements.ts';
import { hostOf, LinkTable } from '../../frontier/link-table.ts';
import type { CrawlDatabase } from '../database.ts';
import { Meta } from '../meta.ts';
import { pageOf, SELECT_PAGES } from '../rows.ts';
import { prepareSchema } from '../schema.ts';
import { Tallies } from '../tallies.ts';
import { foundAt } from './page-elsewhere.ts';
import { sharedModels } from './shared-models.ts';

type Row = Record<string, SQLInputValue>;
type Change = (row: Row) => Row;

export interface Joined {
  /** Pages that are copies of a page in another partition. */
  copies: number;
  /** The partition with the most pages: what cannot be joined is taken from it. */
  leading: number;
  /** Its versions of models, under their numbers in the crawl. */
  versions: ReadonlyMap<number, number>;
}

/** The number of a page of a partition in the crawl. */
export const pageNumber = (partitions: number, p: number, page: number): number =>
  (page - 1) * partitions + p + 1;

/** `parts` are all partitions, in their order. Nothing is committed. */
export function joinDatabases(into: CrawlDatabase, parts: readonly CrawlDatabase[]): Joined {
  prepareSchema(into);
  createTables(into.sql);
  // Where back-links are kept, the next run takes them from the links of the pages.
  into.sql.exec('DROP TABLE IF EXISTS link_targets');
  return new Join(into, parts).run();
}

const WRITTEN_AGAIN = [
  ...['frontier_link', 'frontier_text', 'frontier_host', 'pages', 'page_checks', 'judgements', 'models'],
  ...[
    'page_links',
    'refusals',
    'refusal_samples',
    'outcomes',
    'hosts',
    'host_rules',
    'directories',
    'ledger',
  ],
  ...['events', 'faults', 'fault_counts'],
];

class Join {
  readonly #into: CrawlDatabase;
  readonly #parts: readonly CrawlDatabase[];
  readonly #links: LinkTable;
  /** By partition and number there, the number in the crawl: in the order of arrival, partitions in turns. */
  readonly #linkNumbers: readonly Int32Array[];
  /** By partition: its hosts' numbers in the crawl. */
  readonly #hosts: Map<number, number>[] = [];
  readonly #versions: Map<number, number>[];

  constructor(into: CrawlDatabase, parts: readonly CrawlDatabase[]) {
    this.#into = into;
    this.#parts = parts;
    for (const table of WRITTEN_AGAIN) into.sql.exec(`DELETE FROM ${table}`);
    this.#links = new LinkTable(into.sql, () => undefined);
    this.#linkNumbers = inTurns(parts.map((part) => lastOf(part, 'frontier_text')));
    this.#versions = sharedModels(into, parts);
  }

  run(): Joined {
    for (const [p, part] of this.#parts.entries()) this.#takeTables(part, p);
    for (const [p, part] of this.#parts.entries()) this.#takePageLinks(part, p);
    this.#takeVisits();
    this.#takeLabels();
    const { sql } = this.#into;
    sql.exec(ORDER);
    const copies = Number(sql.prepare(COPIES).run().changes);
    if (copies > 0)
      sql.exec(`DELETE FROM page_text WHERE rowid IN (SELECT id FROM pages WHERE outcome = 'duplicate')`);
    sql.exec(ANSWERS);
    this.#count();
    const sizes = this.#parts.map((part) =>
      Number(part.sql.prepare('SELECT count(*) AS n FROM pages').get()!.n),
    );
    const leading = sizes.indexOf(Math.max(...sizes));
    return { copies, leading, versions: this.#versions[leading]! };
  }

  #takeTables(part: CrawlDatabase, p: number): void {
    const page = this.#pageOf(p);
    const link = (id: SQLInputValue | undefined) => this.#linkNumbers[p]![Number(id)]!;
    const version = (model: SQLInputValue | undefined) =>
      this.#versions[p]!.get(Number(model)) ?? Number(model);
    this.#takeFrontier(part, p);
    const hosts = this.#takeHosts(part);
    this.#hosts[p] = hosts;
    const host = (row: Row) => ({ ...row, host: hosts.get(Number(row.host))! });
    const ofPage = (row: Row) => ({ ...row, page: page(row.page) });
    this.#copy(part, 'host_rules', host, 'OR IGNORE');
    this.#copy(part, 'ledger', (row) => ({ ...host(row), id: null }));
    this.#copy(part, 'pages', (row) => ({
      ...host(row),
      id: page(row.id),
      link: link(row.link),
      via: page(row.via),
      duplicate_of: page(row.duplicate_of),
      near_duplicate_of: page(row.near_duplicate_of),
      model: version(row.model),
    }));
    this.#copy(part, 'page_checks', ofPage);
    this.#copy(part, 'judgements', (row) => ({ ...ofPage(row), model: version(row.model) }));
    const sum = 'ON CONFLICT DO UPDATE SET count = count + excluded.count';
    this.#copy(part, 'refusals', (row) => row, '', sum);
    this.#copy(part, 'fault_counts', (row) => row, '', sum);
    this.#copy(part, 'refusal_samples', (row) => row, 'OR IGNORE');
    for (const table of ['events', 'faults']) this.#copy(part, table, (row) => ({ ...row, id: null }));
  }

  #takeFrontier(part: CrawlDatabase, p: number): void {
    const hosts = new Map<number, number>();
    for (const { id, name } of part.sql.prepare('SELECT id, name FROM frontier_host').iterate())
      hosts.set(Number(id), this.#links.hostId(String(name)) ?? this.#links.addHost(String(name)));
    const page = this.#pageOf(p);
    const insert = (table: string, columns: string) =>
      this.#into.sql.prepare(`INSERT INTO ${table} (${columns}) VALUES (${columns.replace(/\w+/g, '?')})`);
    const [stateColumns, textColumns] = [
      'host, hash, id, other_hash, state, priority, depth, hops, finds, tries, not_before, page, reason',
      'id, host, hash, from_page, url, anchor, carry, why, type',
    ];
    const states = insert('frontier_link', stateColumns);
    const texts = insert('frontier_text', textColumns);
    const run = (statement: StatementSync, columns: string, row: Row) =>
      statement.run(...columns.split(', ').map((name) => row[name]!));
    const rows = part.sql
      .prepare('SELECT * FROM frontier_link JOIN frontier_text USING (host, hash, id) ORDER BY id')
      .iterate() as Iterable<Row>;
    for (const row of rows) {
      const hash = this.#links.hash(String(row.url));
      const own = {
        ...row,
        id: this.#linkNumbers[p]![Number(row.id)]!,
        host: hosts.get(Number(row.host))!,
        hash,
        other_hash: this.#links.otherHash(),
        page: page(row.page),
        from_page: page(row.from_page),
      };
      run(states, stateColumns, own);
      run(texts, textColumns, own);
    }
  }

  /** Fetches and pages of a host are counted again from its pages. */
  #takeHosts(part: CrawlDatabase): Map<number, number> {
    const { sql } = this.#into;
    const add = sql.prepare(
      `INSERT INTO hosts (name, first_seen, delay_ms) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET
        first_seen = min(first_seen, excluded.first_seen) RETURNING id`,
    );
    const hosts = new Map<number, number>();
    for (const { id, name, first_seen, delay_ms } of part.sql.prepare('SELECT * FROM hosts').iterate())
      hosts.set(Number(id), Number(add.get(name!, first_seen!, delay_ms!)!.id));
    return hosts;
  }

  /** After all links are there: those that left their partition are found by their URL. */
  #takePageLinks(part: CrawlDatabase, p: number): void {
    const page = this.#pageOf(p);
    this.#copy(part, 'page_links', (row) => {
      const list = JSON.parse(String(row.links)) as (number | string | null)[][];
      for (const link of list) {
        const [to, , , url, fate] = link;
        if (typeof to === 'number') link[0] = this.#linkNumbers[p]![to]!;
        else if (typeof url === 'string' && fate === undefined) {
          const found = this.#idOf(url);
          if (found !== undefined) link.splice(0, link.length, ...withoutTail([found, ...link.slice(1, 3)]));
        }
      }
      return { ...row, page: page(row.page), links: JSON.stringify(list) };
    });
  }

  #idOf(url: string): number | undefined {
    const name = hostOf(url);
    const host = name === undefined ? undefined : this.#links.hostId(name);
    return host === undefined ? undefined : this.#links.find(host, url)?.id;
  }

  /** Those that are not there yet, in the order in which they happened. */
  #takeVisits(): void {
    const { sql } = this.#into;
    const meta = new Meta(this.#into);
    const taken = (meta.get('visitsTaken') as number[] | undefined) ?? [];
    const fresh = this.#parts.flatMap((part, p) => {
      const rows = part.sql
        .prepare('SELECT * FROM visits WHERE seq > ? ORDER BY seq')
        .all(taken[p] ?? 0) as Row[];
      const last = rows.at(-1)?.seq;
      taken[p] = last === undefined ? (taken[p] ?? 0) : Number(last);
      const page = this.#pageOf(p);
      return rows.map(
        (row): Row => ({
          ...row,
          seq: null,
          page: page(row.page),
          model: this.#versions[p]!.get(Number(row.model)) ?? row.model!,
        }),
      );
    });
    fresh.sort((a, b) => Number(a.fetched_at) - Number(b.fetched_at));
    const insert = new Insert(sql, 'visits', '', '');
    for (const row of fresh) insert.run(row);
    meta.set('visitsTaken', taken);
    sql.exec(LAST_VISITS);
  }

  /** Those that people gave to the crawl itself stay. */
  #takeLabels(): void {
    const insert = new Insert(this.#into.sql, 'labels', 'OR REPLACE', '');
    const known = this.#into.sql.prepare('SELECT 1 FROM labels WHERE page = ? AND by = ? AND at >= ?');
    const all = this.#parts.flatMap((part, p) =>
      (part.sql.prepare('SELECT * FROM labels').all() as Row[]).map(
        (row): Row => ({ ...row, seq: null, page: this.#pageOf(p)(row.page) }),
      ),
    );
    all.sort((a, b) => Number(a.at) - Number(b.at));
    for (const row of all) if (known.get(row.page!, row.by!, row.at!) === undefined) insert.run(row);
  }

  #count(): void {
    const { sql } = this.#into;
    const tallies = new Tallies(this.#into);
    const idOf = new Map(
      sql
        .prepare('SELECT id, name FROM hosts')
        .all()
        .map(({ id, name }) => [name, Number(id)]),
    );
    for (const row of sql.prepare(SELECT_PAGES).iterate()) {
      const page = pageOf(row);
      tallies.count(idOf.get(page.host)!, page, 1);
    }
    tallies.flush();
  }

  #copy(part: CrawlDatabase, table: string, change: Change, or = '', conflict = ''): void {
    const insert = new Insert(this.#into.sql, table, or, conflict);
    for (const row of part.sql.prepare(`SELECT * FROM ${table}`).iterate() as Iterable<Row>)
      insert.run(change(row));
  }

  /** Numbers of pages of a partition, as it writes them, as numbers of the crawl. */
  #pageOf(p: number): (id: SQLInputValue | undefined) => number | null {
    const partitions = this.#parts.length;
    return (given) => {
      if (given === null || given === undefined) return null;
      const id = Number(given);
      if (id > 0) return pageNumber(partitions, p, id);
      const { partition, page } = foundAt(id);
      return pageNumber(partitions, partition, page);
    };
  }
}

/** Of the joined database. */
export const factsOf = ({ sql }: CrawlDatabase): { relevant: number; lastLabel: number } => ({
  relevant: Number(sql.prepare('SELECT coalesce(sum(relevant), 0) AS n FROM pages').get()!.n),
  lastLabel: Number(sql.prepare('SELECT coalesce(max(seq), 0) AS n FROM labels').get()!.n),
});

/** Rows of a table, as objects by the names of its columns. */
class Insert {
  readonly #statement: StatementSync;
  readonly #names: string[];

  constructor(sql: CrawlDatabase['sql'], table: string, or: string, conflict: string) {
    this.#names = sql
      .prepare('SELECT name FROM pragma_table_info(?)')
      .all(table)
      .map(({ name }) => String(name));
    const marks = this.#names.map(() => '?').join(', ');
    this.#statement = sql.prepare(
      `INSERT ${or} INTO ${table} (${this.#names.join(', ')}) VALUES (${marks}) ${conflict}`,
    );
  }

  run(row: Row): void {
    this.#statement.run(...this.#names.map((name) => row[name]!));
  }
}

const lastOf = ({ sql }: CrawlDatabase, table: string): number =>
  Number(sql.prepare(`SELECT coalesce(max(id), 0) AS id FROM ${table}`).get()!.id);

function inTurns(lasts: readonly number[]): Int32Array[] {
  const numbers = lasts.map((last) => new Int32Array(last + 1));
  let next = 1;
  for (let id = 1; id <= Math.max(0, ...lasts); id++)
    for (const [p, last] of lasts.entries()) if (id <= last) numbers[p]![id] = next++;
  return numbers;
}

function withoutTail<T>(values: (T | null)[]): (T | null)[] {
  while (values.at(-1) === null) values.pop();
  return values;
}

const LAST_VISITS = `
  UPDATE pages SET visit = last.seq
  FROM (SELECT page, max(seq) AS seq FROM visits GROUP BY page) AS last WHERE last.page = pages.id`;

const ORDER = `
  UPDATE pages SET n = place.n
  FROM (SELECT id, row_number() OVER (ORDER BY fetched_at, id) AS n FROM pages) AS place WHERE place.id = pages.id`;

/** The content of pages that no partition knew as copies, with the first of each. */
const TWINS = `
  SELECT id, first FROM (
    SELECT id, first_value(id) OVER (PARTITION BY digest ORDER BY n) AS first FROM pages
    WHERE digest IS NOT NULL AND duplicate_of IS NULL AND outcome IN ('page', 'near-duplicate')
  ) WHERE id <> first`;
const COPIES = `
  UPDATE pages SET outcome = 'duplicate', duplicate_of = twin.first, near_duplicate_of = NULL, relevant = 0, called = 0
  FROM (${TWINS}) AS twin WHERE twin.id = pages.id`;

const LATEST = `
  SELECT label = 'relevant' FROM labels WHERE page = pages.id AND label <> 'unsure' ORDER BY seq DESC LIMIT 1`;
/** What people said wins over the judge, as `countsAs` has it. */
const ANSWERS = `
  UPDATE pages SET answer = (${LATEST}),
    relevant = CASE outcome WHEN 'page' THEN coalesce((${LATEST}), called) ELSE called END
  WHERE id IN (SELECT page FROM labels)`;
