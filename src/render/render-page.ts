/**
 * One page in a context of its own, which is thrown away afterwards. The document is the one that was fetched; whatever
 * else the page requests goes through `fetch`. Nothing that a page does holds it longer than the time it has: loops,
 * timers, dialogs, popups, downloads and endless lists all end with the DOM as it is then, or with a refusal.
 */
import type { BrowserContext, CDPSession, Page, Request, Route } from 'playwright-core';
import { type Answered, type Fetched, redirectLocation } from '../web/web.ts';
import type { Lease } from './browser.ts';
import { askForMore, htmlOf, linksOf, type PageState, prepare, stateOf } from './in-page.ts';
import { headersToSend, type PageRequest, verdictOn } from './page-requests.ts';

export interface RenderLimits {
  /** Of one page, from its first script to its last. */
  maxSeconds: number;
  maxRequests: number;
  /** Characters of the DOM as HTML. */
  maxBytes: number;
}

export interface RenderTask extends RenderLimits {
  /** With its route, if it has one. */
  url: string;
  /** What the server sent for it. */
  document: Answered;
  /** Requests what the page asks for, by all rules of the crawl. */
  fetch(request: SubRequest): Promise<Fetched>;
  /** The page's own cookies go with its requests. */
  withCookies: boolean;
  withScreenshot: boolean;
  signal?: AbortSignal | undefined;
}

export interface SubRequest {
  url: string;
  type: string;
  headers: Record<string, string>;
  /** Aborts when the page is over. */
  signal: AbortSignal;
}

export interface Rendering {
  html: string;
  /** Why it is not all of the page. */
  truncated?: 'length' | 'time';
  screenshot?: Uint8Array;
  /** Requests that were sent. */
  requests: number;
}

/** Why a page could not be rendered. */
export interface NotRendered {
  refused: 'hung' | 'crashed' | 'stopped' | 'no-browser';
  detail: string;
}

/** Gives the browser back, which is replaced if the page cannot be closed. */
export async function renderPage(
  { browser, release }: Lease,
  task: RenderTask,
): Promise<Rendering | NotRendered> {
  const opening = browser.newContext({
    acceptDownloads: false,
    serviceWorkers: 'block',
    ignoreHTTPSErrors: true,
    viewport: { width: 1280, height: 1024 },
  });
  const giveUp = Promise.withResolvers<NotRendered>();
  const stop = (): void => giveUp.resolve({ refused: 'stopped', detail: 'The crawl ends.' });
  task.signal?.addEventListener('abort', stop, { once: true });
  const hung = (detail: string, ms: number): NodeJS.Timeout =>
    setTimeout(() => giveUp.resolve({ refused: 'hung', detail }), ms);
  let timer = hung('The browser did not open the page.', OPENING_MS);
  // Before its first script the page holds nobody up: that time is the machine's.
  const begins = (): void => {
    clearTimeout(timer);
    const limitMs = 1000 * task.maxSeconds + GRACE_MS;
    timer = hung(`The page kept the browser busy for ${task.maxSeconds} s.`, limitMs);
  };
  const over = new AbortController();
  const crashed = (detail: string): void => giveUp.resolve({ refused: 'crashed', detail });
  try {
    const work = opening.then((context) =>
      new Visit(context, task, over.signal, { begins, crashed }).render(),
    );
    work.catch(() => {});
    return await Promise.race([work, giveUp.promise]);
  } catch (error) {
    return { refused: 'crashed', detail: firstLine(error) };
  } finally {
    clearTimeout(timer);
    over.abort();
    task.signal?.removeEventListener('abort', stop);
    const closed = opening
      .then((context) => context.close())
      .then(
        () => true,
        () => false,
      );
    const isClosed = await Promise.race([closed, sleep(GRACE_MS).then(() => false)]);
    await release(!isClosed || !browser.isConnected());
  }
}

/** For taking the DOM of a page whose time is over, and for closing it. */
const GRACE_MS = 5000;
const OPENING_MS = 60_000;
const LOOK_EVERY_MS = 60;
/** A page is ready if nothing has changed for so long, and longer on a machine that is slow to answer. */
const QUIET_MS = 300;
const QUIET_LOOKS = 5;
/** A page that changes all the time is taken as it is. */
const RESTLESS_MS = 4000;
const ON_ITS_WAY_MS = 3000;
const WAITED_FOR = /^(?:script|xhr|fetch)$/i;
const MORE_ROUNDS = 10;
const MOST_LINKS = 10_000;
const MOST_REDIRECTS = 5;

class Visit {
  readonly #context: BrowserContext;
  readonly #task: RenderTask;
  readonly #over: AbortSignal;
  readonly #tell: { begins(): void; crashed(detail: string): void };
  #deadline = 0;
  #page: Page | undefined;
  #session: CDPSession | undefined;
  #world = 0;
  #pending = 0;
  /** Requests that the page has made, of those the ones that we have seen, and when the last was made. */
  #made = 0;
  #seen = 0;
  #madeAt = 0;
  #sent = 0;
  #hasDocument = false;
  /** Where the page wanted to go: links. */
  readonly #further = new Map<string, string>();
  /** One request at a time for each host. */
  readonly #lanes = new Map<string, Promise<unknown>>();

  constructor(
    context: BrowserContext,
    task: RenderTask,
    over: AbortSignal,
    tell: { begins(): void; crashed(detail: string): void },
  ) {
    this.#context = context;
    this.#task = task;
    this.#over = over;
    this.#tell = tell;
  }

  async render(): Promise<Rendering> {
    await this.#open();
    if (await this.#settles()) await this.#more();
    const links = [...this.#further];
    const { html, isCut } = await this.#evaluate(htmlOf, this.#task.maxBytes, links);
    const screenshot = this.#task.withScreenshot ? await this.#screenshot() : undefined;
    const isLate = performance.now() >= this.#deadline;
    return {
      html,
      requests: this.#sent,
      ...(isCut ? { truncated: 'length' as const } : isLate ? { truncated: 'time' as const } : {}),
      ...(screenshot === undefined ? {} : { screenshot }),
    };
  }

  async #open(): Promise<void> {
    const context = this.#context;
    await context.addInitScript(`(${prepare})()`);
    await context.route('**/*', (route) => this.#route(route).catch(() => {}));
    await context.routeWebSocket('**', (socket) => void socket.close());
    const page = await context.newPage();
    this.#page = page;
    context.on('page', (other) => void other.close().catch(() => {}));
    page.on('crash', () => this.#tell.crashed('The page crashed its tab.'));
    page.on('close', () => this.#over.aborted || this.#tell.crashed('The page closed itself.'));
    page.on('dialog', (dialog) => void dialog.dismiss().catch(() => {}));
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) this.#leadsTo(frame.url());
    });
    const session = await context.newCDPSession(page);
    this.#session = session;
    // On a busy machine a request takes its time to come to us; the page itself says at once that it has made one.
    await session.send('Network.enable');
    session.on('Network.requestWillBeSent', ({ request, type = '' }) => {
      if (!/^https?:/i.test(request.url) || !WAITED_FOR.test(type)) return;
      this.#made += 1;
      this.#madeAt = performance.now();
    });
    session.on('Network.requestServedFromCache', () => void this.#seen++);
    await page.goto(this.#task.url, { waitUntil: 'commit', timeout: OPENING_MS });
    this.#tell.begins();
    this.#deadline = performance.now() + 1000 * this.#task.maxSeconds;
    const { frameTree } = await session.send('Page.getFrameTree');
    const world = { frameId: frameTree.frame.id, worldName: 'forage' };
    this.#world = (await session.send('Page.createIsolatedWorld', world)).executionContextId;
  }

  /** Waits until nothing is requested and nothing changes; false if it does not come to rest. */
  async #settles(): Promise<boolean> {
    let last = '';
    let quietSince = performance.now();
    let idleSince: number | undefined;
    let slowestMs = 0;
    while (performance.now() < this.#deadline) {
      const asked = performance.now();
      const state: PageState = await this.#evaluate(stateOf);
      const now = performance.now();
      slowestMs = Math.max(slowestMs, now - asked);
      const isOnItsWay = this.#made > this.#seen && now - this.#madeAt < ON_ITS_WAY_MS;
      const isBusy = this.#pending > 0 || isOnItsWay || state.ready !== 'complete';
      idleSince = isBusy ? undefined : (idleSince ?? now);
      if (isBusy || state.size !== last) quietSince = now;
      last = state.size;
      if (now - quietSince >= Math.max(QUIET_MS, QUIET_LOOKS * slowestMs)) return true;
      if (idleSince !== undefined && now - idleSince >= RESTLESS_MS) return false;
      await sleep(LOOK_EVERY_MS);
    }
    return false;
  }

  /** Scrolls and presses "more" while that brings something. */
  async #more(): Promise<void> {
    for (let round = 0; round < MORE_ROUNDS && performance.now() < this.#deadline; round++) {
      const before: PageState = await this.#evaluate(stateOf);
      for (const [href, text] of await this.#evaluate(linksOf, MOST_LINKS)) this.#leadsTo(href, text);
      await this.#evaluate(askForMore);
      if (!(await this.#settles())) return;
      const after: PageState = await this.#evaluate(stateOf);
      if (after.size === before.size) return;
    }
  }

  async #evaluate<A extends unknown[], R>(work: (...given: A) => R, ...given: A): Promise<R> {
    const expression = `(${work})(${given.map((one) => JSON.stringify(one)).join(', ')})`;
    const { result, exceptionDetails } = await this.#session!.send('Runtime.evaluate', {
      expression,
      contextId: this.#world,
      returnByValue: true,
    });
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? 'no DOM');
    return result.value as R;
  }

  #leadsTo(url: string, text = ''): void {
    if (!/^https?:/i.test(url) || url === this.#task.url || this.#further.size >= MOST_LINKS) return;
    if (!this.#further.get(url)) this.#further.set(url, text);
  }

  async #route(route: Route): Promise<void> {
    const request = route.request();
    if (this.#over.aborted) return route.abort();
    if (request.isNavigationRequest()) return this.#navigate(route, request);
    if (WAITED_FOR.test(request.resourceType())) this.#seen += 1;
    const asked: PageRequest = {
      url: request.url(),
      method: request.method(),
      type: request.resourceType(),
      headers: request.headers(),
    };
    const verdict = verdictOn(asked, this.#task.withScreenshot);
    if (verdict === 'empty') return route.fulfill({ status: 200, contentType: 'text/css', body: '' });
    if (verdict !== 'send' || this.#sent >= this.#task.maxRequests) return route.abort('blockedbyclient');
    this.#pending += 1;
    try {
      const fetched = await this.#inTurn(asked);
      if (fetched?.ok !== true) return await route.abort('failed');
      await route.fulfill({
        status: fetched.status,
        headers: headersOf(fetched),
        body: Buffer.from(fetched.body),
      });
    } finally {
      this.#pending -= 1;
    }
  }

  /** The document itself comes from us; wherever else the page wants to go is a link. */
  #navigate(route: Route, request: Request): Promise<void> {
    const isMain = request.frame() === this.#page?.mainFrame();
    if (isMain && !this.#hasDocument) {
      this.#hasDocument = true;
      const { document } = this.#task;
      return route.fulfill({ status: 200, headers: headersOf(document), body: Buffer.from(document.body) });
    }
    if (request.method() === 'GET') this.#leadsTo(request.url());
    return route.abort('aborted');
  }

  /** Redirects are followed by us, because the browser would follow them by itself. */
  async #inTurn({ url, type, headers }: PageRequest): Promise<Fetched | undefined> {
    const { host } = new URL(url);
    const before = this.#lanes.get(host);
    const mine = (async () => {
      await before;
      const asked = { type, headers: headersToSend(headers, this.#task.withCookies), signal: this.#over };
      let to = url;
      for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
        if (this.#over.aborted || this.#sent >= this.#task.maxRequests) return undefined;
        this.#sent += 1;
        const fetched = await this.#task.fetch({ ...asked, url: to });
        const location = fetched.ok ? locationOf(fetched) : undefined;
        if (location === undefined) return fetched;
        to = location;
      }
      return undefined;
    })();
    this.#lanes.set(
      host,
      mine.catch(() => {}),
    );
    return mine;
  }

  async #screenshot(): Promise<Uint8Array | undefined> {
    try {
      return await this.#page!.screenshot({
        type: 'jpeg',
        quality: 60,
        timeout: GRACE_MS,
        animations: 'disabled',
      });
    } catch {
      return undefined;
    }
  }
}

/** What concerns the connection, and what would outlive the page in a browser, stays behind. */
const NOT_FOR_BROWSERS = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-encoding',
  'content-length',
  'strict-transport-security',
  'alt-svc',
  'nel',
  'report-to',
  'reporting-endpoints',
  'link',
  'refresh',
  'clear-site-data',
  'content-disposition',
]);

function headersOf({ headers }: Answered): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [written, value] of headers) {
    const name = written.toLowerCase();
    if (NOT_FOR_BROWSERS.has(name)) continue;
    kept[name] =
      kept[name] === undefined ? value : `${kept[name]}${name === 'set-cookie' ? '\n' : ', '}${value}`;
  }
  return kept;
}

function locationOf(answer: Answered): string | undefined {
  const location = redirectLocation(answer);
  const target = location === undefined ? null : URL.parse(location, answer.url);
  if (target === null || !/^https?:$/.test(target.protocol)) return undefined;
  target.hash = '';
  return target.href;
}

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]!;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
