/**
 * The crawl: one loop that takes a page through its steps in order. Read this file first.
 *
 *   frontier.take ─▶ refusals ─▶ gate.ask ─▶ web.fetch ─▶ readers.read ─▶ land
 *
 *   land: dedupe ─▶ keep ─▶ catalogue ─▶ rank ─▶ wait ─▶ settle
 *
 * The first task of a host is its robots.txt, which the gate requests and remembers.
 *
 * Everything that changes the crawl's state happens in this thread and in one transaction; `commit` makes it durable.
 * After a crash the crawl continues from the last commit, and requests that were in flight are repeated. A fault in a
 * judge, strategy, reader, filter or sink affects only the current page.
 */
import { asDiskTrouble } from '../disk.ts';
import { ForageError, messageOf } from '../errors.ts';
import type { RobotsTask, Task } from '../frontier/frontier.ts';
import type { LabelEffect } from '../strategy/strategy.ts';
import { hostOf } from '../url/url.ts';
import { asSent, type Fetched, type Web } from '../web/web.ts';
import { blame } from './blamed.ts';
import { close, commit, giveUp } from './commit.ts';
import {
  type Control,
  type ControlStatus,
  type LabelsKept,
  type NewLabel,
  type SeedsAdded,
  type SettingsChanged,
  whoAsks,
} from './control.ts';
import type { Equipment } from './equipment.ts';
import { type CrawlEvent, Events, type ListenOptions, type Stop, type StopReason } from './events.ts';
import { databasePath } from './folder.ts';
import { keepLabels, teachLabels } from './labels.ts';
import { land } from './landing/land.ts';
import { adopt, hasIdleWork, refill, rescore } from './learning.ts';
import { nothingToAsk } from './nothing-to-ask.ts';
import type { Owner } from './opening.ts';
import { Outcomes } from './outcomes.ts';
import type { PartEquipment } from './part.ts';
import { Abandoned } from './readers/readers.ts';
import { validatorsOf } from './recrawl/round.ts';
import { endRound, isOver } from './recrawl/rounds.ts';
import { takeLabels } from './save-labels.ts';
import { notAsked } from './scoped-web.ts';
import { spentBudget } from './spent-budget.ts';
import { beforeTheStart, type Progress } from './statistics.ts';
import { plant, record, steer } from './steering.ts';
import { Teaching, type Untaught } from './teaching.ts';
import { Interrupted } from './training/lesson.ts';
import type { Member } from './turns.ts';

const PROGRESS_EVERY_MS = 250;
/** After this long without anything to do, waiting links may be ranked again. */
const IDLE_MS = 5;
/** How long requests in flight may take to finish after a stop was requested. */
const GRACE_MS = 5000;
/** The last pages of a budget do not wait for a request that takes longer than this. */
const SOON_MS = 1000;
/** How long pages may still be read after that; documents are abandoned at once, and are fetched again by a resume. */
const READING_GRACE_MS = 3000;
/** Documents in memory beyond this number take the room of requests. */
const MOST_DOCUMENTS = 64;
/** And so do documents that wait to be requested, of which nothing is in memory but the task. */
const MOST_WAITING_DOCUMENTS = 1000;
/** While documents that no link announced have more bytes in memory, nothing is requested: any page may be another. */
const MOST_UNANNOUNCED_BYTES = 256_000_000;

export class Crawl implements AsyncIterable<CrawlEvent> {
  /** Resolves when the crawl has ended, for any reason. */
  readonly finished: Promise<Stop>;
  readonly #events = new Events();
  /** Tasks in progress, with their start times. */
  readonly #journeys = new Map<Promise<void>, { task: Task | RobotsTask; began: number }>();
  readonly #begun = Promise.withResolvers<Equipment>();
  #equipment: Equipment | undefined;
  #isPaused = false;
  #stopping: { reason: StopReason; detail: string } | undefined;
  #failure: Error | undefined;
  #ended: Stop | undefined;
  #wake: () => void = () => {};
  readonly #teaching = new Teaching((labels) => this.#teach(labels));
  readonly #stopAsked = new AbortController();
  #committedAt = 0;
  #toldAt = 0;
  /** This crawl among the other parts of its process. */
  readonly #member: Member = {
    best: (now) => (this.#mayAsk() ? (this.#equipment as PartEquipment).frontier.best(now) : undefined),
    underWay: (now) => (this.#equipment === undefined ? 0 : this.#takingRoom(this.#equipment, now)),
    wake: () => this.#wake(),
  };

  readonly #path: string;

  constructor(path: string, open: (owner: Owner) => Promise<Equipment>) {
    this.#path = path;
    this.#begun.promise.catch(() => {}); // for callers that wait for it; `finished` has the reason
    this.finished = this.#run(open);
  }

  /** Events, for any number of listeners; a slow listener misses the oldest events. */
  [Symbol.asyncIterator](): AsyncIterator<CrawlEvent> {
    return this.listen();
  }

  /** The same; with `wait` the crawl waits for a slow listener. */
  listen(options?: ListenOptions): AsyncGenerator<CrawlEvent> {
    return this.#events.listen(options);
  }

  /** Ends the crawl cleanly: finishes what is in progress, then writes everything. */
  stop(reason: StopReason = 'interrupted', detail = 'stopped by the user'): void {
    this.#stopping ??= { reason, detail };
    this.#stopAsked.abort();
    this.#wake();
  }

  /** Starts no new requests; those in flight finish. Time budgets do not count paused time. */
  async pause(by = whoAsks()): Promise<ControlStatus> {
    const on = await this.#running();
    if (!this.#isPaused) {
      this.#isPaused = true;
      on.statistics.pause(on.clock());
      record(on, 'paused', { by });
      on.tell({ type: 'paused', by });
    }
    return this.status();
  }

  /** Ends a pause. */
  async go(by = whoAsks()): Promise<ControlStatus> {
    const on = await this.#running();
    if (this.#isPaused) {
      this.#isPaused = false;
      on.statistics.go(on.clock());
      record(on, 'continued', { by });
      on.tell({ type: 'continued', by });
      this.#wake();
    }
    return this.status();
  }

  /** Changes settings by key: `{ 'budget.pages': 500, 'scope.excludeHosts+': 'example.org' }`. */
  async set(changes: Record<string, unknown>, by = whoAsks()): Promise<SettingsChanged> {
    const on = await this.#running();
    const changed = steer(on, changes, by);
    this.#wake();
    await this.#leaveWhatIsOutOfScope(on);
    return { changes: changed, inForce: 'now' };
  }

  /** Adds seeds and stores them in the topic. */
  async addSeeds(urls: readonly string[], by = whoAsks()): Promise<SeedsAdded> {
    const on = await this.#running();
    const added = plant(on, urls, by);
    this.#wake();
    return { added, known: urls.length - added, inForce: 'now' };
  }

  /** Keeps what a person says about pages of the crawl, and lets the recipe learn from it. */
  async label(
    labels: readonly NewLabel[],
    { by = whoAsks(), awaitsEffect = true }: { by?: string; awaitsEffect?: boolean } = {},
  ): Promise<LabelsKept> {
    const on = await this.#running();
    const saved = keepLabels(on, labels, by);
    const taught = this.#teaching.due(saved, { isAwaited: awaitsEffect });
    const own = labels.length === 0 ? undefined : saved.findLast(({ said }) => said.by === by);
    const kept = { kept: labels.length, changed: own?.changed ?? 0 };
    return { ...kept, ...(awaitsEffect ? await taught : {}), inForce: 'now' };
  }

  async #teach({ by, ...said }: Untaught): Promise<LabelEffect> {
    const on = this.#equipment!;
    const effect = await teachLabels(on);
    on.tell({ type: 'labelled', ...said, by: [...by].join('; '), ...effect });
    return effect;
  }

  /** In a part of a larger crawl: later pages are judged by this model, which was made for all parts. */
  async takeModel(judge: unknown, version: number): Promise<void> {
    const on = await this.#running();
    if (version > on.models.version) adopt(judge, on, { version });
  }

  status(): ControlStatus {
    if (this.#ended) return { state: 'stopped', progress: this.#ended.summary };
    const on = this.#equipment;
    return { state: this.#isPaused ? 'paused' : 'running', progress: on && progressOf(on) };
  }

  #controlFor(by: string): Control {
    return {
      status: async () => this.status(),
      pause: () => this.pause(by),
      go: () => this.go(by),
      set: (changes) => this.set(changes, by),
      addSeeds: (urls) => this.addSeeds(urls, by),
      label: (labels, how) => this.label(labels, { ...how, by }),
      stop: async () => {
        this.stop('interrupted', `stopped by ${by}`);
        const { reason, detail } = await this.finished;
        return { reason, detail };
      },
    };
  }

  /** Waits until the crawl has started; throws if it has stopped. */
  async #running(): Promise<Equipment> {
    const on = await this.#begun.promise;
    if (this.#stopping === undefined) return on;
    throw new ForageError('CRAWL_FOLDER', `The crawl has stopped: ${this.#stopping.detail}.`);
  }

  /** Waits until no request is in flight that the current scope forbids. */
  async #leaveWhatIsOutOfScope(on: Equipment): Promise<void> {
    const left = [...this.#journeys].filter(([, { task }]) => on.refusals.outOfScope(task) !== undefined);
    const urls = new Set(left.map(([, { task }]) => task.url));
    const hosts = new Set(left.map(([, { task }]) => task.host));
    const isLeft = (host: string): boolean =>
      on.scope.excludesHost(host) !== undefined ||
      (hosts.has(host) && on.scope.refusesHost(host) !== undefined);
    on.web.giveUp((url) => urls.has(url) || isLeft(hostOf(url)));
    await Promise.all(left.map(([journey]) => journey));
  }

  async #run(open: (owner: Owner) => Promise<Equipment>): Promise<Stop> {
    try {
      const on = await open({
        tell: (event) => this.#events.push(event),
        stop: (reason, detail) => this.stop(reason, detail),
        stopAsked: this.#stopAsked.signal,
        controlFor: (by) => this.#controlFor(by),
      });
      this.#equipment = on;
      this.#begun.resolve(on);
      on.part?.turns.join(this.#member);
      on.part?.begun(on as PartEquipment);
      await this.#loop(on, new Outcomes(on));
      await this.#finishJourneys(on);
      await this.#teaching.end();
      return await this.#end(on, this.#stopping!);
    } catch (thrown) {
      // What was thrown after the first failure is its consequence.
      const error = asDiskTrouble(this.#failure ?? thrown, databasePath(this.#path));
      this.#stopping ??= { reason: 'failed', detail: messageOf(error) };
      this.#begun.reject(error);
      if (this.#equipment) giveUp(this.#equipment);
      void this.#teaching.end();
      this.#equipment?.part?.turns.leave(this.#member);
      if (!(error instanceof Interrupted)) {
        this.#events.end();
        throw error;
      }
      const detail = 'stopped by the user before all examples were read; nothing has been crawled';
      return this.#tellEnd({ reason: 'interrupted', detail, summary: beforeTheStart() });
    }
  }

  async #loop(on: Equipment, outcomes: Outcomes): Promise<void> {
    while (this.#stopping === undefined) {
      const now = on.clock();
      on.statistics.tick(now);
      const spent = spentBudget(on);
      if (spent !== undefined) {
        this.stop(spent.reason, spent.detail);
        break;
      }
      const hasRoom = this.#startTasks(on, outcomes, now);
      // A part of a larger crawl ends with all of it.
      const mayEnd = this.#journeys.size === 0 && !this.#isPaused && on.part === undefined;
      const end = mayEnd ? nothingToAsk(on, now) : undefined;
      if (end !== undefined) this.stop(end.reason, end.detail);
      const isIdle = await this.#somethingHappens(on, hasRoom);
      if (isIdle && hasIdleWork(on)) rescore(on, true);
      await this.#events.drained();
      await on.sinks.drained();
      if (this.#failure === undefined) this.#keepUp(on);
    }
  }

  /**
   * Returns whether there is room for more. One by one, because each request may delay hosts that share its IP address.
   */
  #startTasks(on: Equipment, outcomes: Outcomes, now: number): boolean {
    if (!this.#mayAsk()) return false;
    let room = Math.min(on.settings.concurrency - this.#takingRoom(on, now), this.#pagesLeft(on, now));
    if (room > 0) refill(on, now);
    for (; room > 0; room--) {
      // With nothing to hand out there is room: the crawl sleeps until a host is ready.
      if (on.part?.turns.mayStart(this.#member, now) === false) return on.frontier.nextReadyAt() !== now;
      const [task] = on.frontier.take(1, now);
      if (task === undefined) return true;
      this.#start(task, on, outcomes);
    }
    return false;
  }

  #takingRoom(on: Equipment, now: number): number {
    return this.#journeys.size - (on.settings.concurrency === 1 ? 0 : takingNoRoom(on, now));
  }

  /** Whether new tasks may start. A part of a larger crawl has its right to send requests for a while only. */
  #mayAsk(): boolean {
    const on = this.#equipment;
    if (on === undefined || this.#isPaused || this.#stopping !== undefined) return false;
    return (on.documents?.unannouncedBytes ?? 0) <= MOST_UNANNOUNCED_BYTES && on.part?.maySend() !== false;
  }

  #start(task: Task | RobotsTask, on: Equipment, outcomes: Outcomes): void {
    const journey = this.#follow(task, on, outcomes)
      .catch((error: Error) => {
        this.stop('failed', error.message);
        this.#failure ??= error;
        on.db?.stopWriting();
      })
      .finally(() => {
        this.#journeys.delete(journey);
        this.#wake();
        on.part?.turns.wakeFirst(on.clock());
      });
    this.#journeys.set(journey, { task, began: on.clock() });
  }

  /** Takes one task from the frontier to its outcome. */
  async #follow(task: Task | RobotsTask, on: Equipment, outcomes: Outcomes): Promise<void> {
    if (task.type === 'robots') {
      await on.gate.learn(task);
      return on.frontier.settle(task, { kind: 'done' });
    }
    const isNew = on.round !== undefined && on.round.begin(task, on.catalogue) === undefined;
    if (isNew && !on.round!.mayFollowNew) return outcomes.layAside(task);
    const refusal = on.refusals.handedOut(task);
    if (refusal !== undefined) return outcomes.refuse(task, refusal);
    const doubt = on.refusals.behind(task);
    if (doubt !== undefined) return outcomes.putLast(task, doubt);
    try {
      // Before its host is: a host that is not asked yet owes no answer.
      if (task.type === 'document') await on.documents?.room(task);
      if (this.#stopping !== undefined) return outcomes.putBack(task);
      await this.#ask(task, isNew, on, outcomes);
    } finally {
      on.documents?.release(task);
    }
  }

  async #ask(task: Task, isNew: boolean, on: Equipment, outcomes: Outcomes): Promise<void> {
    const admitted = await on.gate.ask(task);
    if (admitted.kind === 'refused') return outcomes.refuse(task, admitted.reason);
    if (admitted.kind === 'wait') return outcomes.wait(task, admitted);

    const { url } = task;
    // Once more: the scope may have changed while it waited to be admitted.
    const left = on.refusals.outOfScope(task);
    const fetched: Fetched =
      left === undefined
        ? await webFor(task, on).fetch({
            url,
            signal: on.abort.signal,
            unless: validatorsOf(on.round?.formerOf(task), on.catalogue),
            ...limitOf(task, on),
          })
        : notAsked(url, on.clock(), left);
    // A server that sent a part of a page is there.
    on.gate.answered(task, asSent(fetched.ok ? fetched : (fetched.partial ?? fetched)));
    if (left === undefined) on.round?.asked(isNew);
    try {
      await this.#arrive(task, fetched, on, outcomes);
    } catch (error) {
      if (on.db !== undefined) blame(on.folder.path, url, error);
      throw error;
    }
  }

  /** From an answer to its outcome. What breaks down here would break down again. */
  async #arrive(task: Task, fetched: Fetched, on: Equipment, outcomes: Outcomes): Promise<void> {
    const answer = fetched.ok ? fetched : outcomes.failed(task, fetched);
    if (answer === undefined) return;
    if (answer.status < 200 || answer.status > 299) return outcomes.notAPage(task, answer);
    if (task.type === 'sitemap') return outcomes.sitemap(task, answer);
    const unwanted = answer.unwanted ?? on.documents?.unwanted(task, answer);
    if (unwanted !== undefined) return outcomes.refuse(task, unwanted);
    const reading = await on.readers.read(answer).catch((error: Error) => {
      if (error instanceof Abandoned) return undefined;
      throw error;
    });
    if (reading === undefined || this.#pagesLeft(on) <= 0) return outcomes.putBack(task);
    land(task, answer, reading, on, outcomes);
    // For an order that is the same every time.
    if (on.settings.concurrency === 1 || !on.timers.live) await on.learning;
  }

  /** How many more pages may be requested, not counting recent requests whose pages will arrive soon. */
  #pagesLeft({ settings: { budget }, statistics, round }: Equipment, now?: number): number {
    if (round !== undefined) return now === undefined ? 1 : round.requestsLeft - this.#journeys.size;
    if (budget.pages === undefined) return Number.POSITIVE_INFINITY;
    let left = budget.pages - statistics.counts.pages;
    if (now !== undefined)
      for (const { began } of this.#journeys.values()) if (now - began < SOON_MS) left -= 1;
    return left;
  }

  /**
   * Waits until a task ends or something is due: if there is room for another task, until a host becomes ready,
   * otherwise until there is room. Returns whether nothing happened for a moment.
   */
  async #somethingHappens(on: Equipment, hasRoom: boolean): Promise<boolean> {
    const { frontier, gate, clock, timers } = on;
    const now = clock();
    const readyAt = hasRoom ? frontier.nextReadyAt() : gate.nextSilentAt(now);
    const momentMs = hasIdleWork(on) ? IDLE_MS : PROGRESS_EVERY_MS;
    const longestMs = timers.live ? momentMs : Number.POSITIVE_INFINITY;
    const waitMs = Math.min(longestMs, Math.max(0, (readyAt ?? Number.POSITIVE_INFINITY) - now));
    return await new Promise<boolean>((wake) => {
      const callOff = timers.alarm(waitMs, () => wake(waitMs >= IDLE_MS), this.#journeys.size);
      this.#wake = () => {
        callOff();
        wake(false);
      };
      if (this.#stopping !== undefined) this.#wake();
    });
  }

  #keepUp(on: Equipment): void {
    const now = on.clock();
    if (now - this.#committedAt >= on.settings.archive.commitEveryMs) {
      void this.#teaching.due(takeLabels(on), { isAwaited: false });
      // The parts of a larger crawl are many, and some have nothing to do for long.
      if (on.part === undefined || on.db!.hasChanges()) commit(on);
      this.#committedAt = on.clock();
    }
    if (now - this.#toldAt >= PROGRESS_EVERY_MS) {
      this.#toldAt = now;
      this.#events.push({ type: 'progress', ...progressOf(on) });
    }
  }

  async #finishJourneys(on: Equipment): Promise<void> {
    const { abort, readers, timers } = on;
    const mayFinish = timers.live && !this.#stopping?.reason.startsWith('budget');
    const graceMs = mayFinish ? GRACE_MS : 0;
    const aborts = [setTimeout(() => abort.abort(), graceMs)];
    if (timers.live)
      aborts.push(
        setTimeout(() => readers.abandon('documents'), graceMs),
        setTimeout(() => readers.abandon('all'), graceMs + READING_GRACE_MS),
      );
    while (this.#journeys.size > 0) await Promise.all(this.#journeys.keys());
    for (const timer of aborts) clearTimeout(timer);
    await on.learning;
  }

  async #end(on: Equipment, { reason, detail }: { reason: StopReason; detail: string }): Promise<Stop> {
    if (this.#failure) throw this.#failure;
    const stop: Stop = { reason, detail, summary: progressOf(on) };
    on.part?.turns.leave(this.#member);
    if (on.round !== undefined && isOver(reason)) endRound(on, reason);
    await close(on, stop);
    return this.#tellEnd(stop);
  }

  #tellEnd(stop: Stop): Stop {
    this.#ended = stop;
    const event = { type: 'stop' as const, ...stop };
    if (this.#equipment) this.#equipment.tell(event);
    else this.#events.push(event);
    this.#events.end();
    return stop;
  }
}

/**
 * Requests that have long been without an answer take no room, nor do documents that wait to be read; except with a
 * concurrency of 1, which is there for an order that is the same every time.
 */
const takingNoRoom = ({ gate, readers, documents }: Equipment, now: number): number =>
  gate.awaited(now).hosts +
  Math.min(readers.documents, MOST_DOCUMENTS) +
  Math.min(documents?.waiting ?? 0, MOST_WAITING_DOCUMENTS);

/** Where documents are collected, the head of an answer decides how much of its body is wanted. */
const limitOf = (task: Task, { documents }: Equipment) =>
  documents === undefined || task.type === 'sitemap' ? {} : { maxBytes: documents.limitFor(task) };

const webFor = (task: Task, { web, renderer }: Equipment): Web =>
  task.type === 'page' && renderer !== undefined ? renderer : web;

const progressOf = ({ statistics, clock, frontier, gate }: Equipment): Progress =>
  statistics.progress(clock(), frontier.stats(), gate.awaited(clock()));
