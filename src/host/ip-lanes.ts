/**
 * Hosts behind one IP address take turns. Nobody queues here: when the IP address is free, the first host that asks
 * may contact it, and the frontier sends the one with the best link. Only a request that is under way already, and now
 * needs this host too, keeps a slot for itself. A slot that is not used in time is lost: after a pause the waiting
 * hosts do not all start at once.
 */
import { isPublicAddress } from '../web/ip/ranges.ts';

/** `public` leaves out loopback and private networks, where one machine serves a whole frozen or test web. */
export type SharedAddresses = 'public' | 'all' | 'none';

export class AddressLanes {
  #which: SharedAddresses;
  #distanceMs: number;
  readonly #lanes = new Map<string, Lane | 'free'>();

  constructor(which: SharedAddresses, distanceMs: number) {
    this.#which = which;
    this.#distanceMs = distanceMs;
  }

  /** From now on, as if no IP address had been contacted. */
  change(which: SharedAddresses, distanceMs: number): void {
    if (which === this.#which && distanceMs === this.#distanceMs) return;
    this.#which = which;
    this.#distanceMs = distanceMs;
    this.#lanes.clear();
  }

  /** When the IP address may be contacted for this host: `now`, at its slot, or when it is free for everybody. */
  mayAsk(host: string, address: string, now: number): number {
    const lane = this.#laneOf(address, now);
    return lane === 'free' ? now : Math.max(now, this.#slotOf(host, lane, now) ?? lane.freeAt);
  }

  /** Keeps the next slot for this host, unless it has one; returns when it is. */
  reserve(host: string, address: string, now: number): number {
    const at = this.mayAsk(host, address, now);
    const lane = this.#laneOf(address, now);
    if (lane !== 'free' && this.#slotOf(host, lane, now) === undefined) {
      lane.slots.set(host, at);
      lane.freeAt = at + this.#distanceMs;
    }
    return at;
  }

  /** The IP address was contacted for a host: the others keep their distance. */
  asked(host: string, address: string, now: number): void {
    const lane = this.#laneOf(address, now);
    if (lane === 'free') return;
    lane.slots.delete(host);
    // Every slot is before freeAt: no other host can still come for one.
    if (now >= lane.freeAt + this.#distanceMs) lane.slots.clear();
    lane.askedAt = now;
    lane.freeAt = Math.max(lane.freeAt, now + this.#distanceMs);
  }

  /** When the slot that was kept for a host starts, or may be used; undefined if it has none, or did not come for it. */
  #slotOf(host: string, { slots, askedAt }: Lane, now: number): number | undefined {
    const slot = slots.get(host);
    if (slot === undefined || now >= slot + this.#distanceMs) return undefined;
    return Math.max(slot, askedAt + this.#distanceMs);
  }

  #laneOf(address: string, now: number): Lane | 'free' {
    if (this.#which === 'none') return 'free';
    let lane = this.#lanes.get(address);
    if (lane === undefined) {
      if (this.#lanes.size >= MAX_LANES) this.#sweep(now);
      lane = this.#which === 'all' || isPublicAddress(address) ? newLane() : 'free';
      this.#lanes.set(address, lane);
    }
    return lane;
  }

  /** Lanes that have been free for a while contain nothing worth keeping. */
  #sweep(now: number): void {
    for (const [address, lane] of this.#lanes) {
      if (lane === 'free' || now >= lane.freeAt + this.#distanceMs) this.#lanes.delete(address);
    }
    if (this.#lanes.size < MAX_LANES) return;
    for (const address of this.#lanes
      .keys()
      .take(MAX_LANES / 20)
      .toArray())
      this.#lanes.delete(address);
  }
}

/** Lanes that several gates share, for one whose clock is ahead of theirs. */
export class SharedLanes implements Pick<AddressLanes, 'change' | 'mayAsk' | 'reserve' | 'asked'> {
  readonly #lanes: AddressLanes;
  readonly #aheadMs: number;

  constructor(lanes: AddressLanes, aheadMs: number) {
    this.#lanes = lanes;
    this.#aheadMs = aheadMs;
  }

  change(which: SharedAddresses, distanceMs: number): void {
    this.#lanes.change(which, distanceMs);
  }

  mayAsk(host: string, address: string, now: number): number {
    return this.#lanes.mayAsk(host, address, now - this.#aheadMs) + this.#aheadMs;
  }

  reserve(host: string, address: string, now: number): number {
    return this.#lanes.reserve(host, address, now - this.#aheadMs) + this.#aheadMs;
  }

  asked(host: string, address: string, now: number): void {
    this.#lanes.asked(host, address, now - this.#aheadMs);
  }
}

interface Lane {
  askedAt: number;
  /** When the next slot starts that is kept for nobody. */
  freeAt: number;
  /** Host → start of the slot that is kept for it. */
  slots: Map<string, number>;
}

const newLane = (): Lane => ({
  askedAt: Number.NEGATIVE_INFINITY,
  freeAt: Number.NEGATIVE_INFINITY,
  slots: new Map(),
});

const MAX_LANES = 20_000;
