/**
 * One partition in the hands of this worker, from its claim to its release or loss.
 *
 *   claim ─▶ restore ─▶ grace ─▶ run ─▶ drain ─▶ release        any append refused ─▶ lost
 *
 * While it runs it is an ordinary crawl of the partition's hosts. After each commit the changes go to the partition's
 * log; what the log has accepted is done, and only then do links leave for other partitions. A worker that is refused
 * by the log keeps nothing: the next owner goes on from what the log has, and what was under way is asked again.
 */
import type { StoredMsg } from '@nats-io/jetstream';
import { CatalogueReader } from '../archive/catalogue-reader.ts';
import type { CrawlDatabase } from '../archive/database.ts';
import type { OutgoingMessage, PartTables } from '../archive/part-tables.ts';
import { record } from '../archive/recording.ts';
import { warcName } from '../crawl/archive.ts';
import { arrived } from '../crawl/arriving.ts';
import type { Crawl } from '../crawl/crawl.ts';
import { archivePath } from '../crawl/folder.ts';
import type { Part, PartEquipment } from '../crawl/part.ts';
import type { Readers } from '../crawl/readers/readers.ts';
import type { SharedLearning } from '../crawl/shared-learning.ts';
import { crawlPart } from '../crawl/start.ts';
import type { Progress } from '../crawl/statistics.ts';
import type { Turns } from '../crawl/turns.ts';
import type { NewLink } from '../frontier/frontier.ts';
import type { AddressLanes } from '../host/ip-lanes.ts';
import type { BaseRule } from './base.ts';
import { isPassing, type Nats } from './connect.ts';
import type { FleetState } from './control.ts';
import { Journal } from './journal.ts';
import { labelsOf } from './labels.ts';
import { foundBy, unpackLinks } from './links.ts';
import type { Entry } from './log.ts';
import type { FleetNames } from './names.ts';
import { type Neighbour, Outbox, type Outgoing, senderOf } from './outbox.ts';
import { forgetDatabase, partitionPath, prepareFolder } from './partition-folder.ts';
import { restore } from './restore.ts';
import { ArchiveSender } from './shared-archive.ts';
import { SubjectReader } from './subject-reader.ts';

/** What a partition needs of its worker. */
export interface Site {
  nats: Nats;
  names: FleetNames;
  /** Names this run of this worker. */
  owner: string;
  folder: string;
  turns: Turns;
  lanes: AddressLanes;
  partitionOf(host: string): number;
  /** Another partition that this worker has. */
  neighbour(partition: number): Neighbour | undefined;
  readers(): Readers;
  /** As of the last order. */
  fleet(): FleetState;
  /** What the recipe learnt before the crawl. */
  models: Uint8Array | undefined;
  baseRule: BaseRule;
  shared: SharedLearning;
  /** The judge that was fitted last during the crawl, if any, and its version. */
  judge(): { model: unknown; version: number } | undefined;
  tell(message: string): void;
}

export type PartitionState = 'restoring' | 'grace' | 'running' | 'lapsed' | 'draining' | 'released' | 'lost';

/** How a partition stands, for the fleet and its people. */
export interface PartitionReport {
  partition: number;
  epoch: number;
  state: PartitionState;
  pages: number;
  relevant: number;
  words: number;
  bytes: number;
  requests: number;
  errors: number;
  waiting: number;
  elapsedMs: number;
  /** Links that were sent to other partitions, and taken from them. */
  sent: number;
  taken: number;
  /** Nothing waits here, and nothing is on its way out. */
  isQuiet: boolean;
  /** How long until a host may be asked, if links wait; negative: one may be asked now. */
  readyInMs: number | undefined;
  /** Requests that were written after the right to do so had ended. */
  late: number;
  /** How long it took to be ready after it was claimed, and whether the database had to be built from the log. */
  restoredMs: number | undefined;
}

/** How long messages may take to leave when a partition is given back; its next owner sends the rest. */
const LEAVING_MS = 5000;

export class Partition implements Neighbour {
  readonly number: number;
  readonly epoch: number;
  readonly #site: Site;
  readonly #journal: Journal;
  readonly #path: string;
  readonly #outbox: Outbox;
  readonly #claimedAt = performance.now();
  #commit = 0;
  #fresh: Outgoing[] = [];
  #stored: Promise<void> | undefined;
  /** Of messages from neighbours since the last commit. */
  #taken: ((isAccepted: boolean) => void)[] = [];
  /** Requests of the former owner may be under way until then. */
  readonly #graceUntil: number;
  readonly #wasNobodys: boolean;
  #state: PartitionState = 'restoring';
  #crawl: Crawl | undefined;
  #on: PartEquipment | undefined;
  #tables: PartTables | undefined;
  #inbox: SubjectReader | undefined;
  #late = 0;
  #restoredMs: number | undefined;
  /** Why the crawl of it broke down here: a full disk, for example. */
  failure: Error | undefined;
  /** Resolves when it is not ours any more. */
  readonly ended: Promise<void>;
  readonly #end: () => void;

  /** Undefined if another worker was first, or the former owner lives. */
  static async claim(site: Site, p: number, last: Entry): Promise<Partition | undefined> {
    const partition = new Partition(site, p, last);
    if (!(await partition.#journal.claim())) return undefined;
    void partition.#run(last);
    return partition;
  }

  private constructor(site: Site, p: number, last: Entry) {
    this.number = p;
    this.#site = site;
    const { nats, names, owner, baseRule, tell } = site;
    const { ttlMs, name } = site.fleet();
    this.#path = partitionPath(site.folder, name, p);
    this.#outbox = new Outbox(nats, names, p, site);
    const own = { nats, names, owner, ttlMs, baseRule, tell, partition: p, path: this.#path };
    this.#journal = new Journal(
      {
        ...own,
        accepted: (messages) => this.#outbox.send(messages, (message) => this.#arrived(message)),
        lost: () => this.#lose('was taken over by another worker'),
        broken: (error) => this.#break(error),
      },
      last,
    );
    this.epoch = this.#journal.epoch;
    const wasLeft = last.kind === 'release' || last.kind === 'made';
    this.#graceUntil = wasLeft ? 0 : this.#claimedAt + site.fleet().settings.http.totalTimeoutMs;
    this.#wasNobodys = last.kind === 'made';
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    this.#end = resolve;
  }

  get state(): PartitionState {
    if (this.#state !== 'running' && this.#state !== 'grace') return this.#state;
    if (this.#on === undefined) return 'restoring';
    if (!this.#journal.lease.isHeld) return 'lapsed';
    return performance.now() < this.#graceUntil ? 'grace' : 'running';
  }

  /** Pages so far, by all its owners. */
  get pages(): number {
    return this.#on?.statistics.counts.pages ?? 0;
  }

  /** The crawl of this partition, once it has begun. */
  get crawl(): Crawl | undefined {
    return this.#on === undefined ? undefined : this.#crawl;
  }

  /** Gives the partition back: what is under way is finished, everything goes to the log. */
  async release(why: string): Promise<void> {
    if (this.#state === 'draining' || this.#state === 'released' || this.#state === 'lost') return this.ended;
    this.#state = 'draining';
    await this.#close(why);
    if ((this.#state as PartitionState) === 'lost') return this.ended;
    // A worker that reads of a release asks at once. Without one, the next owner waits as we would have.
    const isReleased = performance.now() >= this.#graceUntil && (await this.#journal.release());
    this.#state = isReleased ? 'released' : 'lost';
    await this.#outbox.close(LEAVING_MS);
    this.#finish();
  }

  /** Gives the crawl the people's answers about its pages that it has not had. */
  async label(): Promise<void> {
    const on = this.#on;
    if (on === undefined || this.#state !== 'running') return;
    const { labels } = this.#site.fleet();
    const since = this.#tables!.get('labels');
    const fresh = labels.filter(({ order }) => order > since);
    if (fresh.length === 0) return;
    this.#tables!.set('labels', fresh.at(-1)!.order);
    for (const [by, own] of labelsOf(fresh, new CatalogueReader(on.db!)))
      await this.#crawl!.label(own, { by });
  }

  /** Gives the crawl the fleet's judge, if it has an older one. */
  takeModel(): void {
    const judge = this.#site.judge();
    if (judge === undefined || this.#on === undefined || this.#state !== 'running') return;
    this.#crawl!.takeModel(judge.model, judge.version).catch(() => {
      // It has stopped: its next owner gives it the judge.
    });
  }

  /** What the best links of its ready hosts are worth, in no order. */
  worths(most: number): number[] {
    const on = this.#on;
    return on === undefined || this.state !== 'running' ? [] : on.frontier.worths(most, on.clock());
  }

  report(now: number): PartitionReport {
    const progress: Partial<Progress> = this.#on === undefined ? {} : (this.#crawl?.status().progress ?? {});
    const { pages = 0, relevant = 0, words = 0, bytes = 0, requests = 0, errors = 0 } = progress;
    const { waiting = 0, elapsedMs = 0 } = progress;
    const isOpen = this.#on !== undefined && this.#state === 'running';
    const frontier = isOpen ? this.#on!.frontier : undefined;
    const stats = frontier?.stats();
    const readyAt = frontier?.nextReadyAt();
    const exchanged = isOpen ? this.#tables!.exchanged() : { sent: 0, taken: 0 };
    const isQuiet =
      stats !== undefined &&
      stats.waiting + stats.deferred + stats.leased === 0 &&
      this.#journal.isEmpty &&
      !this.#on!.db!.hasChanges() &&
      this.#tables!.pending() === 0;
    return {
      partition: this.number,
      epoch: this.epoch,
      state: this.state,
      ...{ pages, relevant, words, bytes, requests, errors, waiting, elapsedMs },
      ...exchanged,
      isQuiet,
      readyInMs: readyAt === undefined ? undefined : readyAt - now,
      late: this.#late,
      restoredMs: this.#restoredMs,
    };
  }

  async #run(last: Entry): Promise<void> {
    const { nats, names, fleet, models, tell } = this.#site;
    try {
      const folder = prepareFolder(this.#path, fleet(), models);
      await restore({ nats, names, partition: this.number }, this.#path, last);
      this.#restoredMs = performance.now() - this.#claimedAt;
      if (this.#state !== 'restoring') return;
      this.#state = 'grace';
      this.#crawl = crawlPart(folder, { part: this.#part(), readers: this.#site.readers() });
      await this.#crawl.finished;
    } catch (error) {
      tell(`Partition ${this.number}: ${(error as Error).message}`);
      // Of what passes, the next owner tries again, which may be this worker.
      if (!isPassing(error)) this.failure = error as Error;
      if (this.#state !== 'draining' && this.#state !== 'lost') await this.release('a fault');
    }
  }

  #part(): Part {
    const { owner, partitionOf, turns, lanes, fleet } = this.#site;
    const archiveName = warcName(`${fleet().topic.name}-p${this.number}-e${this.epoch}-${owner}`);
    const sender = this.#senderOf(archiveName);
    return {
      archiveName,
      turns,
      lanes,
      number: this.number,
      parts: fleet().partitions,
      shared: this.#site.shared,
      owns: (host) => partitionOf(host) === this.number,
      leave: (links) => this.#outbox.add(links),
      othersAskForMs: () =>
        this.#wasNobodys ? undefined : Math.max(0, this.#graceUntil - performance.now()),
      maySend: () => this.#journal.lease.isHeld && performance.now() >= this.#graceUntil,
      sentLate: (origin) => {
        this.#late += 1;
        this.#site.tell(`Partition ${this.number}: a request to ${origin} left after its time.`);
      },
      storing: (onDisk, end) => {
        const stored = sender === undefined ? onDisk : onDisk.then(() => sender.send(end));
        // The journal waits for it and hears of a full disk.
        stored.catch(() => {});
        this.#stored = stored;
      },
      opened: (db) => this.#opened(db),
      begun: (on) => this.#begun(on),
    };
  }

  #senderOf(name: string): ArchiveSender | undefined {
    const { nats, names, fleet, tell } = this.#site;
    if (fleet().archive === 'local') return undefined;
    const folder = archivePath(this.#path);
    return new ArchiveSender({ nats, names, folder, name, signal: this.#journal.closed, tell });
  }

  #opened(db: CrawlDatabase): void {
    db.beforeCommit(() => {
      // Closing the database commits once more.
      if (!db.hasChanges()) return;
      this.#fresh.push(...this.#outbox.write(this.#tables!));
      this.#commit += 1;
      this.#tables!.set('epoch', this.epoch);
      this.#tables!.set('commit', this.#commit);
    });
    const tables = record(db, (patchset) => {
      this.#journal.add({
        patchset,
        n: this.#commit,
        messages: this.#fresh,
        settled: this.#taken,
        stored: this.#stored,
        inbox: tables.get('inbox'),
      });
      this.#fresh = [];
      this.#taken = [];
    });
    this.#tables = tables;
  }

  #begun(on: PartEquipment): void {
    this.#on = on;
    if (this.#state !== 'grace') return;
    this.#state = 'running';
    const { nats, names, fleet } = this.#site;
    if (fleet().stands === 'paused') void this.#crawl!.pause('the fleet');
    this.takeModel();
    void this.label();
    // What the former owner wrote and the log accepted may not have been sent.
    this.#outbox.send(this.#tables!.outgoing(), (message) => this.#arrived(message));
    this.#inbox = new SubjectReader(
      nats,
      names,
      {
        stream: names.inbox,
        subject: names.inboxSubject(this.number),
        after: this.#tables!.get('inbox'),
      },
      (message) => this.#receive(message),
    );
  }

  takeFrom(sender: number, message: Outgoing): Promise<boolean> | undefined {
    const isTaken = this.#inTransaction((on, tables) => {
      tables.receive(sender, message.n, message.body, (body) =>
        body === message.body && message.links !== undefined
          ? this.#welcome(
              message.links.map((link) => foundBy(link, sender)),
              message.links.length,
              sender,
              on,
            )
          : this.#take(body, sender, on),
      );
      // Also of one that was there before, its sender hears at the next commit.
      if (!on.db!.hasChanges()) tables.set('inbox', tables.get('inbox'));
    });
    if (!isTaken) return undefined;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#taken.push(resolve);
    return promise;
  }

  #receive(message: StoredMsg): void {
    const { partitions } = this.#site.fleet();
    this.#inTransaction((on, tables) => {
      const sent = senderOf(message.header, partitions, (from) => tables.lastTaken(from));
      if (sent === undefined) on.catalogue.refuse('message of no partition', '', message.subject);
      else tables.receive(sent.from, sent.n, message.data, (body) => this.#take(body, sent.from, on));
      tables.set('inbox', message.seq);
    });
  }

  /** In the open transaction, so a message and what it brings are committed together. False if nothing is taken now. */
  #inTransaction(take: (on: PartEquipment, tables: PartTables) => void): boolean {
    const on = this.#on;
    if (on === undefined || this.#state !== 'running') return false;
    try {
      take(on, this.#tables!);
    } catch (error) {
      this.#break(error as Error);
      return false;
    }
    on.part!.turns.wakeSoon(on.clock);
    return true;
  }

  #take(body: Uint8Array, sender: number, on: PartEquipment): number {
    const { links, lines } = unpackLinks(body, sender, {
      urlRules: on.urlRules,
      owns: (host) => on.part!.owns(host),
    });
    return this.#welcome(links, lines, sender, on);
  }

  /** `lines` of which these are links. */
  #welcome(links: readonly NewLink[], lines: number, sender: number, on: PartEquipment): number {
    for (let bad = links.length; bad < Math.max(lines, 1); bad++)
      on.catalogue.refuse('link of another partition that is not one', '', `from partition ${sender}`);
    const welcome = links.filter(({ url, host, depth, anchor = '', from }) => {
      const fate = from === undefined ? undefined : on.refusals.found({ url, host, depth, anchor });
      if (fate !== undefined) on.catalogue.refuse(fate, host, url);
      return fate === undefined;
    });
    on.frontier.add(welcome.map((link) => arrived(link, on)));
    return lines;
  }

  #arrived(message: OutgoingMessage): void {
    if (this.#on !== undefined && this.#state === 'running') this.#tables!.arrived(message);
  }

  /** A full disk, for example: another worker goes on from what the log has. */
  #break(error: Error): void {
    this.failure = error;
    this.#lose(`broke down: ${error.message}`);
  }

  /** What we have since the last accepted entry is worth nothing: another worker goes on from there. */
  #lose(why: string): void {
    if (this.#state === 'lost') return;
    this.#state = 'lost';
    this.#site.tell(`Partition ${this.number} ${why}.`);
    this.#on?.abort.abort();
    void this.#close(why).then(() => {
      forgetDatabase(this.#path);
      this.#finish();
    });
  }

  async #close(why: string): Promise<void> {
    await this.#inbox?.close();
    this.#crawl?.stop('interrupted', why);
    await this.#crawl?.finished.catch(() => {});
    this.#on = undefined;
  }

  #finish(): void {
    this.#journal.close();
    for (const settled of this.#taken.splice(0)) settled(false);
    this.#end();
  }
}
