/** How long the answers to a crawl's requests took, counted by limits that each include the one before. */
import type { CrawlDatabase } from './database.ts';

export interface LatencyHistogram {
  /** Requests answered within this many milliseconds. */
  within: { ms: number; requests: number }[];
  requests: number;
  totalMs: number;
}

export const latencyLimitsMs = [25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000] as const;

export function fetchLatency({ sql }: CrawlDatabase): LatencyHistogram {
  const sums = latencyLimitsMs.map((ms) => `sum(duration_ms <= ${ms}) AS within_${ms}`).join(', ');
  const row = sql
    .prepare(
      `SELECT count(*) AS requests, sum(duration_ms) AS total, ${sums} FROM pages WHERE duration_ms IS NOT NULL`,
    )
    .get();
  return {
    within: latencyLimitsMs.map((ms) => ({ ms, requests: Number(row?.[`within_${ms}`] ?? 0) })),
    requests: Number(row?.requests ?? 0),
    totalMs: Number(row?.total ?? 0),
  };
}
