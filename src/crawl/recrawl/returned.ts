/** What a further visit to a known page brought: the counts of the crawl and of the round, and the event. */
import type { PageChange, PageRecord } from '../../archive/records.ts';
import type { Equipment } from '../equipment.ts';

interface Now {
  change: Exclude<PageChange, 'new'>;
  title?: string | undefined;
  /** Whether it counts as relevant now; as before where it is absent. */
  relevant?: boolean | undefined;
  /** Where it moved to. */
  to?: string | undefined;
}

type Parts = Pick<Equipment, 'round' | 'statistics' | 'tell'>;

export function returned(former: PageRecord, now: Now, { round, statistics, tell }: Parts): void {
  const { change, title = former.title ?? '', to } = now;
  const isLost = change === 'moved' || change === 'gone';
  const relevant = isLost ? false : (now.relevant ?? former.relevant);
  const { counts } = statistics;
  counts.relevant += Number(relevant) - Number(former.relevant);
  if (isLost && former.duplicateOf === undefined) counts.pages -= 1;
  if (isLost && former.duplicateOf !== undefined) counts.duplicates -= 1;
  round?.count(change);
  tell({
    type: 'revisit',
    url: former.url,
    change,
    title,
    relevant,
    wasRelevant: former.relevant,
    ...(to === undefined ? {} : { to }),
  });
}
