/** A link that another part of the crawl found, with the priority that the strategy of this part gives it. */
import type { NewLink } from '../frontier/frontier.ts';
import type { Equipment } from './equipment.ts';

export function arrived(
  link: NewLink,
  { strategy, faults }: Pick<Equipment, 'strategy' | 'faults'>,
): NewLink {
  const { url, anchor = '', priority, depth, carry } = link;
  if (strategy.arrived === undefined || carry === undefined) return link;
  const worth = faults.attempt('strategy', url, () =>
    strategy.arrived!({ url, anchor, priority, depth, carry: JSON.parse(carry) as unknown }),
  );
  if (worth === undefined || !Number.isFinite(worth.priority)) return link;
  return {
    ...link,
    priority: worth.priority,
    ...(worth.why === undefined ? {} : { why: worth.why }),
    ...(worth.carry === undefined ? {} : { carry: JSON.stringify(worth.carry) }),
  };
}
