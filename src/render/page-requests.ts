/**
 * What a page may request while it is rendered, decided before anything is asked: GET alone, scripts and data alone, no
 * frames (they are links), no trackers, and no more than a number.
 */
import { HostTable } from '../url/host-pattern.ts';

/** As the browser calls it. */
export interface PageRequest {
  url: string;
  method: string;
  /** `script`, `fetch`, `xhr`, `image` … */
  type: string;
  headers: Record<string, string>;
}

/** How a request of a page ends: sent, answered with nothing by ourselves, or refused. */
export type Verdict = 'send' | 'empty' | { refused: string };

export function verdictOn({ url, method, type }: PageRequest, withPictures: boolean): Verdict {
  if (method !== 'GET') return { refused: `method ${method}` };
  if (!/^https?:/i.test(url)) return { refused: 'scheme' };
  const { hostname } = new URL(url);
  if (TRACKERS.get(hostname) || TRACKING_PATH.test(url)) return { refused: 'tracker' };
  if (SENT.has(type) || (withPictures && SEEN.has(type))) return 'send';
  // Scripts wait for their style sheets.
  return type === 'stylesheet' ? 'empty' : { refused: type };
}

/** What the page's request says beyond what we say ourselves. */
export function headersToSend(headers: Record<string, string>, withCookies: boolean): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of withCookies ? [...PASSED, 'cookie'] : PASSED) {
    const value = headers[name];
    if (value !== undefined && /^[\t\x20-\x7e\x80-\xff]+$/.test(value)) kept[name] = value;
  }
  return kept;
}

const PASSED = ['accept', 'x-requested-with', 'referer', 'origin'];
const SENT: ReadonlySet<string> = new Set(['script', 'xhr', 'fetch']);
/** Only needed for a screenshot. */
const SEEN: ReadonlySet<string> = new Set(['stylesheet', 'image', 'font']);

const TRACKING_PATH = /\/(?:matomo|piwik)\.(?:js|php)\b|\/(?:gtm|gtag\/js|analytics|ga)\.js\b|\/collect\?v=/;
const TRACKERS = new HostTable<true>(
  [
    'google-analytics.com',
    'googletagmanager.com',
    'googlesyndication.com',
    'googleadservices.com',
    'doubleclick.net',
    'adservice.google.com',
    'connect.facebook.net',
    'hotjar.com',
    'clarity.ms',
    'bat.bing.com',
    'mc.yandex.ru',
    'segment.com',
    'segment.io',
    'mixpanel.com',
    'amplitude.com',
    'heapanalytics.com',
    'fullstory.com',
    'newrelic.com',
    'nr-data.net',
    'sentry.io',
    'quantserve.com',
    'scorecardresearch.com',
    'chartbeat.com',
    'criteo.com',
    'taboola.com',
    'outbrain.com',
    'amazon-adsystem.com',
    'adnxs.com',
    'rubiconproject.com',
    'cookiebot.com',
    'onetrust.com',
    'usercentrics.eu',
    'ads-twitter.com',
    'snap.licdn.com',
  ].flatMap((host) => [
    [host, true],
    [`*.${host}`, true],
  ]),
);
