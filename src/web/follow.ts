/**
 * Follows redirects where the page itself does not matter but what is behind it does: robots.txt and
 * sitemaps. The crawl does not use this; there a redirect is a link like any other.
 */
import { type Answered, type Fetched, type FetchRequest, header, type Web } from './web.ts';

export interface Followed {
  /** The last answer: no redirect, or the one at which following ended. */
  fetched: Fetched;
  /** The redirects before it, in order. */
  hops: Answered[];
  /** Why a redirect was not followed any further. */
  stopped?: 'too-many' | 'loop' | 'bad-location';
}

export async function fetchFollowing(
  web: Web,
  request: FetchRequest,
  { maxRedirects = 5 }: { maxRedirects?: number } = {},
): Promise<Followed> {
  const hops: Answered[] = [];
  const asked = new Set<string>();
  for (let url = request.url; ; ) {
    asked.add(url);
    const fetched = await web.fetch({ ...request, url });
    if (!fetched.ok || !isRedirect(fetched)) return { fetched, hops };
    const target = redirectTarget(fetched);
    if (target === undefined) return { fetched, hops, stopped: 'bad-location' };
    if (asked.has(target)) return { fetched, hops, stopped: 'loop' };
    if (hops.length >= maxRedirects) return { fetched, hops, stopped: 'too-many' };
    hops.push(fetched);
    url = target;
  }
}

export function isRedirect({ status, headers }: Answered): boolean {
  return redirects.has(status) && header(headers, 'location') !== undefined;
}

const redirects = new Set([301, 302, 303, 307, 308]);

/** Where a redirect leads: an absolute http: or https: address without a fragment. */
export function redirectTarget({ url, headers }: Answered): string | undefined {
  // Many servers send UTF-8 here, which came through as Latin-1.
  const location = Buffer.from(header(headers, 'location') ?? '', 'latin1').toString();
  if (!URL.canParse(location, url)) return undefined;
  const target = new URL(location, url);
  if (target.protocol !== 'http:' && target.protocol !== 'https:') return undefined;
  target.hash = '';
  return target.href;
}
