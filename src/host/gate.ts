/**
 * Decides when a host may be contacted, and for what; the only place where this is decided. One request at a time per
 * host, or as many as the user allows for a host of their own, and none before its time (politeness.ts); no page before
 * the robots.txt of its origin is known (robots/book.ts); a delay between hosts that share an IP address (ip-lanes.ts);
 * dead hosts are not contacted; a host whose name is not known yet may not be contacted yet (names.ts); hosts that have
 * not answered yet share a part of the requests (patience.ts), so that those that never will cannot take all.
 *
 * The frontier calls `mayAsk` and `robotsFor` before it hands something out; `ask` or `learn` takes the host's turn.
 * From then on the host is busy until `answered`. A host's time only moves later.
 *
 * Every wait, answer and rule is written to the host's ledger. What must survive the process is handed to a memory and
 * recalled when a host is seen again. Requests between the last commit and a crash are unknown: after a resume each
 * host waits for its delay, as if it had just been contacted.
 */
import { HostTable } from '../url/host-pattern.ts';
import { hostOf, originOf, withoutRoute } from '../url/url.ts';
import type { Failed, Fetched, NameLookup, Resolved, Web } from '../web/web.ts';
import { type HostTurn, HostTurns } from './host-turns.ts';
import { AddressLanes, type SharedAddresses, SharedLanes } from './ip-lanes.ts';
import { Names } from './names.ts';
import { Patience } from './patience.ts';
import { POLITENESS, Politeness, type PolitenessSettings } from './politeness.ts';
import { RobotsBook, type RobotsVerdict, type SavedRobots } from './robots/book.ts';

export interface GateSettings extends PolitenessSettings {
  robots: 'obey' | 'ignore';
  optOuts: 'note' | 'obey';
  /** Which IP addresses keep a delay between the hosts behind them. */
  sharedAddresses: SharedAddresses;
  /** That delay. Less than `minDelayMs`, because the IP address of a large provider serves many machines. */
  addressDelayMs: number;
  /** Hosts that the user runs, by pattern: requests at a time. Pauses between them are shorter by the same factor. */
  ownHosts: Record<string, number>;
  /** Requests at a time, of which hosts that have not answered yet get a share. */
  concurrency: number;
}

export const GATE: GateSettings = {
  ...POLITENESS,
  robots: 'obey',
  optOuts: 'note',
  sharedAddresses: 'public',
  addressDelayMs: 500,
  ownHosts: {},
  concurrency: 32,
};

export interface GateParts {
  web: Web;
  /** Only for the live Web: how names are looked up. */
  names?: NameLookup | undefined;
  /** The product token that groups of robots.txt are matched with. */
  agent: string;
  settings?: Partial<GateSettings>;
  memory: HostMemory;
  /** Called with every answer: for the archive and for statistics. */
  onAnswer?(kind: 'robots' | 'fetch', fetched: Fetched, waitMs: number): void;
  clock(): number;
  /** How far behind that clock may be: one that counts whole milliseconds, by one. */
  tickMs?: number | undefined;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  signal: AbortSignal;
  /** When this run started, if it resumes an earlier one. */
  resumedAt?: number | undefined;
  /** Shared with the gates of other parts of the crawl in this process. */
  lanes?: AddressLanes | undefined;
  /** Whether a link of this origin waits. */
  waitsAt?(host: string, origin: string): boolean;
}

/** Where the gate stores what must survive the process. */
export interface HostMemory {
  recall(host: string): KeptHost | undefined;
  save(host: string, kept: Omit<KeptHost, 'robots'>): void;
  saveRobots(host: string, origin: string, saved: SavedRobots | undefined): void;
  note(line: LedgerLine): void;
}

export interface KeptHost {
  readyAt?: number | undefined;
  /** The last wait after an answer. */
  delayMs?: number | undefined;
  /** JSON that `Politeness` reads. */
  politeness?: unknown;
  /** By origin: JSON that `RobotsBook` reads. */
  robots?: unknown;
}

export interface LedgerLine {
  host: string;
  at: number;
  kind: 'robots' | 'fetch' | 'name' | 'wait' | 'hold' | 'rule';
  waitedMs?: number | undefined;
  durationMs?: number | undefined;
  status?: number | undefined;
  bytes?: number | undefined;
  note?: string | undefined;
}

/** What is requested. */
export interface Request {
  url: string;
  host: string;
}

export type Admitted =
  | { kind: 'go' }
  | { kind: 'refused'; reason: string }
  /** With a reason if it concerns the origin of the URL alone: what else its host has need not wait. */
  | { kind: 'wait'; until: number; reason?: string };

export class HostGate {
  readonly #on: GateParts;
  #settings: GateSettings;
  readonly #politeness: Politeness;
  readonly #robots: RobotsBook;
  readonly #lanes: AddressLanes | SharedLanes;
  #own: HostTable<number>;
  readonly #names: Names | undefined;
  /** Requests to hosts that have not answered yet. */
  #unproven: Patience;
  /** Whether any host has answered anything. */
  hasAnswer = false;
  /** Hosts whose last lookup had no answer, and which will be looked up again. */
  readonly #nameless = new Set<string>();
  readonly #hosts: HostTurns;

  constructor(parts: GateParts) {
    this.#on = parts;
    this.#settings = { ...GATE, ...parts.settings };
    this.#politeness = new Politeness(this.#settings);
    const { sharedAddresses, addressDelayMs } = this.#settings;
    this.#lanes =
      parts.lanes === undefined
        ? new AddressLanes(sharedAddresses, addressDelayMs)
        : new SharedLanes(parts.lanes, parts.clock() - Math.floor(performance.now()));
    this.#lanes.change(sharedAddresses, addressDelayMs);
    this.#own = new HostTable(Object.entries(this.#settings.ownHosts));
    const { names, clock } = parts;
    const meet = this.#meet.bind(this);
    this.#hosts = new HostTurns({ clock, meet, save: this.#save.bind(this) });
    const onAnswer = this.#named.bind(this);
    this.#names = names && new Names({ web: names, clock, onAnswer });
    this.#unproven = patienceOf(this.#settings);
    this.#robots = new RobotsBook(parts.web, {
      agent: parts.agent,
      signal: parts.signal,
      beforeHop: (url, now) => this.#awaitTurn(url, now),
      onFetched: (fetched) => this.#note('robots', fetched, hostOf(fetched.url)),
    });
  }

  /** New delays, from each host's next answer on. */
  change(settings: Partial<GateSettings>): void {
    const before = this.#settings;
    this.#settings = { ...before, ...settings };
    this.#politeness.change(this.#settings);
    const { sharedAddresses, addressDelayMs, concurrency, ownHosts } = this.#settings;
    this.#own = new HostTable(Object.entries(ownHosts));
    if (concurrency !== before.concurrency) this.#unproven.change(unprovenSlots(concurrency));
    this.#lanes.change(sharedAddresses, addressDelayMs);
  }

  /** The earliest time at which the host may be contacted; `now` or earlier if it may be contacted now. */
  mayAsk(host: string, now: number): number {
    const known = this.#hosts.get(host);
    if (known === undefined) {
      // Without reading the memory: after a resume thousands of hosts wait for their first turn.
      const firstAt = this.#firstAt(0);
      if (firstAt > now) return firstAt;
    }
    const turn = known ?? this.#hosts.of(host);
    // A dead host is not contacted: its links need not wait to be refused.
    return this.#politeness.dead(host) === undefined ? this.#readyAt(host, turn, now) : now;
  }

  /** The IP address that keeps the host waiting, by the last answer of `mayAsk`; undefined if anything else does. */
  addressAwaited(host: string): string | undefined {
    const turn = this.#hosts.get(host);
    return turn?.awaitsAddress ? turn.address : undefined;
  }

  /** How many requests the host may have in flight: one, or for a host of the user's own that answers, what they allow. */
  atATime(host: string): number {
    if (this.#own.isEmpty || this.#hosts.get(host)?.isProven !== true) return 1;
    return this.#own.get(host.replace(/:\d+$/, '')) ?? 1;
  }

  /** Whether the host has yet to answer a request for a page, or did not answer the last one. */
  isUnproven(host: string): boolean {
    if (this.#names === undefined || this.#politeness.dead(host) !== undefined) return false;
    return this.#hosts.get(host)?.isProven !== true;
  }

  /** When another unproven host may be contacted; `now` if there is room. */
  unprovenFrom(now: number): number {
    return this.#unproven.roomAt(now);
  }

  /** What has been waited for without an answer, longer than usual: names looked up, hosts contacted. */
  awaited(now: number): { names: number; hosts: number } {
    const names = this.#nameless.size + (this.#names?.silent(now) ?? 0);
    return { names, hosts: this.#unproven.silent(now) };
  }

  /** When the next request will have been without an answer for so long that it does not count any more. */
  nextSilentAt(now: number): number | undefined {
    return this.#unproven.nextSilentAt(now);
  }

  /** The robots.txt that must be read before this URL is requested. */
  robotsFor({ url, host }: Request): string | undefined {
    if (this.#settings.robots === 'ignore') return undefined;
    this.#hosts.of(host);
    const origin = originOf(url);
    const isKnown = () => this.#robots.known(origin, this.#on.clock()) !== undefined;
    if (isKnown() || this.#politeness.dead(host) !== undefined) return undefined;
    // The book has only some origins; the memory has all.
    this.#restoreRobots(this.#on.memory.recall(host));
    return isKnown() ? undefined : `${origin}/robots.txt`;
  }

  /**
   * Takes the host's turn for a request, which must be sent immediately; `answered` must follow. If robots.txt is not
   * known yet, it is requested instead, and the request waits.
   */
  async ask(request: Request): Promise<Admitted> {
    const { host } = request;
    this.#hosts.of(host);
    const verdict = this.#verdictOn(request);
    const reason = this.#refuses(request, verdict);
    if (reason !== undefined) return { kind: 'refused', reason };
    if (verdict?.state === 'unreachable') {
      if (this.#mayAskOther(request)) return { kind: 'wait', until: verdict.expiresAt, reason: verdict.says };
      this.hold(host, verdict.expiresAt);
    }
    if (this.robotsFor(request) !== undefined) await this.learn(request);
    else if (this.#begin(host, 'page')) return { kind: 'go' };
    return { kind: 'wait', until: this.mayAsk(host, this.#on.clock()) };
  }

  /** Records an answer, and when the host may be contacted again. */
  answered({ url, host }: Request, fetched: Fetched): void {
    this.#note('fetch', fetched, host, this.#robots.known(originOf(url), this.#on.clock()));
  }

  /** Why a page under way, which has its host's turn, may not request this there, too; undefined if it may. */
  refusesMore(request: Request): string | undefined {
    const verdict = this.#verdictOn(request);
    const reason = this.#refuses(request, verdict);
    if (reason !== undefined) return reason;
    if (verdict?.state === 'unreachable') return verdict.says;
    return this.robotsFor(request) === undefined ? undefined : 'robots.txt of another port is not known';
  }

  /**
   * Records the answer to such a request: once the page has come, the host is left alone for as much longer as if this
   * had been a page, too.
   */
  answeredMore({ url, host }: Request, fetched: Fetched): void {
    const now = this.#on.clock();
    const rules = this.#robots.known(originOf(url), now);
    const { readyAt, why } = this.#politeness.after(host, fetched, rules?.crawlDelayMs, now);
    const turn = this.#hosts.of(host);
    turn.owedMs = (turn.owedMs ?? 0) + (readyAt - now);
    this.#on.onAnswer?.('fetch', fetched, readyAt - now);
    this.#on.memory.note({
      host,
      at: fetched.startedAt,
      kind: 'fetch',
      durationMs: Math.round(fetched.durationMs),
      status: fetched.ok ? fetched.status : undefined,
      bytes: fetched.ok ? fetched.wire.length : undefined,
      note: `for a page that is rendered: ${fetched.ok ? why : `${fetched.reason}: ${fetched.detail}`}`,
    });
  }

  /**
   * Requests the robots.txt of a URL's origin, if it is the host's turn. It takes the turn: a page waits for the next
   * one.
   */
  async learn(request: Request): Promise<void> {
    const { url, host } = request;
    const { clock, memory } = this.#on;
    const origin = originOf(url);
    if (this.#robots.known(origin, clock()) !== undefined) return;
    // Of a request that is under way only the answer is awaited: it has its own turn.
    if (!this.#robots.isAsking(origin) && !this.#begin(host, 'robots')) return;
    const verdict = await this.#robots.learn(origin, clock());
    const now = clock();
    const turn = this.#hosts.of(host);
    memory.saveRobots(host, origin, this.#robots.save(origin));
    memory.note({ host, at: now, kind: 'rule', note: verdict.says });
    if (this.#leavesAlone(host, verdict) !== undefined) return;
    this.hold(host, (turn.answeredAt ?? now) + this.#later(verdict.crawlDelayMs ?? 0));
    if (verdict.state !== 'unreachable') return;
    turn.otherWaits = this.#on.waitsAt?.(host, otherOrigin(request));
    if (!this.#mayAskOther(request)) this.hold(host, verdict.expiresAt);
    memory.note({ host, at: now, kind: 'hold', waitedMs: verdict.expiresAt - now, note: verdict.says });
  }

  /** Keeps a host from being contacted before a time. */
  hold(host: string, until: number): void {
    const turn = this.#hosts.of(host);
    if (until <= turn.readyAt) return;
    turn.readyAt = until;
    this.#hosts.changed(host);
  }

  /** What the robots.txt of a URL's origin reserves in its Content-Signal: `ai-train=no`. */
  optOuts(url: string): readonly string[] {
    const verdict = this.#robots.known(originOf(url), this.#on.clock());
    return verdict?.signalsNo.map((name) => `${name}=no`) ?? [];
  }

  /** The sitemaps named by the robots.txt of a URL's origin. */
  sitemaps(url: string): readonly string[] {
    return this.#robots.known(originOf(url), this.#on.clock())?.sitemaps ?? [];
  }

  /** Stores what was learnt about the hosts' pace since the last call. */
  save(): void {
    this.#hosts.save();
  }

  /** Nothing is learnt any more: lookups that are under way are forgotten. */
  close(): void {
    this.#names?.close();
  }

  /** Whether a request may be sent right now; if so, takes the turn. Otherwise its IP address keeps a slot for it. */
  #begin(host: string, what: 'page' | 'robots'): boolean {
    const now = this.#on.clock();
    const turn = this.#hosts.of(host);
    if (this.#readyAt(host, turn, now) > now) {
      if (turn.awaitsAddress) this.#lanes.reserve(host, turn.address!, now);
      return false;
    }
    if (turn.address) this.#lanes.asked(host, turn.address, now);
    if (turn.waitsSince !== undefined) {
      const waitedMs = now - turn.waitsSince;
      this.#on.memory.note({ host, at: now, kind: 'wait', waitedMs, note: `shares ${turn.address}` });
      turn.waitsSince = undefined;
    }
    if (this.isUnproven(host)) this.#unproven.begin(host, now);
    if (what === 'page') turn.pages++;
    else turn.asksRobots = true;
    return true;
  }

  #end(host: string, turn: HostTurn, what: 'page' | 'robots'): void {
    if (what === 'robots') turn.asksRobots = false;
    else turn.pages = Math.max(0, turn.pages - 1);
    this.#unproven.end(host);
  }

  #readyAt(host: string, turn: HostTurn, now: number): number {
    turn.awaitsAddress = false;
    if (turn.asksRobots || turn.pages >= this.atATime(host)) return now + LOOK_AGAIN_MS;
    if (turn.readyAt > now) return turn.readyAt;
    if (turn.namedUntil === undefined) {
      const namedAt = this.#namedAt(host, turn, now);
      if (namedAt > now) return namedAt;
    }
    const freeAt = turn.address ? this.#lanes.mayAsk(host, turn.address, now) : now;
    if (freeAt > now) {
      turn.awaitsAddress = true;
      turn.waitsSince ??= now;
      return freeAt;
    }
    const namedAt = this.#namedAt(host, turn, now);
    // A name that is out of date is looked up when the turn has come, and keeps it: otherwise all the hosts that wait
    // behind it would be looked up, too.
    if (namedAt > now && turn.address) this.#lanes.reserve(host, turn.address, now);
    return namedAt;
  }

  /** When the name of a host is known, as far as can be said; it is looked up if necessary. */
  #namedAt(host: string, turn: HostTurn, now: number): number {
    if (this.#names === undefined || (turn.namedUntil ?? 0) > now) return now;
    const known = this.#names.ask(host, now);
    if (typeof known === 'number') {
      turn.namedUntil = undefined;
      return known;
    }
    this.#named(host, known);
    return now;
  }

  #named(host: string, answer: Resolved | Failed): void {
    const now = this.#on.clock();
    const turn = this.#hosts.of(host);
    this.#nameless.delete(host);
    if (answer.ok) {
      turn.namedUntil = now + answer.validMs;
      turn.address ??= answer.address ?? UNKNOWN;
      return;
    }
    const { readyAt, why, dead } = this.#politeness.after(host, answer, undefined, now);
    if (dead === undefined) this.#nameless.add(host);
    turn.readyAt = Math.max(turn.readyAt, readyAt);
    this.#hosts.changed(host);
    const durationMs = Math.round(answer.durationMs);
    this.#on.memory.note({
      host,
      at: answer.startedAt,
      kind: 'name',
      durationMs,
      note: `${answer.detail} ${why}`,
    });
  }

  #verdictOn({ url }: Request): RobotsVerdict | undefined {
    const obeys = this.#settings.robots === 'obey';
    return obeys ? this.#robots.known(originOf(url), this.#on.clock()) : undefined;
  }

  /** Why a URL is never requested: its host is not contacted, or robots.txt disallows it. */
  #refuses({ url, host }: Request, verdict: RobotsVerdict | undefined): string | undefined {
    const reason = this.#leavesAlone(host, verdict);
    if (reason !== undefined) return `host: ${reason}`;
    // An unavailable robots.txt says nothing about the URL: it waits, or its host does.
    if (verdict === undefined || verdict.state === 'unreachable') return undefined;
    const { allowed, rule } = verdict.check(withoutRoute(url));
    if (!allowed) return `robots.txt: ${rule ?? 'disallowed'}`;
    const [reserved] = this.#settings.optOuts === 'obey' ? verdict.signalsNo : [];
    return reserved === undefined ? undefined : `opt-out: Content-Signal ${reserved}=no`;
  }

  /**
   * Whether https may be contacted if the URL has http, or the other way round: its robots.txt is known, or not known
   * yet and links wait for it. Then the host is not held.
   */
  #mayAskOther(request: Request): boolean {
    const verdict = this.#robots.known(otherOrigin(request), this.#on.clock());
    if (verdict === undefined) return this.#hosts.of(request.host).otherWaits === true;
    return verdict.state !== 'unreachable';
  }

  #leavesAlone(host: string, verdict: RobotsVerdict | undefined): string | undefined {
    return this.#politeness.dead(host) ?? this.#politeness.refuses(verdict?.crawlDelayMs);
  }

  /** Waits until a host that a robots.txt was redirected to may be contacted; a failure says why it will not be. */
  async #awaitTurn(url: string, now: number): Promise<Failed | undefined> {
    const { clock, sleep, signal } = this.#on;
    const host = hostOf(url);
    const startedAt = clock();
    const failed = { ok: false as const, url, startedAt, durationMs: 0, mayPass: true };
    const isKnown = () => this.#robots.knownAt(url, now) !== undefined;
    this.#hosts.of(host);
    while (!isKnown()) {
      if (this.#robots.known(originOf(url), clock())?.state === 'unreachable')
        return {
          ...failed,
          reason: 'connect',
          detail: `robots.txt is at ${host}, whose own is unavailable.`,
        };
      const dead = this.#politeness.dead(host);
      if (dead !== undefined)
        return {
          ...failed,
          reason: 'connect',
          detail: `robots.txt is at ${host}, which is not contacted: ${dead}.`,
        };
      if (this.#begin(host, 'robots')) return undefined;
      if (signal.aborted) return { ...failed, reason: 'aborted', detail: 'The fetch was stopped.' };
      const until = this.mayAsk(host, clock());
      if (until > startedAt + MAX_HOP_WAIT_MS)
        return {
          ...failed,
          reason: 'connect-timeout',
          detail: `robots.txt is at ${host}, which asks us to wait.`,
        };
      await sleep(until - clock(), signal);
    }
    return undefined;
  }

  #note(kind: 'robots' | 'fetch', fetched: Fetched, host: string, rules?: RobotsVerdict): void {
    const now = this.#on.clock();
    const turn = this.#hosts.of(host);
    const { answeredAt: before } = turn;
    const { readyAt: soonest, why } = this.#politeness.after(host, fetched, rules?.crawlDelayMs, now);
    const isUsual = isWell(fetched) && rules?.crawlDelayMs === undefined;
    const readyAt = now + this.#later((soonest - now) / (isUsual ? this.atATime(host) : 1));
    this.#end(host, turn, kind === 'robots' ? 'robots' : 'page');
    turn.answeredAt = now;
    if (kind === 'fetch' || !fetched.ok) turn.isProven = fetched.ok;
    if (fetched.ok) this.hasAnswer = true;
    turn.readyAt = Math.max(turn.readyAt, readyAt + (turn.owedMs ?? 0));
    turn.owedMs = 0;
    // The IP address follows the connection, if it is known at all.
    if (turn.address && fetched.remoteAddress) turn.address = fetched.remoteAddress;
    this.#hosts.answered(host, turn);
    this.#on.onAnswer?.(kind, fetched, readyAt - now);
    this.#on.memory.note({
      host,
      at: fetched.startedAt,
      kind,
      // By this clock alone: the time stamp of the request is the time of day, which may have been set since.
      waitedMs: before === undefined ? undefined : Math.max(0, Math.round(now - fetched.durationMs - before)),
      durationMs: Math.round(fetched.durationMs),
      status: fetched.ok ? fetched.status : undefined,
      bytes: fetched.ok ? fetched.wire.length : undefined,
      note: fetched.ok ? why : `${fetched.reason}: ${fetched.detail}; ${why}`,
    });
  }

  /** A wait that begins now, by a clock that may be behind. */
  #later(waitMs: number): number {
    return waitMs === 0 ? 0 : waitMs + (this.#on.tickMs ?? 0);
  }

  /** Restores what an earlier run of this crawl learnt about a host. */
  #meet(host: string): HostTurn {
    const known = this.#on.memory.recall(host);
    this.#politeness.restore(host, known?.politeness);
    this.#restoreRobots(known);
    const readyAt = Math.max(known?.readyAt ?? 0, this.#firstAt(known?.delayMs ?? 0));
    return { readyAt, pages: 0, asksRobots: false };
  }

  #restoreRobots(known: KeptHost | undefined): void {
    for (const [origin, saved] of Object.entries((known?.robots ?? {}) as Record<string, unknown>))
      this.#robots.restore(origin, saved);
  }

  /** When a host that waited this long after its last answer may be contacted in this run. */
  #firstAt(delayMs: number): number {
    const { resumedAt } = this.#on;
    const waitMs = Math.max(this.#settings.minDelayMs, Math.min(delayMs, MAX_RESUMED_WAIT_MS));
    return resumedAt === undefined ? 0 : resumedAt + waitMs;
  }

  #save(host: string, { readyAt, answeredAt }: HostTurn): void {
    const delayMs = answeredAt === undefined ? undefined : readyAt - answeredAt;
    this.#on.memory.save(host, { readyAt, delayMs, politeness: this.#politeness.save(host) });
  }
}

/** Nothing that a host would have to be spared for. */
const isWell = (fetched: Fetched): boolean =>
  fetched.ok && fetched.status !== 429 && fetched.status < 500 && fetched.retryAfterMs === undefined;

/** Of https if the URL has http, and the other way round. */
const otherOrigin = ({ url, host }: Request): string =>
  `${url.startsWith('https:') ? 'http' : 'https'}://${host}`;

const UNKNOWN = '';
/** How soon to check again for a host with a request in flight. */
const LOOK_AGAIN_MS = 20;
/** How long a robots.txt may wait for the turn of the host that it was redirected to. */
const MAX_HOP_WAIT_MS = 30_000;
/** Longer waits than this are stored as a time, so that they do not restart with each resume. */
const MAX_RESUMED_WAIT_MS = 300_000;

/** The last quarter of the requests is for hosts that have answered before. */
const unprovenSlots = (concurrency: number): number => Math.ceil(0.75 * concurrency);

function patienceOf({ concurrency }: GateSettings): Patience {
  return new Patience({ slots: unprovenSlots(concurrency), patienceMs: 1000, mostSilent: 2500 });
}
