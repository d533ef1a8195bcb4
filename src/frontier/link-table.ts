/**
 * The links of the frontier on disk, as plain data: no order among hosts, no times of hosts, no tasks. That a link is
 * handed out is never written, so a task lost in a crash simply waits.
 */
import { randomInt } from 'node:crypto';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Chosen } from './batch.ts';
import type { KnownLink, LinkState, LinkType, NewLink, WaitingLink } from './frontier.ts';
import { ASIDE, CHOSEN, createTables, prepareStatements } from './link-statements.ts';
import type { Merged, Standing } from './merge.ts';
import { type HashKey, hashUrl, otherHalf } from './url-hash.ts';

/** Identifies the row of a link. */
export interface LinkKey {
  hostId: number;
  hash: number;
  id: number;
}

export interface Known extends Standing, LinkKey {
  state: LinkState;
  /** In the batch: its place there is fixed. */
  chosen: boolean;
  /** Laid aside, or a page that waits to be asked again: no find changes it. */
  fixed: boolean;
}

export class LinkTable {
  readonly #do: ReturnType<typeof prepareStatements>;
  readonly #key: HashKey;
  readonly #nameOf: (hostId: number) => string | undefined;

  /** `nameOf` avoids lookups of hosts that the caller has in memory. */
  constructor(sql: DatabaseSync, nameOf: (hostId: number) => string | undefined) {
    createTables(sql);
    this.#nameOf = nameOf;
    this.#do = prepareStatements(sql);
    this.#key = hashKey(sql);
  }

  hostId(name: string): number | undefined {
    return get<[number]>(this.#do.hostId, name)?.[0];
  }

  hostName(id: number): string {
    return this.#nameOf(id) ?? get<[string]>(this.#do.hostName, id)![0];
  }

  addHost(name: string): number {
    return get<[number]>(this.#do.addHost, name)![0];
  }

  /** The hash under which a URL is stored. */
  hash(url: string): number {
    return hashUrl(url, this.#key);
  }

  /** The second hash of the URL hashed last; both together identify it. */
  otherHash(): number {
    return otherHalf();
  }

  /** What is known about a URL, as far as a merge needs it. */
  standing(hostId: number, hash: number, otherHash: number): Known | undefined {
    const row = get<StandingRow>(this.#do.standing, hostId, hash, otherHash);
    if (row === undefined) return undefined;
    const [id, stored, priority, depth, hops, finds, page] = row;
    const state = STATES[stored]!;
    const fixed = stored === ASIDE || page !== null;
    return { hostId, hash, id, state, chosen: stored === CHOSEN, fixed, priority, depth, hops, finds };
  }

  insert({ hostId, hash, id }: LinkKey, otherHash: number, link: NewLink): void {
    const { url, type, priority, depth, hops = 0, from = null, anchor = '', carry = null, why = null } = link;
    this.#do.insert.run(hostId, hash, id, otherHash, priority, depth, hops);
    this.#do.insertText.run(id, hostId, hash, from, url, anchor, carry, why, storedType(type));
  }

  merge(known: Known, to: Merged, link: NewLink): void {
    const { hostId, hash, id } = known;
    const { priority, depth, hops, finds } = to;
    if (priority === known.priority && finds === known.finds) {
      // Without the priority in it the statement does not touch the indexes.
      this.#do.nearer.run(depth, hops, hostId, hash, id);
    } else {
      this.#do.merged.run(priority, depth, hops, finds, hostId, hash, id);
    }
    if (!to.takesOver) return;
    const { type, from = null, anchor = '', carry = null, why = null } = link;
    this.#do.takenOver.run(from, anchor, carry, why, storedType(type), id);
  }

  rescore({ hostId, hash, id }: LinkKey, priority: number): void {
    this.#do.rescored.run(priority, hostId, hash, id);
  }

  explain(id: number, why: string): void {
    this.#do.explainedOne.run(why, id);
  }

  carry(id: number, state: string): void {
    this.#do.carried.run(state, id);
  }

  /** Returns the keys of the links that changed. */
  promote(
    ids: readonly number[],
    priority: number,
    onlyUp: boolean,
    why: string | undefined,
  ): [hostId: number, hash: number, id: number][] {
    const statement = onlyUp ? this.#do.raised : this.#do.promoted;
    const changed = all<[number, number, number]>(statement, JSON.stringify(ids), priority);
    if (why !== undefined) this.#do.explained.run(why, JSON.stringify(changed.map(([, , id]) => id)));
    return changed;
  }

  choose(hostId: number, id: number): void {
    this.#do.chosen.run(hostId, id);
  }

  chosen(): Chosen[] {
    return all<[number, number, number]>(this.#do.allChosen).map(([id, hostId, priority]) => ({
      id,
      hostId,
      priority,
    }));
  }

  done({ hostId, hash, id }: LinkKey, page: number | null): void {
    this.#do.done.run(page, hostId, hash, id);
  }

  refuse({ hostId, hash, id }: LinkKey, reason: string): void {
    this.#do.refused.run(reason, hostId, hash, id);
  }

  defer({ hostId, hash, id }: LinkKey, notBefore: number, reason: string, isTry: boolean): void {
    this.#do.deferred.run(Number(isTry), notBefore, reason, hostId, hash, id);
  }

  /** Makes a link that became a page wait again; returns the id of its host, undefined if it does not wait now. */
  reopen(id: number, priority: number): number | undefined {
    const hostId = get<[number]>(this.#do.hostOfLink, id)?.[0];
    if (hostId === undefined) return undefined;
    return this.#do.reopened.run(hostId, id, priority).changes === 0 ? undefined : hostId;
  }

  closeReopened(): number {
    return Number(this.#do.closed.run().changes);
  }

  setAside({ hostId, hash, id }: LinkKey): void {
    this.#do.setAside.run(hostId, hash, id);
  }

  layAside(upTo: number): number {
    return Number(this.#do.laidAside.run(upTo).changes);
  }

  takeUp(): number {
    return Number(this.#do.takenUp.run().changes);
  }

  asideCount(): number {
    return get<[number]>(this.#do.asideCount)![0];
  }

  /** Makes the due deferred links of a host wait again; returns how many. */
  release(hostId: number, now: number): number {
    return Number(this.#do.released.run(hostId, now).changes);
  }

  /** When the next deferred link of a host is due; Infinity if none is deferred. */
  nextDeferred(hostId: number): number {
    return get<[number | null]>(this.#do.nextDeferred, hostId)![0] ?? Infinity;
  }

  /** Id and priority of the best waiting link of a host. */
  head(hostId: number): [id: number, priority: number] | undefined {
    return get<[number, number]>(this.#do.head, hostId);
  }

  /** The best of them, best first. */
  heads(hostId: number, limit: number): [id: number, priority: number][] {
    return all<[number, number]>(this.#do.heads, hostId, limit);
  }

  waitsAt(hostId: number, prefix: string): boolean {
    return get<[number]>(this.#do.waitsAt, hostId, prefix)![0] === 1;
  }

  link(id: number): WaitingLink {
    return this.#linkOf(get<LinkRow>(this.#do.link, id)!);
  }

  find(hostId: number, url: string): KnownLink | undefined {
    const row = get<KnownRow>(this.#do.known, hostId, this.hash(url), this.otherHash());
    return row && this.#knownOf(row);
  }

  byId(id: number): KnownLink | undefined {
    const row = get<KnownRow>(this.#do.knownById, id);
    return row && this.#knownOf(row);
  }

  /** All waiting and deferred links, in order of arrival. Reads rows in chunks, so writing in between is safe. */
  *byArrival(): Generator<WaitingLink> {
    let id = 0;
    for (;;) {
      const rows = all<LinkRow>(this.#do.fromId, id, CHUNK);
      for (const row of rows) yield this.#linkOf(row);
      const last = rows.at(-1);
      if (last === undefined || rows.length < CHUNK) return;
      id = last[0];
    }
  }

  lastId(): number {
    return get<[number]>(this.#do.lastId)![0];
  }

  /** Links by state, each counted on its own index; the rest are done. */
  counts(): Record<'waiting' | 'deferred' | 'done' | 'refused', number> {
    const [all, waiting, deferred, refused] = get<[number, number, number, number]>(this.#do.counts)!;
    return { waiting, deferred, refused, done: all - waiting - deferred - refused };
  }

  /** The keys of the refused links whose reason is one of these. */
  refused(isWanted: (reason: string, host: string) => boolean): LinkKey[] {
    const found: LinkKey[] = [];
    for (const [hostId, hash, id, reason] of iterate<[number, number, number, string]>(this.#do.allRefused))
      if (isWanted(reason, this.hostName(hostId))) found.push({ hostId, hash, id });
    return found;
  }

  readmit({ hostId, hash, id }: LinkKey): void {
    this.#do.readmitted.run(hostId, hash, id);
  }

  refusedCount(): number {
    return get<[number]>(this.#do.refusedCount)![0];
  }

  waitingHosts(): Iterable<[hostId: number, links: number, name: string]> {
    return iterate(this.#do.waitingHosts);
  }

  deferredHosts(): Iterable<[hostId: number, links: number, until: number]> {
    return iterate(this.#do.deferredHosts);
  }

  #knownOf(row: KnownRow): KnownLink {
    return { ...this.#linkOf(row), state: STATES[row[12]]!, reason: row[13], page: row[14] };
  }

  #linkOf(row: LinkRow | KnownRow): WaitingLink {
    const [id, hostId, url, priority, depth, anchor, from, hops, carry, why, tries, stored] = row;
    const type = stored ?? 'page';
    const host = this.hostName(hostId);
    return { id, type, url, host, priority, depth, anchor, from, hops, carry, why, tries };
  }
}

/** The queue of a URL, if the caller names queues by the host and port of their URLs. */
export function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).host : undefined;
}

/** Rows read at a time, as there may be millions. */
const CHUNK = 1000;

/** By the stored number; "out" is never stored. */
const STATES: readonly LinkState[] = ['waiting', 'deferred', 'done', 'refused', 'waiting', 'waiting'];

function storedType(type: LinkType | undefined): LinkType | null {
  return type === undefined || type === 'page' ? null : type;
}

type StandingRow = [number, number, number, number, number, number, page: number | null];
type LinkRow = [
  id: number,
  hostId: number,
  url: string,
  priority: number,
  depth: number,
  anchor: string,
  from: number | null,
  hops: number,
  carry: string | null,
  why: string | null,
  tries: number,
  type: LinkType | null,
];
type KnownRow = [...LinkRow, state: number, reason: string | null, page: number | null];

// The rows have the columns named in the statements: the tables are STRICT and only written here.
function get<T>(statement: StatementSync, ...values: (string | number)[]): T | undefined {
  return statement.get(...values) as T | undefined;
}

function all<T>(statement: StatementSync, ...values: (string | number | null)[]): T[] {
  return statement.all(...values) as T[];
}

function iterate<T>(statement: StatementSync): Iterable<T> {
  return statement.iterate() as unknown as Iterable<T>;
}

function hashKey(sql: DatabaseSync): HashKey {
  const stored = sql.prepare('SELECT k0, k1 FROM frontier_key').get();
  if (stored !== undefined) return [Number(stored.k0), Number(stored.k1)];
  const key: HashKey = [randomInt(2 ** 32) | 0, randomInt(2 ** 32) | 0];
  sql.prepare('INSERT INTO frontier_key (k0, k1) VALUES (?, ?)').run(...key);
  return key;
}
