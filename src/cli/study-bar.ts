/**
 * How far a study is: one line at the bottom of a terminal; where the output is not one, a line of its own now and then,
 * so that a long study in a log file is not silent.
 */
import type { StudyProgress } from '../lab/runner.ts';
import { count, duration, oneLine } from './format.ts';

const TERMINAL_EVERY_MS = 100;
const LOG_EVERY_MS = 10_000;
const CELLS = 24;

interface Output {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
}

export class StudyBar {
  readonly #out: Output;
  readonly #clock: () => number;
  #shownAt: number;
  #isShown = false;

  constructor(out: Output, clock: () => number = () => performance.now()) {
    this.#out = out;
    this.#clock = clock;
    this.#shownAt = clock();
  }

  show(progress: StudyProgress): void {
    const isTerminal = this.#out.isTTY === true;
    const now = this.#clock();
    if (now - this.#shownAt < (isTerminal ? TERMINAL_EVERY_MS : LOG_EVERY_MS)) return;
    this.#shownAt = now;
    if (!isTerminal) {
      this.#out.write(`${textOf(progress)}\n`);
      return;
    }
    this.#isShown = true;
    const full = Math.floor((CELLS * (progress.done + progress.failed)) / progress.all);
    const bar = '█'.repeat(full) + '░'.repeat(CELLS - full);
    this.#out.write(`\r\u001b[K${oneLine(`${bar} ${textOf(progress)}`, (this.#out.columns ?? 80) - 1)}`);
  }

  clear(): void {
    if (this.#isShown) this.#out.write('\r\u001b[K');
    this.#isShown = false;
  }
}

function textOf({ done, failed, all, pages, secondsLeft }: StudyProgress): string {
  const parts = [`${done} of ${all} runs`];
  if (failed > 0) parts.push(`${failed} failed`);
  if (pages > 0) parts.push(`${count(pages)} pages of those in progress`);
  if (secondsLeft !== undefined) parts.push(`about ${duration(1000 * secondsLeft)} left`);
  return parts.join(', ');
}
