/**
 * The renderer of a crawl. What a page requests while it is rendered keeps every rule of the crawl: hosts that are out of
 * scope are not asked, robots.txt is obeyed, and so is the pace of every host. From the page's own host, whose turn it
 * has, requests are sent one at a time, and the host is left alone longer afterwards; another host is asked when it is
 * its turn. Scripts and style sheets are asked for once an hour. Every answer is archived.
 */
import { loadDriver } from '../render/browser.ts';
import { findBrowser } from '../render/find-browser.ts';
import type { SubRequest } from '../render/render-page.ts';
import { RenderingWeb } from '../render/rendering-web.ts';
import { HostTable } from '../url/host-pattern.ts';
import { hostOf } from '../url/url.ts';
import type { Answered, Fetched } from '../web/web.ts';
import type { Equipment } from './equipment.ts';
import { leavesAccount } from './log-in.ts';
import { notAsked } from './scoped-web.ts';
import type { Settings } from './settings.ts';

export const rendersAnything = ({ render }: Pick<Settings, 'render'>): boolean =>
  [render.mode, ...Object.values(render.perHost)].some((mode) => mode !== 'never');

/** Throws if there is no browser, before a crawl has begun. */
export async function checkBrowser({ render }: Pick<Settings, 'render'>): Promise<string> {
  const browser = findBrowser(render.browser);
  await loadDriver();
  return browser;
}

type Parts = Pick<
  Equipment,
  'settings' | 'web' | 'gate' | 'archive' | 'catalogue' | 'statistics' | 'faults' | 'clock' | 'timers'
>;

export function createRenderer(browser: string, on: Parts): RenderingWeb {
  const { settings, web, statistics, catalogue, faults } = on;
  const requests = new PageRequests(on);
  const renderer = new RenderingWeb({
    web,
    browser,
    settings: settings.render,
    withCookies: !settings.http.keepCookies,
    ask: (request, page) => requests.ask(request, page),
    onRender(url, outcome) {
      statistics.counts.renders += 1;
      if (!('refused' in outcome)) return faults.worked('renderer');
      catalogue.refuse(`render: ${outcome.refused}`, hostOf(url), url);
      if (outcome.refused === 'no-browser') faults.note({ part: 'renderer', message: outcome.detail }, url);
    },
  });
  renderer.habits.restore(catalogue.meta.getState('render'));
  return renderer;
}

/** How long a script that came is used for other pages. */
const KEPT_MS = 3_600_000;
const KEPT_BYTES = 50_000_000;
/** A request does not wait longer for the turn of another host. */
const MAX_WAIT_MS = 10_000;

class PageRequests {
  readonly #on: Parts;
  readonly #listed: HostTable<true>;
  readonly #leaves: (url: string) => boolean;
  readonly #kept = new Map<string, { answer: Answered; at: number }>();
  #keptBytes = 0;

  constructor(parts: Parts) {
    this.#on = parts;
    this.#leaves = leavesAccount(parts.settings);
    this.#listed = new HostTable(parts.settings.scope.hosts.map((pattern) => [pattern, true]));
  }

  async ask(request: SubRequest, page: { url: string; host: string }): Promise<Fetched> {
    const { url, type } = request;
    if (this.#leaves(url)) return this.#refused(request, 'logs out');
    const isShared = type === 'script' || type === 'stylesheet';
    const known = isShared ? this.#recall(url) : undefined;
    if (known !== undefined) return known;
    const host = hostOf(url);
    const fetched = await (host === page.host ? this.#askOwn(request, host) : this.#askOther(request, host));
    if (!fetched.ok || request.signal.aborted) return fetched;
    this.#on.archive.keepAnswer(fetched, type);
    if (isShared && fetched.status === 200) this.#remember(fetched);
    return fetched;
  }

  /** The page has the turn of its host. */
  async #askOwn(request: SubRequest, host: string): Promise<Fetched> {
    const { gate } = this.#on;
    const asked = { url: request.url, host };
    const refusal = gate.refusesMore(asked);
    if (refusal !== undefined) return this.#refused(request, refusal);
    const fetched = await this.#fetch(request);
    gate.answeredMore(asked, fetched);
    return fetched;
  }

  async #askOther(request: SubRequest, host: string): Promise<Fetched> {
    const { gate, clock, timers } = this.#on;
    if (!this.#listed.isEmpty && !this.#listed.get(host))
      return this.#refused(request, 'scope: host not listed');
    const giveUpAt = clock() + MAX_WAIT_MS;
    const asked = { url: request.url, host };
    for (;;) {
      const admitted = await gate.ask(asked);
      if (admitted.kind === 'refused') return this.#refused(request, admitted.reason);
      if (admitted.kind === 'go') break;
      if (admitted.until > giveUpAt || request.signal.aborted)
        return this.#refused(request, 'its host asks us to wait');
      await timers.sleep(Math.max(1, admitted.until - clock()), request.signal);
    }
    const fetched = await this.#fetch(request);
    gate.answered(asked, fetched);
    return fetched;
  }

  #fetch({ url, headers, signal }: SubRequest): Promise<Fetched> {
    return this.#on.web.fetch({ url, headers, signal });
  }

  #refused({ url }: SubRequest, reason: string): Fetched {
    return notAsked(url, Date.now(), reason);
  }

  #recall(url: string): Answered | undefined {
    const kept = this.#kept.get(url);
    return kept !== undefined && this.#on.clock() - kept.at < KEPT_MS ? kept.answer : undefined;
  }

  #remember(answer: Answered): void {
    this.#kept.set(answer.url, { answer, at: this.#on.clock() });
    this.#keptBytes += answer.body.length;
    for (const [url, { answer: oldest }] of this.#kept) {
      if (this.#keptBytes <= KEPT_BYTES) return;
      this.#kept.delete(url);
      this.#keptBytes -= oldest.body.length;
    }
  }
}
