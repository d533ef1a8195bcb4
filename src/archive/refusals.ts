/**
 * Why links and pages were skipped: a count per reason and host, with a few sample URLs. Every page causes dozens of
 * refusals, so they are counted in memory and written at the end of the transaction. A web can name hosts without end:
 * beyond a limit per reason, the rest is counted under the empty host.
 */
import type { StatementSync } from 'node:sqlite';
import type { CrawlDatabase } from './database.ts';

const SAMPLES = 5;
const HOSTS_PER_REASON = 10_000;
const PAIRS_IN_MEMORY = 20_000;

export class Refusals {
  readonly #hosts = new Map<string, number>();
  readonly #pending = new Map<string, Map<string, Pending>>();
  #pairs = 0;
  readonly #insert: StatementSync;
  readonly #add: StatementSync;
  readonly #sampleCount: StatementSync;
  readonly #addSample: StatementSync;

  constructor(db: CrawlDatabase) {
    const { sql } = db;
    this.#add = sql.prepare('UPDATE refusals SET count = count + ? WHERE reason = ? AND host = ?');
    this.#insert = sql.prepare(
      'INSERT INTO refusals VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET count = count + excluded.count',
    );
    this.#sampleCount = sql.prepare(
      'SELECT count(*) AS n FROM refusal_samples WHERE reason = ? AND host = ?',
    );
    this.#addSample = sql.prepare('INSERT OR IGNORE INTO refusal_samples VALUES (?, ?, ?)');
    for (const row of sql.prepare('SELECT reason, count(*) AS n FROM refusals GROUP BY reason').all()) {
      this.#hosts.set(String(row.reason), Number(row.n));
    }
    db.beforeCommit(() => this.flush());
  }

  add(reason: string, host: string, url: string): void {
    let byHost = this.#pending.get(reason);
    if (!byHost) {
      byHost = new Map();
      this.#pending.set(reason, byHost);
    }
    const pending = byHost.get(host);
    if (pending) {
      pending.count++;
      if (pending.urls.length < SAMPLES && !pending.urls.includes(url)) pending.urls.push(url);
      return;
    }
    byHost.set(host, { count: 1, urls: [url] });
    if (++this.#pairs >= PAIRS_IN_MEMORY) this.flush();
  }

  flush(): void {
    if (this.#pairs === 0) return;
    for (const [reason, byHost] of this.#pending) {
      for (const [host, pending] of byHost) this.#write(reason, host, pending);
    }
    this.#pending.clear();
    this.#pairs = 0;
  }

  #write(reason: string, host: string, { count, urls }: Pending): void {
    let kept = host;
    if (this.#add.run(count, reason, host).changes === 0) {
      const hosts = this.#hosts.get(reason) ?? 0;
      if (hosts >= HOSTS_PER_REASON) kept = '';
      else this.#hosts.set(reason, hosts + 1);
      this.#insert.run(reason, kept, count);
    }
    let room = SAMPLES - Number(this.#sampleCount.get(reason, kept)?.n);
    for (const url of urls) {
      if (room-- <= 0) break;
      this.#addSample.run(reason, kept, url);
    }
  }
}

interface Pending {
  count: number;
  urls: string[];
}
