/**
 * May this URL be asked for, and now? Robots as a barrier (no page of a host before its robots.txt is known), dead
 * hosts, shared IP addresses; and after each answer, when the host may be asked again.
 * Every wait, answer and rule goes into the host's ledger.
 */
import type { Catalogue } from '../archive/catalogue.ts';
import type { LedgerEntry } from '../archive/records.ts';
import { Politeness } from '../host/politeness.ts';
import { RobotsBook, type RobotsVerdict } from '../host/robots/book.ts';
import { hostOf, originOf } from '../url/url.ts';
import { AGENT } from '../web/http/agent.ts';
import type { LiveWeb } from '../web/http/http.ts';
import type { Failed, Fetched, Web } from '../web/web.ts';
import type { Archive } from './archive.ts';
import type { Settings } from './settings.ts';
import type { Statistics } from './statistics.ts';
import type { Timers } from './timers.ts';
import { Turns } from './turns.ts';

export type Admitted = { kind: 'go' } | { kind: 'refused'; reason: string } | { kind: 'wait'; until: number };

/** What is asked for. */
export interface Request {
  url: string;
  host: string;
}

const GO = { kind: 'go' } as const;
/** How long a robots.txt may wait for the turn of the host that it was redirected to. */
const MAX_HOP_WAIT_MS = 30_000;
/** Waits longer than this are kept by the frontier, to their very end. */
const MAX_RESUMED_WAIT_MS = 300_000;

interface AdmissionParts {
  settings: Settings;
  web: Web & Partial<Pick<LiveWeb, 'addressOf'>>;
  catalogue: Catalogue;
  statistics: Statistics;
  clock: () => number;
  timers: Timers;
  archive: Archive;
  signal: AbortSignal;
  /** When this run began, where another went before it. */
  resumedAt?: number | undefined;
}

export class Admission {
  readonly #on: AdmissionParts;
  readonly #robots: RobotsBook;
  readonly #politeness: Politeness;
  readonly #turns = new Turns();
  readonly #changed = new Set<string>();

  constructor(parts: AdmissionParts) {
    this.#on = parts;
    const { politeness } = parts.settings;
    this.#politeness = new Politeness({ ...politeness, sharedAddresses: politeness.sharedAddress });
    this.#robots = new RobotsBook(parts.web, {
      agent: AGENT,
      signal: parts.signal,
      beforeHop: (url) => this.#awaitTurn(url),
      onFetched: (fetched) => {
        if (fetched.ok) parts.archive.keepAnswer(fetched);
        this.#note('robots', fetched, hostOf(fetched.url));
      },
    });
  }

  /** When the host may be asked next, as far as is known. */
  readyAt(host: string): number {
    return this.#turns.of(host)?.readyAt ?? 0;
  }

  async ask(request: Request): Promise<Admitted> {
    const admitted = await this.#ask(request);
    if (admitted.kind === 'wait') this.#turns.hold(request.host, admitted.until);
    return admitted;
  }

  async #ask(request: Request): Promise<Admitted> {
    const { clock, settings } = this.#on;
    const { host, url } = request;
    this.#recall(host);
    const dead = this.#politeness.dead(host);
    if (dead !== undefined) return { kind: 'refused', reason: `host: ${dead}` };
    const obeys = settings.politeness.robots === 'obey';
    const known = obeys ? this.#robots.known(originOf(url), clock()) : undefined;
    const ruled = known && this.#rule(known, request);
    if (ruled !== undefined) return ruled;

    const until = await this.#notBefore(url, host);
    if (until !== undefined) return { kind: 'wait', until };
    this.#turns.begin(host);
    return known !== undefined || !obeys ? GO : this.#learn(request);
  }

  /** Notes an answer, and when the host may be asked again. */
  answered({ url, host }: Request, fetched: Fetched): void {
    this.#on.statistics.counts.requests += 1;
    this.#note('fetch', fetched, host, this.#robots.known(originOf(url), this.#on.clock()));
  }

  /** Writes what was learnt of the hosts' pace since the last time. */
  save(): void {
    const { catalogue, clock } = this.#on;
    for (const host of this.#changed) {
      const { answeredAt = 0, readyAt } = this.#turns.of(host) ?? { readyAt: 0 };
      const delayMs = readyAt - answeredAt;
      catalogue.saveHostRules(host, { politeness: this.#politeness.save(host), delayMs }, clock());
    }
    this.#changed.clear();
  }

  /** The sitemaps that the host's robots.txt names. */
  sitemaps(url: string): readonly string[] {
    return this.#robots.known(originOf(url), this.#on.clock())?.sitemaps ?? [];
  }

  /** When to try again; undefined where the host may be asked this very moment. */
  async #notBefore(url: string, host: string): Promise<number | undefined> {
    const { clock } = this.#on;
    return (
      this.#turns.until(host, clock()) ??
      (await this.#askAddress(url, host)) ??
      // While its address was looked up, its turn may have gone to a robots.txt.
      this.#turns.until(host, clock())
    );
  }

  /** What robots.txt says against asking; undefined where it says nothing. */
  #rule(verdict: RobotsVerdict, { url, host }: Request): Exclude<Admitted, typeof GO> | undefined {
    const { clock, catalogue } = this.#on;
    const dead = this.#politeness.dead(host) ?? this.#politeness.refuses(verdict.crawlDelayMs);
    if (dead !== undefined) return { kind: 'refused', reason: `host: ${dead}` };
    if (verdict.state === 'unreachable') {
      const { expiresAt: until, says: note } = verdict;
      catalogue.saveLedger({ host, at: clock(), kind: 'hold', waitedMs: until - clock(), note });
      return { kind: 'wait', until };
    }
    const { allowed, rule } = verdict.check(url);
    return allowed ? undefined : { kind: 'refused', reason: `robots.txt: ${rule ?? 'disallowed'}` };
  }

  /** Asks for robots.txt. That was a request to this host: the page, or another, waits its turn. */
  async #learn(request: Request): Promise<Admitted> {
    const { catalogue, clock } = this.#on;
    const { host, url } = request;
    const origin = originOf(url);
    const verdict = await this.#robots.learn(origin, clock());
    const saved = this.#robots.save(origin);
    const before = catalogue.read.host(host)?.robots as Record<string, unknown> | undefined;
    catalogue.saveHostRules(
      host,
      { robots: { ...before, [origin]: saved }, robotsText: saved?.text, robotsAt: clock() },
      clock(),
    );
    catalogue.saveLedger({ host, at: clock(), kind: 'rule', note: verdict.says });
    const { answeredAt = clock(), readyAt } = this.#turns.of(host) ?? { readyAt: clock() };
    const until = Math.max(readyAt, answeredAt + (verdict.crawlDelayMs ?? 0));
    this.#turns.hold(host, until);
    return this.#rule(verdict, request) ?? { kind: 'wait', until };
  }

  /** Until a host that a robots.txt was redirected to may be asked; answers a failure where that takes too long. */
  async #awaitTurn(url: string): Promise<Failed | undefined> {
    const { clock, timers, signal } = this.#on;
    const host = hostOf(url);
    this.#recall(host);
    const startedAt = clock();
    while (true) {
      if (this.#robots.knownAt(url, startedAt) !== undefined) return undefined;
      const until = await this.#notBefore(url, host);
      const failed = { ok: false as const, url, startedAt, durationMs: 0, mayPass: true };
      if (signal.aborted) return { ...failed, reason: 'aborted', detail: 'The fetch was stopped.' };
      if (until === undefined) break;
      if (until > startedAt + MAX_HOP_WAIT_MS)
        return {
          ...failed,
          reason: 'connect-timeout',
          detail: `robots.txt is at ${host}, which asks to wait.`,
        };
      await timers.sleep(until - clock(), signal);
    }
    this.#turns.begin(host);
    return undefined;
  }

  /** Brings back what an earlier part of this crawl learnt of a host. */
  #recall(host: string): void {
    if (this.#turns.of(host) !== undefined) return;
    const { catalogue, settings, resumedAt } = this.#on;
    const known = catalogue.read.host(host);
    // Nobody knows what was asked between the last commit and a crash: as if it had been now.
    const delayMs = Math.max(settings.politeness.minDelayMs, known?.delayMs ?? 0);
    this.#turns.meet(host, resumedAt === undefined ? 0 : resumedAt + Math.min(delayMs, MAX_RESUMED_WAIT_MS));
    if (known === undefined) return;
    this.#politeness.restore(host, known.politeness);
    for (const [origin, saved] of Object.entries((known.robots ?? {}) as Record<string, unknown>))
      this.#robots.restore(origin, saved);
  }

  /** Until when a host waits for others that share its address; undefined where it need not. */
  async #askAddress(url: string, host: string): Promise<number | undefined> {
    const { web, clock, settings, catalogue } = this.#on;
    if (web.addressOf === undefined || settings.politeness.sharedAddress === 'none') return undefined;
    const address = await web.addressOf(url);
    if (address === undefined) return undefined;
    const now = clock();
    const until = this.#politeness.claimAddress(host, address, now);
    if (until <= now) return undefined;
    catalogue.saveLedger({ host, at: now, kind: 'wait', waitedMs: until - now, note: `shares ${address}` });
    return until;
  }

  #note(kind: LedgerEntry['kind'], fetched: Fetched, host: string, rules?: RobotsVerdict): void {
    const { catalogue, statistics, clock } = this.#on;
    const now = clock();
    const before = this.#turns.of(host)?.answeredAt;
    const { readyAt, why } = this.#politeness.after(host, fetched, rules?.crawlDelayMs, now);
    this.#turns.end(host, { answeredAt: now, readyAt });
    this.#changed.add(host);
    statistics.counts.politeWaitMs += readyAt - now;
    if (fetched.ok) statistics.counts.bytes += fetched.wire.length;
    catalogue.saveLedger({
      host,
      at: fetched.startedAt,
      kind,
      waitedMs: before === undefined ? undefined : fetched.startedAt - before,
      durationMs: Math.round(fetched.durationMs),
      status: fetched.ok ? fetched.status : undefined,
      bytes: fetched.ok ? fetched.wire.length : undefined,
      note: fetched.ok ? why : `${fetched.reason}: ${fetched.detail}; ${why}`,
    });
  }
}
