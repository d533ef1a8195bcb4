/**
 * Most links of a page were found on the page before, too: menus, footers, "next". For the links found lately this
 * remembers how good a find must be to change anything, so that a find that changes nothing never asks the database.
 *
 * Keyed by the frontier's own hash of 53 bits, whose key nobody outside knows: among a hundred thousand links two
 * share it with a chance below one in a million. Bounded: two halves, of which the older is dropped.
 */
export interface RecentLink {
  id: number;
  /** A find changes nothing unless it is better than this or nearer to a seed. */
  priority: number;
  depth: number;
  hops: number;
}

const HALF = 50_000;

export class RecentLinks {
  #young = new Map<number, RecentLink>();
  #old = new Map<number, RecentLink>();

  get(hash: number): RecentLink | undefined {
    const young = this.#young.get(hash);
    if (young !== undefined) return young;
    const old = this.#old.get(hash);
    if (old !== undefined) this.remember(hash, old);
    return old;
  }

  remember(hash: number, link: RecentLink): void {
    if (this.#young.size >= HALF) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(hash, link);
  }

  forget(hash: number): void {
    this.#young.delete(hash);
    this.#old.delete(hash);
  }

  clear(): void {
    this.#young.clear();
    this.#old.clear();
  }
}
