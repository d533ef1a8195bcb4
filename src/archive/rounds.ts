/** The rounds of a re-crawl that have ended, and what each brought. */
import type { CrawlDatabase } from './database.ts';

export interface RoundRecord {
  n: number;
  startedAt: number;
  endedAt: number;
  by: string;
  budget: number | undefined;
  /** Known pages that were to be asked. */
  chosen: number;
  requests: number;
  new: number;
  newRelevant: number;
  changed: number;
  unchanged: number;
  moved: number;
  gone: number;
  unreachable: number;
  stop: string;
}

export function saveRound({ sql }: CrawlDatabase, round: RoundRecord): void {
  sql
    .prepare('INSERT OR REPLACE INTO rounds VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
    .run(
      round.n,
      round.startedAt,
      round.endedAt,
      round.by,
      round.budget ?? null,
      round.chosen,
      round.requests,
      round.new,
      round.newRelevant,
      round.changed,
      round.unchanged,
      round.moved,
      round.gone,
      round.unreachable,
      round.stop,
    );
}

/** Pages that died or moved, over all rounds. */
export const goneSoFar = ({ sql }: CrawlDatabase): number =>
  Number(sql.prepare('SELECT sum(gone + moved) AS n FROM rounds').get()?.n ?? 0);

/** Latest first. */
export function roundsOf({ sql }: CrawlDatabase, limit = 20): RoundRecord[] {
  return sql
    .prepare('SELECT * FROM rounds ORDER BY n DESC LIMIT ?')
    .all(limit)
    .map((row) => ({
      n: Number(row.n),
      startedAt: Number(row.started_at),
      endedAt: Number(row.ended_at),
      by: String(row.ordered_by),
      budget: row.budget === null ? undefined : Number(row.budget),
      chosen: Number(row.chosen),
      requests: Number(row.requests),
      new: Number(row.new),
      newRelevant: Number(row.new_relevant),
      changed: Number(row.changed),
      unchanged: Number(row.unchanged),
      moved: Number(row.moved),
      gone: Number(row.gone),
      unreachable: Number(row.unreachable),
      stop: String(row.stop),
    }));
}
