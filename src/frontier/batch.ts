/**
 * The links that were chosen together and are handed out before all others, best first: Lund's queue that is refilled
 * when it is empty. On disk they have their own state, so that a batch survives a restart.
 */
export interface Chosen {
  id: number;
  hostId: number;
  priority: number;
}

export class Batch {
  #links: Chosen[] = [];

  get size(): number {
    return this.#links.length;
  }

  has(id: number): boolean {
    return this.#links.some((link) => link.id === id);
  }

  add(link: Chosen): void {
    const { priority, id } = link;
    let at = this.#links.length;
    while (at > 0 && goesBefore(priority, id, this.#links[at - 1]!)) at--;
    this.#links.splice(at, 0, link);
  }

  delete(link: Chosen): void {
    this.#links.splice(this.#links.indexOf(link), 1);
  }

  /** The best link whose host may be contacted. */
  best(mayAsk: (hostId: number) => boolean): Chosen | undefined {
    return this.#links.find(({ hostId }) => mayAsk(hostId));
  }

  hosts(): ReadonlySet<number> {
    return new Set(this.#links.map(({ hostId }) => hostId));
  }
}

const goesBefore = (priority: number, id: number, other: Chosen): boolean =>
  priority > other.priority || (priority === other.priority && id < other.id);
