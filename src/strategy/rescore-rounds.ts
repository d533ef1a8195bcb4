/**
 * When a learning strategy should re-rank all waiting links: after N training examples, then after twice as many, and
 * so on, so that all rounds together cost about two of the last one. A round over many links holds up the crawl, so
 * rounds stop after one that covered more than `maxWaiting`.
 */
export class RescoreRounds {
  private readonly maxWaiting: number;
  private next: number;
  /** Links covered by the last round. */
  private met = 0;

  constructor(first: number, maxWaiting: number) {
    this.next = first;
    this.maxWaiting = maxWaiting;
  }

  /** Whether a round is due after this many training examples; true once per round. */
  isDue(lessons: number): boolean {
    if (lessons < this.next) return false;
    while (this.next <= lessons) this.next *= 2;
    if (this.met > this.maxWaiting || this.maxWaiting === 0) return false;
    this.met = 0;
    return true;
  }

  meet(): void {
    this.met += 1;
  }

  save(): SavedRounds {
    return { next: this.next, met: this.met };
  }

  restore({ next, met }: SavedRounds): void {
    this.next = next;
    this.met = met;
  }
}

export interface SavedRounds {
  next: number;
  met: number;
}
