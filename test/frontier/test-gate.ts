/** A gate whose times and robots.txt are set by the test. */
import type { HostTimes, WaitingLink } from '../../src/frontier/frontier.ts';

export class TestGate implements HostTimes {
  /** URLs of the robots.txt that must be read before a link. */
  readonly unread = new Set<string>();
  /** Hosts that have not answered yet, and when there is room for one of them. */
  readonly unproven = new Set<string>();
  roomAt = 0;
  atATime: (host: string) => number = () => 1;
  worth: (host: string, priority: number) => number = (_, priority) => priority;
  /** The IP addresses of hosts that share one. */
  readonly addresses = new Map<string, string>();
  /** Of hosts and of IP addresses. */
  readonly #times = new Map<string, number>();
  readonly #awaiting = new Set<string>();

  hold(hostOrAddress: string, until: number): void {
    this.#times.set(hostOrAddress, Math.max(this.#timeOf(hostOrAddress), until));
  }

  mayAsk(host: string, now: number): number {
    const own = this.#timeOf(host);
    const freeAt = this.#timeOf(this.addresses.get(host) ?? '');
    if (own <= now && freeAt > now) this.#awaiting.add(host);
    else this.#awaiting.delete(host);
    return Math.max(own, freeAt);
  }

  addressAwaited(host: string): string | undefined {
    return this.#awaiting.has(host) ? this.addresses.get(host) : undefined;
  }

  #timeOf(hostOrAddress: string): number {
    return this.#times.get(hostOrAddress) ?? 0;
  }

  isUnproven(host: string): boolean {
    return this.unproven.has(host);
  }

  unprovenFrom(now: number): number {
    return Math.max(now, this.roomAt);
  }

  robotsFor({ url }: WaitingLink): string | undefined {
    const robots = new URL('/robots.txt', url).href;
    return this.unread.has(robots) ? robots : undefined;
  }
}
