/** How often one address may ask: a bucket that fills again as time passes. Addresses that have rested are forgotten. */
import { Refused } from '../desk/route.ts';

const ADDRESSES = 10_000;
/** How many requests may come at once, in seconds of the rate. */
const BURST_S = 4;

export class RateLimit {
  readonly #perSecond: number;
  readonly #clock: () => number;
  readonly #buckets = new Map<string, { left: number; at: number }>();

  constructor(perSecond: number, clock: () => number = () => performance.now()) {
    this.#perSecond = perSecond;
    this.#clock = clock;
  }

  /** Throws if the address has asked too often. */
  ask(address: string): void {
    const now = this.#clock();
    const full = this.#perSecond * BURST_S;
    const before = this.#buckets.get(address) ?? { left: full, at: now };
    const left = Math.min(full, before.left + ((now - before.at) / 1000) * this.#perSecond);
    if (left < 1)
      throw new Refused(
        429,
        'TOO_MANY',
        'Too many requests from this address. Wait a moment and try again.',
        {
          'retry-after': '1',
        },
      );
    this.#buckets.delete(address);
    this.#buckets.set(address, { left: left - 1, at: now });
    const [oldest] = this.#buckets.keys();
    if (this.#buckets.size > ADDRESSES) this.#buckets.delete(oldest!);
  }
}
