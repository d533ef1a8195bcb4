/**
 * The web of a crawl whose scope may change at any time: the last check before any request is sent. A host excluded by
 * name gets no requests; requests in flight that are now forbidden are aborted.
 */
import { hostOf } from '../url/url.ts';
import type { LiveWeb } from '../web/http/http.ts';
import type { ProxyHealth } from '../web/http/proxy-pool.ts';
import type { Failed, Fetched, FetchRequest, NameLookup, Web } from '../web/web.ts';

export type { ProxyHealth };

export class ScopedWeb implements Web {
  /** Only for the live Web. */
  readonly names: NameLookup | undefined;
  /** How the proxies of the live Web do, if it uses any. */
  readonly proxies: () => ProxyHealth[];
  /** Why a host is not contacted. Allows all hosts until the crawl starts, while examples are read. */
  excludes: (host: string) => string | undefined = () => undefined;
  readonly #web: Web;
  readonly #underWay = new Map<AbortController, string>();

  constructor(web: Web | (Web & NameLookup)) {
    this.#web = web;
    this.names = namesOf(web);
    this.proxies = () => (web as LiveWeb).proxies?.() ?? [];
  }

  async fetch(request: FetchRequest): Promise<Fetched> {
    const { url, signal } = request;
    const excluded = this.excludes(hostOf(url));
    // Reported like a refusing proxy, which says nothing about the host itself.
    if (excluded !== undefined) return { ...notAsked(url, Date.now(), excluded), reason: 'proxy' };
    const giveUp = new AbortController();
    const pass = (): void => giveUp.abort();
    if (signal?.aborted) pass();
    signal?.addEventListener('abort', pass, { once: true });
    this.#underWay.set(giveUp, url);
    try {
      return await this.#web.fetch({ ...request, signal: giveUp.signal });
    } finally {
      this.#underWay.delete(giveUp);
      signal?.removeEventListener('abort', pass);
    }
  }

  /** Aborts the requests for these URLs. */
  giveUp(isMeant: (url: string) => boolean): void {
    for (const [request, url] of this.#underWay) if (isMeant(url)) request.abort();
  }

  close(): Promise<void> {
    return this.#web.close();
  }
}

/** How the names of a web are looked up; undefined if that is not necessary. */
export const namesOf = (web: Web | (Web & NameLookup)): NameLookup | undefined =>
  'lookUp' in web ? web : undefined;

/** For a request that was not sent after all: its link waits again. */
export function notAsked(url: string, startedAt: number, detail: string): Failed {
  return { ok: false, url, startedAt, durationMs: 0, reason: 'aborted', detail, mayPass: false };
}
