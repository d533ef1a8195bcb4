import { expect, it } from 'vitest';
import { differencesOf } from '../../src/lab/differences.ts';
import { planSchema } from '../../src/lab/plan.ts';
import { crawlSettings } from '../../src/lab/run-settings.ts';

const planWith = (over: Record<string, unknown>) =>
  planSchema.parse({
    name: 'small',
    webs: [{ name: 'w', files: 'w.warc.gz' }],
    topics: [{ web: 'w', file: 't.yaml' }],
    recipes: ['breadth-first'],
    ...over,
  });
const said = (over: Record<string, unknown> = {}): string[] =>
  differencesOf(crawlSettings(planWith(over), { recipe: 'breadth-first', seed: 3, web: ['w.warc.gz'] }));

it('a study differs from a live crawl in what a frozen web asks for, and in nothing else', () => {
  expect(said().map((one) => one.split(':')[0])).toEqual([
    'concurrency',
    'threads',
    'politeness.robots',
    'politeness.minDelayMs',
    'politeness.delayFactor',
    'politeness.sharedAddress',
    'politeness.sitemaps',
    'archive.warc',
    'archive.fullText',
    'archive.followDuplicates',
  ]);
});

it('rules that a plan switches off are listed, and those that it switches on again are not', () => {
  const settings = { traps: false, politeness: { pageRules: 'ignore', robots: 'obey' } };
  const all = said({ settings, pages: 200 });
  expect(all).toContain('traps: false (live: true): endless URL spaces are followed.');
  expect(all).toContain('politeness.pageRules: "ignore" (live: "obey"): noindex and nofollow are ignored.');
  expect(all).toContain('budget.pages: 200 (live: not set).');
  expect(all.filter((one) => one.startsWith('politeness.robots'))).toEqual([]);
});

it('a study by the clock has the pace of its plan', () => {
  const all = said({ time: { order: 'simulated', connections: 4, delayMs: 2000, seconds: [60] } });
  expect(all).toContain('concurrency: 4 (live: 32).');
  expect(all).toContain('politeness.minDelayMs: 2000 (live: 1000).');
});
