/** The most recent answers, up to a number of bytes (LRU). */
import type { DemoResponse } from './response.ts';

export class PageCache {
  readonly #maxBytes: number;
  readonly #answers = new Map<string, DemoResponse>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(key: string): DemoResponse | undefined {
    const answer = this.#answers.get(key);
    if (answer === undefined) return undefined;
    this.#answers.delete(key);
    this.#answers.set(key, answer);
    return answer;
  }

  set(key: string, answer: DemoResponse): void {
    this.#answers.set(key, answer);
    this.#bytes += answer.body.length;
    for (const [oldest, { body }] of this.#answers) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#answers.delete(oldest);
      this.#bytes -= body.length;
    }
  }
}
