/**
 * One worker of a fleet: takes partitions that nobody has, runs them, and gives some back when others join. The worker
 * that has partition 0 is the coordinator, which says when the fleet has done its work.
 */
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StoredMsg } from '@nats-io/jetstream';
import { SCHEMA_VERSION } from '../archive/schema.ts';
import { type Readers, ReaderThreads, startReaders } from '../crawl/readers/readers.ts';
import { type SharedLearning, shareLearning } from '../crawl/shared-learning.ts';
import { loadModels, writeModelsFile } from '../crawl/training/models.ts';
import { Turns } from '../crawl/turns.ts';
import { withUsed } from '../crawl/used.ts';
import { ForageError } from '../errors.ts';
import { GATE } from '../host/gate.ts';
import { AddressLanes } from '../host/ip-lanes.ts';
import { BASE_RULE, type BaseRule } from './base.ts';
import { getBlob } from './blobs.ts';
import type { Nats } from './connect.ts';
import {
  after,
  type FleetModel,
  type FleetState,
  type Order,
  orderOf,
  readFleet,
  send,
  versionOf,
} from './control.ts';
import { EndFinder } from './end.ts';
import { FleetLearning, readFit } from './learning.ts';
import { type Entry, entryAt } from './log.ts';
import { type Heartbeat, heartbeatOf, Members, spread } from './members.ts';
import { type FleetNames, namesOf } from './names.ts';
import { Partition, type PartitionReport, type PartitionState } from './partition.ts';
import { changesOfPart } from './partition-folder.ts';
import { partitionOf } from './partition-of.ts';
import { type Shares, sharesOf } from './shares.ts';
import { SubjectReader } from './subject-reader.ts';

export interface WorkerOptions {
  nats: Nats;
  /** The only one on the server by default. */
  fleet?: string | undefined;
  folder: string;
  /** Instead of the fleet's own settings, for this machine. */
  concurrency?: number | undefined;
  threads?: number | undefined;
  /** When databases are copied, so that logs can be cut. */
  baseRule?: BaseRule | undefined;
  tell(message: string): void;
}

export interface WorkerEnd {
  reason: string;
  detail: string;
}

/** How often a worker says how it stands. */
const BEAT_MS = 1000;
/** How many heartbeats of the coordinator may be missing before a worker forgets its share. */
const SHARE_BEATS = 5;
/** How long a new worker listens before it takes anything. */
const LISTEN_MS = 300;

/** The log of a partition that another worker has, as we last saw it. */
interface Watched {
  last: Entry;
  /** Since when nothing was added. */
  since: number;
}

export class Worker {
  readonly name = `${hostname()
    .replace(/[^A-Za-z0-9-]+/g, '-')
    .slice(0, 40)}-${process.pid}-${randomBytes(3).toString('hex')}`;
  readonly #options: WorkerOptions;
  readonly #nats: Nats;
  readonly #names: FleetNames;
  #fleet: FleetState;
  readonly #members: Members;
  readonly #held = new Map<number, Partition>();
  readonly #watched = new Map<number, Watched>();
  readonly #turns: Turns;
  readonly #lanes = new AddressLanes('public', GATE.addressDelayMs);
  /** Pages of each partition, as far as we have heard; undefined of one that is restored and was not heard of before. */
  readonly #pages = new Map<number, number | undefined>();
  readonly #pool: ReaderThreads | undefined;
  readonly #partitionOf: (host: string) => number;
  readonly #end: EndFinder;
  readonly #ending = Promise.withResolvers<WorkerEnd>();
  #isEnding = false;
  /** Whether it has said that the budget of pages is used up, before its next heartbeat was due. */
  #hasToldEnd = false;
  #shareOver: NodeJS.Timeout | undefined;
  readonly #models: Uint8Array | undefined;
  readonly #shared: SharedLearning;
  readonly #learning: FleetLearning;
  #judge: { model: unknown; version: number } | undefined;

  static async open(options: WorkerOptions): Promise<Worker> {
    const fleet = await readFleet(options.nats, options.fleet);
    if (fleet.schema !== SCHEMA_VERSION)
      throw new ForageError(
        'FLEET',
        `The fleet "${fleet.name}" was created by a Forage whose databases have version ${fleet.schema}; those of this one have version ${SCHEMA_VERSION}. Use the same Forage on all machines.`,
      );
    const own = { ...fleet, settings: withUsed(fleet.settings, fleet.topic) };
    const models = fleet.models && (await getBlob(options.nats, namesOf(fleet.name), fleet.models));
    return new Worker(options, own, models);
  }

  private constructor(options: WorkerOptions, fleet: FleetState, models: Uint8Array | undefined) {
    this.#options = options;
    this.#nats = options.nats;
    this.#names = namesOf(fleet.name);
    this.#fleet = fleet;
    this.#members = new Members(this.name, fleet.ttlMs);
    this.#turns = new Turns(options.concurrency ?? fleet.settings.concurrency);
    this.#turns.pagesLeft = () => this.#pagesLeft();
    const threads = options.threads ?? fleet.settings.threads;
    this.#pool = threads === 0 ? undefined : new ReaderThreads(threads);
    this.#partitionOf = partitionOf(fleet.partitions);
    this.#end = new EndFinder(fleet.partitions);
    this.#models = models;
    const path = join(options.folder, fleet.name);
    if (models !== undefined) writeModelsFile(path, models);
    this.#shared = shareLearning(fleet, loadModels(path)?.models ?? {});
    this.#learning = new FleetLearning({
      nats: options.nats,
      names: this.#names,
      owner: this.name,
      shared: this.#shared,
      coordinates: () => this.#isCoordinator,
      version: () => versionOf(this.#fleet),
      fitted: async (model) =>
        void (await send(options.nats, fleet.name, { order: 'model', ...model, by: this.name })),
      tell: options.tell,
    });
  }

  get #isCoordinator(): boolean {
    return this.#held.get(0)?.state === 'running' && this.#fleet.stands === 'running' && !this.#isEnding;
  }

  /** Works until the fleet stops, or `stop` is called, or it cannot go on. */
  async run(): Promise<WorkerEnd> {
    const { nc } = this.#nats;
    const alive = nc.subscribe(this.#names.alive, { callback: (_, { data }) => this.#hear(data) });
    const asked = nc.subscribe(this.#names.ask, {
      callback: (_, message) => void message.respond(JSON.stringify(this.#heartbeat())),
    });
    const orders = new SubjectReader(
      this.#nats,
      this.#names,
      { stream: this.#names.control, subject: this.#names.controlSubject, after: this.#fleet.last },
      (message) => this.#obey(message),
    );
    await this.#learning.open();
    if (this.#fleet.model !== undefined) await this.#takeModel(this.#fleet.model);
    const beating = setInterval(() => {
      this.#hasToldEnd = false;
      this.#beat();
    }, BEAT_MS);
    this.#beat();
    if (this.#fleet.stands === 'stopped') this.#finish(this.#fleet.stop!);
    const spreading = this.#spread();
    try {
      return await this.#ending.promise;
    } finally {
      this.#isEnding = true;
      await spreading;
      await Promise.all([...this.#held.values()].map((partition) => partition.release('the worker ends')));
      clearInterval(beating);
      clearTimeout(this.#shareOver);
      await this.#learning.close();
      await orders.close();
      for (const subscription of [alive, asked]) if (!nc.isClosed()) subscription.unsubscribe();
      await this.#pool?.close();
    }
  }

  /** Gives all partitions back and ends. */
  stop(detail: string): void {
    this.#finish({ reason: 'interrupted', detail });
  }

  #finish(end: WorkerEnd): void {
    this.#isEnding = true;
    this.#ending.resolve(end);
  }

  /** Looks for partitions to take and to give back, until the worker ends. */
  async #spread(): Promise<void> {
    const { ttlMs } = this.#fleet;
    await sleep(LISTEN_MS);
    while (!this.#isEnding) {
      await this.#survey().catch((error: Error) =>
        this.#options.tell(`No answer from NATS: ${error.message}`),
      );
      if (!this.#isEnding) this.#giveOneBack();
      await Promise.race([sleep(Math.min(BEAT_MS, ttlMs / 3)), this.#ending.promise]);
    }
  }

  async #survey(): Promise<void> {
    const { partitions } = this.#fleet;
    const orders = spread(this.#members.living(performance.now()), partitions);
    const others = Array.from({ length: partitions }, (_, p) => p).filter((p) => !this.#held.has(p));
    for (let at = 0; at < others.length && !this.#isEnding; at += 16)
      await Promise.all(others.slice(at, at + 16).map((p) => this.#look(p, orders[p]!.indexOf(this.name))));
  }

  /**
   * Claims a partition whose owner gave it back, or has not been seen for its time to live. Workers further down the
   * order come later, in case the first does not come.
   */
  async #look(p: number, rank: number): Promise<void> {
    const { state } = await this.#nats.jsm.streams.info(this.#names.log(p));
    const now = performance.now();
    const before = this.#watched.get(p);
    if (before?.last.seq !== state.last_seq) {
      const last = await entryAt(this.#nats, this.#names, p, state.last_seq);
      if (last === undefined) return;
      this.#watched.set(p, { last, since: now });
    }
    const { last, since } = this.#watched.get(p)!;
    const { ttlMs } = this.#fleet;
    const isFree = last.kind === 'release' || last.kind === 'made';
    const waitMs = (isFree ? 0 : ttlMs) + rank * ttlMs;
    const mayClaim = this.#fleet.stands === 'running' && !this.#isEnding;
    if (!mayClaim || performance.now() - since < waitMs) return;
    this.#watched.delete(p);
    const partition = await Partition.claim(this.#site(), p, last);
    if (partition === undefined) return;
    this.#held.set(p, partition);
    void partition.ended.then(() => {
      this.#held.delete(p);
      if (partition.failure !== undefined)
        this.#finish({ reason: 'failed', detail: partition.failure.message });
    });
    if (this.#isEnding) await partition.release('the worker ends');
  }

  /** One at a time, to a worker that has been there for a while. */
  #giveOneBack(): void {
    const { ttlMs, partitions } = this.#fleet;
    const orders = spread(this.#members.living(performance.now(), ttlMs), partitions);
    const all = [...this.#held.values()];
    if (all.some(({ state }) => state === 'draining')) return;
    const other = all.find(({ number, state }) => state === 'running' && orders[number]![0] !== this.name);
    void other?.release('handed to another worker');
  }

  #site(): Parameters<typeof Partition.claim>[0] {
    return {
      nats: this.#nats,
      names: this.#names,
      owner: this.name,
      folder: this.#options.folder,
      turns: this.#turns,
      lanes: this.#lanes,
      partitionOf: this.#partitionOf,
      neighbour: (p) => this.#held.get(p),
      readers: (): Readers => this.#pool?.share() ?? startReaders(0),
      fleet: () => this.#fleet,
      models: this.#models,
      shared: this.#shared,
      judge: () => this.#judge,
      baseRule: this.#options.baseRule ?? BASE_RULE,
      tell: this.#options.tell,
    };
  }

  /** Of the judge; what was learnt of pages by it is taken up once for all partitions. */
  async #takeModel(model: FleetModel): Promise<void> {
    const { judge, guides } = await readFit(this.#nats, this.#names, model);
    if (model.version <= (this.#judge?.version ?? 1)) return;
    this.#judge = { model: judge, version: model.version };
    this.#shared.learner?.adopted(judge, new Map(guides));
    for (const partition of this.#held.values()) partition.takeModel();
  }

  #heartbeat(): Heartbeat {
    const now = Date.now();
    return {
      worker: this.name,
      order: this.#fleet.last,
      partitions: [...this.#held.values()].map((partition) => partition.report(now)),
      room: this.#room,
      share: this.#turns.room,
      version: this.#judge?.version ?? 1,
      worths: this.#worths(),
    };
  }

  /** Requests in flight that this machine was given. */
  get #room(): number {
    return this.#options.concurrency ?? this.#fleet.settings.concurrency;
  }

  /** As many as it could use at most, the best first. */
  #worths(): number[] {
    const most = 2 * this.#room;
    return [...this.#held.values()]
      .flatMap((partition) => partition.worths(most))
      .sort((a, b) => b - a)
      .slice(0, most)
      .map((worth) => Number(worth.toPrecision(4)));
  }

  /** By the coordinator, for as long as it is heard. */
  #takeShare(shares: Shares | undefined): void {
    clearTimeout(this.#shareOver);
    this.#turns.room = shares?.room[this.name] ?? this.#room;
    this.#shareOver = setTimeout(() => this.#takeShare(undefined), SHARE_BEATS * BEAT_MS).unref();
  }

  #beat(): void {
    if (this.#nats.nc.isClosed()) return;
    const own = this.#heartbeat();
    if (this.#isCoordinator) {
      own.shares = sharesOf([own, ...this.#members.heartbeats(performance.now())]);
      this.#takeShare(own.shares);
    }
    this.#nats.nc.publish(this.#names.alive, JSON.stringify(own));
    if (this.#isCoordinator) void this.#coordinate(own);
  }

  #hear(data: Uint8Array): void {
    const beat = heartbeatOf(data);
    if (beat === undefined || beat.worker === this.name) return;
    this.#members.hear(beat, performance.now());
    if (beat.partitions.some(({ partition, state }) => partition === 0 && state === 'running'))
      this.#takeShare(beat.shares);
    for (const { partition, state, pages } of beat.partitions) this.#note(partition, state, pages);
  }

  /** Until a partition is restored its new owner does not know its pages; what we have heard of the former one holds. */
  #note(partition: number, state: PartitionState, pages: number): void {
    if (state !== 'restoring') this.#pages.set(partition, pages);
    else if (!this.#pages.has(partition)) this.#pages.set(partition, undefined);
  }

  /** Of the budget: what others have fetched since their last heartbeat is not known. */
  #pagesLeft(): number {
    const { pages } = this.#fleet.settings.budget;
    if (pages === undefined) return Number.POSITIVE_INFINITY;
    for (const { number, state, pages } of this.#held.values()) this.#note(number, state, pages);
    let left = pages;
    for (const fetched of this.#pages.values()) {
      if (fetched === undefined) return 0;
      left -= fetched;
    }
    if (left <= 0 && !this.#hasToldEnd) {
      this.#hasToldEnd = true;
      setImmediate(() => this.#beat());
    }
    return left;
  }

  async #coordinate(own: Heartbeat): Promise<void> {
    const reports = new Map<number, PartitionReport>();
    for (const { partitions } of [own, ...this.#members.heartbeats(performance.now())])
      for (const report of partitions) {
        const other = reports.get(report.partition);
        if (other === undefined || other.epoch < report.epoch) reports.set(report.partition, report);
      }
    const end = this.#end.find(reports, this.#fleet.settings);
    if (end === undefined) return;
    this.#fleet = { ...this.#fleet, stands: 'stopped' };
    await send(this.#nats, this.#fleet.name, { order: 'stop', ...end, by: this.name }).catch(() => {
      this.#fleet = { ...this.#fleet, stands: 'running' };
    });
  }

  async #obey(message: StoredMsg): Promise<void> {
    const order = orderOf(message.data);
    if (order === undefined) return;
    this.#fleet = after(this.#fleet, order, message.seq);
    if (order.order === 'set') this.#takeShare(undefined);
    if (order.order === 'stop') return this.#finish({ reason: order.reason, detail: order.detail });
    if (order.order === 'model') {
      const { model } = this.#fleet;
      if (model?.version !== order.version) return;
      return await this.#takeModel(model).catch((error: Error) => this.#options.tell(error.message));
    }
    if (order.order === 'label')
      return void (await Promise.all([...this.#held.values()].map((partition) => partition.label())));
    const crawls = [...this.#held.values()].flatMap(({ crawl }) => crawl ?? []);
    await Promise.all(crawls.map((crawl) => carryOut(order, crawl, this.#options.tell)));
  }
}

async function carryOut(
  order: Order,
  crawl: NonNullable<Partition['crawl']>,
  tell: (message: string) => void,
): Promise<void> {
  try {
    if (order.order === 'pause') await crawl.pause(order.by);
    else if (order.order === 'resume') await crawl.go(order.by);
    else if (order.order === 'seeds') await crawl.addSeeds(order.urls, order.by);
    else if (order.order === 'set') {
      const changes = changesOfPart(order.changes);
      if (Object.keys(changes).length > 0) await crawl.set(changes, order.by);
    }
  } catch (error) {
    tell((error as Error).message);
  }
}
