/**
 * The cache of a study's reader thread for the pages of a web: each parsed page and its judgements, so that a page is
 * parsed once and judged once by each judge in all runs. The cost of that work is stored, too: a run that reuses it is
 * charged the same as the one that did it. Holds a limited number of characters; pages beyond that are parsed each
 * time.
 */
import { hash } from 'node:crypto';
import { type PageOptions, pageOf } from '../crawl/readers/reading.ts';
import type { ReaderTask } from '../crawl/readers/thread.ts';
import type { Judgement } from '../judge/judge.ts';
import type { NotAPage, Page } from '../page/page.ts';
import type { PageReader } from '../recipe/reader.ts';
import type { Answered } from '../web/web.ts';
import { keepLatest } from './keep-latest.ts';

interface Done<Value> {
  value: Value;
  costMs: number;
}

const MAX_CHARACTERS = 600_000_000;
/** Recipes with the same judge are usually next to each other in a plan. */
const JUDGES = 32;

export class PageMemory {
  readonly #pages = new Map<string, Done<Page | NotAPage>>();
  readonly #judged = new Map<string, WeakMap<Page, Done<Judgement>>>();
  readonly #maxCharacters: number;
  #characters = 0;
  #sparedMs = 0;

  constructor(maxCharacters = MAX_CHARACTERS) {
    this.#maxCharacters = maxCharacters;
  }

  has(url: string, how: PageOptions): boolean {
    return this.#pages.has(keyOf(url, how));
  }

  async page(answer: Answered, how: PageOptions): Promise<Page | NotAPage> {
    const key = keyOf(answer.url, how);
    const before = this.#pages.get(key);
    if (before !== undefined) return this.#charged(before);
    const began = this.#workMs();
    const value = await pageOf(answer, how);
    const size =
      'refused' in value ? 100 : value.text.length + value.mainText.length + 200 * value.links.length;
    if (this.#characters + size <= this.#maxCharacters) {
      this.#characters += size;
      this.#pages.set(key, { value, costMs: this.#workMs() - began });
    }
    return value;
  }

  /** A reader that calls its judge once per page, over all runs that share the judge. */
  around(reader: PageReader, { topic, judge, models }: ReaderTask): PageReader {
    const id = hash('sha256', JSON.stringify([judge, topic, models.judge]));
    const judged = this.#judged.get(id) ?? new WeakMap<Page, Done<Judgement>>();
    keepLatest(this.#judged, id, judged, JUDGES);
    return {
      ...reader,
      judge: (page) => {
        const before = judged.get(page);
        if (before !== undefined) return this.#charged(before);
        const began = this.#workMs();
        const value = reader.judge(page);
        judged.set(page, { value, costMs: this.#workMs() - began });
        return value;
      },
    };
  }

  /** Work was reused that would have taken this long. */
  spare(ms: number): void {
    this.#sparedMs += ms;
  }

  /** How long the reused work would have taken, since the last call. */
  takeSparedMs(): number {
    const spared = this.#sparedMs;
    this.#sparedMs = 0;
    return spared;
  }

  #charged<Value>({ value, costMs }: Done<Value>): Value {
    this.#sparedMs += costMs;
    return value;
  }

  /**
   * Processor time as if nothing had been reused. Of the whole process, since V8 collects garbage and compiles in its
   * own threads; the loop of a run that fetches one page at a time waits meanwhile.
   */
  #workMs(): number {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000 + this.#sparedMs;
  }
}

/** Which links a page has depends on the language that the topic wants. */
const keyOf = (url: string, { language = '' }: PageOptions): string => `${language} ${url}`;
