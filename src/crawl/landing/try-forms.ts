/** Lets the forms of a page be tried, if the page or its host has shown something relevant, or the user named it. */
import type { NewLink } from '../../frontier/frontier.ts';
import type { Equipment } from '../equipment.ts';
import type { Landed } from './landed.ts';
import type { Ranking } from './rank.ts';

type Parts = Pick<Equipment, 'forms' | 'frontier' | 'refusals' | 'catalogue' | 'settings'>;

export function tryForms(landed: Landed, { links }: Ranking, on: Parts): void {
  if (on.forms === undefined) return;
  const { task, page, relevant, id } = landed;
  const queries = on.forms.landed(task, id, relevant && landed.former === undefined);
  const isPromising =
    relevant || task.from === null || (on.catalogue.read.tallyOf(task.host)?.relevant ?? 0) > 0;
  const mayFollow = on.settings.politeness.pageRules === 'ignore' || !page.meta.nofollow;
  if (page.forms !== undefined && isPromising && mayFollow) {
    // As good as the best link of the page.
    const priority = links.length === 0 ? task.priority : Math.max(...links.map((link) => link.priority));
    queries.push(...on.forms.found(page.forms, { from: id, depth: task.depth, priority }));
  }
  on.frontier.add(queries.filter((link) => mayWait(link, on)));
}

function mayWait({ url, host, depth, anchor = '' }: NewLink, { refusals, catalogue }: Parts): boolean {
  const refusal = refusals.found({ url, host, depth, anchor });
  if (refusal !== undefined) catalogue.refuse(refusal, host, url);
  return refusal === undefined;
}
