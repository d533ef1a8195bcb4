/**
 * Fetches one URL outside the frontier, as politely as any other: robots.txt first, waiting for the host's turn,
 * following redirects. For example pages, before a crawl starts and for commands that read only a few pages.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { HostGate } from '../../host/gate.ts';
import { canonicalUrl, type UrlRules } from '../../url/url.ts';
import { type Answered, type Failed, type Fetched, redirectLocation, type Web } from '../../web/web.ts';

export interface PoliteParts {
  web: Web;
  gate: Pick<HostGate, 'ask' | 'answered'>;
  urlRules: UrlRules;
  clock: () => number;
  signal: AbortSignal;
  /** Receives every answer along the way, for the archive. */
  keep(answer: Answered): void;
}

/** For webs without servers to protect. */
export const AT_ONCE: PoliteParts['gate'] = {
  ask: async () => ({ kind: 'go' }),
  answered() {},
};

const MAX_REDIRECTS = 5;
/** Longest wait for a host; beyond it the URL is given up. */
const MAX_WAIT_MS = 120_000;

export async function politeFetch(asked: string, on: PoliteParts): Promise<Fetched> {
  let url = asked;
  for (let hops = 0; ; hops++) {
    const fetched = await fetchOne(url, on);
    if (!fetched.ok) return fetched;
    on.keep(fetched);
    const location = redirectLocation(fetched);
    if (location === undefined || hops >= MAX_REDIRECTS) return fetched;
    const target = canonicalUrl(location, url, on.urlRules);
    if (!target.ok) return fetched;
    url = target.url;
  }
}

async function fetchOne(url: string, on: PoliteParts): Promise<Fetched> {
  const canonical = canonicalUrl(url, undefined, on.urlRules);
  if (!canonical.ok) return failed(url, on.clock(), `not a valid URL: ${canonical.reason}`);
  const request = { url: canonical.url, host: canonical.host };
  const giveUpAt = on.clock() + MAX_WAIT_MS;
  while (true) {
    const admitted = await on.gate.ask(request);
    if (admitted.kind === 'refused') return failed(url, on.clock(), admitted.reason);
    if (admitted.kind === 'go') break;
    if (admitted.until > giveUpAt || on.signal.aborted)
      return failed(url, on.clock(), 'its host asks us to wait too long');
    await sleep(Math.max(1, admitted.until - on.clock()), undefined, { signal: on.signal }).catch(() => {});
  }
  const fetched = await on.web.fetch({ url: request.url, signal: on.signal });
  on.gate.answered(request, fetched);
  return fetched;
}

function failed(url: string, startedAt: number, detail: string): Failed {
  return { ok: false, url, startedAt, durationMs: 0, reason: 'not-in-web', detail, mayPass: false };
}
