/**
 * The hosts that have something to hand out, in memory: a few numbers for each, never its links.
 *
 * A host is ready (best head first, ties in order of arrival), held until a time, or has a task out. Ready hosts that
 * have yet to show that they answer wait apart, and are passed over while there is no room for them. Of the hosts that
 * wait for one IP address only the best is held, and ready when that is free: the others wait behind it in their lane,
 * and cost nothing meanwhile. Each host has a slot in parallel arrays; heaps of slots give the next host to contact, the
 * next to release and the next to get deferred links back. Changes to a host take effect with `place`.
 *
 * The gate decides when a host may be contacted. The time held here is only the gate's last answer, used for the
 * position in a heap: before a host is handed out the gate is asked again, and a host that must wait longer is held
 * longer.
 */
import type { HostTimes } from './frontier.ts';
import { newPlaces, SlotHeap } from './slot-heap.ts';

export class HostQueues {
  /** The latest time given; it never decreases. */
  clock: number;
  /** Hosts with at least one waiting link. */
  withWaiting = 0;

  id = new Float64Array(START);
  headId = new Float64Array(START);
  headPriority = new Float64Array(START);
  /** Of the head, among the heads of other hosts. */
  #worth = new Float64Array(START);
  waiting = new Uint32Array(START);
  deferred = new Uint32Array(START);
  /** When the first deferred link waits again. */
  deferredUntil = new Float64Array(START);
  /** How many of its tasks are handed out. */
  out = new Uint8Array(START);
  /** Whether its robots.txt is among them: nothing else is handed out before that is read. */
  #alone = new Uint8Array(START);
  readonly name: string[] = [];

  /** The gate's last answer. */
  #heldUntil = new Float64Array(START);
  /** When a held host may hand out something: its own time or, if only deferred links are left, theirs. */
  #wakeAt = new Float64Array(START);
  readonly #slotOfName = new Map<string, number>();
  readonly #slotOfId = new Map<number, number>();
  readonly #free: number[] = [];
  #slots = 0;

  readonly #better = (a: number, b: number): boolean => this.#isBetter(a, b);
  readonly #ready = new SlotHeap(this.#better);
  readonly #readyUnproven = new SlotHeap(this.#better);
  readonly #held = new SlotHeap((a, b) => {
    return this.#wakeAt[a]! < this.#wakeAt[b]!;
  });
  readonly #deferring = new SlotHeap((a, b) => {
    return this.deferredUntil[a]! < this.deferredUntil[b]!;
  });

  /** By IP address, those of hosts that have yet to show that they answer apart: they must not hold up the others. */
  readonly #lanes = new Map<string, Lane>();
  readonly #laneOf = new Map<number, Lane>();
  readonly #placesInLanes = newPlaces();

  readonly #gate: HostTimes;

  constructor(clock: number, gate: HostTimes) {
    this.clock = clock;
    this.#gate = gate;
  }

  /** The slot of a host that is in memory, or -1. */
  slotOfName(name: string): number {
    return this.#slotOfName.get(name) ?? -1;
  }

  slotOfId(id: number): number {
    return this.#slotOfId.get(id) ?? -1;
  }

  nameOfId(id: number): string | undefined {
    const slot = this.#slotOfId.get(id);
    return slot === undefined ? undefined : this.name[slot];
  }

  /** Ids of all hosts in memory, in order. */
  ids(): number[] {
    return [...this.#slotOfId.keys()].sort((a, b) => a - b);
  }

  open(id: number, name: string): number {
    const slot = this.#free.pop() ?? this.#slots++;
    if (slot === this.id.length) this.#grow();
    this.id[slot] = id;
    this.name[slot] = name;
    this.#heldUntil[slot] = 0;
    this.headId[slot] = 0;
    this.waiting[slot] = 0;
    this.deferred[slot] = 0;
    this.deferredUntil[slot] = Infinity;
    this.out[slot] = 0;
    this.#alone[slot] = 0;
    this.#slotOfName.set(name, slot);
    this.#slotOfId.set(id, slot);
    return slot;
  }

  /** Drops a host that has nothing left to hand out. */
  close(slot: number): void {
    this.#slotOfName.delete(this.name[slot]!);
    this.#slotOfId.delete(this.id[slot]!);
    this.name[slot] = '';
    this.#free.push(slot);
  }

  isEmpty(slot: number): boolean {
    return this.waiting[slot] === 0 && this.deferred[slot] === 0 && this.out[slot] === 0;
  }

  /** Whether none of its links may be handed out before one of its tasks has ended. */
  isFull(slot: number): boolean {
    const out = this.out[slot]!;
    if (out === 0) return false;
    return this.#alone[slot] !== 0 || out >= (this.#gate.atATime?.(this.name[slot]!) ?? 1);
  }

  /** One of its tasks is handed out; `place` must follow. */
  begin(slot: number, { alone = false } = {}): void {
    this.out[slot]!++;
    if (alone) this.#alone[slot] = 1;
  }

  addWaiting(slot: number, more: number): void {
    const before = this.waiting[slot]!;
    const after = before + more;
    this.waiting[slot] = after;
    if (before === 0 && after > 0) this.withWaiting++;
    else if (before > 0 && after === 0) this.withWaiting--;
  }

  /** True if the link would come before everything that waits at its host. */
  leads(slot: number, priority: number, id: number): boolean {
    const head = this.headId[slot]!;
    if (head === 0) return true;
    const best = this.headPriority[slot]!;
    return priority > best || (priority === best && id < head);
  }

  setHead(slot: number, id: number, priority: number): void {
    this.headId[slot] = id;
    this.headPriority[slot] = priority;
    this.#worth[slot] = this.#gate.worth?.(this.name[slot]!, priority) ?? priority;
  }

  /** What the best links of some of the best ready hosts are worth, in no order. */
  worths(most: number): number[] {
    const slots = [...this.#ready.some(most), ...this.#readyUnproven.some(most)];
    return slots.map((slot) => this.#worth[slot]!);
  }

  /** What its head is worth among the heads of other hosts. */
  worthOf(slot: number): number {
    return this.#worth[slot]!;
  }

  /** Moves a host to the heap and position that its numbers require. */
  place(slot: number): void {
    if (this.deferred[slot]! > 0) this.#deferring.set(slot);
    else this.#deferring.delete(slot);

    const lane = this.#laneOf.get(slot);
    if (lane !== undefined && this.waiting[slot]! > 0 && !this.isFull(slot)) {
      lane.hosts.set(slot);
      return this.#showFirst(lane);
    }
    if (lane !== undefined) this.#leave(lane, slot);
    this.#show(slot);
  }

  /** Makes a host ready or held, or neither. */
  #show(slot: number): void {
    const isFull = this.isFull(slot);
    const waits = this.waiting[slot]! > 0;
    const heldUntil = this.#heldUntil[slot]!;
    if (!isFull && waits && heldUntil <= this.clock) {
      this.#held.delete(slot);
      const isUnproven = this.#isUnproven(slot);
      (isUnproven ? this.#ready : this.#readyUnproven).delete(slot);
      (isUnproven ? this.#readyUnproven : this.#ready).set(slot);
      return;
    }
    this.#ready.delete(slot);
    this.#readyUnproven.delete(slot);
    if (isFull || (!waits && this.deferred[slot] === 0)) {
      this.#held.delete(slot);
      return;
    }
    this.#wakeAt[slot] = waits ? heldUntil : Math.max(heldUntil, this.deferredUntil[slot]!);
    this.#held.set(slot);
  }

  #hide(slot: number): void {
    this.#ready.delete(slot);
    this.#readyUnproven.delete(slot);
    this.#held.delete(slot);
  }

  /** The best host of a lane stands for all of them. */
  #showFirst(lane: Lane): void {
    const first = lane.hosts.first();
    if (lane.shown !== first) this.#hide(lane.shown);
    lane.shown = first;
    if (first < 0) return void this.#lanes.delete(lane.key);
    this.#heldUntil[first] = lane.until;
    this.#show(first);
  }

  /** The host waits for an IP address until a time, as does everybody in its lane; `place` must follow. */
  #join(address: string, slot: number, until: number): void {
    const key = this.#isUnproven(slot) ? `${address} unproven` : address;
    let lane = this.#lanes.get(key);
    if (lane === undefined) {
      lane = { key, until, hosts: new SlotHeap(this.#better, this.#placesInLanes), shown: -1 };
      this.#lanes.set(key, lane);
    }
    lane.until = until;
    const before = this.#laneOf.get(slot);
    if (before === lane) return;
    if (before === undefined) this.#hide(slot);
    else this.#leave(before, slot);
    this.#laneOf.set(slot, lane);
  }

  /** `place` must follow. */
  #leave(lane: Lane, slot: number): void {
    this.#laneOf.delete(slot);
    lane.hosts.delete(slot);
    this.#showFirst(lane);
  }

  /** One of its tasks has ended. Asks the gate immediately: most hosts have to wait, and go straight to their place. */
  end(slot: number): void {
    this.out[slot]!--;
    this.#alone[slot] = 0;
    if (this.waiting[slot]! > 0)
      this.#heldUntil[slot] = Math.max(
        this.#heldUntil[slot]!,
        this.#gate.mayAsk(this.name[slot]!, this.clock),
      );
  }

  /** Whether the host may be contacted now: not too many of its tasks are out, and the gate agrees. */
  mayAsk(slot: number): boolean {
    if (this.isFull(slot) || this.#heldUntil[slot]! > this.clock) return false;
    if (this.#unprovenFrom() > this.clock && this.#isUnproven(slot)) return false;
    return !this.#mustWaitLonger(slot);
  }

  /** The host with the best head among those that may be contacted now, or -1. */
  best(): number {
    let slot = this.#firstReady();
    while (slot >= 0 && this.#mustWaitLonger(slot)) slot = this.#firstReady();
    return slot;
  }

  /** A host whose deferred links are due, or -1. */
  due(): number {
    const slot = this.#deferring.first();
    return slot >= 0 && this.deferredUntil[slot]! <= this.clock ? slot : -1;
  }

  /** Makes held hosts ready whose time has come; their due links must have been released before. */
  releaseHeld(): void {
    for (let slot = this.#held.first(); slot >= 0 && this.#wakeAt[slot]! <= this.clock; ) {
      this.place(slot);
      slot = this.#held.first();
    }
  }

  nextReadyAt(): number | undefined {
    if (this.best() >= 0) return this.clock;
    let slot = this.#held.first();
    while (slot >= 0 && this.#mustWaitLonger(slot)) slot = this.#held.first();
    const heldUntil = slot < 0 ? Number.POSITIVE_INFINITY : this.#wakeAt[slot]!;
    const roomAt = this.#readyUnproven.size > 0 ? this.#unprovenFrom() : Number.POSITIVE_INFINITY;
    const soonest = Math.min(heldUntil, roomAt);
    return soonest === Number.POSITIVE_INFINITY ? undefined : Math.max(this.clock, soonest);
  }

  /** When a host without a task out may be contacted. */
  readyAt(slot: number): number {
    this.#mustWaitLonger(slot);
    const roomAt = this.#isUnproven(slot) ? this.#unprovenFrom() : this.clock;
    return Math.max(this.clock, this.#heldUntil[slot]!, roomAt);
  }

  #firstReady(): number {
    const proven = this.#ready.first();
    const unproven = this.#unprovenFrom() > this.clock ? -1 : this.#readyUnproven.first();
    if (proven < 0 || unproven < 0) return Math.max(proven, unproven);
    return this.#isBetter(proven, unproven) ? proven : unproven;
  }

  #unprovenFrom(): number {
    return this.#gate.unprovenFrom?.(this.clock) ?? this.clock;
  }

  #isBetter(a: number, b: number): boolean {
    const one = this.#worth[a]!;
    const other = this.#worth[b]!;
    return one > other || (one === other && this.headId[a]! < this.headId[b]!);
  }

  /** Asks the gate. A host that must wait longer than known is held until then. */
  #mustWaitLonger(slot: number): boolean {
    const until = this.#gate.mayAsk(this.name[slot]!, this.clock);
    if (until <= this.clock || until <= this.#heldUntil[slot]!) return false;
    this.#heldUntil[slot] = until;
    const address = this.#gate.addressAwaited?.(this.name[slot]!);
    const lane = this.#laneOf.get(slot);
    if (address !== undefined) this.#join(address, slot, until);
    else if (lane !== undefined) this.#leave(lane, slot);
    this.place(slot);
    return true;
  }

  #isUnproven(slot: number): boolean {
    return this.#gate.isUnproven?.(this.name[slot]!) ?? false;
  }

  #grow(): void {
    const length = this.id.length * 2;
    const floats = (old: Float64Array) => {
      const grown = new Float64Array(length);
      grown.set(old);
      return grown;
    };
    const counts = (old: Uint32Array) => {
      const grown = new Uint32Array(length);
      grown.set(old);
      return grown;
    };
    this.id = floats(this.id);
    this.headId = floats(this.headId);
    this.headPriority = floats(this.headPriority);
    this.#worth = floats(this.#worth);
    this.#heldUntil = floats(this.#heldUntil);
    this.deferredUntil = floats(this.deferredUntil);
    this.#wakeAt = floats(this.#wakeAt);
    this.waiting = counts(this.waiting);
    this.deferred = counts(this.deferred);
    const bytes = (old: Uint8Array) => {
      const grown = new Uint8Array(length);
      grown.set(old);
      return grown;
    };
    this.out = bytes(this.out);
    this.#alone = bytes(this.#alone);
  }
}

/** Hosts that wait for one IP address, best first. */
interface Lane {
  key: string;
  /** When the gate is asked again. */
  until: number;
  hosts: SlotHeap;
  /** Its first host, which is in a heap of its own besides; -1 if there is none. */
  shown: number;
}

const START = 64;
