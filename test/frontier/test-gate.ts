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
  readonly #times = new Map<string, number>();

  hold(host: string, until: number): void {
    this.#times.set(host, Math.max(this.mayAsk(host), until));
  }

  mayAsk(host: string): number {
    return this.#times.get(host) ?? 0;
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
