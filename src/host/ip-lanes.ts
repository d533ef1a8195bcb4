/**
 * Hosts behind one IP address take turns. Each waiting host gets its own slot, so that it returns once, at its time,
 * and finds the IP address free. A slot that is not used in time is lost: after a pause the waiting hosts do not all
 * start at once.
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

  /** `now` if the IP address may be contacted, otherwise the time of the slot reserved for this host. */
  mayAsk(host: string, address: string, now: number): number {
    if (this.#which === 'none') return now;
    const lane = this.#laneOf(address, now);
    if (lane === 'free') return now;
    const slot = lane.slots.get(host);
    if (slot !== undefined) {
      if (now < slot) return slot;
      if (now < slot + this.#distanceMs) return now;
      lane.slots.delete(host);
    }
    if (now >= lane.freeAt) return now;
    const kept = lane.freeAt;
    lane.slots.set(host, kept);
    lane.freeAt = kept + this.#distanceMs;
    return kept;
  }

  /** The IP address was contacted for a host: the others keep their distance. */
  asked(host: string, address: string, now: number): void {
    if (this.#which === 'none') return;
    const lane = this.#laneOf(address, now);
    if (lane === 'free' || lane.slots.delete(host)) return;
    // Every slot is before freeAt: no other host can still come for one.
    if (now >= lane.freeAt + this.#distanceMs) lane.slots.clear();
    lane.freeAt = Math.max(lane.freeAt, now + this.#distanceMs);
  }

  #laneOf(address: string, now: number): Lane | 'free' {
    let lane = this.#lanes.get(address);
    if (lane === undefined) {
      if (this.#lanes.size >= MAX_LANES) this.#sweep(now);
      lane = this.#which === 'all' || isPublicAddress(address) ? { freeAt: now, slots: new Map() } : 'free';
      this.#lanes.set(address, lane);
    }
    return lane;
  }

  /** Lanes without waiting hosts contain nothing worth keeping. */
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
export class SharedLanes implements Pick<AddressLanes, 'change' | 'mayAsk' | 'asked'> {
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

  asked(host: string, address: string, now: number): void {
    this.#lanes.asked(host, address, now - this.#aheadMs);
  }
}

interface Lane {
  /** When the next free slot starts. */
  freeAt: number;
  /** Host → start of its slot. */
  slots: Map<string, number>;
}

const MAX_LANES = 20_000;
