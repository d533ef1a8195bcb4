/**
 * The right to send requests, for a while: each accepted append to a partition's log gives it until the moment at which
 * the append was sent plus the time to live, less a margin. It ends by the owner's own clock and comes back only by
 * another accepted append.
 *
 * A worker that takes a partition over waits a full time to live after it saw the log's last entry, so both wait on one
 * clock each; the margin covers clocks that run at different speeds.
 */
export interface Mark {
  monotonic: number;
  wall: number;
}

export interface Clock {
  monotonic(): number;
  wall(): number;
}

const systemClock: Clock = { monotonic: () => performance.now(), wall: () => Date.now() };

const MARGIN = 0.1;

export class Lease {
  readonly #clock: Clock;
  readonly #validMs: number;
  #since: Mark | undefined;
  #isOver = false;

  constructor(ttlMs: number, clock: Clock = systemClock) {
    this.#clock = clock;
    this.#validMs = ttlMs * (1 - MARGIN);
  }

  /** Before an append is sent; of one that is sent several times, before the first. */
  mark(): Mark {
    return { monotonic: this.#clock.monotonic(), wall: this.#clock.wall() };
  }

  /** The append that was sent at this mark was accepted. */
  accepted(mark: Mark): void {
    if (this.#since === undefined || mark.monotonic > this.#since.monotonic) this.#since = mark;
  }

  get isHeld(): boolean {
    return !this.#isOver && this.#since !== undefined && this.#elapsed(this.#since) < this.#validMs;
  }

  /** For good. */
  end(): void {
    this.#isOver = true;
  }

  /** The monotonic clock does not count the sleep of a machine; a time of day that leaps only ends the right early. */
  #elapsed({ monotonic, wall }: Mark): number {
    return Math.max(this.#clock.monotonic() - monotonic, this.#clock.wall() - wall);
  }
}
