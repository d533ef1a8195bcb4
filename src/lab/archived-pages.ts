/**
 * The pages of finished crawls: each from its crawl's archive, otherwise from the frozen web that the crawl read. As a
 * web it answers with whatever one of the crawls has stored, and with nothing from the network.
 */
import type { CrawlFolder } from '../crawl/folder.ts';
import { type OpenCrawl, openCrawl } from '../crawl/open.ts';
import { pageOf } from '../crawl/readers/reading.ts';
import { urlRulesOf } from '../crawl/settings.ts';
import { StoredPages } from '../crawl/stored-pages.ts';
import { ForageError } from '../errors.ts';
import { type FrozenWeb, openFrozenWeb } from '../frozen/frozen.ts';
import type { Page } from '../page/page.ts';
import type { Fetched, FetchRequest, Web } from '../web/web.ts';

type VisitedPage = Pick<Parameters<StoredPages['answerOf']>[0], 'url' | 'duplicateOf'> & {
  warc?: Parameters<StoredPages['answerOf']>[0]['warc'] | undefined;
};

export class ArchivedPages implements Web {
  readonly #stored = new Map<string, { crawl: OpenCrawl; pages: StoredPages }>();
  readonly #places: readonly (readonly string[])[];
  readonly #webs = new Map<string, Promise<FrozenWeb>>();

  /** `webs` are searched last. */
  constructor(crawls: readonly CrawlFolder[], webs: readonly string[]) {
    this.#places = [...crawls.map(placesOf), ...crawls.map(({ settings }) => settings.web), webs].filter(
      ({ length }) => length > 0,
    );
  }

  /** The page as it was visited; throws if it is stored nowhere. */
  async pageOf(folder: CrawlFolder, visited: VisitedPage): Promise<Page | undefined> {
    const { settings } = folder;
    const answer = visited.warc
      ? await this.#storedIn(folder.path).answerOf({ ...visited, warc: visited.warc })
      : await this.#fetchFrom(settings.web, visited.url);
    if (answer === undefined || !answer.ok)
      throw new ForageError(
        'CRAWL_FOLDER',
        `${folder.path} was crawled without an archive (archive.warc: false), so its pages cannot be measured. Crawl again with archive.warc: true.`,
      );
    const page = await pageOf(answer, { urlRules: urlRulesOf(settings), use: settings.use });
    return 'refused' in page ? undefined : page;
  }

  async fetch(request: FetchRequest): Promise<Fetched> {
    for (const place of this.#places) {
      const fetched = await (await this.#open(place)).fetch(request);
      if (fetched.ok) return fetched;
    }
    const detail = 'it is not in the archives of the crawls; save it to a file, or name a web that has it';
    const { url } = request;
    return {
      ok: false,
      url,
      startedAt: Date.now(),
      durationMs: 0,
      reason: 'not-in-web',
      detail,
      mayPass: false,
    };
  }

  async close(): Promise<void> {
    for (const { crawl, pages } of this.#stored.values()) {
      pages.close();
      crawl.db.close();
    }
    for (const web of this.#webs.values()) await (await web).close();
  }

  #storedIn(path: string): StoredPages {
    let known = this.#stored.get(path);
    if (known === undefined) {
      const crawl = openCrawl(path);
      known = { crawl, pages: new StoredPages(crawl.folder, crawl.read) };
      this.#stored.set(path, known);
    }
    return known.pages;
  }

  async #fetchFrom(place: readonly string[], url: string): Promise<Fetched | undefined> {
    return place.length === 0 ? undefined : await (await this.#open(place)).fetch({ url });
  }

  #open(place: readonly string[]): Promise<FrozenWeb> {
    const key = JSON.stringify(place);
    const known = this.#webs.get(key) ?? openFrozenWeb([...place]);
    this.#webs.set(key, known);
    return known;
  }
}

/** Where a frozen web of the crawl's pages can be opened; empty if they were not stored. */
export function placesOf({ path, settings }: CrawlFolder): string[] {
  return settings.archive.warc ? [path] : settings.web;
}
