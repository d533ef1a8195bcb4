/**
 * May this link be asked for, and now? Robots as a barrier (no page of a host before its robots.txt is known),
 * traps, dead hosts, per-host budgets, shared addresses; and after each answer, when the host may be asked again.
 * Every wait, answer and rule goes into the host's ledger.
 */
import type { Catalogue } from '../archive/catalogue.ts';
import type { LedgerEntry } from '../archive/records.ts';
import type { Lease } from '../frontier/frontier.ts';
import { AGENT } from '../web/agent.ts';
import type { LiveWeb } from '../web/http.ts';
import { Politeness } from '../web/politeness.ts';
import { RobotsBook, type RobotsVerdict } from '../web/robots-book.ts';
import type { TrapGuard } from '../web/traps.ts';
import { hostOf, originOf } from '../web/url.ts';
import type { Fetched, Web } from '../web/web.ts';
import type { Settings } from './settings.ts';
import type { Statistics } from './statistics.ts';

export type Admitted = { kind: 'go' } | { kind: 'refused'; reason: string } | { kind: 'wait'; until: number };

const GO: Admitted = { kind: 'go' };
const HOSTS_KEPT = 200_000;

interface AdmissionParts {
  settings: Settings;
  web: Web & Partial<Pick<LiveWeb, 'addressOf'>>;
  catalogue: Catalogue;
  statistics: Statistics;
  traps: TrapGuard;
  clock: () => number;
  signal: AbortSignal;
}

export class Admission {
  readonly #on: AdmissionParts;
  readonly #robots: RobotsBook;
  readonly #politeness: Politeness;
  /** The hosts that this run has dealt with: when their last answer came and when they may be asked again. */
  readonly #hosts = new Map<string, { answeredAt?: number; readyAt: number }>();
  readonly #changed = new Set<string>();

  constructor(parts: AdmissionParts) {
    this.#on = parts;
    const { politeness } = parts.settings;
    this.#politeness = new Politeness({ ...politeness, sharedAddresses: politeness.sharedAddress });
    this.#robots = new RobotsBook(parts.web, {
      agent: AGENT,
      signal: parts.signal,
      onFetched: (fetched) => void this.#note('robots', fetched, hostOf(fetched.url)),
    });
  }

  async ask(lease: Lease): Promise<Admitted> {
    this.#recall(lease.host);
    const reason = this.#refuses(lease);
    if (reason !== undefined) return { kind: 'refused', reason };
    return (await this.#askRobots(lease)) ?? (await this.#askAddress(lease)) ?? GO;
  }

  /** Notes an answer and says when the host may be asked again. */
  answered(lease: Lease, fetched: Fetched): number {
    this.#on.statistics.counts.requests += 1;
    const origin = originOf(lease.url);
    return this.#note('fetch', fetched, lease.host, this.#robots.known(origin, this.#on.clock()));
  }

  /** Writes what was learnt of the hosts' pace since the last time. */
  save(): void {
    const { catalogue, clock } = this.#on;
    for (const host of this.#changed) {
      const { answeredAt = 0, readyAt } = this.#hosts.get(host) ?? { readyAt: 0 };
      const delayMs = readyAt - answeredAt;
      catalogue.saveHostRules(host, { politeness: this.#politeness.save(host), delayMs }, clock());
    }
    this.#changed.clear();
  }

  /** The sitemaps that the host's robots.txt names. */
  sitemaps(url: string): readonly string[] {
    return this.#robots.known(originOf(url), this.#on.clock())?.sitemaps ?? [];
  }

  async #askRobots({ url, host }: Lease): Promise<Admitted | undefined> {
    const { settings, clock, catalogue } = this.#on;
    if (settings.politeness.robots === 'ignore') return undefined;
    const origin = originOf(url);
    const known = this.#robots.known(origin, clock());
    const verdict = known ?? (await this.#learn(origin, host));
    const dead = this.#politeness.dead(host);
    if (dead !== undefined) return { kind: 'refused', reason: `host: ${dead}` };
    if (verdict.state === 'unreachable') {
      const until = verdict.expiresAt;
      catalogue.saveLedger({
        host,
        at: clock(),
        kind: 'hold',
        waitedMs: until - clock(),
        note: verdict.says,
      });
      return { kind: 'wait', until };
    }
    const { allowed, rule } = verdict.check(url);
    if (!allowed) return { kind: 'refused', reason: `robots.txt: ${rule ?? 'disallowed'}` };
    // The request for robots.txt was a request to this host: the page waits its turn.
    return known ? undefined : { kind: 'wait', until: this.#hosts.get(host)?.readyAt ?? clock() };
  }

  /** Brings back what an earlier part of this crawl learnt of a host. */
  #recall(host: string): void {
    if (this.#hosts.has(host)) return;
    if (this.#hosts.size >= HOSTS_KEPT) this.#hosts.clear();
    this.#hosts.set(host, { readyAt: 0 });
    const known = this.#on.catalogue.read.host(host);
    if (known === undefined) return;
    this.#politeness.restore(host, known.politeness);
    for (const [origin, saved] of Object.entries((known.robots ?? {}) as Record<string, unknown>))
      this.#robots.restore(origin, saved);
  }

  #refuses({ host, url }: Lease): string | undefined {
    const { settings, traps, catalogue } = this.#on;
    const dead = this.#politeness.dead(host);
    if (dead !== undefined) return `host: ${dead}`;
    const most = settings.budget.pagesPerHost;
    if (most !== undefined && (catalogue.read.tallyOf(host)?.pages ?? 0) >= most)
      return `budget: ${most} pages of this host`;
    return settings.traps ? traps.check(url) : undefined;
  }

  async #learn(origin: string, host: string): Promise<RobotsVerdict> {
    const { catalogue, clock } = this.#on;
    const verdict = await this.#robots.learn(origin, clock());
    const saved = this.#robots.save(origin);
    const before = catalogue.read.host(host)?.robots as Record<string, unknown> | undefined;
    catalogue.saveHostRules(
      host,
      { robots: { ...before, [origin]: saved }, robotsText: saved?.text, robotsAt: clock() },
      clock(),
    );
    catalogue.saveLedger({ host, at: clock(), kind: 'rule', note: verdict.says });
    return verdict;
  }

  async #askAddress({ url, host }: Lease): Promise<Admitted | undefined> {
    const { web, clock, settings, catalogue } = this.#on;
    if (web.addressOf === undefined || settings.politeness.sharedAddress === 'none') return undefined;
    const address = await web.addressOf(url);
    if (address === undefined) return undefined;
    const until = this.#politeness.claimAddress(host, address, clock());
    if (until <= clock()) return undefined;
    catalogue.saveLedger({
      host,
      at: clock(),
      kind: 'wait',
      waitedMs: until - clock(),
      note: `shares ${address}`,
    });
    return { kind: 'wait', until };
  }

  #note(kind: LedgerEntry['kind'], fetched: Fetched, host: string, rules?: RobotsVerdict): number {
    const { catalogue, statistics, clock } = this.#on;
    const now = clock();
    const before = this.#hosts.get(host)?.answeredAt;
    const { readyAt, why } = this.#politeness.after(host, fetched, rules?.crawlDelayMs, now);
    this.#hosts.set(host, { answeredAt: now, readyAt });
    this.#changed.add(host);
    statistics.counts.politeWaitMs += readyAt - now;
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
    return readyAt;
  }
}
