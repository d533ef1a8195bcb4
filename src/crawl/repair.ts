/**
 * Rebuilds the database of a crawl from its WARC files: every archived answer is read, judged and landed as during the
 * crawl, by the same threads and the same steps, in the order in which it was archived. So pages, links, duplicates, the
 * state of the strategy and the waiting links come out as the recipe makes them now. Further answers for a page are the
 * visits of re-crawls that they were; what no answer came for is not in the archive, and neither are the rounds.
 *
 * Nothing is requested and no WARC file is changed. The new database is built under another name and takes its place
 * at the end; a damaged one is kept beside it.
 */
import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CatalogueReader } from '../archive/catalogue-reader.ts';
import { integrityOf } from '../archive/integrity.ts';
import { salvageLabels } from '../archive/labels.ts';
import type { WarcPlace } from '../archive/records.ts';
import { asDiskTrouble } from '../disk.ts';
import { ForageError } from '../errors.ts';
import type { KnownLink, Task } from '../frontier/frontier.ts';
import { SqliteFrontier } from '../frontier/sqlite-frontier.ts';
import { openFrozenWeb } from '../frozen/frozen.ts';
import { typed } from '../suggest.ts';
import { hostOf } from '../url/url.ts';
import { type Capture, indexCaptures } from '../warc/captures.ts';
import type { WarcPosition } from '../warc/files.ts';
import type { Answered } from '../web/web.ts';
import type { Archive } from './archive.ts';
import { close, commit } from './commit.ts';
import type { Equipment } from './equipment.ts';
import {
  archivePath,
  type CrawlFolder,
  databasePath,
  hasDatabase,
  openFolder,
  useModulesOf,
  warcFiles,
} from './folder.ts';
import { land } from './landing/land.ts';
import { openEquipment } from './opening.ts';
import { Outcomes } from './outcomes.ts';
import type { Reading } from './readers/packing.ts';
import { AvoidList } from './recrawl/avoid.ts';
import { Round, type RoundState } from './recrawl/round.ts';
import { findRunning } from './running.ts';
import { readSitemapLinks } from './sitemaps.ts';
import { StoredPages } from './stored-pages.ts';

export interface RepairOptions {
  /** Ends it early; nothing has changed then. */
  signal?: AbortSignal | undefined;
  /** Messages from training. */
  tell?(message: string): void;
  /** Bytes of the archive read so far, and of all. */
  progress?(done: number, of: number): void;
}

export interface Repaired {
  /** False if it was ended early. */
  finished: boolean;
  /** Responses in the archive that could be read. */
  records: number;
  pages: number;
  relevant: number;
  duplicates: number;
  /** Links that wait. */
  waiting: number;
  /** Answers that came back although the page that led to them is not in the archive. */
  withoutSource: number;
  /** Records that are not pages of the crawl: robots.txt, example pages. */
  notPages: number;
  /** Parts of the archive that could not be read, as sentences. */
  damage: string[];
  /** People's answers that could be read from the former database. */
  labels: number;
  /** Where the former database is, if there was one. */
  former: string | undefined;
}

export async function repair(path: string, options: RepairOptions = {}): Promise<Repaired> {
  const folder = openFolder(path);
  await checkRepairable(folder);
  useModulesOf(folder);
  const database = `${databasePath(path)}.new`;
  removeDatabase(database);
  try {
    const repairing = await Repair.open(folder, database, options);
    const done = await repairing.run();
    if (!done.finished) {
      removeDatabase(database);
      return { ...done, former: undefined };
    }
    return { ...done, former: replaceDatabase(path, database) };
  } catch (error) {
    removeDatabase(database);
    throw asDiskTrouble(error, database);
  }
}

async function checkRepairable({ path, settings }: CrawlFolder): Promise<void> {
  if ((await findRunning(path)) !== undefined)
    throw new ForageError(
      'CRAWL_FOLDER',
      `${path} is being crawled. Stop it first: forage stop ${typed(path)}`,
    );
  if (hasDatabase(path) && integrityOf(databasePath(path)).length === 0)
    throw new ForageError(
      'CRAWL_FOLDER',
      `${databasePath(path)} is not damaged, so there is nothing to repair. To see whether the archive agrees with it: forage check ${typed(path)}`,
    );
  if (warcFiles(path).length > 0) return;
  const why = settings.archive.warc
    ? 'its archive is empty'
    : 'it was crawled without one (archive.warc: false)';
  throw new ForageError(
    'CRAWL_FOLDER',
    `${path} has no archive to rebuild its database from: ${why}. Its topic and settings are in crawl.yaml: start a new crawl with them.`,
  );
}

/** Read ahead of the landing, so that no thread waits. */
const AHEAD = 32;
/** A longer pause between two answers is taken for a time in which the crawl did not run. */
const STOPPED_MS = 60_000;
const COMMIT_EVERY_MS = 5000;
const SOME_ROUND: RoundState = {
  ...{ by: 'interval', due: false, everyMs: 0, n: 0, startedAt: 0, chosen: 0, requests: 0, newRequests: 0 },
  counts: { new: 0, newRelevant: 0, changed: 0, unchanged: 0, moved: 0, gone: 0, unreachable: 0 },
};

class Repair {
  readonly #folder: CrawlFolder;
  readonly #on: Equipment;
  readonly #archive: RebuiltArchive;
  readonly #options: RepairOptions;
  readonly #outcomes: Outcomes;
  readonly #read: CatalogueReader;
  readonly #stored: StoredPages;
  readonly #examples: ReadonlySet<string>;
  readonly #time: { now: number };
  readonly #done = { records: 0, withoutSource: 0, notPages: 0, damage: [] as string[] };
  #committedAt = performance.now();
  #startedAt: number | undefined;

  static async open(folder: CrawlFolder, database: string, options: RepairOptions): Promise<Repair> {
    const archive = new RebuiltArchive(folder);
    const time = { now: await firstDate(folder) };
    // Examples that were fetched for training are in the archive, too.
    const web = await openFrozenWeb([archivePath(folder.path)], { cache: false });
    const on = await openEquipment(
      folder,
      () => folder,
      { web, clock: () => time.now, rebuilt: { archive, database } },
      {
        tell: (event) => void (event.type === 'notice' && options.tell?.(event.message)),
        stop() {},
        stopAsked: options.signal ?? new AbortController().signal,
      },
    );
    return new Repair(folder, on, archive, time, options);
  }

  constructor(
    folder: CrawlFolder,
    on: Equipment,
    archive: RebuiltArchive,
    time: { now: number },
    options: RepairOptions,
  ) {
    this.#folder = folder;
    this.#on = on;
    this.#archive = archive;
    this.#time = time;
    this.#options = options;
    this.#outcomes = new Outcomes(on);
    this.#read = new CatalogueReader(on.db!);
    this.#stored = new StoredPages(folder, this.#read);
    const { relevant, irrelevant } = folder.topic.examples;
    this.#examples = new Set([...relevant, ...irrelevant].filter((one) => URL.canParse(one)));
  }

  async run(): Promise<Omit<Repaired, 'former'>> {
    const { signal } = this.#options;
    try {
      for (const file of warcFiles(this.#folder.path)) {
        if (signal?.aborted) break;
        await this.#file(file);
      }
    } finally {
      this.#stored.close();
    }
    return this.#end(signal?.aborted !== true);
  }

  async #end(finished: boolean): Promise<Omit<Repaired, 'former'>> {
    const on = this.#on;
    this.#endRounds();
    const { waiting } = on.frontier.stats();
    const { pages, duplicates } = on.statistics.counts;
    if (this.#startedAt !== undefined) on.catalogue.meta.set('startedAt', this.#startedAt);
    const labels = this.#bringBackLabels();
    const detail = 'its database was rebuilt from its archive';
    on.catalogue.saveEvent({ at: Date.now(), kind: 'repaired', detail: this.#done });
    const summary = on.statistics.progress(on.clock(), on.frontier.stats(), { names: 0, hosts: 0 });
    await close(on, { reason: 'interrupted', detail, summary });
    const { relevant } = on.statistics.counts;
    return { finished, ...this.#done, pages, relevant, duplicates, waiting, labels };
  }

  /** Those about pages that are there again. */
  #bringBackLabels(): number {
    const { catalogue, statistics } = this.#on;
    let kept = 0;
    for (const { url, ...label } of salvageLabels(databasePath(this.#folder.path))) {
      const page = this.#read.pageByUrl(url)?.id;
      if (page === undefined) continue;
      statistics.counts.relevant += catalogue.saveLabel({ ...label, page });
      kept += 1;
    }
    return kept;
  }

  async #file(file: string): Promise<void> {
    const path = join(archivePath(this.#folder.path), file);
    const { captures, damage } = await indexCaptures(path, { cache: false });
    this.#done.damage.push(...damage.map((sentence) => `${file}, ${sentence}`));
    this.#archive.use(file, damage.length > 0);
    const underWay: Promise<Arrived | undefined>[] = [];
    const landNext = async (): Promise<void> => {
      const arrived = await underWay.shift();
      if (arrived !== undefined) await this.#land(arrived);
    };
    const rendered = new Set(captures.map(({ renderedFrom }) => renderedFrom));
    for (const capture of captures) {
      if (this.#options.signal?.aborted) break;
      if (capture.resourceType !== undefined || rendered.has(capture.recordId)) continue;
      // A revisit is read with the body of an earlier page, which must be in the catalogue first.
      while (underWay.length >= (capture.revisit === undefined ? AHEAD : 1)) await landNext();
      underWay.push(this.#arrive(capture, file));
    }
    while (underWay.length > 0) await landNext();
  }

  /** The answer of a record, read by a thread if it may be a page. Undefined if the record cannot be read. */
  async #arrive(capture: Capture, file: string): Promise<Arrived | undefined> {
    const { url, offset, length, date, revisit } = capture;
    const warc = { file, offset, length };
    const original = revisit && this.#read.pageByUrl(revisit.url);
    try {
      const stored = await this.#stored.answerOf({ url, warc, duplicateOf: original?.id });
      const answer = { ...stored, startedAt: Date.parse(date) };
      const isPage = isOk(answer) && !isRobots(url);
      return { answer, warc, reading: isPage ? await this.#on.readers.read(answer) : undefined };
    } catch (error) {
      if (error instanceof ForageError || !('errcode' in (error as Error))) {
        this.#done.damage.push(`${file}, at byte ${offset}: ${url}: ${(error as Error).message}`);
        return undefined;
      }
      throw error;
    }
  }

  async #land({ answer, warc, reading }: Arrived): Promise<void> {
    const { url, startedAt } = answer;
    this.#done.records += 1;
    this.#pass(startedAt);
    this.#archive.place = warc;
    this.#options.progress?.(this.#archive.bytesBefore + warc.offset + warc.length, this.#archive.bytes);
    const task = isRobots(url) ? undefined : await this.#taskFor(answer, reading);
    if (task === undefined) this.#done.notPages += 1;
    else await this.#outcome(task, answer, reading);
    if (performance.now() - this.#committedAt < COMMIT_EVERY_MS) return;
    commit(this.#on);
    this.#committedAt = performance.now();
  }

  async #outcome(task: Task, answer: Answered, reading: Reading | undefined): Promise<void> {
    const { counts } = this.#on.statistics;
    counts.requests += 1;
    counts.bytes += answer.wire.length;
    if (!isOk(answer)) return this.#outcomes.notAPage(task, answer);
    if (task.type === 'sitemap') return this.#outcomes.sitemap(task, answer);
    land(task, answer, reading!, this.#on, this.#outcomes);
    await this.#on.learning;
  }

  /** The waiting link that this answers, as its last attempt; one is made if the page with the link is not there. */
  async #taskFor(answer: Answered, reading: Reading | undefined): Promise<Task | undefined> {
    const { frontier, settings, catalogue } = this.#on;
    const { url } = answer;
    const known = frontier.find(url);
    if (known?.state === 'done' && known.page !== null) this.#comeBack(known);
    if (known === undefined) {
      if (this.#examples.has(url)) return undefined;
      this.#done.withoutSource += 1;
      const type = (await this.#isSitemap(answer, reading)) ? 'sitemap' : 'page';
      const why = 'the page with this link is not in the archive';
      frontier.add([{ url, host: hostOf(url), type, priority: 0, depth: 0, why }]);
    }
    const claimed = frontier.claim(url);
    const task = claimed && { ...claimed, tries: settings.politeness.maxTries };
    if (task !== undefined) this.#on.round?.begin(task, catalogue);
    return task;
  }

  /** A further answer for a page is a visit of a re-crawl; which round it was is not in the archive. */
  #comeBack({ id, priority }: KnownLink): void {
    const on = this.#on;
    on.round ??= new Round(SOME_ROUND, new AvoidList([], []), () => 0);
    if (on.frontier instanceof SqliteFrontier) on.frontier.reopen([{ link: id, priority }]);
  }

  #endRounds(): void {
    const { round, frontier, catalogue } = this.#on;
    if (round === undefined) return;
    if (frontier instanceof SqliteFrontier) frontier.closeReopened();
    this.#on.round = undefined;
    Round.forget(catalogue.meta);
  }

  /** Sitemaps are found through robots.txt, whose links are not in the frontier now. */
  async #isSitemap(answer: Answered, reading: Reading | undefined): Promise<boolean> {
    if (reading === undefined || !('refused' in reading.page)) return false;
    const read = await readSitemapLinks(answer, this.#on.urlRules);
    return !('refused' in read) && read.links.length + read.sitemaps.length > 0;
  }

  /** The clock of the rebuilt crawl is that of its answers. */
  #pass(at: number): void {
    const { statistics } = this.#on;
    this.#startedAt ??= at;
    const now = Math.max(this.#time.now, at);
    if (now - this.#time.now > STOPPED_MS) {
      statistics.pause(this.#time.now);
      statistics.go(now);
    }
    this.#time.now = now;
  }
}

interface Arrived {
  answer: Answered;
  warc: WarcPlace;
  /** Absent for what is not a page by its status or its name. */
  reading: Reading | undefined;
}

const isOk = ({ status }: Answered): boolean => status >= 200 && status <= 299;
const isRobots = (url: string): boolean => new URL(url).pathname === '/robots.txt';

async function firstDate({ path }: CrawlFolder): Promise<number> {
  for (const file of warcFiles(path)) {
    const { captures } = await indexCaptures(join(archivePath(path), file), { cache: false });
    if (captures[0] !== undefined) return Date.parse(captures[0].date);
  }
  return Date.now();
}

/** Writes nothing: a page is kept where its record is. */
class RebuiltArchive implements Archive {
  /** Of the record at hand. */
  place: WarcPlace | undefined;
  /** Of all files, and of those before the current one. */
  readonly bytes: number;
  bytesBefore = 0;
  readonly #folder: string;
  #end: WarcPosition | undefined;

  constructor({ path }: CrawlFolder) {
    this.#folder = archivePath(path);
    this.bytes = warcFiles(path).reduce((sum, file) => sum + this.#sizeOf(file), 0);
  }

  /**
   * A crawl goes on at the end of the last file. After a damaged one it goes on in the next: nothing is cut off, and
   * nothing is written behind a part that other programs may not read past.
   */
  use(file: string, isDamaged: boolean): void {
    if (this.#current !== undefined) this.bytesBefore += this.#sizeOf(this.#current);
    this.#current = file;
    this.#end = isDamaged ? { file: nextFile(file), length: 0 } : { file, length: this.#sizeOf(file) };
  }
  #current: string | undefined;

  keep(): WarcPlace | undefined {
    return this.place;
  }

  keepAnswer(): WarcPlace | undefined {
    return this.place;
  }

  sync(): WarcPosition | undefined {
    return this.#end;
  }

  close(): void {}

  #sizeOf(file: string): number {
    return statSync(join(this.#folder, file)).size;
  }
}

/** `owls-00001.warc.gz` → `owls-00002.warc.gz` */
const nextFile = (file: string): string =>
  file.replace(/\d+(?=\.warc)/, (digits) => String(Number(digits) + 1).padStart(digits.length, '0'));

const PARTS = ['', '-wal', '-shm', '-labels'];

function removeDatabase(database: string): void {
  for (const part of PARTS) rmSync(database + part, { force: true });
}

/** Returns where the former database is now. */
function replaceDatabase(path: string, database: string): string | undefined {
  const current = databasePath(path);
  let former: string | undefined;
  const isEmpty = (part: string): boolean => !statSync(current + part, { throwIfNoEntry: false })?.size;
  // The third part is an index of the second, made again by every process that opens them.
  if (PARTS.slice(0, 2).every(isEmpty)) removeDatabase(current);
  else {
    let n = 1;
    while (existsSync(`${current}.damaged-${n}`)) n++;
    former = `${current}.damaged-${n}`;
    for (const part of PARTS) if (existsSync(current + part)) renameSync(current + part, former + part);
  }
  renameSync(database, current);
  return former;
}
