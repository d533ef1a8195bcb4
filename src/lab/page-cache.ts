/**
 * Pages as they were read, shared by all runs of a web in one process, so that each is parsed once. What parsing
 * cost is kept too: a run that finds a page here is told what it would have cost, so that the first run of a process
 * and the last are charged alike. Holds so much text and no more; a page beyond that is parsed each time.
 */
import type { PagesRead } from '../crawl/reading.ts';

type Read = PagesRead extends Map<string, infer Page> ? Page : never;

/** A listener of a crawl is never more than a thousand events behind. */
const RECENT = 2000;

export class PageCache extends Map<string, Read> {
  /** What the pages found here would have cost, since the last look. */
  #sparedMs = 0;
  #askedAt = 0;
  #characters = 0;
  readonly #costMs = new Map<string, number>();
  readonly #recent = new Map<string, Read>();
  readonly #maxCharacters: number;

  constructor(maxCharacters = 600_000_000) {
    super();
    this.#maxCharacters = maxCharacters;
  }

  override get(url: string): Read | undefined {
    const page = super.get(url);
    if (page === undefined) this.#askedAt = performance.now();
    else this.#sparedMs += this.#costMs.get(url) ?? 0;
    return page;
  }

  /** A page that was read a moment ago, kept or not; nobody is told what it cost. */
  look(url: string): Read | undefined {
    return super.get(url) ?? this.#recent.get(url);
  }

  override set(url: string, page: Read): this {
    if (super.has(url)) return this;
    const size = 'refused' in page ? 100 : page.text.length + page.mainText.length + 200 * page.links.length;
    if (this.#characters + size > this.#maxCharacters) return this.#keepForNow(url, page);
    this.#characters += size;
    this.#costMs.set(url, performance.now() - this.#askedAt);
    return super.set(url, page);
  }

  #keepForNow(url: string, page: Read): this {
    this.#recent.delete(url);
    this.#recent.set(url, page);
    if (this.#recent.size > RECENT) this.#recent.delete(this.#recent.keys().next().value!);
    return this;
  }

  takeSparedMs(): number {
    const spared = this.#sparedMs;
    this.#sparedMs = 0;
    return spared;
  }
}
