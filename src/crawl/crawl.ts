/**
 * The crawl: one loop, the journey of a page in the order in which it happens. Read this file first.
 *
 *   frontier.take ─▶ admission ─▶ web.fetch ─▶ readers.read ─▶ landing (archive, strategy, frontier.add) ─▶ settle
 *
 * Everything that changes the crawl's state happens in this thread and in one transaction; `commit` makes it
 * last. After a crash the crawl goes on from the last commit, and what was under way is asked for again.
 */
import type { Task } from '../frontier/frontier.ts';
import type { Fetched } from '../web/web.ts';
import type { Equipment, Outside } from './equipment.ts';
import { type CrawlEvent, EventQueue, type Stop, type StopReason } from './events.ts';
import { Landing } from './landing.ts';
import { sitemapScore } from './sitemaps.ts';
import { beforeTheStart } from './statistics.ts';
import { Interrupted } from './training/lesson.ts';
import { asWaiting } from './waiting.ts';

const PROGRESS_EVERY_MS = 250;
/** How long requests under way may take to finish after a stop was asked for. */
const GRACE_MS = 5000;
/** A request that takes longer than this may take for ever: the last pages of a budget do not wait for it. */
const SOON_MS = 1000;

export class Crawl implements AsyncIterable<CrawlEvent> {
  /** Resolves when the crawl has ended, for whatever reason. */
  readonly finished: Promise<Stop>;
  readonly #events = new EventQueue();
  /** What is under way, with the time it began. */
  readonly #journeys = new Map<Promise<void>, number>();
  #equipment: Equipment | undefined;
  #stopping: { reason: StopReason; detail: string } | undefined;
  #wake: () => void = () => {};
  readonly #stopAsked = new AbortController();
  #committedAt = 0;
  #toldAt = 0;

  constructor(prepare: (by: Outside) => Promise<Equipment>) {
    this.finished = this.#run(prepare);
  }

  [Symbol.asyncIterator](): AsyncIterator<CrawlEvent> {
    return this.#events[Symbol.asyncIterator]();
  }

  /** Ends the crawl cleanly: what is under way is finished, then everything is written. */
  stop(reason: StopReason = 'interrupted', detail = 'stopped by the user'): void {
    this.#stopping ??= { reason, detail };
    this.#stopAsked.abort();
    this.#wake();
  }

  async #run(prepare: (by: Outside) => Promise<Equipment>): Promise<Stop> {
    const tell = (event: CrawlEvent): void => this.#events.push(event);
    try {
      const equipment = await prepare({ tell, stopAsked: this.#stopAsked.signal });
      this.#equipment = equipment;
      const landing = new Landing(equipment, tell);
      await this.#loop(equipment, landing);
      await this.#finishJourneys(equipment);
      return await this.#end(equipment, this.#stopping!);
    } catch (error) {
      this.#equipment?.giveUp();
      if (!(error instanceof Interrupted)) {
        this.#events.end();
        throw error;
      }
      const detail = 'stopped by the user before all examples were read: nothing was crawled yet';
      return this.#tellEnd({ reason: 'interrupted', detail, summary: beforeTheStart() });
    }
  }

  async #loop(equipment: Equipment, landing: Landing): Promise<void> {
    const { frontier, settings, clock } = equipment;
    while (this.#stopping === undefined) {
      const now = clock();
      this.#endWhenSpent(equipment, now);
      if (this.#stopping !== undefined) break;
      const room = Math.min(settings.concurrency - this.#journeys.size, this.#pagesLeft(equipment, now));
      if (room > 0) equipment.refill(now);
      const leases = room > 0 ? frontier.take(room, now) : [];
      for (const lease of leases) this.#start(lease, equipment, landing);
      if (this.#journeys.size === 0) this.#idle(equipment, now);
      await this.#somethingHappens(equipment, leases.length < room);
      await this.#events.drained();
      this.#keepUp(equipment);
    }
  }

  #start(lease: Task, equipment: Equipment, landing: Landing): void {
    const journey = this.#follow(lease, equipment, landing)
      .catch((error: Error) => {
        this.stop('failed', error.message);
        this.#failure ??= error;
      })
      .finally(() => {
        this.#journeys.delete(journey);
        this.#wake();
      });
    this.#journeys.set(journey, equipment.clock());
  }
  #failure: Error | undefined;

  /** One link from its lease to its outcome. */
  async #follow(lease: Task, equipment: Equipment, landing: Landing): Promise<void> {
    const { admission, web, readers, abort } = equipment;
    const sitemap = sitemapScore(lease);
    const unwanted = sitemap === undefined ? equipment.strategy.admits?.(asWaiting(lease)) : undefined;
    if (unwanted !== undefined) return landing.refuse(lease, unwanted);
    const admitted = await admission.ask(lease);
    if (admitted.kind === 'refused') return landing.refuse(lease, admitted.reason, admitted.until);
    if (admitted.kind === 'wait') return landing.putBack(lease, admitted.until);

    const fetched: Fetched = await web.fetch({
      url: lease.url,
      signal: abort.signal,
      known: sitemap === undefined && readers.knows?.(lease.url) === true,
    });
    const hostReadyAt = admission.answered(lease, fetched);
    if (!fetched.ok) return landing.failed(lease, fetched, hostReadyAt);
    if (fetched.status < 200 || fetched.status > 299) return landing.notAPage(lease, fetched, hostReadyAt);
    if (sitemap !== undefined) return landing.sitemap(lease, fetched, sitemap, hostReadyAt);
    const reading = await readers.read(fetched);
    if (this.#pagesLeft(equipment) <= 0) return landing.putBack(lease, hostReadyAt);
    landing.page(lease, fetched, reading, hostReadyAt);
  }

  /** How many more pages may be asked for, those left out that were asked a moment ago and will soon be here. */
  #pagesLeft({ settings: { budget }, statistics }: Equipment, now?: number): number {
    if (budget.pages === undefined) return Number.POSITIVE_INFINITY;
    let left = budget.pages - statistics.counts.pages;
    if (now !== undefined) for (const began of this.#journeys.values()) if (now - began < SOON_MS) left -= 1;
    return left;
  }

  #endWhenSpent({ settings: { budget }, statistics }: Equipment, now: number): void {
    const { counts } = statistics;
    statistics.tick(now);
    if (budget.pages !== undefined && counts.pages >= budget.pages)
      this.stop('budget-pages', `the budget of ${budget.pages} pages is used up`);
    if (budget.relevant !== undefined && counts.relevant >= budget.relevant)
      this.stop('budget-relevant', `${budget.relevant} relevant pages were found`);
    if (budget.bytes !== undefined && counts.bytes >= budget.bytes)
      this.stop('budget-bytes', `the budget of ${budget.bytes} bytes is used up`);
    if (budget.seconds !== undefined && counts.elapsedMs >= 1000 * budget.seconds)
      this.stop('budget-time', `the time of ${budget.seconds} s is over`);
  }

  #idle({ frontier, settings }: Equipment, now: number): void {
    const readyAt = frontier.nextReadyAt();
    if (readyAt === undefined) {
      this.stop('frontier-empty', 'no link waits any more: everything that could be reached was asked for');
    } else if (readyAt - now > 1000 * settings.politeness.maxIdleSeconds) {
      const until = new Date(readyAt).toISOString();
      this.stop('idle', `every host that still has links asks to wait; the first may be asked at ${until}`);
    }
  }

  /** Until a journey ends, something is due, or, where there is room for another, a host becomes ready. */
  async #somethingHappens({ frontier, clock, timers }: Equipment, hasRoom: boolean): Promise<void> {
    const now = clock();
    const readyAt = hasRoom ? frontier.nextReadyAt() : undefined;
    const longestMs = timers.live ? PROGRESS_EVERY_MS : Number.POSITIVE_INFINITY;
    const waitMs = Math.min(longestMs, Math.max(0, (readyAt ?? Number.POSITIVE_INFINITY) - now));
    await new Promise<void>((wake) => {
      const callOff = timers.alarm(waitMs, wake, this.#journeys.size);
      this.#wake = () => {
        callOff();
        wake();
      };
      if (this.#stopping !== undefined) this.#wake();
    });
  }

  #keepUp(equipment: Equipment): void {
    const now = equipment.clock();
    if (now - this.#committedAt >= equipment.settings.archive.commitEveryMs) {
      equipment.commit();
      this.#committedAt = equipment.clock();
    }
    if (now - this.#toldAt >= PROGRESS_EVERY_MS) {
      this.#toldAt = now;
      this.#events.push({ type: 'progress', ...equipment.progress() });
    }
  }

  async #finishJourneys({ abort, timers }: Equipment): Promise<void> {
    const mayFinish = timers.live && !this.#stopping?.reason.startsWith('budget');
    const graceMs = mayFinish ? GRACE_MS : 0;
    const timer = setTimeout(() => abort.abort(), graceMs);
    while (this.#journeys.size > 0) await Promise.all(this.#journeys.keys());
    clearTimeout(timer);
  }

  async #end(
    equipment: Equipment,
    { reason, detail }: { reason: StopReason; detail: string },
  ): Promise<Stop> {
    if (this.#failure) throw this.#failure;
    const stop: Stop = { reason, detail, summary: equipment.progress() };
    await equipment.close(stop);
    return this.#tellEnd(stop);
  }

  #tellEnd(stop: Stop): Stop {
    this.#events.push({ type: 'stop', ...stop });
    this.#events.end();
    return stop;
  }
}
