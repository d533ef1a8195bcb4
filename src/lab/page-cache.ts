/**
 * Pages as they were read, shared by all runs of a web in one process, so that each is parsed once; and what judges
 * have said of them, so that recipes with the same judge ask it once; the links between, for recipes that learn from
 * them; and what was learnt. What that work cost is kept too: a run that finds it done is told what it would have
 * cost, so that the first run of a process and the last are charged alike. Holds so much text and no more; a page
 * beyond that is parsed each time.
 */

import type { PagesRead } from '../crawl/readers/pages-read.ts';
import type { LinkIndex, LinksRead } from '../crawl/training/graph.ts';
import type { Page } from '../page/page.ts';
import type { Learnt, LearntBefore } from '../recipe/prepare.ts';
import type { MadeBefore } from '../recipe/reader.ts';

interface Done<Value> {
  value: Value;
  costMs: number;
}

type Read = PagesRead extends Map<string, infer Page> ? Page : never;

/** A listener of a crawl is never more than a thousand events behind. */
const RECENT = 2000;
/** Recipes with the same judge mostly stand together in a plan; so do those that learn the same. */
const MAKERS = 32;
const LESSONS = 16;

export class PageCache extends Map<string, Read> {
  #sparedMs = 0;
  #takenMs = 0;
  /** Work time when the page under way was asked for. */
  #askedAt = 0;
  #characters = 0;
  readonly #costMs = new Map<string, number>();
  readonly #recent = new Map<string, Read>();
  readonly #makers = new Map<string, WeakMap<Page, Done<unknown>>>();
  readonly #lessons = new Map<string, Done<Learnt>>();
  readonly #maxCharacters: number;

  constructor(maxCharacters = 600_000_000) {
    super();
    this.#maxCharacters = maxCharacters;
  }

  override get(url: string): Read | undefined {
    const page = super.get(url);
    if (page === undefined) this.#askedAt = this.#workMs();
    else this.#sparedMs += this.#costMs.get(url) ?? 0;
    return page;
  }

  override set(url: string, page: Read): this {
    if (super.has(url)) return this;
    const size = 'refused' in page ? 100 : page.text.length + page.mainText.length + 200 * page.links.length;
    if (this.#characters + size > this.#maxCharacters) return this.#keepForNow(url, page);
    this.#characters += size;
    this.#costMs.set(url, this.#workMs() - this.#askedAt);
    return super.set(url, page);
  }

  /** A page that was read a moment ago, kept or not; nobody is charged for it. */
  look(url: string): Read | undefined {
    return super.get(url) ?? this.#recent.get(url);
  }

  readonly madeBefore: MadeBefore = (maker) => {
    const said = this.#makers.get(maker) ?? new WeakMap<Page, Done<unknown>>();
    keepLatest(this.#makers, maker, said, MAKERS);
    return this.#charged(said);
  };

  readonly links: LinksRead = this.#charged(new Map<string, Done<LinkIndex>>());

  readonly learnt: LearntBefore = this.#charged({
    get: (lesson: string) => this.#lessons.get(lesson),
    set: (lesson: string, learnt: Done<Learnt>) => keepLatest(this.#lessons, lesson, learnt, LESSONS),
  });

  /** Someone else has found work done that would have cost so much. */
  spare(ms: number): void {
    this.#sparedMs += ms;
  }

  /** What the work that was found done would have cost, since the last time this was asked. */
  takeSparedMs(): number {
    const spared = this.#sparedMs - this.#takenMs;
    this.#takenMs = this.#sparedMs;
    return spared;
  }

  /** Processor time as it would be if nothing had been found done. */
  #workMs(): number {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000 + this.#sparedMs;
  }

  /** Work done once: who finds it done is charged what it cost. */
  #charged<Key, Value>(done: {
    get(key: Key): Done<Value> | undefined;
    set(key: Key, value: Done<Value>): unknown;
  }): { get(key: Key): Value | undefined; set(key: Key, value: Value): void } {
    let askedAt = 0;
    return {
      get: (key) => {
        const known = done.get(key);
        if (known === undefined) askedAt = this.#workMs();
        else this.#sparedMs += known.costMs;
        return known?.value;
      },
      set: (key, value) => {
        if (done.get(key) === undefined) done.set(key, { value, costMs: this.#workMs() - askedAt });
      },
    };
  }

  #keepForNow(url: string, page: Read): this {
    keepLatest(this.#recent, url, page, RECENT);
    return this;
  }
}

function keepLatest<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, most: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > most) map.delete(map.keys().next().value!);
}
