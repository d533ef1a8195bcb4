/**
 * A Web around another: pages that need a browser come as a browser shows them, everything else as the server sent it.
 * What a page requests while it is rendered goes through `ask`, by the crawl's own rules. A page that cannot be rendered
 * comes as the server sent it, and why is noted.
 */
import { HostTable } from '../url/host-pattern.ts';
import { hostOf, withoutRoute } from '../url/url.ts';
import { type Answered, type Failed, type Fetched, type FetchRequest, header, type Web } from '../web/web.ts';
import { Browsers } from './browser.ts';
import { RenderHabits } from './habits.ts';
import { hasGained, type Outline, outlineOf } from './needs-scripts.ts';
import { type NotRendered, type Rendering, renderPage, type SubRequest } from './render-page.ts';

export type RenderMode = 'never' | 'auto' | 'always';

export interface RenderSettings {
  mode: RenderMode;
  /** By host pattern. */
  perHost: Record<string, RenderMode>;
  /** Pages in the browser at a time. */
  concurrency: number;
  maxSeconds: number;
  maxRequests: number;
  maxBytes: number;
  /** Of the scripts of one page. */
  maxMemoryMb: number;
  screenshots: boolean;
}

export interface RenderParts {
  web: Web;
  /** The program. */
  browser: string;
  settings: RenderSettings;
  /** Requests what a page asks for. */
  ask(request: SubRequest, page: { url: string; host: string }): Promise<Fetched>;
  /** Whether the page's own cookies go with its requests: not if the web keeps cookies itself. */
  withCookies: boolean;
  /** A page was rendered, or could not be. */
  onRender(url: string, outcome: Rendering | NotRendered): void;
}

export class RenderingWeb implements Web {
  readonly habits = new RenderHabits();
  readonly #on: RenderParts;
  readonly #perHost: HostTable<RenderMode>;
  readonly #browsers: Browsers;
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(parts: RenderParts) {
    this.#on = parts;
    const { settings } = parts;
    this.#perHost = new HostTable(Object.entries(settings.perHost));
    this.#browsers = new Browsers(parts.browser, settings.maxMemoryMb);
    this.#free = settings.concurrency;
  }

  /** How many browsers were started. */
  get browsersStarted(): number {
    return this.#browsers.started;
  }

  async fetch(request: FetchRequest): Promise<Fetched> {
    const { url, signal } = request;
    const mode = this.#perHost.get(new URL(url).hostname) ?? this.#on.settings.mode;
    // The answer 304 would say something about the document, and nothing about what its scripts make of it.
    const asked = mode === 'always' ? { ...request, unless: undefined } : request;
    const fetched = await this.#on.web.fetch(asked);
    if (mode === 'never' || !fetched.ok || !isHtml(fetched)) return fetched;
    const plain = outlineOf(textOf(fetched));
    const why = mode === 'always' ? 'always' : this.#why(url, plain);
    if (why === undefined) return fetched;
    const outcome = await this.#render(url, fetched, signal);
    if ('refused' in outcome && outcome.refused === 'stopped') return aborted(fetched, outcome.detail);
    this.#on.onRender(url, outcome);
    if ('refused' in outcome) {
      this.habits.learn(url, plain, false);
      return fetched;
    }
    this.habits.learn(url, plain, hasGained(plain, outlineOf(outcome.html)));
    return asRendered(url, fetched, outcome);
  }

  async close(): Promise<void> {
    await this.#browsers.close();
  }

  /** A route is nothing without the script that knows it. */
  #why(url: string, plain: Outline): string | undefined {
    return withoutRoute(url) === url ? this.habits.wants(url, plain) : 'a route';
  }

  async #render(url: string, document: Answered, signal?: AbortSignal): Promise<Rendering | NotRendered> {
    await this.#turn();
    try {
      if (signal?.aborted) return { refused: 'stopped', detail: 'The crawl ends.' };
      const { settings, ask, withCookies } = this.#on;
      const page = { url, host: hostOf(url) };
      return await renderPage(await this.#browsers.lease(), {
        ...settings,
        url,
        document,
        fetch: (request) => ask(request, page),
        withCookies,
        withScreenshot: settings.screenshots,
        signal,
      });
    } catch (error) {
      return { refused: 'no-browser', detail: `The browser cannot be started: ${(error as Error).message}` };
    } finally {
      this.#free += 1;
      this.#waiting.shift()?.();
    }
  }

  async #turn(): Promise<void> {
    while (this.#free <= 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#free -= 1;
  }
}

function isHtml({ status, headers, unwanted, rendered, body }: Answered): boolean {
  if (status < 200 || status > 299 || unwanted !== undefined || rendered !== undefined) return false;
  if (body.length === 0) return false;
  return /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(header(headers, 'content-type') ?? '');
}

/** Good enough for an outline, whatever the charset. */
const textOf = ({ body }: Answered): string =>
  Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString();

function asRendered(url: string, from: Answered, { html, truncated, screenshot }: Rendering): Answered {
  const body = new Uint8Array(Buffer.from(html));
  const { truncated: _, ...answer } = from;
  return {
    ...answer,
    url,
    headers: [
      ...from.headers.filter(([name]) => !OF_THE_DOCUMENT.has(name.toLowerCase())),
      ['Content-Type', 'text/html; charset=utf-8'],
    ],
    wire: body,
    body,
    ...(truncated === undefined ? {} : { truncated }),
    rendered: {
      from: { ...from, url: withoutRoute(url) },
      ...(screenshot === undefined ? {} : { screenshot }),
    },
  };
}

/** They describe the bytes that the server sent. */
const OF_THE_DOCUMENT = new Set([
  'content-type',
  'content-encoding',
  'content-length',
  'transfer-encoding',
  'content-md5',
  'digest',
  'etag',
  'last-modified',
  'accept-ranges',
]);

function aborted({ url, startedAt, durationMs }: Answered, detail: string): Failed {
  return { ok: false, url, startedAt, durationMs, reason: 'aborted', detail, mayPass: true };
}
