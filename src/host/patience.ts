/**
 * A share of the slots for what may never be answered: new names, new hosts. At most `slots` are under way at a time,
 * but one that stays without an answer for `patienceMs` stops counting, up to `mostSilent` of them. The more are silent
 * already, the shorter the patience: a field of two thousand dead hosts is crossed in seconds, and a single slow host
 * changes nothing.
 *
 * Times are those of the caller's clock, and never decrease.
 */
export interface PatienceLimits {
  slots: number;
  patienceMs: number;
  mostSilent: number;
}

export class Patience {
  #limits: PatienceLimits;
  /** When each began, oldest first. */
  readonly #young = new Map<string, number>();
  readonly #silent = new Set<string>();

  constructor(limits: PatienceLimits) {
    this.#limits = limits;
  }

  /** More or fewer slots from now on. */
  change(slots: number): void {
    this.#limits = { ...this.#limits, slots };
  }

  begin(key: string, now: number): void {
    this.#young.set(key, now);
  }

  end(key: string): void {
    if (!this.#silent.delete(key)) this.#young.delete(key);
  }

  /** How many have waited so long that they do not count any more. */
  silent(now: number): number {
    for (const [key, began] of this.#young) {
      if (this.#silent.size >= this.#limits.mostSilent || began + this.#patienceMs() > now) break;
      this.#young.delete(key);
      this.#silent.add(key);
    }
    return this.#silent.size;
  }

  /** When another one may begin; `now` if there is room. */
  roomAt(now: number): number {
    this.silent(now);
    return this.#young.size < this.#limits.slots ? now : (this.nextSilentAt(now) ?? now + LOOK_AGAIN_MS);
  }

  /** When the next one stops counting; undefined if none is going to. */
  nextSilentAt(now: number): number | undefined {
    if (this.silent(now) >= this.#limits.mostSilent) return undefined;
    for (const began of this.#young.values()) return began + this.#patienceMs();
    return undefined;
  }

  #patienceMs(): number {
    const { slots, patienceMs } = this.#limits;
    return patienceMs / (1 + this.#silent.size / slots);
  }
}

/** If all are silent and none may be added. */
const LOOK_AGAIN_MS = 250;
