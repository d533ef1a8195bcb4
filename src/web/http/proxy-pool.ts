/**
 * The proxies of a web, one or many. A host stays with its proxy, whatever others do: each host ranks all proxies by a
 * digest of both names (rendezvous hashing, Thaler and Ravishankar 1998) and takes the first that is well. A proxy that
 * cannot be used itself is left out for half a minute, longer each time it fails again, and is then tried again by its
 * own hosts. That a proxy did not reach one host says nothing about the proxy.
 */
import { createHash } from 'node:crypto';
import type { ProxyServer } from './settings.ts';

/** How a proxy does; without its user and password. */
export interface ProxyHealth {
  proxy: string;
  connections: number;
  failures: number;
  /** It is left out until then, in milliseconds since the epoch, and why; absent while it is well. */
  leftOutUntil?: number;
  why?: string;
}

interface Member extends ProxyHealth {
  server: ProxyServer;
  failedInARow: number;
}

const FIRST_REST_MS = 30_000;
const LONGEST_REST_MS = 30 * 60_000;
const HOSTS_KEPT = 10_000;

export class ProxyPool {
  readonly #members: readonly Member[];
  readonly #clock: () => number;
  readonly #ranked = new Map<string, Member[]>();

  constructor(servers: readonly ProxyServer[], clock: () => number = Date.now) {
    this.#clock = clock;
    this.#members = servers.map((server) => ({
      server,
      proxy: labelOf(server),
      connections: 0,
      failures: 0,
      failedInARow: 0,
    }));
  }

  /** Those to try for a host, best first: its own order; what is left out comes last, what is due soonest before the rest. */
  for(hostname: string): ProxyServer[] {
    if (this.#members.length < 2) return this.#members.map(({ server }) => server);
    const now = this.#clock();
    const rest = ({ leftOutUntil = 0 }: Member): number => Math.max(0, leftOutUntil - now);
    return this.#rankedFor(hostname)
      .toSorted((a, b) => rest(a) - rest(b))
      .map(({ server }) => server);
  }

  worked(server: ProxyServer): void {
    const member = this.#memberOf(server);
    member.connections++;
    member.failedInARow = 0;
    delete member.leftOutUntil;
    delete member.why;
  }

  failed(server: ProxyServer, why: string): void {
    const member = this.#memberOf(server);
    member.failures++;
    // Requests that began before it was left out fail together, and count once.
    if ((member.leftOutUntil ?? 0) > this.#clock()) return;
    const restMs = Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** member.failedInARow++);
    member.leftOutUntil = this.#clock() + restMs;
    member.why = why;
  }

  health(): ProxyHealth[] {
    return this.#members.map(({ server: _, failedInARow: __, ...health }) => ({ ...health }));
  }

  #memberOf(server: ProxyServer): Member {
    return this.#members.find((member) => member.server === server)!;
  }

  #rankedFor(hostname: string): Member[] {
    const known = this.#ranked.get(hostname);
    if (known !== undefined) return known;
    const weightOf = ({ proxy }: Member): string =>
      createHash('sha1').update(`${proxy} ${hostname}`).digest('hex');
    const ranked = this.#members
      .map((member) => ({ member, weight: weightOf(member) }))
      .sort((a, b) => (a.weight < b.weight ? 1 : -1))
      .map(({ member }) => member);
    if (this.#ranked.size >= HOSTS_KEPT) this.#ranked.clear();
    this.#ranked.set(hostname, ranked);
    return ranked;
  }
}

export const labelOf = ({ kind, hostname, port }: ProxyServer): string =>
  `${kind}://${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`;
