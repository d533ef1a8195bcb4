/** Starting and resuming a crawl: called by the commands and the library. */
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import type { z } from 'zod';
import { checked } from '../check.ts';
import { ForageError } from '../errors.ts';
import { prepareRecipe } from '../recipe/prepare.ts';
import { recipeOf } from '../recipe/registry.ts';
import { type Topic, topicSchema } from '../topic/topic.ts';
import type { Web } from '../web/web.ts';
import { Crawl } from './crawl.ts';
import {
  type CrawlFolder,
  changeFolder,
  checkDatabase,
  checkFree,
  createFolder,
  openFolder,
  useModulesOf,
  withTopic,
} from './folder.ts';
import { openBegun } from './open.ts';
import { type Given, openEquipment } from './opening.ts';
import type { Part } from './part.ts';
import { poolFault } from './pool-file.ts';
import { namesOf } from './scoped-web.ts';
import { onFrozenWeb, type Settings, type SettingsInput, settingsSchema, waitingOf } from './settings.ts';
import { Interrupted } from './training/lesson.ts';
import { chosen, withUsed } from './used.ts';

export interface CrawlOptions {
  /** A topic as written in a topic file. */
  topic: z.input<typeof topicSchema> | Topic;
  /** The folder to create. */
  out: string;
  settings?: SettingsInput;
  /** A custom web instead of the live one or of `settings.web`. */
  web?: Web;
  clock?: () => number;
}

export type ResumeOptions = {
  budget?: { [Key in keyof Settings['budget']]?: number | undefined };
  /** A file from which the next seeds are drawn when the frontier is empty. */
  pool?: string | undefined;
  /** A different topic from now on. Earlier pages keep their judgement; `judgeAgain` applies it to them, too. */
  topic?: CrawlOptions['topic'] | undefined;
} & Pick<CrawlOptions, 'web' | 'clock'>;

/** Starts immediately. Listen with `for await`, or wait for `finished`. */
export function crawl(options: CrawlOptions): Crawl {
  return crawlWith(options, {});
}

/** What a crawl is started with, every default filled in. Throws whatever is wrong with it, before any folder is made. */
export function checkCrawl({
  topic,
  out,
  settings,
  web,
}: Pick<CrawlOptions, 'topic' | 'out'> & {
  settings?: SettingsInput | undefined;
  web?: Web | undefined;
}): { topic: Topic; settings: Settings } {
  const wanted = checked(topicSchema, topic, 'TOPIC_INVALID', 'topic');
  checkWeb(web);
  const filled = fillIn(settings ?? {}, wanted, web);
  if (wanted.seeds.length === 0 && filled.seeds.pool === undefined)
    throw new ForageError(
      'TOPIC_INVALID',
      'The topic has no seeds; add "seeds:" with at least one URL to the topic file, or draw them from a file: --pool FILE',
    );
  if (filled.web.length === 0 && web === undefined && filled.http.contact === undefined)
    throw new ForageError(
      'CONTACT_MISSING',
      'A live crawl needs http.contact: an e-mail address or URL where webmasters can reach you.',
    );
  prepareRecipe(recipeOf(filled.recipe), filled.set, wanted);
  for (const sort of ['filter', 'sink'] as const) chosen(sort, filled);
  checkFree(out);
  return { topic: wanted, settings: filled };
}

/** Programs without types may take the option for the setting of the same name. */
function checkWeb(web: unknown): void {
  if (web === undefined || (typeof web === 'object' && web !== null && 'fetch' in web)) return;
  const found = JSON.stringify(web);
  throw new ForageError(
    'USAGE',
    `web: give an object with fetch() and close(), or for a frozen web its path in the settings: { web: [${typeof web === 'string' ? found : '"FOLDER"'}] } (found ${found})`,
  );
}

/** The same with more parts supplied by the caller, for studies. */
export function crawlWith({ topic, out, settings, ...own }: CrawlOptions, more: Given): Crawl {
  const given: Given = { ...own, ...more };
  const asked = checkCrawl({ topic, out, settings, web: given.web });
  let made = false;
  const open = () => {
    const folder = createFolder(out, asked.topic, asked.settings);
    made = true;
    return folder;
  };
  return new Crawl(out, (by) =>
    openEquipment(asked, open, given, by).catch((error: unknown) => {
      // Nothing was crawled and nothing learnt: an empty crawl would only block the next attempt.
      if (made && !(error instanceof Interrupted)) rmSync(out, { recursive: true, force: true });
      throw error;
    }),
  );
}

/** Continues from the last commit with the crawl's settings; budgets may be raised and the topic changed. */
export function resume(path: string, { budget = {}, pool, topic, ...given }: ResumeOptions = {}): Crawl {
  const kept = openFolder(path);
  checkDatabase(path);
  const folder = topic === undefined ? kept : withTopic(kept, topic);
  const raised = Object.fromEntries(Object.entries(budget).filter(([, value]) => value !== undefined));
  const { seeds, budget: former } = folder.settings;
  const drawn = pool === undefined ? seeds : withPool({ ...seeds, pool });
  const changed = checked(
    settingsSchema,
    { ...folder.settings, budget: { ...former, ...raised }, seeds: drawn },
    'USAGE',
    'settings',
  );
  useModulesOf(folder);
  const settings = topic === undefined ? changed : withUsed(changed, folder.topic);
  const asked = { ...folder, settings };
  if (topic !== undefined) prepareRecipe(recipeOf(settings.recipe), settings.set, folder.topic);
  const isChanged = topic !== undefined || pool !== undefined || Object.keys(raised).length > 0;
  const keep = () => (isChanged ? changeFolder(asked) : asked);
  return new Crawl(path, (by) => {
    const begun = openBegun(path);
    begun?.db.close();
    if (begun === undefined)
      by.tell({ type: 'notice', message: `${path} has no pages yet: the crawl starts from its seeds.` });
    return openEquipment(asked, keep, given, by);
  });
}

/** Opens one part of a larger crawl in its folder, new or not. */
export function crawlPart(folder: CrawlFolder, given: Given & { part: Part }): Crawl {
  return new Crawl(folder.path, (by) => openEquipment(folder, () => folder, given, by));
}

function fillIn(given: SettingsInput, topic: Topic, ownWeb: Web | undefined): Settings {
  const isLive = ownWeb !== undefined && namesOf(ownWeb) !== undefined;
  const frozen = (ownWeb !== undefined && !isLive) || (given.web?.length ?? 0) > 0;
  const filled = withUsed(
    checked(settingsSchema, frozen ? onFrozenWeb(given) : given, 'USAGE', 'settings'),
    topic,
  );
  const frontier = { ...waitingOf(recipeOf(filled.recipe), filled.set), ...filled.frontier };
  const { pool = topic.pool } = filled.seeds;
  return { ...filled, frontier, seeds: withPool({ ...filled.seeds, ...(pool && { pool }) }) };
}

/** Throws if the file cannot be a pool. Its full path is stored, since a resume may have another working directory. */
function withPool(seeds: Settings['seeds']): Settings['seeds'] {
  if (seeds.pool === undefined) return seeds;
  const pool = resolve(seeds.pool);
  const fault = poolFault(pool);
  if (fault !== undefined) throw new ForageError('FILE_UNREADABLE', fault);
  return { ...seeds, pool };
}
