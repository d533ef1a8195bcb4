/** A gate whose times and robots.txt are set by the test. */
import type { HostTimes, WaitingLink } from '../../src/frontier/frontier.ts';

export class TestGate implements HostTimes {
  /** URLs of the robots.txt that must be read before a link. */
  readonly unread = new Set<string>();
  readonly #times = new Map<string, number>();

  hold(host: string, until: number): void {
    this.#times.set(host, Math.max(this.mayAsk(host), until));
  }

  mayAsk(host: string): number {
    return this.#times.get(host) ?? 0;
  }

  robotsFor({ url }: WaitingLink): string | undefined {
    const robots = new URL('/robots.txt', url).href;
    return this.unread.has(robots) ? robots : undefined;
  }
}
