/** One reason why a crawl found little, and the next thing to try. */
import type { Facts } from './facts.ts';

export interface Explanation {
  what: string;
  next: string;
}

/** Undefined if it is not the reason. */
export type Explain = (facts: Facts) => Explanation | undefined;
