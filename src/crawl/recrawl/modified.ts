/** In a round, pages that a sitemap calls modified since they were last asked are asked for. */
import { SqliteFrontier } from '../../frontier/sqlite-frontier.ts';
import type { Equipment } from '../equipment.ts';

/** Above what strategies give: such a page is known to have changed. */
const MODIFIED = 1500;

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
    round.state.chosen += frontier.reopen([{ link: page.link, priority: MODIFIED + Number(page.relevant) }]);
  }
}
