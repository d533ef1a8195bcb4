/**
 * Puts the ranked links that may be followed into the frontier. Every link is stored with its rank or the reason
 * against it. Returns the URLs that are new to the crawl.
 */
import type { NewPageLink } from '../../archive/records.ts';
import type { NewLink, Task } from '../../frontier/frontier.ts';
import type { VisitedLink, VisitedPage } from '../../strategy/strategy.ts';
import { hostOf } from '../../url/url.ts';
import type { Equipment } from '../equipment.ts';
import type { Ranking } from './rank.ts';

type Parts = Pick<Equipment, 'frontier' | 'catalogue' | 'refusals' | 'settings' | 'documents'>;

export function wait(
  { links, promotions }: Ranking,
  page: Pick<VisitedPage, 'meta' | 'refusedLinks'>,
  { id, task }: { id: number; task: Task },
  on: Parts,
): string[] {
  const { frontier, catalogue } = on;
  const depth = task.depth + 1;
  const rows: NewPageLink[] = [];
  const waiting: NewLink[] = [];
  const rowOf: NewPageLink[] = [];
  for (const { link, priority, why, carry, refuse } of links) {
    const { url, anchor } = link;
    const host = hostOf(url);
    const document = on.documents?.link(url);
    const unwelcome = document !== undefined && 'refuse' in document ? document.refuse : undefined;
    const fate =
      nofollow(link, page, on) ?? refuse ?? unwelcome ?? on.refusals.found({ url, host, depth, anchor });
    const row: NewPageLink = { to: undefined, url, anchor, priority, why, fate };
    rows.push(row);
    if (fate !== undefined) {
      catalogue.refuse(fate, host, url);
      continue;
    }
    rowOf.push(row);
    const type = document === undefined ? 'page' : 'document';
    waiting.push({ url, type, host, priority, depth, anchor, from: id, carry, why });
  }
  const found: string[] = [];
  for (const [i, { id: to, fresh }] of frontier.add(waiting).entries()) {
    rowOf[i]!.to = to;
    if (fresh) found.push(waiting[i]!.url);
    if (to !== undefined && waiting[i]!.type === 'document') on.documents?.refer(to, id);
  }
  for (const { href, reason } of page.refusedLinks) rows.push({ url: href, fate: `URL: ${reason}` });
  catalogue.saveLinks(id, rows);
  for (const { siblings, of, merge, why } of promotions) {
    const linking = of === 'finder' ? 0 : undefined;
    frontier.promote(catalogue.read.siblingsOf(task.id, linking), siblings, merge, why);
  }
  return found;
}

function nofollow(
  link: VisitedLink,
  page: Pick<VisitedPage, 'meta'>,
  { settings }: Pick<Equipment, 'settings'>,
): string | undefined {
  const forbids = settings.politeness.pageRules === 'obey' && (link.nofollow || page.meta.nofollow);
  return forbids ? 'nofollow' : undefined;
}
