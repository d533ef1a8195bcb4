/**
 * Everything a crawl works with, opened in the right order, brought to the state of the last commit, and closed.
 */
import type { Catalogue } from '../archive/catalogue.ts';
import { type CrawlDatabase, openDatabase } from '../archive/database.ts';
import { MemoryCatalogue } from '../archive/memory-catalogue.ts';
import type { WarcPlace } from '../archive/records.ts';
import { SqliteCatalogue } from '../archive/sqlite-catalogue.ts';
import type { Frontier } from '../frontier/frontier.ts';
import { SqliteFrontier } from '../frontier/sqlite-frontier.ts';
import { openFrozenWeb } from '../frozen/frozen.ts';
import { TrapGuard } from '../host/traps.ts';
import { prepareRecipe } from '../recipe/prepare.ts';
import { recipeOf } from '../recipe/registry.ts';
import type { Strategy } from '../strategy/strategy.ts';
import type { Topic } from '../topic/topic.ts';
import { canonicalUrl, hostOf, type UrlRules } from '../url/url.ts';
import { encodeRequest } from '../warc/encode.ts';
import { WarcFiles, type WarcPosition } from '../warc/files.ts';
import { userAgent } from '../web/http/agent.ts';
import { createHttpWeb } from '../web/http/http.ts';
import type { Answered, Web } from '../web/web.ts';
import { Admission } from './admission.ts';
import type { CrawlEvent, Stop } from './events.ts';
import { archivePath, type CrawlFolder, databasePath } from './folder.ts';
import { privateSeedHosts } from './private-seeds.ts';
import { type Readers, startReaders } from './readers/readers.ts';
import { encodeAnswer, type PagesRead, type Reading } from './readers/reading.ts';
import { createScope, type Scope } from './scope.ts';
import type { Settings } from './settings.ts';
import { type Counts, type Progress, Statistics } from './statistics.ts';
import { type Timers, wallTimers } from './timers.ts';
import { learn } from './training/lesson.ts';
import { AT_ONCE, politeFetch } from './training/polite-fetch.ts';
import { asWaiting } from './waiting.ts';

export interface Equipment {
  topic: Topic;
  settings: Settings;
  clock: () => number;
  timers: Timers;
  /** Ends every request under way. */
  abort: AbortController;
  frontier: Frontier;
  catalogue: Catalogue;
  archive: Archive;
  web: Web;
  readers: Readers;
  strategy: Strategy;
  admission: Admission;
  scope: Scope;
  traps: TrapGuard;
  urlRules: UrlRules;
  statistics: Statistics;
  progress(): Progress;
  /** Where links are handed out in batches: lets the strategy learn and chooses the next batch when it is time. */
  refill(now: number): void;
  /** Makes everything since the last commit last. */
  commit(): void;
  close(stop: Stop): Promise<void>;
  /** After a fault: closes what can be closed and leaves the state of the last commit. */
  giveUp(): void;
}

/** The WARC files, seen from the crawl: a page's records go in together. */
export interface Archive {
  /** Answers where the response stands; undefined when no archive is kept. */
  keep(answer: Answered, record: Reading['record']): WarcPlace | undefined;
  /** The same for an answer that no thread has read: robots.txt, sitemaps, redirects, errors. */
  keepAnswer(answer: Answered): WarcPlace | undefined;
}

/** Seeds come before anything that a strategy ranks. */
const SEED_PRIORITY = 1000;
/** What traps remember is written less often than the rest: it is large, and half a minute of it is no loss. */
const TRAPS_EVERY_MS = 30_000;
/** Another crawl in the folder goes on for hours: there is little use in waiting for it. */
const OTHER_CRAWL_MS = 1000;

export async function prepareEquipment(
  asked: Pick<CrawlFolder, 'topic' | 'settings'>,
  openCrawlFolder: () => CrawlFolder,
  given: Given,
  by: Outside,
): Promise<Equipment> {
  const readers = startReaders(asked.settings.threads, given.pages);
  let web: Web | undefined;
  let db: CrawlDatabase | undefined;
  try {
    web = given.web ?? (await openWeb(asked));
    const folder = openCrawlFolder();
    db = openDatabase(databasePath(folder.path), {
      sole: true,
      waitMs: OTHER_CRAWL_MS,
      fleeting: given.fleeting ?? false,
    });
    return await openAll(folder, db, web, readers, given, by);
  } catch (error) {
    db?.sql.close();
    if (given.web === undefined) await web?.close();
    await readers.close();
    throw error;
  }
}

interface Given {
  web?: Web | undefined;
  clock?: (() => number) | undefined;
  timers?: Timers | undefined;
  lessons?: Web | undefined;
  pages?: PagesRead | undefined;
  fleeting?: boolean | undefined;
}

/** The crawl that the equipment is for. */
export interface Outside {
  tell(event: CrawlEvent): void;
  /** The user wants to stop before the crawl has begun. */
  stopAsked: AbortSignal;
}

async function openAll(
  folder: CrawlFolder,
  db: CrawlDatabase,
  web: Web,
  readers: Readers,
  given: Given,
  by: Outside,
): Promise<Equipment> {
  const { topic, settings } = folder;
  const { clock = Date.now, timers = wallTimers } = given;
  const recipe = recipeOf(settings.recipe);
  const prepared = prepareRecipe(recipe, settings.set, topic);
  const urlRules: UrlRules = {
    maxLength: settings.urls.maxLength,
    sortQuery: settings.urls.sortQuery,
    drop: [{ host: '*', params: settings.urls.dropParameters }],
  };
  const catalogue: Catalogue = given.fleeting ? new MemoryCatalogue() : new SqliteCatalogue(db);
  const { merge = 'max', batch = 1 } = settings.frontier;
  const frontier = new SqliteFrontier(db, { merge, batch, now: clock(), hostOf });
  const { meta } = catalogue;
  const resumed = meta.get('startedAt') !== undefined;
  const { title } = topic;
  by.tell({ type: 'start', folder: folder.path, topic: title, recipe: recipe.name, resumed, at: clock() });
  const tell = (message: string): void => by.tell({ type: 'notice', message });
  const warc = openWarc(folder, meta.get('warc') as WarcPosition | undefined, tell);
  const statistics = new Statistics(meta.get('counts') as Counts | undefined, clock());
  const abort = new AbortController();
  const traps = new TrapGuard();
  let trapsSavedAt = clock();
  const archive: Archive = {
    keep(answer, record) {
      if (record === undefined || warc === undefined) return undefined;
      warc.append(encodeRequest({ answer, recordId: record.requestId, concurrentTo: record.id }));
      return warc.append(record.bytes);
    },
    keepAnswer: (answer) => (warc === undefined ? undefined : archive.keep(answer, encodeAnswer(answer))),
  };
  const admission = new Admission({
    settings,
    web,
    catalogue,
    statistics,
    traps,
    clock,
    timers,
    archive,
    signal: abort.signal,
    resumedAt: resumed ? clock() : undefined,
  });
  const asked = given.lessons === undefined ? { web, admission } : { web: given.lessons, admission: AT_ONCE };
  const fetchParts = { ...asked, urlRules, clock, signal: by.stopAsked, keep: archive.keepAnswer };
  const models = await learn(prepared, {
    topic,
    folder: given.fleeting ? undefined : folder.path,
    seed: settings.seed,
    frozen: settings.web,
    urlRules,
    tell,
    signal: by.stopAsked,
    fetch: (url) => politeFetch(url, fetchParts),
    pages: given.pages,
  });
  const strategy = prepared.strategy(models);
  if (strategy.usesInlinks) catalogue.keepBacklinks();
  const seeds = topic.seeds.map((seed) => canonicalSeed(seed, urlRules));
  const scope = createScope(settings, seeds);
  if (resumed) {
    const learnt = meta.getState('strategy');
    if (learnt !== undefined) strategy.restore?.(learnt);
    traps.restore(meta.get('traps'));
    meta.set('stop', null);
  } else {
    meta.set('startedAt', clock());
    frontier.add(
      seeds.map((url) => ({ url, host: hostOf(url), priority: SEED_PRIORITY, depth: 0, why: 'seed' })),
    );
  }
  catalogue.saveEvent({
    at: clock(),
    kind: resumed ? 'resumed' : 'started',
    detail: { recipe: recipe.name },
  });
  const options = { urlRules, language: topic.language, warc: settings.archive.warc };
  readers.begin({ topic, recipe: prepared, models, options });

  const equipment: Equipment = {
    topic,
    settings,
    clock,
    timers,
    abort,
    frontier,
    catalogue,
    archive,
    web,
    readers,
    strategy,
    admission,
    scope,
    traps,
    urlRules,
    statistics,
    progress: () => statistics.progress(clock(), frontier.stats()),
    refill(now) {
      if (!frontier.wantsRefill(now)) return;
      strategy.refill?.();
      if (strategy.wantsRescore?.()) frontier.rescore((link) => strategy.rescore!(asWaiting(link)));
      frontier.refill(now);
    },
    commit: () => commit(),
    async close(stop) {
      catalogue.saveEvent({
        at: clock(),
        kind: 'stopped',
        detail: { reason: stop.reason, detail: stop.detail },
      });
      meta.set('stop', stop);
      const readersClosed = readers.close();
      commit({ isLast: true });
      db.close();
      warc?.close();
      await Promise.all([readersClosed, given.web === undefined ? web.close() : undefined]);
    },
    giveUp() {
      abort.abort();
      db.sql.close();
      try {
        warc?.close();
      } catch {
        // A full disk, say: the fault that ended the crawl is the one to tell.
      }
      void readers.close();
      if (given.web === undefined) void web.close();
    },
  };
  equipment.commit();
  return equipment;

  function commit({ isLast = false } = {}): void {
    if (given.fleeting) return;
    statistics.tick(clock());
    meta.set('counts', statistics.counts);
    if (isLast || clock() - trapsSavedAt > TRAPS_EVERY_MS) {
      trapsSavedAt = clock();
      meta.set('traps', traps.save());
    }
    admission.save();
    const learnt = strategy.save?.();
    if (learnt !== undefined) meta.setState('strategy', learnt);
    if (warc) {
      warc.sync();
      meta.set('warc', warc.position());
    }
    db.commit();
  }
}

async function openWeb({ settings, topic }: Pick<CrawlFolder, 'topic' | 'settings'>): Promise<Web> {
  if (settings.web.length > 0) return openFrozenWeb(settings.web);
  const { contact, perHost, keepCookies, proxy, ...http } = settings.http;
  const byHost = Object.entries(perHost);
  return createHttpWeb({
    ...http,
    userAgent: userAgent(contact!),
    cookieJar: keepCookies,
    ...(proxy === undefined ? {} : { proxy }),
    allowHosts: await privateSeedHosts(topic.seeds),
    headers: Object.fromEntries(byHost.flatMap(([host, { headers }]) => (headers ? [[host, headers]] : []))),
    auth: Object.fromEntries(byHost.flatMap(([host, { auth }]) => (auth ? [[host, auth]] : []))),
    cookies: Object.fromEntries(
      byHost.flatMap(([host, { cookies }]) =>
        cookies
          ? [
              [
                host,
                Object.entries(cookies)
                  .map(([name, value]) => `${name}=${value}`)
                  .join('; '),
              ],
            ]
          : [],
      ),
    ),
  });
}

function openWarc(
  { path, settings, topic }: CrawlFolder,
  position: WarcPosition | undefined,
  tell: (message: string) => void,
): WarcFiles | undefined {
  if (!settings.archive.warc) return undefined;
  const files = new WarcFiles(archivePath(path), {
    name: topic.name.replace(/[^A-Za-z0-9._-]+/g, '-'),
    maxBytes: settings.archive.maxFileBytes,
    info: [
      ['software', 'Forage'],
      ['robots', settings.politeness.robots],
      ['description', topic.title],
      ...(settings.http.contact ? ([['operator', settings.http.contact]] as [string, string][]) : []),
    ],
  });
  if (position && files.rewindTo(position) > 0)
    tell('A part of the archive is gone (a power cut?): the catalogue names records that no file holds.');
  return files;
}

function canonicalSeed(seed: string, rules: UrlRules): string {
  const found = canonicalUrl(seed, undefined, rules);
  return found.ok ? found.url : seed;
}
