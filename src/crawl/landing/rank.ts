/**
 * Lets the strategy rank the links of a page. If the strategy fails, or the measure or the judge has failed before it,
 * the page's links wait at the priority of the link that led to it.
 */
import { atOnce } from '../../at-once.ts';
import { checkPriority } from '../../frontier/input.ts';
import { frozen } from '../../plugin/frozen.ts';
import type { Promotion, Ranked, Strategy, Visit, VisitedLink } from '../../strategy/strategy.ts';
import type { Equipment } from '../equipment.ts';
import { checkReason, checkWords } from '../returns.ts';
import { asWaiting } from '../waiting.ts';
import type { Landed } from './landed.ts';

export interface Ranking {
  links: RankedLink[];
  promotions: Promotion[];
}

export interface RankedLink {
  link: VisitedLink;
  priority: number;
  why?: string | undefined;
  refuse?: string | undefined;
  /** As JSON. */
  carry?: string | undefined;
}

type Parts = Pick<Equipment, 'strategy' | 'recipe' | 'faults' | 'catalogue'>;

export function rank(landed: Landed, on: Parts): Ranking {
  const { task, page, judgement, signals } = landed;
  const { strategy, recipe, faults, catalogue } = on;
  if (judgement === undefined || signals === undefined)
    return asParent(
      landed,
      judgement === undefined ? 'its page was not judged' : 'its page was not measured',
    );
  const given = recipe.isOurs ? { page, judgement } : frozen({ page, judgement });
  const visit: Visit<object> = {
    ...given,
    signals,
    via: asWaiting(task),
    inlinks: () => {
      checkInlinks(strategy);
      return catalogue.read.inlinksOf(task.id);
    },
    host: () => catalogue.read.tallyOf(task.host) ?? { pages: 0, relevant: 0 },
  };
  return (
    faults.contain('strategy', task.url, () => {
      const ranking = gathered(strategy.visit(visit), page.links);
      if (ranking.promotions.length > 0) checkInlinks(strategy);
      return ranking;
    }) ?? asParent(landed, 'the strategy failed')
  );
}

/**
 * Collects and checks all ranks, so that a strategy that fails at its last link does not leave a page half ranked; at
 * most one rank per link.
 */
export function gathered(ranks: Iterable<Ranked | Promotion>, of: readonly VisitedLink[]): Ranking {
  const links: RankedLink[] = [];
  const promotions: Promotion[] = [];
  if (typeof atOnce(ranks)?.[Symbol.iterator] !== 'function')
    throw new TypeError(`A strategy must return a list of ranks, not ${ranks}.`);
  for (const ranked of ranks) {
    if ('siblings' in ranked) {
      checkPriority(ranked.siblings, 'the siblings');
      checkWords(ranked.why);
      promotions.push(ranked);
      continue;
    }
    const { link, priority, why, refuse, carry } = ranked;
    if (links.length === of.length)
      throw new Error(`A page of ${of.length} links got more ranks than links.`);
    if (link?.url === undefined || of[link.position]?.url !== link.url)
      throw new TypeError(`A rank must have a link of the page, not ${link?.url ?? link}.`);
    checkPriority(priority, link.url);
    checkWords(why);
    checkReason(refuse);
    links.push({
      link,
      priority,
      why,
      refuse,
      carry: carry === undefined ? undefined : JSON.stringify(carry),
    });
  }
  return { links, promotions };
}

/** The index of them costs time and room, so a strategy has to ask for it. */
function checkInlinks({ usesInlinks }: Strategy): void {
  if (!usesInlinks)
    throw new Error('A strategy that reads in-links or promotes siblings must have "usesInlinks: true".');
}

/** A seed's priority says nothing about its links. */
function asParent({ task, page }: Landed, reason: string): Ranking {
  const priority = task.from === null ? 0 : task.priority;
  const why = `as its parent: ${reason}`;
  return { links: page.links.map((link: VisitedLink) => ({ link, priority, why })), promotions: [] };
}
