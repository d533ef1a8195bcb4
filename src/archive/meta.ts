/**
 * Small facts about a crawl by name, each stored as JSON: when it started, why it stopped. What a strategy learnt is
 * stored as bytes, because it may contain a million numbers.
 */
import type { StatementSync } from 'node:sqlite';
import { deserialize, serialize } from 'node:v8';
import { ForageError } from '../errors.ts';
import type { Notes } from './catalogue.ts';
import type { CrawlDatabase } from './database.ts';

export class Meta implements Notes {
  readonly #get: StatementSync;
  readonly #set: StatementSync;

  constructor(db: CrawlDatabase) {
    this.#get = db.sql.prepare('SELECT value FROM meta WHERE key = ?');
    this.#set = db.sql.prepare(
      'INSERT INTO meta VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
    );
  }

  get(key: string): unknown {
    const value = this.#get.get(`${PREFIX}${key}`)?.value;
    if (value === undefined) return undefined;
    try {
      return JSON.parse(String(value));
    } catch (error) {
      throw damaged(key, error);
    }
  }

  set(key: string, value: unknown): void {
    this.#set.run(`${PREFIX}${key}`, JSON.stringify(value ?? null));
  }

  getState(key: string): unknown {
    const value = this.#get.get(`${PREFIX}${key}`)?.value;
    if (!(value instanceof Uint8Array)) return undefined;
    try {
      return deserialize(value);
    } catch (error) {
      throw damaged(key, error);
    }
  }

  setState(key: string, value: unknown): void {
    this.setPacked(key, serialize(value));
  }

  setPacked(key: string, state: Uint8Array): void {
    this.#set.run(`${PREFIX}${key}`, state);
  }
}

/** So that no note can overwrite the schema's own. */
const PREFIX = 'crawl.';

function damaged(key: string, cause: unknown): ForageError {
  return new ForageError('CRAWL_FOLDER', `The crawl's note "${key}" is damaged. Start a new crawl.`, {
    cause,
  });
}
