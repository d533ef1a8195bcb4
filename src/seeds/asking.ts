/**
 * Requests to the servers that the user named as sources of seeds: one at a time each, with a pause in between, a limit
 * on their number and on the time of each. They go through the web layer, so the address guard and all size limits
 * apply; only the named `host:port` may be on a private network. These are programs' interfaces, asked at the user's
 * wish: robots.txt, which is for crawlers, is not consulted.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { privateSeedHosts } from '../crawl/private-seeds.ts';
import { ForageError } from '../errors.ts';
import { userAgent } from '../web/http/agent.ts';
import { createHttpWeb, type HttpSettings, type LiveWeb } from '../web/http/http.ts';
import { type Fetched, redirectLocation } from '../web/web.ts';
import type { Requests } from './source.ts';

const MAX_REDIRECTS = 3;
/** A server that wants a longer pause is left out. */
const MAX_RETRY_MS = 30_000;

export interface Asker {
  /** Throws if there is no usable answer. */
  ask(url: string): Promise<string>;
  readonly requests: number;
  close(): Promise<void>;
}

/** A source has failed; the message says how, without keys. */
export class SourceFailure extends Error {}

export async function createAsker(
  requests: Requests,
  http: Pick<HttpSettings, 'connectTo' | 'allowPrivate' | 'proxy'> & { contact?: string | undefined },
): Promise<Asker> {
  const { contact, ...network } = http;
  if (!contact)
    throw new ForageError(
      'CONTACT_MISSING',
      'Requests to a search engine need a contact: pass --contact you@example.org or set FORAGE_CONTACT.',
    );
  const { servers, headers, delayMs = 1000, timeoutMs = 15_000, maxRequests = 100 } = requests;
  const hosts = servers.map((server) => new URL(server).hostname.replace(/^\[|\]$/g, ''));
  const web = createHttpWeb({
    ...network,
    userAgent: userAgent(contact),
    accept: 'application/json, */*;q=0.5',
    maxBytes: 20_000_000,
    connectTimeoutMs: timeoutMs,
    headerTimeoutMs: timeoutMs,
    bodyTimeoutMs: timeoutMs,
    totalTimeoutMs: timeoutMs,
    allowHosts: await privateSeedHosts(servers),
    headers: headers === undefined ? {} : Object.fromEntries(hosts.map((host) => [host, headers])),
  });
  return new PoliteAsker(web, delayMs, maxRequests);
}

class PoliteAsker implements Asker {
  requests = 0;
  readonly #web: LiveWeb;
  readonly #delayMs: number;
  readonly #maxRequests: number;
  #readyAt = 0;

  constructor(web: LiveWeb, delayMs: number, maxRequests: number) {
    this.#web = web;
    this.#delayMs = delayMs;
    this.#maxRequests = maxRequests;
  }

  async ask(asked: string): Promise<string> {
    let url = asked;
    let retried = false;
    for (let hops = 0; hops <= MAX_REDIRECTS; ) {
      const fetched = await this.#one(url);
      if (!fetched.ok) throw new SourceFailure(fetched.detail.replace(/\.$/, ''));
      const { status, retryAfterMs } = fetched;
      const location = redirectLocation(fetched);
      if (location !== undefined) {
        url = URL.parse(location, url)?.href ?? '';
        hops++;
      } else if (retryAfterMs !== undefined && retryAfterMs <= MAX_RETRY_MS && !retried) {
        retried = true;
        this.#readyAt = Date.now() + retryAfterMs;
      } else if (status < 200 || status > 299) throw new SourceFailure(`it answered ${status}`);
      else return new TextDecoder().decode(fetched.body);
    }
    throw new SourceFailure('it redirects without end');
  }

  async #one(url: string): Promise<Fetched> {
    if (this.requests >= this.#maxRequests)
      throw new SourceFailure(`its limit of ${this.#maxRequests} requests is used up`);
    await sleep(Math.max(0, this.#readyAt - Date.now()));
    this.requests++;
    const fetched = await this.#web.fetch({ url });
    this.#readyAt = Date.now() + this.#delayMs;
    return fetched;
  }

  close(): Promise<void> {
    return this.#web.close();
  }
}
