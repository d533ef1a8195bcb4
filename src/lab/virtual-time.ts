/**
 * Virtual time, computed afterwards: when each page of a crawl would have arrived if it had been fetched over a number
 * of connections with a delay for each host, without waiting for it and the same every time.
 *
 * The model: a discrete-event clock. Pages start in the order of the crawl as soon as a connection is free. A host
 * receives one request at a time and is then not contacted for `delayMs` from the end of the answer; while it waits,
 * later pages of other hosts may overtake, by at most `lookAhead` places. An answer takes the host's latency
 * (`latencyMs` times a factor between ½ and 2, fixed by a hash of its name) and its bytes at `bytesPerSecond` per
 * connection.
 *
 * Its limits: the order itself was found one page at a time. A live crawl knows less when it chooses (32 answers are
 * still in flight) and turns to other links while a host waits, not only to those it would have reached soon after: for
 * that the crawl itself must run on the clock (virtual-clock.ts). DNS, robots.txt, failures, slow days and limits per
 * IP address are left out. Use it to compare recipes, not to predict times.
 */
import { Heap } from './heap.ts';
import { hostOf } from './measures/sites.ts';

export interface TimeModel {
  connections: number;
  delayMs: number;
  latencyMs: number;
  bytesPerSecond: number;
  lookAhead?: number;
}

/** The second at which each page has arrived, in the order of the crawl. */
export function arrivalSeconds(
  pages: readonly { url: string; bytes: number }[],
  { connections, delayMs, latencyMs, bytesPerSecond, lookAhead = 1000 }: TimeModel,
): Float64Array {
  const arrivals = new Float64Array(pages.length);
  const hosts = new Map<string, Host>();
  pages.forEach(({ url }, page) => {
    const name = hostOf(url);
    const host = hosts.get(name) ?? { latencyMs: latencyOf(name, latencyMs), pages: [], next: 0 };
    if (host.pages.length === 0) hosts.set(name, host);
    host.pages.push(page);
  });
  const ready = new Agenda<Host>();
  const resting = new Agenda<Host>();
  const underWay = new Agenda<Host>();
  for (const host of hosts.values()) ready.push(host.pages[0]!, host);
  const started = new Uint8Array(pages.length);
  let first = 0;
  let nowMs = 0;
  for (let left = pages.length; left > 0; ) {
    while (underWay.least <= nowMs) {
      const end = underWay.least;
      const host = underWay.pop()!;
      if (host.next < host.pages.length) resting.push(end + delayMs, host);
    }
    while (resting.least <= nowMs) {
      const host = resting.pop()!;
      ready.push(host.pages[host.next]!, host);
    }
    if (underWay.size >= connections || ready.size === 0 || ready.least > first + lookAhead) {
      nowMs = Math.min(underWay.least, resting.least);
      continue;
    }
    const host = ready.pop()!;
    const page = host.pages[host.next++]!;
    const endMs = nowMs + host.latencyMs + (1000 * pages[page]!.bytes) / bytesPerSecond;
    arrivals[page] = endMs / 1000;
    underWay.push(endMs, host);
    started[page] = 1;
    while (started[first] === 1) first += 1;
    left -= 1;
  }
  return arrivals;
}

interface Host {
  latencyMs: number;
  pages: number[];
  next: number;
}

/** Latency of this host: ½ to 2 times the given one by FNV-1a of its name, with as many hosts faster as slower. */
export function latencyOf(name: string, latencyMs: number): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return latencyMs * 2 ** (2 * ((hash >>> 0) / 2 ** 32) - 1);
}

/** Lowest key first; ties in order of insertion. */
class Agenda<Value> {
  readonly #heap = new Heap<{ key: number; turn: number; value: Value }>(
    (a, b) => a.key < b.key || (a.key === b.key && a.turn < b.turn),
  );
  #turns = 0;

  get size(): number {
    return this.#heap.size;
  }

  /** Infinite if it is empty. */
  get least(): number {
    return this.#heap.first?.key ?? Number.POSITIVE_INFINITY;
  }

  push(key: number, value: Value): void {
    this.#heap.push({ key, turn: this.#turns++, value });
  }

  pop(): Value | undefined {
    return this.#heap.pop()?.value;
  }
}
