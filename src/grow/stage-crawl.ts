/** Runs a crawl as a stage: starts it, or continues it where an earlier run was ended. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '../crawl/connect.ts';
import type { Stop } from '../crawl/events.ts';
import type { SettingsInput } from '../crawl/settings.ts';
import { type CrawlOptions, crawl, resume } from '../crawl/start.ts';
import { ForageError } from '../errors.ts';
import { typed } from '../suggest.ts';
import { GrowInterrupted, type Growing } from './stage.ts';

export async function runCrawl(
  on: Growing,
  path: string,
  topic: CrawlOptions['topic'],
  own: Pick<SettingsInput, 'recipe' | 'budget'>,
): Promise<Stop> {
  const { web, seed, crawl: given } = on.settings;
  const settings: SettingsInput = { ...given, web, seed, ...own };
  const isBegun = existsSync(join(path, 'crawl.yaml'));
  if (isBegun) await replaceBudget(path, own.budget ?? {});
  else rmSync(path, { recursive: true, force: true });
  const run = isBegun ? resume(path) : crawl({ topic, out: path, settings });
  const end = (): void => run.stop('interrupted');
  on.signal.addEventListener('abort', end);
  if (on.signal.aborted) end();
  try {
    for await (const event of run) {
      if (event.type === 'progress') on.progress(...progressOf(event, own.budget ?? {}));
      if (event.type === 'fault') on.tell(`Fault in the ${event.part} on ${event.url}: ${event.message}`);
    }
    const stop = await run.finished;
    if (stop.reason === 'interrupted') throw new GrowInterrupted();
    if (stop.summary.pages === 0)
      throw new ForageError(
        'CRAWL_FOLDER',
        `No page could be fetched from the seeds (${stop.detail}). What happened to each: forage status ${typed(path)}`,
      );
    return stop;
  } finally {
    on.signal.removeEventListener('abort', end);
  }
}

/** Another sort of budget replaces the former one. */
async function replaceBudget(path: string, budget: NonNullable<SettingsInput['budget']>): Promise<void> {
  const sorts = ['words', 'pages', 'relevant'] as const;
  const wanted = Object.fromEntries(sorts.map((sort) => [`budget.${sort}`, budget[sort] ?? null]));
  await (await connect(path)).set(wanted);
}

function progressOf(
  { pages, relevant, words }: { pages: number; relevant: number; words: number },
  budget: NonNullable<SettingsInput['budget']>,
): [what: string, done: number, of: number] {
  if (budget.words !== undefined) return ['words', words, budget.words];
  if (budget.relevant !== undefined) return ['relevant pages', relevant, budget.relevant];
  return ['pages', pages, budget.pages ?? pages];
}
