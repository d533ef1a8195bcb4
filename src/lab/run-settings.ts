/**
 * The settings of a run: those of a live crawl, page rules and traps included, as far as a frozen web allows. One page
 * at a time and nobody to be polite to, unless it runs by a clock of its own; duplicates followed so that every order of
 * visits can reach the same pages; no archive; one reader thread; the plan's own settings over these.
 * `differences.ts` lists for a reader what is not as in a live crawl.
 */
import type { SettingsInput } from '../crawl/settings.ts';
import type { Plan } from './plan.ts';

export function crawlSettings(
  plan: Pick<Plan, 'settings' | 'pages'> & Partial<Pick<Plan, 'time'>>,
  run: Pick<SettingsInput, 'recipe' | 'use' | 'set' | 'seed' | 'web'>,
): SettingsInput {
  const base = {
    threads: 1,
    archive: { warc: false, fullText: false, followDuplicates: true },
    ...(plan.pages === undefined ? {} : { budget: { pages: plan.pages } }),
  };
  const timed = plan.time?.order === 'anew' ? overlay(base, byTheClock(plan.time)) : base;
  return { ...(overlay(timed, plan.settings) as SettingsInput), ...run };
}

function byTheClock({ connections, delayMs, seconds }: Plan['time']): Record<string, unknown> {
  const longest = Math.max(0, ...seconds);
  return {
    concurrency: connections,
    // Nothing that comes later counts, so that every wait before is worth it.
    politeness: { minDelayMs: delayMs, maxIdleSeconds: Math.max(longest, 1 + delayMs / 1000) },
    ...(longest > 0 ? { budget: { seconds: longest } } : {}),
  };
}

function overlay(base: Record<string, unknown>, over: Record<string, unknown>): Record<string, unknown> {
  const merged = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const below = merged[key];
    merged[key] = isRecord(below) && isRecord(value) ? overlay(below, value) : value;
  }
  return merged;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
