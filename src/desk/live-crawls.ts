/**
 * What watchers of crawls see, read once for all of them: however many windows are open, each crawl is looked at at most
 * twice a second, its whole tables at most every ten seconds, and not at all if nobody watches.
 */
import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Live, liveBeforeStart, liveOf } from '../answers/live.ts';
import { type Survey, surveyOf } from '../answers/survey.ts';
import { type FeedEntry, readFeed } from '../crawl/feed.ts';
import { databasePath } from '../crawl/folder.ts';
import { openCrawl } from '../crawl/open.ts';
import type { Crawls } from './crawls.ts';

const LOOK_EVERY_MS = 500;
const SURVEY_EVERY_MS = 10_000;

interface Watch {
  /** Changes with every commit. */
  stamp: string;
  at: number;
  live: Promise<Live>;
  survey?: { stamp: string; at: number; of: Survey };
}

export class LiveCrawls {
  readonly #crawls: Crawls;
  readonly #watches = new Map<string, Watch>();
  readonly #ticks = new Map<string, Promise<void>>();
  readonly #batches = new Map<string, FeedEntry[]>();

  constructor(crawls: Crawls) {
    this.#crawls = crawls;
  }

  /** Not older than half a second. */
  live(id: string): Promise<Live> {
    const path = this.#crawls.pathOf(id);
    const former = this.#watches.get(id);
    const now = Date.now();
    if (former !== undefined && now - former.at < LOOK_EVERY_MS) return former.live;
    const stamp = stampOf(path);
    const watch: Watch = { ...former, stamp, at: now, live: Promise.reject(new Error()) };
    watch.live.catch(() => {});
    watch.live = this.#look(id, path, watch);
    watch.live.catch(() => this.#watches.delete(id));
    this.#watches.set(id, watch);
    return watch.live;
  }

  /** After a change that a person made: what comes next is read again. */
  forget(id: string): void {
    this.#watches.delete(id);
  }

  /** The next visits after a number; while the crawl is on, shared by all that ask for the same in one tick. */
  visits(id: string, since: number, { relevant, isOn }: { relevant: boolean; isOn: boolean }): FeedEntry[] {
    const key = JSON.stringify([id, since, relevant]);
    const known = isOn ? this.#batches.get(key) : undefined;
    if (known !== undefined) return known;
    const batch = readFeed(this.#crawls.pathOf(id), since, { relevant });
    this.#batches.set(key, batch);
    return batch;
  }

  /** Resolves when it is time to look again; the same moment for all watchers of a crawl. */
  tick(id: string): Promise<void> {
    const known = this.#ticks.get(id);
    if (known !== undefined) return known;
    const tick = sleep(LOOK_EVERY_MS).then(() => {
      this.#ticks.delete(id);
      this.#batches.clear();
    });
    this.#ticks.set(id, tick);
    return tick;
  }

  async #look(id: string, path: string, watch: Watch): Promise<Live> {
    const status = await this.#crawls.statusOf(id);
    if (watch.stamp === '') return liveBeforeStart(this.#crawls.folderOf(id), status);
    let crawl: ReturnType<typeof openCrawl>;
    try {
      crawl = openCrawl(path);
    } catch (error) {
      // The file is there, and its first commit is not.
      if (status.state === 'running') return liveBeforeStart(this.#crawls.folderOf(id), status);
      throw error;
    }
    try {
      if (crawl.meta.get('counts') === undefined) return liveBeforeStart(crawl.folder, status);
      return liveOf(crawl, status, this.#survey(crawl, watch));
    } finally {
      crawl.db.close();
    }
  }

  #survey(crawl: ReturnType<typeof openCrawl>, watch: Watch): Survey {
    const { survey, stamp } = watch;
    const now = Date.now();
    if (survey !== undefined && (survey.stamp === stamp || now - survey.at < SURVEY_EVERY_MS))
      return survey.of;
    const of = surveyOf(crawl);
    watch.survey = { stamp, at: now, of };
    return of;
  }
}

/** Empty if there is no database. */
function stampOf(path: string): string {
  const database = databasePath(path);
  const times = [database, `${database}-wal`].map(
    (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0,
  );
  return times[0] === 0 ? '' : times.join(' ');
}
