/**
 * In a round, pages that a sitemap calls modified since they were last asked are asked for: before all others, or where
 * pages are chosen by what they should bring, by what it brings to ask for a page that is known to have changed.
 */
import type { CrawlDatabase } from '../../archive/database.ts';
import { revisitCandidates } from '../../archive/revisit-candidates.ts';
import { goneSoFar } from '../../archive/rounds.ts';
import { SqliteFrontier } from '../../frontier/sqlite-frontier.ts';
import type { Equipment } from '../equipment.ts';
import { prioritiesOfChanged } from './choose.ts';
import type { ModifiedPriority, RoundState } from './round.ts';
import type { PriorityScale } from './worth.ts';

/** Above what strategies give. */
const BEFORE_ALL_OTHERS = 1500;

export function modifiedPriority(
  db: CrawlDatabase,
  { by, startedAt }: Pick<RoundState, 'by' | 'startedAt'>,
  scale: PriorityScale,
): ModifiedPriority {
  const first: ModifiedPriority = ({ relevant }) => BEFORE_ALL_OTHERS + Number(relevant);
  if (by !== 'change') return first;
  let known: Map<number, number> | undefined;
  return (page) => {
    known ??= prioritiesOfChanged([...revisitCandidates(db)], { now: startedAt, scale, gone: goneSoFar(db) });
    return known.get(page.link) ?? first(page);
  };
}

type Parts = Pick<Equipment, 'round' | 'frontier' | 'catalogue'>;

export function reopenModified(modified: ReadonlyMap<string, number>, on: Parts): void {
  const { round, frontier, catalogue } = on;
  if (round === undefined || !(frontier instanceof SqliteFrontier)) return;
  for (const [url, modifiedAt] of modified) {
    const link = frontier.find(url);
    const page = link && catalogue.read.pageOfLink(link.id);
    if (page?.kind === undefined) continue;
    const checkedAt = catalogue.read.checkOf(page.id)?.checkedAt ?? page.fetchedAt;
    if (modifiedAt <= checkedAt) continue;
    const priority = round.modifiedPriority(page);
    const reopened = frontier.reopen([{ link: page.link, priority }]);
    round.state.chosen += reopened;
    if (reopened === 0) frontier.reprioritise([{ url, host: page.host, priority }]);
  }
}
