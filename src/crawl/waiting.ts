/** A link of the frontier as a strategy sees it. */
import type { WaitingLink } from '../frontier/frontier.ts';
import type { Waiting } from '../strategy/strategy.ts';

export function asWaiting({ id, url, anchor, priority, depth, from, carry }: WaitingLink): Waiting {
  return {
    id,
    url,
    anchor,
    priority,
    depth,
    ...(from === null ? {} : { from }),
    ...(carry === null ? {} : { carry: JSON.parse(carry) as unknown }),
  };
}
