/**
 * Pages that say what another page already said: the same bytes (digest), or nearly the same text
 * (64-bit fingerprints that differ in few bits).
 *
 * Near ones are found as in Manku, Jain and Das Sarma (2007): the 64 bits are cut into four bands, and
 * two fingerprints that differ in at most three bits must agree in at least one of them. Only pages that
 * are nobody's duplicate are entered, so a thousand copies of one page cost one entry.
 */
import type { StatementSync } from 'node:sqlite';
import type { CrawlDatabase } from './database.ts';

const BANDS = 4;

export class Duplicates {
  readonly #byDigest: StatementSync;
  readonly #insert: StatementSync;
  readonly #delete: StatementSync;
  readonly #inBands: StatementSync;

  constructor({ sql }: CrawlDatabase) {
    this.#byDigest = sql.prepare(`
      SELECT id FROM pages WHERE digest = ? AND digest IS NOT NULL AND duplicate_of IS NULL ORDER BY id LIMIT 1`);
    this.#insert = sql.prepare('INSERT OR IGNORE INTO fingerprints VALUES (?, ?, ?, ?)');
    this.#delete = sql.prepare('DELETE FROM fingerprints WHERE band = ? AND page = ?');
    this.#inBands = sql.prepare('SELECT page, high, low FROM fingerprints WHERE band IN (?, ?, ?, ?)');
    this.#inBands.setReturnArrays(true);
  }

  add(page: number, fingerprint: string): void {
    const print = parse(fingerprint);
    if (!print) return;
    for (let band = 0; band < BANDS; band++) {
      this.#insert.run(bandKey(band, print), page, print.high, print.low);
    }
  }

  remove(page: number, fingerprint: string): void {
    const print = parse(fingerprint);
    if (!print) return;
    for (let band = 0; band < BANDS; band++) this.#delete.run(bandKey(band, print), page);
  }

  findByDigest(digest: string): number | undefined {
    return this.#byDigest.get(digest)?.id as number | undefined;
  }

  findNear(fingerprint: string, maxDistance: number): { page: number; distance: number } | undefined {
    const print = parse(fingerprint);
    if (!print) return undefined;
    const rows = this.#inBands.all(
      bandKey(0, print),
      bandKey(1, print),
      bandKey(2, print),
      bandKey(3, print),
    ) as unknown as [page: number, high: number, low: number][];
    let nearest: { page: number; distance: number } | undefined;
    for (const [page, high, low] of rows) {
      const distance = bitsSet(high ^ print.high) + bitsSet(low ^ print.low);
      if (distance > maxDistance) continue;
      if (!nearest || distance < nearest.distance || (distance === nearest.distance && page < nearest.page)) {
        nearest = { page, distance };
      }
    }
    return nearest;
  }
}

interface Print {
  high: number;
  low: number;
}

/** Undefined for what is not a fingerprint, and for that of no text at all, which everything empty shares. */
function parse(fingerprint: string): Print | undefined {
  if (!/^[0-9a-f]{16}$/i.test(fingerprint) || /^0+$/.test(fingerprint)) return undefined;
  return {
    high: Number.parseInt(fingerprint.slice(0, 8), 16),
    low: Number.parseInt(fingerprint.slice(8), 16),
  };
}

function bandKey(band: number, print: Print): number {
  const half = band < 2 ? print.high : print.low;
  const bits = band % 2 === 0 ? half >>> 16 : half & 0xffff;
  return band * 65_536 + bits;
}

function bitsSet(word: number): number {
  let v = word - ((word >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
