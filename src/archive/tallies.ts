/**
 * The tallies of hosts, directories and outcomes. Consecutive pages share few of each, so they are counted in memory
 * and written together.
 */
import type { StatementSync } from 'node:sqlite';
import type { CrawlDatabase } from './database.ts';
import type { HostTally, NewPage } from './records.ts';

const PAGES_IN_MEMORY = 10_000;

export class Tallies {
  readonly #addHost: StatementSync;
  readonly #addOutcome: StatementSync;
  readonly #addDirectory: StatementSync;
  readonly #hosts = new Map<number, PendingHost>();
  readonly #outcomes = new Map<string, Tally>();

  constructor(db: CrawlDatabase) {
    this.#addHost = db.sql.prepare(`
      UPDATE hosts SET fetches = fetches + ?, pages = pages + ?, relevant = relevant + ?, bytes = bytes + ?,
        errors = errors + ? WHERE id = ?`);
    this.#addOutcome = db.sql.prepare(`
      INSERT INTO outcomes VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET
        pages = pages + excluded.pages, relevant = relevant + excluded.relevant, bytes = bytes + excluded.bytes`);
    this.#addDirectory = db.sql.prepare(`
      INSERT INTO directories VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET
        pages = pages + excluded.pages, relevant = relevant + excluded.relevant`);
    db.beforeCommit(() => this.flush());
  }

  /** Counts a page, or with −1 reverts it. */
  count(host: number, page: NewPage, by: 1 | -1): void {
    const relevant = page.relevant ? by : 0;
    const tally = entry(this.#hosts, host, newPendingHost);
    countPage(tally, page, by);
    const outcome = entry(this.#outcomes, page.outcome, newTally);
    outcome.pages += by;
    outcome.relevant += relevant;
    outcome.bytes += by * (page.bytes ?? 0);
    if (isRead(page)) {
      const directory = entry(tally.directories, directoryOf(page.url), newTally);
      directory.pages += by;
      directory.relevant += relevant;
    }
    if (++this.#counted >= PAGES_IN_MEMORY) this.flush();
  }
  #counted = 0;

  flush(): void {
    for (const [host, { fetches, pages, relevant, bytes, errors, directories }] of this.#hosts) {
      this.#addHost.run(fetches, pages, relevant, bytes, errors, host);
      for (const [path, tally] of directories)
        this.#addDirectory.run(host, path, tally.pages, tally.relevant);
    }
    for (const [name, { pages, relevant, bytes }] of this.#outcomes)
      this.#addOutcome.run(name, pages, relevant, bytes);
    this.#hosts.clear();
    this.#outcomes.clear();
    this.#counted = 0;
  }
}

interface Tally {
  pages: number;
  relevant: number;
  bytes: number;
}

interface PendingHost extends HostTally {
  directories: Map<string, Tally>;
}

const newTally = (): Tally => ({ pages: 0, relevant: 0, bytes: 0 });
const newPendingHost = (): PendingHost => ({ ...newHostTally(), directories: new Map() });

export const newHostTally = (): HostTally => ({ fetches: 0, pages: 0, relevant: 0, bytes: 0, errors: 0 });

/** The same bytes as an earlier page are no page of their own, in these figures as in all others. */
const isRead = ({ kind, duplicateOf }: NewPage): boolean => kind !== undefined && duplicateOf === undefined;

/** Counts a page of a host, or with −1 reverts it. */
export function countPage(tally: HostTally, page: NewPage, by: 1 | -1): void {
  tally.fetches += by;
  if (isRead(page)) tally.pages += by;
  if (page.relevant) tally.relevant += by;
  tally.bytes += by * (page.bytes ?? 0);
  if (page.status === undefined || page.status >= 400) tally.errors += by;
}

function entry<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}

/** `/a/b/` of `http://host/a/b/c.html?d/e`. */
export function directoryOf(url: string): string {
  const authority = url.indexOf('://') + 3;
  const start = url.indexOf('/', authority);
  if (start < 0) return '/';
  let end = url.length;
  const query = url.indexOf('?', start);
  if (query >= 0) end = query;
  return url.slice(start, url.lastIndexOf('/', end - 1) + 1);
}
