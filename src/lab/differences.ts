/**
 * How the crawls of a study differ from a live one: every setting with a value other than a live crawl's default, in
 * words. Recipe, seed and web are what a study compares and are listed elsewhere.
 */
import { onFrozenWeb, type SettingsInput, settingsSchema } from '../crawl/settings.ts';

export function differencesOf(given: SettingsInput): string[] {
  const live = flat(settingsSchema.parse({}));
  const study = flat(settingsSchema.parse(onFrozenWeb(given)));
  const found = [...new Set([...live.keys(), ...study.keys()])].filter((key) => !TOLD_ELSEWHERE.test(key));
  return found.flatMap((key) => {
    const value = study.get(key);
    const usual = live.get(key);
    // The default is one fewer than the number of cores; a run has one thread on any machine.
    if (key === 'threads') return [`threads: ${text(value)} (live: one fewer than cores).`];
    if (text(value) === text(usual)) return [];
    const meaning = MEANINGS[`${key}: ${text(value)}`];
    return [`${key}: ${text(value)} (live: ${text(usual)})${meaning === undefined ? '.' : `: ${meaning}.`}`];
  });
}

const TOLD_ELSEWHERE = /^(recipe|set|seed|web)\b/;

const MEANINGS: Record<string, string> = {
  'concurrency: 1': 'one page at a time, so that the order is reproducible',
  'traps: false': 'endless URL spaces are followed',
  'politeness.robots: "ignore"': 'robots.txt is not requested',
  'politeness.pageRules: "ignore"': 'noindex and nofollow are ignored',
  'politeness.minDelayMs: 0': 'no delay between two requests to a host',
  'politeness.delayFactor: 0': 'slow hosts are not contacted less often',
  'politeness.sharedAddress: "none"': 'hosts with the same IP address do not wait for each other',
  'politeness.sitemaps: "off"': 'sitemaps are not read',
  'archive.warc: false': 'no archive is written',
  'archive.fullText: false': 'no full-text index is written',
  'archive.followDuplicates: true':
    'links of duplicates are followed, so that every order of visits can reach the same pages',
};

/** By dotted keys; a list is one value. */
function flat(value: unknown, path = '', found = new Map<string, unknown>()): Map<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return found.set(path, value);
  for (const [key, part] of Object.entries(value)) flat(part, path === '' ? key : `${path}.${key}`, found);
  return found;
}

const text = (value: unknown): string => (value === undefined ? 'not set' : JSON.stringify(value));
