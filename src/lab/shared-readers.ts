/**
 * One reader thread for all runs of a process on a web, with a cache (`reader-thread.ts`). Runs read through it as any
 * crawl reads through its threads; the bytes of a cached page need not be fetched again.
 */
import type { Reading } from '../crawl/readers/packing.ts';
import { type Readers, ReaderThreads } from '../crawl/readers/readers.ts';
import type { PageOptions } from '../crawl/readers/reading.ts';
import { ownModule } from '../own-module.ts';
import type { NotAPage, Page } from '../page/page.ts';
import type { Answered, Web } from '../web/web.ts';
import type { Asked, StudyReading } from './reader-thread.ts';

/** It caches a whole web. */
const MEMORY_MB = 4096;
const NO_BYTES = new Uint8Array(0);

export class SharedReaders {
  readonly #web: Web;
  readonly #threads: ReaderThreads;
  readonly #kept = new Set<string>();
  #how: PageOptions = { urlRules: {} };
  #sparedMs = 0;

  constructor(web: Web) {
    this.#web = web;
    const module = ownModule('./reader-thread', import.meta.url);
    this.#threads = new ReaderThreads(1, { module, memoryMb: MEMORY_MB });
  }

  /** The readers of one run; `onRead` gets every page before the crawl does. */
  forRun(onRead: (url: string, reading: Reading) => void = () => {}): Readers {
    return {
      begin: (task) => {
        this.#how = task.options;
        this.#threads.begin(task);
      },
      read: async (answer) => {
        const reading = await this.#ask(answer);
        onRead(answer.url, reading);
        return reading;
      },
      documents: 0,
      abandon() {},
      close: async () => {},
    };
  }

  remembers(url: string): boolean {
    return this.#kept.has(url);
  }

  async page(answer: Answered, { urlRules, use, language }: PageOptions): Promise<Page | NotAPage> {
    const { whole, page } = await this.#ask(answer, { urlRules, use, language });
    // Without it, the page crashed its thread.
    return whole ?? (page as NotAPage);
  }

  /** The page at a URL of the web, read as in the last run; undefined if there is none. */
  async pageAt(url: string, how = this.#how): Promise<Page | undefined> {
    const answer = this.remembers(url) ? stubOf(url) : await this.#web.fetch({ url });
    if (!answer.ok || answer.status < 200 || answer.status > 299) return undefined;
    const page = await this.page(answer, how);
    return 'refused' in page ? undefined : page;
  }

  /** Processor time saved for all runs so far. */
  get sparedMs(): number {
    return this.#sparedMs;
  }

  close(): Promise<void> {
    return this.#threads.close();
  }

  async #ask(answer: Answered, whole?: PageOptions): Promise<Reading & Omit<StudyReading, 'page'>> {
    const { url } = answer;
    const asked: Asked = { ...answer };
    if (whole !== undefined) asked.whole = whole;
    if (this.remembers(url)) Object.assign(asked, { remembered: true, wire: NO_BYTES, body: NO_BYTES });
    const reading: Reading & Omit<StudyReading, 'page'> = await this.#threads.read(asked);
    if (reading.forgotten) {
      this.#kept.delete(url);
      const again = await this.#web.fetch({ url });
      if (again.ok) return this.#ask(again, whole);
    }
    this.#sparedMs += reading.sparedMs ?? 0;
    if (reading.kept) this.#kept.add(url);
    return reading;
  }
}

function stubOf(url: string): Answered {
  const request = { url, startedAt: 0, durationMs: 0, requestHeaders: [] };
  return { ...request, ok: true, status: 200, statusText: '', headers: [], wire: NO_BYTES, body: NO_BYTES };
}
