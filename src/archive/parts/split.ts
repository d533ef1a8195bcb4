/**
 * Divides the database of a crawl into those of partitions, by the hosts: pages, links with their states, hosts with
 * their rules, labels. Links and pages get numbers from 1 in each; one that is in another partition is named as if it had
 * come from there. What the recipe has learnt and carries goes to all of them; the counts so far go to partition 0, so
 * that their sum stays the same.
 *
 * Texts are not taken: partitions keep none, and they can be read from the WARC files again.
 */
import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { type CrawlDatabase, openDatabase } from '../database.ts';
import { hasTargets, takeTargets } from '../page-links.ts';
import { makeTables } from '../recording.ts';
import { elsewhere } from './page-elsewhere.ts';

/** Databases that are open at the same time. */
const AT_A_TIME = 128;
/** The commit that every database begins with. */
export const FIRST_COMMIT = { epoch: 1, n: 1 };

type Row = Record<string, SQLInputValue>;

export interface Division {
  partitions: number;
  partitionOf(host: string): number;
  /** Where the database of a partition is made. */
  fileOf(p: number): string;
}

export function splitDatabase(source: CrawlDatabase, division: Division): void {
  const places = placesIn(source, division);
  for (let first = 0; first < division.partitions; first += AT_A_TIME)
    new Split(source, division, places, first).run();
}

/** The partition and the number there of every page and link, by its number in the crawl. */
interface Places {
  hosts: Map<number, number>;
  frontierHosts: Map<number, number>;
  pages: Numbered;
  links: Numbered;
}

class Numbered {
  readonly partition: Int16Array;
  readonly id: Int32Array;
  readonly #last: Int32Array;

  constructor(last: number, partitions: number) {
    this.partition = new Int16Array(last + 1).fill(-1);
    this.id = new Int32Array(last + 1);
    this.#last = new Int32Array(partitions);
  }

  put(id: number, partition: number): void {
    this.partition[id] = partition;
    this.id[id] = ++this.#last[partition]!;
  }

  /** As its number in a partition; undefined if it is in no table. */
  seenFrom(p: number, id: number): number | undefined {
    const at = this.partition[id] ?? -1;
    if (at < 0) return undefined;
    return at === p ? this.id[id]! : elsewhere(at, this.id[id]!);
  }
}

function placesIn({ sql }: CrawlDatabase, { partitions, partitionOf }: Division): Places {
  const hostsOf = (table: string): Map<number, number> =>
    new Map(
      sql
        .prepare(`SELECT id, name FROM ${table}`)
        .all()
        .map(({ id, name }) => [Number(id), partitionOf(String(name))]),
    );
  const numbered = (table: string, hosts: Map<number, number>): Numbered => {
    const last = Number(sql.prepare(`SELECT coalesce(max(id), 0) AS id FROM ${table}`).get()!.id);
    const found = new Numbered(last, partitions);
    for (const { id, host } of sql.prepare(`SELECT id, host FROM ${table} ORDER BY id`).iterate())
      found.put(Number(id), hosts.get(Number(host))!);
    return found;
  };
  const hosts = hostsOf('hosts');
  const frontierHosts = hostsOf('frontier_host');
  return {
    hosts,
    frontierHosts,
    pages: numbered('pages', hosts),
    links: numbered('frontier_text', frontierHosts),
  };
}

/** The partitions from `first` on, as many as may be open. */
class Split {
  readonly #from: CrawlDatabase;
  readonly #division: Division;
  readonly #at: Places;
  readonly #first: number;
  readonly #into: CrawlDatabase[];

  constructor(from: CrawlDatabase, division: Division, at: Places, first: number) {
    this.#from = from;
    this.#division = division;
    this.#at = at;
    this.#first = first;
    const count = Math.min(AT_A_TIME, division.partitions - first);
    this.#into = Array.from({ length: count }, (_, i) =>
      openDatabase(division.fileOf(first + i), { sole: true }),
    );
  }

  run(): void {
    const { hosts, frontierHosts, pages, links } = this.#at;
    for (const db of this.#into) {
      const tables = makeTables(db);
      tables.set('epoch', FIRST_COMMIT.epoch);
      tables.set('commit', FIRST_COMMIT.n);
    }
    const byHost = ({ host }: Row) => hosts.get(Number(host));
    const byPage = ({ page }: Row) => pages.partition[Number(page)];
    const byName = ({ host }: Row) => (host === '' ? 0 : this.#division.partitionOf(String(host)));
    const ofPage = (row: Row): Row => ({ ...row, page: pages.id[Number(row.page)]! });
    const ownPage = (id: SQLInputValue | undefined, p: number) =>
      id === null ? null : (pages.seenFrom(p, Number(id)) ?? null);

    this.#copy('frontier_key', 'all');
    this.#copy('frontier_host', ({ id }) => frontierHosts.get(Number(id)));
    this.#copy(
      'frontier_link',
      ({ host }) => frontierHosts.get(Number(host)),
      (row) => ({
        ...row,
        id: links.id[Number(row.id)]!,
        page: row.page === null ? null : pages.id[Number(row.page)]!,
      }),
    );
    this.#copy(
      'frontier_text',
      ({ host }) => frontierHosts.get(Number(host)),
      (row, p) => ({ ...row, id: links.id[Number(row.id)]!, from_page: ownPage(row.from_page, p) }),
    );
    this.#copy('hosts', ({ id }) => hosts.get(Number(id)));
    for (const table of ['host_rules', 'directories', 'ledger']) this.#copy(table, byHost);
    this.#copy('pages', byHost, (row, p) => ({
      ...row,
      id: pages.id[Number(row.id)]!,
      link: links.id[Number(row.link)]!,
      via: ownPage(row.via, p),
      duplicate_of: ownPage(row.duplicate_of, p),
      near_duplicate_of: ownPage(row.near_duplicate_of, p),
    }));
    for (const table of ['visits', 'page_checks', 'judgements', 'labels']) this.#copy(table, byPage, ofPage);
    this.#copy('page_links', byPage, (row, p) => ({
      ...ofPage(row),
      links: this.#linksOf(String(row.links), p),
    }));
    this.#copy('models', 'all');
    for (const table of ['refusals', 'refusal_samples']) this.#copy(table, byName);
    for (const table of ['events', 'faults', 'fault_counts']) this.#copy(table, () => 0);
    this.#copy('meta', 'all', (row, p) => noteOf(row, p));
    const keepsTargets = hasTargets(this.#from.sql);
    for (const db of this.#into) {
      db.sql.exec(OUTCOMES);
      if (keepsTargets) takeTargets(db.sql);
      db.close();
    }
  }

  #copy(
    table: string,
    partitionOf: ((row: Row) => number | undefined) | 'all',
    change: (row: Row, p: number) => Row | undefined = (row) => row,
  ): void {
    const { sql } = this.#from;
    const columns = sql.prepare(`SELECT name FROM pragma_table_info(?)`).all(table);
    const names = columns.map(({ name }) => String(name));
    const insert: StatementSync[] = [];
    const put = (row: Row, p: number): void => {
      const i = p - this.#first;
      const changed = this.#into[i] === undefined ? undefined : change(row, p);
      if (changed === undefined) return;
      insert[i] ??= this.#into[i]!.sql.prepare(
        `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
      );
      insert[i].run(...names.map((name) => changed[name]!));
    };
    for (const row of sql.prepare(`SELECT * FROM ${table}`).iterate() as Iterable<Row>) {
      if (partitionOf !== 'all') put(row, partitionOf(row) ?? -1);
      else for (let i = 0; i < this.#into.length; i++) put(row, this.#first + i);
    }
  }

  /** Links to other partitions are known by their URL alone. */
  #linksOf(json: string, p: number): string {
    const { links } = this.#at;
    const list = JSON.parse(json) as (number | string | null)[][];
    this.#url ??= this.#from.sql.prepare('SELECT url FROM frontier_text WHERE id = ?');
    for (const link of list) {
      const [to] = link;
      if (typeof to !== 'number') continue;
      link[0] = links.partition[to] === p ? links.id[to]! : null;
      if (link[0] !== null) continue;
      while (link.length < 4) link.push(null);
      link[3] = String(this.#url.get(to)!.url);
    }
    return JSON.stringify(list);
  }
  #url: StatementSync | undefined;
}

const OUTCOMES = `
  INSERT INTO outcomes SELECT outcome, count(*), sum(relevant), sum(coalesce(bytes, 0)) FROM pages GROUP BY outcome`;

/** What the crawl noted under these names is of one machine or of its end. */
const LEFT = new Set([
  'schema',
  'crawl.stop',
  'crawl.warc',
  'crawl.awaited',
  'crawl.proxies',
  'crawl.collected',
]);

const noteOf = (row: Row, p: number): Row | undefined =>
  LEFT.has(String(row.key)) || (row.key === 'crawl.counts' && p > 0) ? undefined : row;
