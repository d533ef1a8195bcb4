/**
 * Whose turn it is: one request at a time to a host, and none before its time. The frontier sees to that for the
 * links it hands out. It knows nothing of a robots.txt that is redirected to another host, nor of what was asked
 * in the last moments before a crash: this book does, and every request passes it.
 */
export interface Turn {
  /** When the host's last answer came; undefined where this run had none yet. */
  answeredAt?: number;
  readyAt: number;
}

/** How soon to look again after a host that is being asked. */
const LOOK_AGAIN_MS = 20;
const HOSTS_KEPT = 200_000;

export class Turns {
  readonly #hosts = new Map<string, Turn>();
  readonly #underWay = new Set<string>();

  of(host: string): Turn | undefined {
    return this.#hosts.get(host);
  }

  /** A host that this run has not dealt with yet, and may not ask before a time. */
  meet(host: string, readyAt: number): void {
    if (this.#hosts.size >= HOSTS_KEPT) this.#hosts.clear();
    this.#hosts.set(host, { readyAt });
  }

  /** When to try again; undefined where the host may be asked now. */
  until(host: string, now: number): number | undefined {
    if (this.#underWay.has(host)) return now + LOOK_AGAIN_MS;
    const readyAt = this.#hosts.get(host)?.readyAt ?? 0;
    return readyAt > now ? readyAt : undefined;
  }

  /** Not before this time, for a reason of its own: an address that others share, a robots.txt that cannot be had. */
  hold(host: string, until: number): void {
    const turn = this.#hosts.get(host);
    if (turn === undefined) this.meet(host, until);
    else if (until > turn.readyAt) turn.readyAt = until;
  }

  /** The request that is sent now; `end` must follow. */
  begin(host: string): void {
    this.#underWay.add(host);
  }

  end(host: string, turn: Turn): void {
    this.#underWay.delete(host);
    this.#hosts.set(host, turn);
  }
}
