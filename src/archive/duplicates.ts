/**
 * Pages that say what another page already said: the same bytes (digest), or nearly the same text
 * (64-bit fingerprints that differ in few bits).
 *
 * Near ones are found as in Manku, Jain and Das Sarma (2007): the 64 bits are cut into four bands, and
 * two fingerprints that differ in at most three bits must agree in at least one of them. Only pages that
 * are nobody's duplicate are entered, so a thousand copies of one page cost one entry.
 */
import type { StatementSync } from 'node:sqlite';
import { hammingDistance } from '../page/fingerprint.ts';
import type { CrawlDatabase } from './database.ts';

export class Duplicates {
  readonly #byDigest: StatementSync;
  readonly #insert: StatementSync;
  readonly #delete: StatementSync;
  readonly #inBands: StatementSync;

  constructor({ sql }: CrawlDatabase) {
    this.#byDigest = sql.prepare(`
      SELECT id FROM pages WHERE digest = ? AND digest IS NOT NULL AND duplicate_of IS NULL ORDER BY id LIMIT 1`);
    this.#insert = sql.prepare('INSERT OR IGNORE INTO fingerprints VALUES (?, ?, ?)');
    this.#delete = sql.prepare('DELETE FROM fingerprints WHERE band = ? AND page = ?');
    this.#inBands = sql.prepare('SELECT page, fingerprint FROM fingerprints WHERE band IN (?, ?, ?, ?)');
    this.#inBands.setReturnArrays(true);
  }

  add(page: number, fingerprint: string): void {
    for (const key of bandKeys(fingerprint)) this.#insert.run(key, page, fingerprint);
  }

  remove(page: number, fingerprint: string): void {
    for (const key of bandKeys(fingerprint)) this.#delete.run(key, page);
  }

  findByDigest(digest: string): number | undefined {
    return this.#byDigest.get(digest)?.id as number | undefined;
  }

  findNear(fingerprint: string, maxDistance: number): { page: number; distance: number } | undefined {
    const keys = bandKeys(fingerprint);
    if (keys.length === 0) return undefined;
    const rows = this.#inBands.all(...keys) as unknown as [page: number, fingerprint: string][];
    let nearest: { page: number; distance: number } | undefined;
    for (const [page, other] of rows) {
      const distance = hammingDistance(fingerprint, other);
      if (distance > maxDistance) continue;
      if (!nearest || distance < nearest.distance || (distance === nearest.distance && page < nearest.page)) {
        nearest = { page, distance };
      }
    }
    return nearest;
  }
}

/** None for what is not a fingerprint, and for that of no text at all, which everything empty shares. */
function bandKeys(fingerprint: string): number[] {
  if (!/^[0-9a-f]{16}$/i.test(fingerprint) || /^0+$/.test(fingerprint)) return [];
  return [0, 1, 2, 3].map(
    (band) => band * 65_536 + Number.parseInt(fingerprint.slice(band * 4, band * 4 + 4), 16),
  );
}
