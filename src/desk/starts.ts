/**
 * Crawls that were told to begin or to go on. A crawl that learns first needs its time, so nobody waits for it longer
 * than a moment; if it fails after that, its row in the list says why until it is tried again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Order, startProcess } from './crawl-process.ts';

export interface Start {
  state: 'starting' | 'failed';
  /** Why it failed. */
  message: string;
}

const PATIENCE_MS = 5000;

export class Starts {
  readonly #pending = new Map<string, Start>();
  readonly #onStarted: (id: string) => void;
  readonly #start: (order: Order) => Promise<void>;

  /** `onStarted`: what was seen of the crawl before is no longer true. */
  constructor(onStarted: (id: string) => void, start: (order: Order) => Promise<void> = startProcess) {
    this.#onStarted = onStarted;
    this.#start = start;
  }

  /** Throws if it fails within the moment. */
  async begin(id: string, order: Order): Promise<'running' | 'starting'> {
    this.#pending.set(id, { state: 'starting', message: '' });
    let isWaited = true;
    const started = this.#start(order).then(
      () => {
        this.#pending.delete(id);
        this.#onStarted(id);
      },
      (error: Error) => {
        if (isWaited) this.#pending.delete(id);
        else this.#pending.set(id, { state: 'failed', message: error.message });
        throw error;
      },
    );
    started.catch(() => {});
    const state = await Promise.race([
      started.then(() => 'running' as const),
      sleep(PATIENCE_MS, 'starting' as const, { ref: false }),
    ]);
    isWaited = false;
    return state;
  }

  /** Of a crawl that was deleted. */
  forget(id: string): void {
    this.#pending.delete(id);
  }

  of(id: string): Start | undefined {
    return this.#pending.get(id);
  }

  all(): ReadonlyMap<string, Start> {
    return this.#pending;
  }
}
