/**
 * Rejudging: every stored page is read from the archive and judged with another threshold, recipe or topic, or with
 * what the crawl has learnt since. Nothing is fetched except example pages that are not in the archive.
 *
 * Promises: only judgements change. Links keep their priorities and the frontier is not touched; a page's former
 * judgement is kept with its version. A page whose judge fails keeps its judgement. Once the last page is judged,
 * `crawl.yaml` and the models are replaced, so that a resumed crawl continues with the latest judge; until then the old
 * ones stay.
 *
 * An interrupted run can be repeated. Its version and what it learnt were committed before its first page (the state
 * `judging`, and its row among the models). A run with the same options reuses them and skips pages that already have
 * this version.
 */
import { setImmediate as immediate } from 'node:timers/promises';
import type { Catalogue } from '../archive/catalogue.ts';
import { CatalogueReader } from '../archive/catalogue-reader.ts';
import { type CrawlDatabase, openDatabase } from '../archive/database.ts';
import { countsAs } from '../archive/labels.ts';
import { MemoryCatalogue } from '../archive/memory-catalogue.ts';
import { Meta } from '../archive/meta.ts';
import type { PageToJudge } from '../archive/records.ts';
import { SqliteCatalogue } from '../archive/sqlite-catalogue.ts';
import { asDiskTrouble } from '../disk.ts';
import { ForageError } from '../errors.ts';
import { type PreparedRecipe, prepareRecipe } from '../recipe/prepare.ts';
import type { Models } from '../recipe/reader.ts';
import type { Recipe } from '../recipe/recipe.ts';
import { recipeOf } from '../recipe/registry.ts';
import { typed } from '../suggest.ts';
import { countWords } from '../text/tokens.ts';
import type { Web } from '../web/web.ts';
import { Faults, faultOf } from './faults.ts';
import {
  type CrawlFolder,
  changeFolder,
  databasePath,
  faultsPath,
  useModulesOf,
  withTopic,
} from './folder.ts';
import { withNear } from './landing/catalogue.ts';
import {
  askedBy,
  askedOf,
  type Change,
  changeSince,
  forgetLearning,
  isSame,
  nextVersion,
} from './model-versions.ts';
import { openCrawl } from './open.ts';
import { type Readers, startReaders } from './readers/readers.ts';
import { Figures, type JudgementFigures, type Verdict } from './rejudge-figures.ts';
import { saveJournalled } from './save-labels.ts';
import { type Settings, urlRulesOf, waitingOf } from './settings.ts';
import type { CrawlOptions } from './start.ts';
import { type Counts, Statistics } from './statistics.ts';
import { steadyClock } from './steady-clock.ts';
import { StoredPages } from './stored-pages.ts';
import { trainAgain } from './training/again.ts';
import { worthReading } from './training/calibration.ts';
import { learntBefore } from './training/lesson.ts';
import { type LearntModels, saveModels } from './training/models.ts';
import { withUsed } from './used.ts';

export interface JudgeAgainOptions {
  /** A different topic; the crawl keeps its name, and its seeds if this one has none. */
  topic?: CrawlOptions['topic'] | undefined;
  recipe?: string | Recipe | undefined;
  /** The judge's setting `threshold`. */
  threshold?: number | undefined;
  /** Settings of the recipe: added to the crawl's own, or used alone with a different recipe. */
  set?: Record<string, unknown> | undefined;
  /** Writes nothing. */
  dryRun?: boolean | undefined;
  /** Number of threads; default: the crawl's. */
  threads?: number | undefined;
  /** For examples that are not in the archive, instead of the live web or the crawl's frozen one. */
  web?: Web | undefined;
  /** Ends it early; pages judged so far keep their new judgement. */
  signal?: AbortSignal | undefined;
  clock?: (() => number) | undefined;
  /** Messages from training. */
  tell?(message: string): void;
  /** A page kept its judgement because a part failed on it. */
  fault?(fault: { part: string; url: string; message: string }): void;
  progress?(done: number, of: number): void;
}

export interface JudgedAgain extends JudgementFigures {
  /** Version of the models that judged. */
  version: number;
  recipe: string;
  dryRun: boolean;
  /** False if it was ended early; run it again to continue. */
  finished: boolean;
  /** The thresholds, if they are known and the same for all pages. */
  border: { before: number | undefined; after: number | undefined };
  /** Pages read from the archive; the others already had this version. */
  read: number;
  elapsedMs: number;
  pagesPerSecond: number;
}

export async function judgeAgain(path: string, options: JudgeAgainOptions = {}): Promise<JudgedAgain> {
  const former = judgeable(path);
  const folder = changed(former, options);
  const { topic, settings } = folder;
  const recipe = prepareRecipe(recipeOf(settings.recipe), settings.set, topic);
  if (!recipe.judges)
    throw new ForageError(
      'TOPIC_INVALID',
      `The topic gives the judge nothing to judge by. Add keywords to a topic file and give it: forage judge ${typed(path)} --topic TOPIC`,
    );
  const readers = startReaders(options.threads ?? settings.threads);
  let db: CrawlDatabase | undefined;
  try {
    const how = options.dryRun ? { readOnly: true } : { sole: true, waitMs: OTHER_PROCESS_MS };
    db = openDatabase(databasePath(path), how);
    if (!options.dryRun) saveJournalled(db);
    const judging = new Judging(folder, recipe, db, readers, options);
    const begun = await judging.begin();
    const judged = await judging.run(begun);
    if (judged.finished && !options.dryRun) judging.finish(begun, judged, !isSame(former, folder));
    db.close();
    return judged;
  } catch (error) {
    db?.sql.close();
    throw asDiskTrouble(error, databasePath(path));
  } finally {
    await readers.close();
  }
}

const OTHER_PROCESS_MS = 1000;

function judgeable(path: string): CrawlFolder {
  const { folder, db, meta } = openCrawl(path);
  useModulesOf(folder);
  const hasBegun = meta.get('startedAt') !== undefined;
  db.close();
  if (!hasBegun)
    throw new ForageError(
      'CRAWL_FOLDER',
      `${path} has no pages yet. Continue it: forage resume ${typed(path)}`,
    );
  if (!folder.settings.archive.warc)
    throw new ForageError(
      'CRAWL_FOLDER',
      `${path} was crawled without an archive (archive.warc: false), so it has no pages to judge again. Crawl again with archive.warc: true.`,
    );
  return folder;
}

/** The crawl with the changed topic, recipe and settings. */
function changed(folder: CrawlFolder, { topic, recipe, threshold, set }: JudgeAgainOptions): CrawlFolder {
  const { settings } = folder;
  const given = { ...set, ...(threshold === undefined ? {} : { 'judge.threshold': threshold }) };
  const kept = recipe === undefined ? settings.set : {};
  // The latest setting goes last: the recipe applies them in order.
  const before = Object.entries(kept).filter(([name]) => !(name in given));
  const by = { recipe: recipe ?? settings.recipe, set: { ...Object.fromEntries(before), ...given } };
  const wanted = topic === undefined ? folder : withTopic(folder, topic);
  const asked = withUsed({ ...settings, ...by }, wanted.topic);
  return { ...wanted, settings: { ...asked, frontier: frontierFor(by, settings) } };
}

/** Frontier settings follow the recipe unless the user set them. */
function frontierFor(
  by: Pick<Settings, 'recipe' | 'set'>,
  { frontier, recipe, set }: Settings,
): Settings['frontier'] {
  const was = waitingOf(recipeOf(recipe), set);
  const is = waitingOf(recipeOf(by.recipe), by.set);
  return {
    ...frontier,
    ...(frontier.merge === was.merge ? { merge: is.merge } : {}),
    ...(frontier.batch === was.batch ? { batch: is.batch } : {}),
  };
}

/** What a run judges with. */
interface Begun {
  version: number;
  models: Models;
  /** Only if it had to train again. */
  learnt?: LearntModels | undefined;
  /** The difference from the crawl's own version; undefined if there is none. */
  change?: Change | undefined;
}

/** Answers in memory per thread, so that no thread waits for the disk. */
const UNDER_WAY_A_THREAD = 16;
const JUDGED: ReadonlySet<string> = new Set(['page', 'near-duplicate', 'duplicate']);
const ALL_CHANGED: Change = { judging: true, ranking: true, training: true };

class Judging {
  readonly #folder: CrawlFolder;
  readonly #recipe: PreparedRecipe;
  readonly #db: CrawlDatabase;
  readonly #read: CatalogueReader;
  readonly #meta: Meta;
  /** Absent if nothing is to be written. */
  readonly #catalogue: Catalogue | undefined;
  readonly #readers: Readers;
  readonly #options: JudgeAgainOptions;
  readonly #clock: () => number;
  readonly #statistics: Statistics;
  readonly #faults: Faults;
  readonly #figures = new Figures();
  #borders = new Set<number>();
  #readCount = 0;
  #committedAt: number;
  #gaveUp: string | undefined;

  constructor(
    folder: CrawlFolder,
    recipe: PreparedRecipe,
    db: CrawlDatabase,
    readers: Readers,
    options: JudgeAgainOptions,
  ) {
    this.#folder = folder;
    this.#recipe = recipe;
    this.#db = db;
    this.#readers = readers;
    this.#options = options;
    this.#clock = options.clock ?? steadyClock();
    this.#read = new CatalogueReader(db);
    this.#meta = new Meta(db);
    this.#catalogue = options.dryRun ? undefined : new SqliteCatalogue(db);
    this.#committedAt = this.#clock();
    this.#statistics = new Statistics(this.#meta.get('counts') as Counts, this.#committedAt);
    this.#faults = new Faults({
      logFile: options.dryRun ? undefined : faultsPath(folder.path),
      clock: this.#clock,
      save: ({ part, message }, url, at) => {
        this.#statistics.counts.faults += 1;
        this.#catalogue?.saveFault({ at, part, url, message });
      },
      tell: ({ part, message }, url) => options.fault?.({ part, url, message }),
      giveUp: (reason) => {
        this.#gaveUp = reason;
      },
    });
  }

  /** Determines its version: the crawl's, that of an interrupted run, or the next one; trains if necessary. */
  async begin(): Promise<Begun> {
    const { path, topic } = this.#folder;
    const asked = askedOf(this.#recipe, topic);
    const inUse = this.#meta.getState('models') as (Models & { version: number }) | undefined;
    const { version = 1 } = inUse ?? {};
    const former = askedBy({ read: this.#read }, version);
    const change = former === undefined ? ALL_CHANGED : changeSince(former, asked);
    const atHand = change?.training ? undefined : (inUse ?? learntBefore(this.#recipe, topic, path));
    if (change === undefined && atHand !== undefined) return { version, models: atHand };

    const cutOff = this.#meta.getState('judging') as Begun | undefined;
    if (cutOff !== undefined && isSame(askedBy({ read: this.#read }, cutOff.version), asked))
      return { ...cutOff, change };

    const teaches = this.#recipe.learns || worthReading(topic);
    const learnt = atHand === undefined && teaches ? await this.#train() : undefined;
    const models = atHand ?? learnt?.models ?? {};
    const begun: Begun = { version: nextVersion({ read: this.#read }), models, learnt, change };
    this.#catalogue?.saveModel({
      version: begun.version,
      at: this.#clock(),
      recipe: this.#recipe.recipe.name,
      detail: asked,
    });
    if (!this.#options.dryRun) this.#meta.setState('judging', begun);
    this.#commit();
    return begun;
  }

  async run({ version, models }: Begun): Promise<JudgedAgain> {
    const { settings, topic } = this.#folder;
    const { threads = settings.threads, dryRun = false, progress, signal } = this.#options;
    this.#readers.begin({
      topic,
      recipe: judgeOf(this.#recipe, topic),
      models,
      options: {
        urlRules: urlRulesOf(settings),
        language: topic.language,
        use: settings.use,
        obeysPageRules: settings.politeness.pageRules === 'obey',
        obeysOptOuts: settings.politeness.optOuts === 'obey',
        warc: false,
        model: version,
      },
    });
    const stored = new StoredPages(this.#folder, this.#read);
    const { pages, duplicates } = this.#statistics.counts;
    const underWay = new Set<Promise<void>>();
    const startedAt = performance.now();
    let done = 0;
    try {
      for (const page of this.#read.pagesToJudge()) {
        if (signal?.aborted || this.#gaveUp !== undefined) break;
        if (!JUDGED.has(page.outcome)) continue;
        const judging = this.#judge(page, version, stored).finally(() => {
          underWay.delete(judging);
          if (this.#clock() - this.#committedAt >= settings.archive.commitEveryMs) this.#commit();
          progress?.(++done, pages + duplicates);
        });
        underWay.add(judging);
        while (underWay.size >= UNDER_WAY_A_THREAD * Math.max(1, threads)) await Promise.race(underWay);
        // Without threads, nothing else would let the user's signal through.
        await immediate();
      }
      await Promise.all(underWay);
    } finally {
      stored.close();
    }
    this.#commit();
    if (this.#gaveUp !== undefined)
      throw new ForageError(
        'CRAWL_FOLDER',
        `Judging stopped: ${this.#gaveUp}. Pages that are not judged yet keep their judgement.${dryRun ? '' : ` Stacks are in ${faultsPath(this.#folder.path)}.`}`,
      );
    const elapsedMs = performance.now() - startedAt;
    return {
      version,
      recipe: this.#recipe.recipe.name,
      dryRun,
      finished: signal?.aborted !== true,
      ...this.#figures,
      border: {
        before: this.#borderBefore(version),
        after: this.#borders.size === 1 ? [...this.#borders][0] : undefined,
      },
      read: this.#readCount,
      elapsedMs,
      pagesPerSecond: (1000 * this.#readCount) / Math.max(1, elapsedMs),
    };
  }

  /** From now on a resumed crawl continues with these models. If interrupted before the commit, it is run again. */
  finish({ version, models, learnt, change }: Begun, judged: JudgedAgain, isChanged: boolean): void {
    if (isChanged) changeFolder(this.#folder);
    if (learnt !== undefined) saveModels(this.#folder.path, learnt);
    this.#meta.setState('models', { judge: models.judge, strategy: models.strategy, version });
    this.#meta.set('judging', null);
    if (change?.training) forgetLearning(this.#meta);
    const { recipe, pages, becameRelevant, becameIrrelevant } = judged;
    const sides = { becameRelevant: becameRelevant.pages, becameIrrelevant: becameIrrelevant.pages };
    this.#catalogue!.saveEvent({
      at: this.#clock(),
      kind: 'judged',
      detail: { version, recipe, pages, ...sides },
    });
    this.#commit();
  }

  #train(): Promise<LearntModels> {
    const { signal = new AbortController().signal, tell = () => {}, web } = this.#options;
    return trainAgain(this.#recipe, {
      folder: this.#folder,
      catalogue: this.#catalogue ?? new MemoryCatalogue(),
      writes: this.#catalogue !== undefined,
      statistics: this.#statistics,
      urlRules: urlRulesOf(this.#folder.settings),
      clock: this.#clock,
      signal,
      tell,
      web,
    });
  }

  async #judge(page: PageToJudge, version: number, stored: StoredPages): Promise<void> {
    const isDone = page.model === version && page.score !== undefined;
    const after = isDone ? page : await this.#judgementOf(page, version, stored);
    if (after === undefined) this.#figures.faults += 1;
    if (page.outcome === 'duplicate') this.#figures.duplicates += 1;
    else this.#figures.count(page, this.#before(page, version), after ?? page);
  }

  /** Undefined if it failed. */
  async #judgementOf(page: PageToJudge, version: number, stored: StoredPages): Promise<Verdict | undefined> {
    const answer = await stored.answerOf(page).catch((error: unknown) => {
      this.#faults.note(faultOf('archive', error), page.url);
    });
    if (answer === undefined) return undefined;
    this.#faults.worked('archive');
    const { judgement, faults, page: read, text = '' } = await this.#readers.read(answer);
    this.#readCount += 1;
    for (const fault of faults) this.#faults.note(fault, page.url);
    if ('refused' in read && faults.length === 0)
      this.#faults.note({ part: 'reader', message: `${read.refused}: ${read.detail}` }, page.url);
    if (judgement === undefined) return undefined;
    for (const part of ['reader', 'judge']) this.#faults.worked(part);
    const { score, margin, findings, border } = judgement;
    const called = judgement.relevant && page.outcome === 'page';
    const relevant = countsAs(page, called);
    this.#borders.add(border);
    const { counts } = this.#statistics;
    counts.relevant += Number(relevant) - Number(page.relevant);
    if (relevant !== page.relevant) counts.words += relevant ? countWords(text) : -countWords(text);
    if (page.score === undefined && page.outcome !== 'duplicate')
      counts.unjudged = Math.max(0, counts.unjudged - 1);
    this.#catalogue?.saveJudgement(page.id, {
      score,
      margin,
      findings,
      relevant: called,
      why: withNear(judgement, page.outcome === 'near-duplicate'),
      model: version,
      at: this.#clock(),
    });
    return { score, relevant };
  }

  /** The latest judgement by another version; if only this version has judged the page, its own. */
  #before(page: PageToJudge, version: number): Verdict {
    if (page.model !== version || page.judgedAt === undefined) return page;
    const others = this.#read.judgementsOf(page.id).filter(({ model }) => model !== version);
    const former = others.at(-1) ?? { relevant: false };
    return { ...former, relevant: countsAs(page, former.relevant) };
  }

  #borderBefore(judging: number): number | undefined {
    const { version = 1 } = (this.#meta.getState('models') as { version: number } | undefined) ?? {};
    const threshold = askedBy({ read: this.#read }, version)?.judge.threshold;
    return version !== judging && typeof threshold === 'number' ? threshold : undefined;
  }

  #commit(): void {
    this.#committedAt = this.#clock();
    if (this.#catalogue === undefined) return;
    this.#meta.set('counts', this.#statistics.counts);
    this.#db.commit();
  }
}

/** Only the judge: nothing is measured for a strategy. */
function judgeOf({ recipe }: PreparedRecipe, topic: CrawlFolder['topic']): PreparedRecipe {
  return prepareRecipe({ ...recipe, strategy: { kind: 'breadth-first' } }, {}, topic);
}
