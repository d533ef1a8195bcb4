/** A link of the frontier as a strategy sees it. */
import type { NewPriority, WaitingLink } from '../frontier/frontier.ts';
import type { Reranked, Waiting } from '../strategy/strategy.ts';

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

/** The other way round, for a link that moves. */
export const asMoved = ({ carry, ...link }: Reranked): NewPriority =>
  carry === undefined ? link : { ...link, carry: JSON.stringify(carry) };
