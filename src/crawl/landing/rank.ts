/**
 * Lets the strategy rank the links of a page. If the strategy fails, or the measure or the judge has failed before it,
 * the page's links wait at the priority of the link that led to it.
 */
import type { Promotion, Ranked, Visit, VisitedLink } from '../../strategy/strategy.ts';
import type { Equipment } from '../equipment.ts';
import { asWaiting } from '../waiting.ts';
import type { Landed } from './landed.ts';

export interface Ranking {
  links: RankedLink[];
  promotions: Promotion[];
}

/** With its state serialised to JSON. */
export type RankedLink = Omit<Ranked, 'carry'> & { carry?: string };

type Parts = Pick<Equipment, 'strategy' | 'faults' | 'catalogue'>;

export function rank(landed: Landed, on: Parts): Ranking {
  const { task, page, judgement, signals } = landed;
  const { strategy, faults, catalogue } = on;
  if (judgement === undefined || signals === undefined)
    return asParent(
      landed,
      judgement === undefined ? 'its page was not judged' : 'its page was not measured',
    );
  const visit: Visit<object> = {
    page,
    judgement,
    signals,
    via: asWaiting(task),
    inlinks: () => catalogue.read.inlinksOf(task.id),
    host: () => catalogue.read.tallyOf(task.host) ?? { pages: 0, relevant: 0 },
  };
  return (
    faults.contain('strategy', task.url, () => gathered(strategy.visit(visit), page.links.length)) ??
    asParent(landed, 'the strategy failed')
  );
}

/**
 * Collects all ranks, so that a strategy that fails at its last link does not leave a page half ranked; at most one
 * rank per link.
 */
export function gathered(ranks: Iterable<Ranked | Promotion>, most: number): Ranking {
  const links: RankedLink[] = [];
  const promotions: Promotion[] = [];
  for (const ranked of ranks) {
    if ('siblings' in ranked) {
      promotions.push(ranked);
      continue;
    }
    const { carry, ...rest } = ranked;
    if (links.length === most) throw new Error(`A page of ${most} links got more ranks than links.`);
    if (!Number.isFinite(rest.priority))
      throw new TypeError(`The priority of ${rest.link.url} must be a finite number, not ${rest.priority}.`);
    links.push(carry === undefined ? rest : { ...rest, carry: JSON.stringify(carry) });
  }
  return { links, promotions };
}

/** A seed's priority says nothing about its links. */
function asParent({ task, page }: Landed, reason: string): Ranking {
  const priority = task.from === null ? 0 : task.priority;
  const why = `as its parent: ${reason}`;
  return { links: page.links.map((link: VisitedLink) => ({ link, priority, why })), promotions: [] };
}
