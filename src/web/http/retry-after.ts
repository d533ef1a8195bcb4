/**
 * The wait that a server requests with Retry-After (RFC 9110, 10.2.3): seconds, or a date. Never negative, and at most
 * a day, so that one odd header cannot block a host permanently.
 */
import { parseHttpDate } from './http-date.ts';

export function parseRetryAfter(value: string, nowMs: number): number | undefined {
  const text = value.trim();
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, dayMs);
  const at = parseHttpDate(text);
  return at === undefined ? undefined : Math.min(Math.max(at - nowMs, 0), dayMs);
}

const dayMs = 24 * 60 * 60 * 1000;
