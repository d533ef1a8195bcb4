/**
 * The versions of models of all partitions under numbers of their own: partitions begin with the same version 1 and may
 * learn by themselves afterwards, so that version 2 of one is not that of another.
 */
import type { CrawlDatabase } from '../database.ts';

/** Writes the table `models`. Returns the new numbers by partition and version there. */
export function sharedModels({ sql }: CrawlDatabase, parts: readonly CrawlDatabase[]): Map<number, number>[] {
  const insert = sql.prepare('INSERT INTO models VALUES (?, ?, ?, ?)');
  const known = new Map<string, number>();
  let last = 0;
  return parts.map((part) => {
    const numbers = new Map<number, number>();
    for (const { version, at, recipe, detail } of part.sql
      .prepare('SELECT * FROM models ORDER BY version')
      .all()) {
      const same = JSON.stringify([version, recipe, detail]);
      const before = known.get(same);
      if (before === undefined) {
        insert.run(++last, at!, recipe!, detail!);
        known.set(same, last);
      }
      numbers.set(Number(version), before ?? last);
    }
    return numbers;
  });
}
