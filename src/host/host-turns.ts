/**
 * The hosts that a gate has met, each with what decides its turn. Beyond 200,000 in memory, hosts whose time has come
 * are dropped, those that answered longest ago first, and met again when they are needed. What must survive that, or the
 * process, is saved first.
 */

export interface HostTurn {
  readyAt: number;
  /** Requests for pages that are in flight. */
  pages: number;
  /** A request for its robots.txt is. */
  asksRobots: boolean;
  /** How much longer than usual to wait after the answer: for what its page requested besides. */
  owedMs?: number;
  /** When its last answer came; undefined if there was none in this run. */
  answeredAt?: number;
  /** Whether its last request for a page was answered in this run. */
  isProven?: boolean;
  /** Until when its name needs no lookup. */
  namedUntil?: number | undefined;
  /** Its IP address; empty if that cannot be known. */
  address?: string;
  /** Whether links of its other origin, http or https, waited when the robots.txt of the one was last unavailable. */
  otherWaits?: boolean | undefined;
  /** Whether that IP address alone keeps it waiting, and since when it has. */
  awaitsAddress?: boolean;
  waitsSince?: number | undefined;
}

export interface HostTurnsParts {
  clock(): number;
  /** A host that is not in memory, as an earlier run or an earlier meeting left it. */
  meet(host: string): HostTurn;
  save(host: string, turn: HostTurn): void;
}

const HOSTS_KEPT = 200_000;

export class HostTurns {
  readonly #parts: HostTurnsParts;
  /** Hosts whose last answer is oldest come first. */
  readonly #turns = new Map<string, HostTurn>();
  readonly #changed = new Set<string>();
  #forgetAt = HOSTS_KEPT;

  constructor(parts: HostTurnsParts) {
    this.#parts = parts;
  }

  /** Undefined if the host is not in memory. */
  get(host: string): HostTurn | undefined {
    return this.#turns.get(host);
  }

  of(host: string): HostTurn {
    return this.#turns.get(host) ?? this.#meet(host);
  }

  /** It is to be saved. */
  changed(host: string): void {
    this.#changed.add(host);
  }

  answered(host: string, turn: HostTurn): void {
    this.#turns.delete(host);
    this.#turns.set(host, turn);
    this.#changed.add(host);
  }

  /** Saves what has changed since the last call. */
  save(): void {
    for (const host of this.#changed) this.#parts.save(host, this.of(host));
    this.#changed.clear();
  }

  #meet(host: string): HostTurn {
    if (this.#turns.size >= this.#forgetAt) this.#forgetSome();
    const turn = this.#parts.meet(host);
    this.#turns.set(host, turn);
    return turn;
  }

  #forgetSome(): void {
    const now = this.#parts.clock();
    for (const [host, turn] of this.#turns) {
      if (turn.pages > 0 || turn.asksRobots || turn.readyAt > now) continue;
      if (this.#changed.delete(host)) this.#parts.save(host, turn);
      this.#turns.delete(host);
      if (this.#turns.size < 0.95 * HOSTS_KEPT) break;
    }
    this.#forgetAt = Math.max(HOSTS_KEPT, 1.05 * this.#turns.size);
  }
}
