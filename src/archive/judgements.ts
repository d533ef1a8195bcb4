/**
 * Former judgements of pages, and the models that made them. The latest judgement of a page is in its own row; when it
 * is replaced it moves here, one per page and model version.
 */
import type { StatementSync } from 'node:sqlite';
import type { CrawlDatabase } from './database.ts';
import { countsAs } from './labels.ts';
import type { ModelRecord, NewJudgement, PageRecord } from './records.ts';

export class Judgements {
  readonly #keep: StatementSync;
  readonly #judge: StatementSync;
  readonly #setModel: StatementSync;

  constructor({ sql }: CrawlDatabase) {
    this.#keep = sql.prepare('INSERT OR REPLACE INTO judgements VALUES (?, ?, ?, ?, ?, ?, ?)');
    this.#judge = sql.prepare(
      'UPDATE pages SET score = ?, margin = ?, findings = ?, relevant = ?, called = ?, why = ?, model = ?, judged_at = ? WHERE id = ?',
    );
    this.#setModel = sql.prepare('INSERT OR REPLACE INTO models VALUES (?, ?, ?, ?)');
  }

  /** The same model gives the same judgement, so there is nothing to keep. */
  replace(page: PageRecord, { score, margin, findings, relevant, why, model, at }: NewJudgement): void {
    if (page.model !== model) this.keep(page);
    const found = findings === undefined ? null : JSON.stringify(findings);
    const counts = countsAs(page, relevant);
    this.#judge.run(
      score,
      margin,
      found,
      Number(counts),
      Number(relevant),
      JSON.stringify(why),
      model,
      at,
      page.id,
    );
  }

  /** Moves the judgement in a page's row to the former ones. */
  keep({ id, model, score, margin, called, why, judgedAt, fetchedAt }: PageRecord): void {
    if (score === undefined) return;
    this.#keep.run(
      id,
      model,
      score,
      margin ?? null,
      called ? 1 : 0,
      JSON.stringify(why),
      judgedAt ?? fetchedAt,
    );
  }

  saveModel({ version, at, recipe, detail }: ModelRecord): void {
    this.#setModel.run(version, at, recipe, detail === undefined ? null : JSON.stringify(detail));
  }
}

/** False for a crawl that collects whatever it finds. */
export const hasJudgements = ({ sql }: CrawlDatabase): boolean =>
  sql.prepare('SELECT 1 FROM pages WHERE score IS NOT NULL LIMIT 1').get() !== undefined;
