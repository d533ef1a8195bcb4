/**
 * What watchers of crawls see, read once for all of them: however many windows are open, each crawl is looked at at most
 * twice a second, and not at all if nobody watches. What needs a look at all pages is surveyed apart, the less often the
 * longer it takes; a first look waits for it only a moment.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Live, liveBeforeStart, liveOf } from '../answers/live.ts';
import type { Survey } from '../answers/survey.ts';
import type { ControlStatus } from '../crawl/control.ts';
import { type FeedEntry, readFeed } from '../crawl/feed.ts';
import { type OpenCrawl, openBegun } from '../crawl/open.ts';
import type { Crawls } from './crawls.ts';
import { stampOf } from './open-crawls.ts';

const LOOK_EVERY_MS = 500;
const SURVEY_EVERY_MS = 10_000;
/** Also after a change that a person made. */
const SURVEY_SOON_MS = 1500;
/** The next survey begins after this many times as long as the last one took. */
const SURVEY_REST = 20;
const PATIENCE_MS = 300;

interface Watch {
  at: number;
  live: Promise<Live>;
}

interface Surveyed {
  /** Of the crawl when it was begun. */
  stamp: string;
  begunAt: number;
  /** The last one. */
  tookMs: number;
  known: Survey | undefined;
  /** The one under way. */
  next: Promise<void> | undefined;
  isWanted: boolean;
}

/** Visits as server-sent events. */
export interface VisitEvents {
  text: string;
  count: number;
  /** The number of the last one. */
  last: number | undefined;
}

export class LiveCrawls {
  readonly #crawls: Crawls;
  readonly #watches = new Map<string, Watch>();
  readonly #surveys = new Map<string, Surveyed>();
  readonly #ticks = new Map<string, Promise<void>>();
  readonly #batches = new Map<string, VisitEvents>();
  readonly #texts = new WeakMap<Live, string>();

  constructor(crawls: Crawls) {
    this.#crawls = crawls;
  }

  /** Not older than half a second. */
  live(id: string): Promise<Live> {
    const path = this.#crawls.pathOf(id);
    const former = this.#watches.get(id);
    const now = Date.now();
    if (former !== undefined && now - former.at < LOOK_EVERY_MS) return former.live;
    const live = this.#look(id, path);
    live.catch(() => this.#watches.delete(id));
    this.#watches.set(id, { at: now, live });
    return live;
  }

  /** What the last look at all pages showed, if there was one. */
  surveyed(id: string): Survey | undefined {
    return this.#surveys.get(id)?.known;
  }

  /** After a change that a person made: what comes next is read again. */
  forget(id: string): void {
    this.#watches.delete(id);
    const survey = this.#surveys.get(id);
    if (survey !== undefined) survey.isWanted = true;
  }

  /** Another crawl may get the name of one that was deleted. */
  drop(id: string): void {
    this.#watches.delete(id);
    this.#surveys.delete(id);
    this.#batches.clear();
  }

  /** The same as JSON, made once for all watchers. */
  textOf(live: Live): string {
    const text = this.#texts.get(live) ?? JSON.stringify(live);
    this.#texts.set(live, text);
    return text;
  }

  /** The next visits after a number; while the crawl is on, shared by all that ask for the same in one tick. */
  visits(id: string, since: number, { relevant, isOn }: { relevant: boolean; isOn: boolean }): VisitEvents {
    const key = JSON.stringify([id, since, relevant]);
    const known = isOn ? this.#batches.get(key) : undefined;
    if (known !== undefined) return known;
    const batch = eventsOf(readFeed(this.#crawls.pathOf(id), since, { relevant }));
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

  async #look(id: string, path: string): Promise<Live> {
    const status = await this.#crawls.statusOf(id);
    if (stampOf(path) === '') return liveBeforeStart(this.#crawls.folderOf(id), status);
    const survey = await this.#survey(id, path, status);
    const look = (crawl: OpenCrawl): Live =>
      crawl.meta.get('counts') === undefined
        ? liveBeforeStart(crawl.folder, status)
        : liveOf(crawl, status, survey);
    try {
      return await this.#crawls.reading(id, look);
    } catch (error) {
      // The file is there, and its first commit is not.
      const begun = openBegun(path);
      begun?.db.close();
      if (begun === undefined) return liveBeforeStart(this.#crawls.folderOf(id), status);
      throw error;
    }
  }

  /** The latest one; begins the next if it is time. */
  async #survey(id: string, path: string, { state }: ControlStatus): Promise<Survey | undefined> {
    const stamp = stampOf(path);
    const former = this.#surveys.get(id);
    const age = Date.now() - (former?.begunAt ?? 0);
    const isDue =
      former === undefined ||
      (former.next === undefined &&
        former.stamp !== stamp &&
        (age > surveyAgainAfter(former.tookMs) ||
          (former.isWanted && age > SURVEY_SOON_MS) ||
          state === 'stopped'));
    if (!isDue) return former.known;
    const next: Surveyed = {
      stamp,
      begunAt: Date.now(),
      tookMs: former?.tookMs ?? 0,
      known: former?.known,
      next: undefined,
      isWanted: false,
    };
    // A crawl without its first commit cannot be surveyed yet; it is tried again.
    next.next = this.#crawls.readingApart(id, 'survey').then(
      (survey) => {
        next.known = survey;
        next.tookMs = Date.now() - next.begunAt;
        next.next = undefined;
      },
      () => {
        this.#surveys.delete(id);
      },
    );
    this.#surveys.set(id, next);
    await Promise.race([next.next, sleep(PATIENCE_MS, undefined, { ref: false })]);
    return next.known;
  }
}

/** Figures of a small crawl are hardly older than the page around them; surveys of a large one leave it time to crawl. */
export const surveyAgainAfter = (tookMs: number): number =>
  Math.min(SURVEY_EVERY_MS, Math.max(SURVEY_SOON_MS, SURVEY_REST * tookMs));

const eventsOf = (visits: readonly FeedEntry[]): VisitEvents => ({
  text: visits
    .map((visit) => `id: ${visit.sequence}\nevent: visit\ndata: ${JSON.stringify(visit)}\n\n`)
    .join(''),
  count: visits.length,
  last: visits.at(-1)?.sequence,
});
