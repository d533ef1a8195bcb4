/**
 * Several crawls in one process, best first over all of them: whenever there is room for one more request, it goes to
 * the crawl whose next link is worth most.
 */
export interface Member {
  /** What its next link is worth; undefined if it has none for now. */
  best(now: number): number | undefined;
  /** Its requests that take room. */
  underWay(now: number): number;
  wake(): void;
}

export class Turns {
  /** Requests in flight over all members. */
  room: number;
  /** How many pages may still be requested, those in flight included. */
  pagesLeft: () => number = () => Number.POSITIVE_INFINITY;
  readonly #members = new Set<Member>();
  #isWaking = false;

  constructor(room: number) {
    this.room = room;
  }

  join(member: Member): void {
    this.#members.add(member);
  }

  leave(member: Member): void {
    this.#members.delete(member);
  }

  /** Whether this member may start its next task; if another one comes first, that one is woken. */
  mayStart(member: Member, now: number): boolean {
    let underWay = 0;
    for (const each of this.#members) underWay += each.underWay(now);
    if (underWay >= Math.min(this.room, this.pagesLeft())) return false;
    const own = member.best(now);
    if (own === undefined) return false;
    for (const other of this.#members) {
      if (other === member || (other.best(now) ?? Number.NEGATIVE_INFINITY) <= own) continue;
      other.wake();
      return false;
    }
    return true;
  }

  /** There is room again, or more to do: the first that waits is woken. */
  wakeFirst(now: number): void {
    let first: Member | undefined;
    let most = Number.NEGATIVE_INFINITY;
    for (const member of this.#members) {
      const best = member.best(now);
      if (best === undefined || (first !== undefined && best <= most)) continue;
      first = member;
      most = best;
    }
    first?.wake();
  }

  /** The same once for everything that happens in this step. */
  wakeSoon(clock: () => number): void {
    if (this.#isWaking) return;
    this.#isWaking = true;
    setImmediate(() => {
      this.#isWaking = false;
      this.wakeFirst(clock());
    });
  }
}
