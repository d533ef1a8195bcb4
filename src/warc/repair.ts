/**
 * Cuts the torn end off a .warc.gz file whose last good length nobody has stored: after the last record that
 * is whole. Damage in the middle, with readable records after it, is left as it is.
 */
import { stat, truncate } from 'node:fs/promises';
import { ForageError } from '../errors.ts';
import { type Damage, readWarcFile } from './read.ts';

export interface Repaired {
  /** Whole records that the file holds. */
  records: number;
  /** Of the file, now. */
  length: number;
  /** How many bytes were cut. */
  cutBytes: number;
  /** Damaged stretches with readable records after them. */
  damage: Damage[];
}

export async function repair(path: string): Promise<Repaired> {
  const damage: Damage[] = [];
  let records = 0;
  let end = 0;
  for await (const { place } of readWarcFile(path, { maxBlockBytes: 0, onDamage: (d) => damage.push(d) })) {
    if (place === undefined) {
      throw new ForageError(
        'WARC_INVALID',
        `${path} is compressed as one piece and cannot be repaired in place; only files with one gzip member a record can.`,
      );
    }
    records++;
    end = place.offset + place.length;
  }
  const { size } = await stat(path);
  const torn = damage.at(-1)?.resumedAt === undefined && damage.length > 0;
  if (!torn) return { records, length: size, cutBytes: 0, damage };
  await truncate(path, end);
  return { records, length: end, cutBytes: size - end, damage: damage.slice(0, -1) };
}
