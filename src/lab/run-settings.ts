/**
 * The settings of a run: those of a live crawl, including page rules and traps, as far as a frozen web allows. One page
 * at a time without delays, unless it runs on a virtual clock; duplicates are followed so that every order of visits
 * can reach the same pages; no archive; one reader thread; the plan's own settings override these. `differences.ts`
 * lists what differs from a live crawl.
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
  const timed = plan.time?.order === 'simulated' ? overlay(base, byTheClock(plan.time)) : base;
  return { ...(overlay(timed, plan.settings) as SettingsInput), ...run };
}

function byTheClock({ connections, delayMs, seconds }: Plan['time']): Record<string, unknown> {
  const longest = Math.max(0, ...seconds);
  return {
    concurrency: connections,
    // Nothing after the last second counts, so every wait before it is acceptable.
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
