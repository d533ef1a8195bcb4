/** Opens everything a crawl works with, in the right order. */
import type { Catalogue } from '../archive/catalogue.ts';
import { type CrawlDatabase, openDatabase } from '../archive/database.ts';
import { LabelJournal } from '../archive/label-journal.ts';
import { MemoryCatalogue } from '../archive/memory-catalogue.ts';
import { SqliteCatalogue } from '../archive/sqlite-catalogue.ts';
import type { HostTimes } from '../frontier/frontier.ts';
import { MemoryFrontier } from '../frontier/memory-frontier.ts';
import { PartFrontier } from '../frontier/part-frontier.ts';
import { SqliteFrontier } from '../frontier/sqlite-frontier.ts';
import type { FrozenWeb } from '../frozen/frozen.ts';
import { TrapGuard } from '../host/traps.ts';
import { prepareRecipe } from '../recipe/prepare.ts';
import { recipeOf } from '../recipe/registry.ts';
import type { Topic } from '../topic/topic.ts';
import { hostOf } from '../url/url.ts';
import type { WarcPosition } from '../warc/files.ts';
import type { Web } from '../web/web.ts';
import { type Archive, openArchive } from './archive.ts';
import { begin, learnBefore } from './begin.ts';
import { blamedUrls } from './blamed.ts';
import { type ControlFor, type ControlSocket, openControlSocket } from './control-socket.ts';
import { CopyRules } from './copies.ts';
import { CrawlLog } from './crawl-log.ts';
import { openDocuments } from './documents.ts';
import type { Equipment } from './equipment.ts';
import type { CrawlEvent, StopReason } from './events.ts';
import { Faults } from './faults.ts';
import { SitesFirst } from './favour.ts';
import { type CrawlFolder, databasePath, faultsPath, logPath } from './folder.ts';
import { Forms } from './forms.ts';
import { teachLabels } from './labels.ts';
import { openGate } from './open-gate.ts';
import { checkBrowser, createRenderer, rendersAnything } from './open-renderer.ts';
import { type Asked, openWeb } from './open-web.ts';
import type { Part } from './part.ts';
import { drawnBefore } from './pool.ts';
import { type Readers, startReaders } from './readers/readers.ts';
import { unfinishedRound } from './recrawl/rounds.ts';
import { refusalsOf } from './refusals.ts';
import { saveJournalled } from './save-labels.ts';
import { ScopedWeb } from './scoped-web.ts';
import { recipeInWords, type Settings, urlRulesOf } from './settings.ts';
import { Sinks } from './sinks.ts';
import { type Counts, Statistics } from './statistics.ts';
import { steadyClock } from './steady-clock.ts';
import { scopeOf } from './steering.ts';
import { type Timers, wallTimers } from './timers.ts';
import type { Training } from './training/lesson.ts';
import { filtersOf, idle, sinksOf } from './used.ts';

/** What the caller may supply instead of the settings; all but `web` and `clock` are for studies. */
export interface Given {
  web?: Web | undefined;
  clock?: (() => number) | undefined;
  /** How to wait for a time on that clock. */
  timers?: Timers | undefined;
  /** Instead of its own threads; closed at the end. */
  readers?: Readers | undefined;
  training?: Training | undefined;
  /** For a repair: where records are, instead of writing them; and the database to build. */
  rebuilt?: { archive: Archive; database: string } | undefined;
  /** For a crawl that is one part of a larger one. */
  part?: Part | undefined;
  /** The folder is deleted afterwards: only what the crawl itself looks up is kept, in memory. */
  fleeting?: boolean | undefined;
}

/** The crawl that the equipment is for. */
export interface Owner {
  tell(event: CrawlEvent): void;
  stop(reason: StopReason, detail: string): void;
  /** Aborts if the user wants to stop before the crawl has started. */
  stopAsked: AbortSignal;
  /** For requests from other processes; without it there are none. */
  controlFor?: ControlFor;
}

/** Another crawl in the folder may run for hours, so waiting longer would not help. */
const OTHER_CRAWL_MS = 1000;

/** Threads load their modules while the rest is opened. */
export async function openEquipment(
  asked: Asked,
  openCrawlFolder: () => CrawlFolder,
  given: Given,
  owner: Owner,
): Promise<Equipment> {
  const readers = given.readers ?? startReaders(asked.settings.threads);
  let web: Web | undefined;
  let db: CrawlDatabase | undefined;
  let socket: ControlSocket | undefined;
  try {
    const browser = await browserFor(asked, given, owner);
    web = given.web ?? (await openWeb(asked, given.part));
    const folder = openCrawlFolder();
    const database = given.rebuilt?.database ?? databasePath(folder.path);
    if (!given.fleeting) db = openDatabase(database, { sole: true, waitMs: OTHER_CRAWL_MS });
    if (db !== undefined) saveJournalled(db);
    if (db !== undefined) given.part?.opened(db);
    const on = assemble(folder, db, web, readers, given, owner);
    if (browser !== undefined) on.renderer = createRenderer(browser, on);
    socket = await openSocket(on, owner);
    on.socket = socket;
    await learnBefore(on, given.training, owner.stopAsked);
    begin(on);
    await teachLabels(on);
    return on;
  } catch (error) {
    socket?.close();
    db?.sql.close();
    if (given.web === undefined) await web?.close();
    await readers.close();
    throw error;
  }
}

/** Recorded pages answer as they were rendered when they were recorded: that takes no browser. */
async function browserFor(
  { settings }: Pick<CrawlFolder, 'settings'>,
  given: Given,
  { tell }: Owner,
): Promise<string | undefined> {
  if (!rendersAnything(settings) || given.rebuilt !== undefined) return undefined;
  if (settings.web.length === 0) return checkBrowser(settings);
  tell({ type: 'notice', message: 'WARC files answer as they were recorded: nothing is rendered.' });
  return undefined;
}

/** A crawl works without its socket. */
async function openSocket(on: Equipment, { controlFor }: Owner): Promise<ControlSocket | undefined> {
  if (on.db === undefined || controlFor === undefined) return undefined;
  try {
    return await openControlSocket(on.folder.path, controlFor, {
      readsJournal: on.labelJournal !== undefined,
    });
  } catch (error) {
    const message = `Other processes cannot control this crawl: ${(error as Error).message}`;
    on.tell({ type: 'notice', message });
    return undefined;
  }
}

/** A page with a few words of the topic counts, whatever it is written in. */
const anyLanguage =
  'The topic has no "language:", so pages in any language count and all words are read as English. To leave out pages in other languages, add a line such as "language: en" to the topic file, or --language en to the command.';

/** What of a frozen web cannot be read. */
function unreadable(web: Web & Partial<Pick<FrozenWeb, 'damage'>>): string[] {
  const [first, ...more] = web.damage ?? [];
  if (first === undefined) return [];
  const others = more.length === 0 ? '' : `, and ${more.length} more ${more.length === 1 ? 'part' : 'parts'}`;
  return [`A part of the archive that is crawled cannot be read: ${first}${others}.`];
}

function assemble(
  folder: CrawlFolder,
  db: CrawlDatabase | undefined,
  answering: Web,
  readers: Readers,
  given: Given,
  owner: Owner,
): Equipment {
  const { topic, settings } = folder;
  const catalogue: Catalogue = db === undefined ? new MemoryCatalogue() : new SqliteCatalogue(db);
  const { meta } = catalogue;
  const { clock = steadyClock(meta.get('clock') as number | undefined), timers = wallTimers } = given;
  let whole: Equipment | undefined;
  const logLevel = () => (whole?.settings ?? settings).log;
  // A study stores its visits itself, and runs many crawls of one topic; a repair repeats what was announced before.
  const { part } = given;
  const isSilent =
    db === undefined || (given.readers !== undefined && part === undefined) || given.rebuilt !== undefined;
  const log =
    db === undefined || given.rebuilt ? undefined : new CrawlLog(logPath(folder.path), logLevel, clock);
  const tell = (event: CrawlEvent): void => {
    log?.write(event);
    owner.tell(event);
  };
  const web = new ScopedWeb(answering);
  const resumed = meta.get('startedAt') !== undefined;
  const recipe = prepareRecipe(recipeOf(settings.recipe), settings.set, topic);
  const inWords = recipeInWords(settings);
  tell({ type: 'start', folder: folder.path, topic: topic.title, recipe: inWords, resumed, at: clock() });
  const notice = (message: string): void => tell({ type: 'notice', message });
  const archive =
    given.rebuilt?.archive ??
    openArchive(folder, meta.get('warc') as WarcPosition | undefined, notice, part?.archiveName);
  const statistics = new Statistics(meta.get('counts') as Counts | undefined, clock());
  const urlRules = urlRulesOf(settings);
  const drawn = drawnBefore(meta);
  const faults = new Faults({
    logFile: db === undefined ? undefined : faultsPath(folder.path),
    clock,
    save(fault, url, at) {
      statistics.counts.faults += 1;
      catalogue.saveFault({ at, part: fault.part, url, message: fault.message });
    },
    tell: ({ part, message }, url) => tell({ type: 'fault', part, url, message }),
    giveUp: (reason) => owner.stop('faults', reason),
  });
  for (const message of idle(settings)) notice(message);
  if (!isSilent) for (const message of unreadable(answering)) notice(message);
  if (!recipe.judges) notice('The topic has no keywords: pages are collected, not judged.');
  // For parts of a crawl it is announced once, and a lesson crawls nothing.
  const isWhole = part === undefined && given.training === undefined;
  if (topic.language === undefined && !resumed && !isSilent && isWhole) notice(anyLanguage);
  const abort = new AbortController();
  const othersMs = part?.othersAskForMs();
  const resumedAt = resumed || othersMs !== undefined ? Math.ceil(clock() + (othersMs ?? 0)) : undefined;
  const gate = openGate({
    settings,
    web,
    names: web.names,
    catalogue,
    statistics,
    archive,
    clock,
    timers,
    signal: abort.signal,
    resumedAt,
    lanes: part?.lanes,
    waitsAt: (host, origin) => frontier.waitsAt(host, origin),
  });
  const { merge = 'max', batch = 1 } = settings.frontier;
  const sites =
    settings.favour === 'sites' ? new SitesFirst((host) => catalogue.read.tallyOf(host)) : undefined;
  const times: HostTimes = {
    ...(sites === undefined ? {} : { worth: (host, priority) => sites.worth(host, priority) }),
    mayAsk: (host, now) => gate.mayAsk(host, now),
    addressAwaited: (host) => gate.addressAwaited(host),
    atATime: (host) => gate.atATime(host),
    isUnproven: (host) => gate.isUnproven(host),
    unprovenFrom: (now) => gate.unprovenFrom(now),
    robotsFor(link) {
      const robots = gate.robotsFor(link);
      // No robots.txt for the sake of a link that would be refused when handed out.
      return robots === undefined || whole!.refusals.handedOut(link) !== undefined ? undefined : robots;
    },
  };
  const waiting = { merge, batch, now: clock(), hostOf, gate: times };
  const frontier =
    db === undefined
      ? new MemoryFrontier(waiting)
      : part === undefined
        ? new SqliteFrontier(db, waiting)
        : new PartFrontier(db, part, waiting);
  const on: Omit<Equipment, 'refusals'> = {
    folder,
    settings,
    clock,
    timers,
    abort,
    tell,
    recipe,
    models: { version: 0 },
    strategy: NOT_YET,
    learner: undefined,
    web,
    renderer: undefined,
    gate,
    readers,
    urlRules,
    scope: scopeOf({ folder, settings, urlRules, drawn }),
    drawn,
    // Hosts that are named in the scope are wanted whole; no server answers for a frozen web.
    traps: new TrapGuard(isOpenWeb(settings, web) ? {} : { hostPages: Number.POSITIVE_INFINITY }),
    copies: new CopyRules(),
    filters: filtersOf(settings, topic),
    blamed: db === undefined ? new Set() : blamedUrls(folder.path),
    faults,
    db,
    frontier,
    archive,
    catalogue,
    labelJournal: db === undefined || part !== undefined ? undefined : new LabelJournal(db),
    forms: formsOf(settings, topic, meta),
    documents: openDocuments(folder, db),
    sinks: new Sinks(isSilent ? [] : sinksOf(settings, topic, folder.path), faults),
    statistics,
    sites,
    sitemapHosts: new Set(),
    round: db && unfinishedRound(db, meta, { path: folder.path, settings }),
    socket: undefined,
    trapsSavedAt: clock(),
    part,
    ownsWeb: given.web === undefined,
  };
  whole = on as Equipment;
  whole.refusals = refusalsOf(whole);
  return whole;
}

function formsOf(settings: Settings, topic: Topic, meta: Catalogue['meta']): Forms | undefined {
  if (settings.forms === 0) return undefined;
  const forms = new Forms({ topic, budget: settings.forms, urlRules: urlRulesOf(settings) });
  forms.restore(meta.getState('forms'));
  return forms;
}

const isOpenWeb = ({ scope }: Settings, { names }: ScopedWeb): boolean =>
  names !== undefined && scope.follow === 'anywhere' && scope.hosts.length === 0;

/** Used until the recipe is trained. */
const NOT_YET = { visit: () => [] };
