/** Which budget of a crawl is used up, in words. */
import type { Equipment } from './equipment.ts';
import type { StopReason } from './events.ts';

export function spentBudget({
  settings: { budget },
  statistics,
  round,
}: Pick<Equipment, 'settings' | 'statistics' | 'round'>): { reason: StopReason; detail: string } | undefined {
  const { counts } = statistics;
  if (round !== undefined) {
    if (round.requestsLeft > 0) return undefined;
    return { reason: 'budget-round', detail: `the round has used its ${round.state.budget} requests` };
  }
  if (budget.pages !== undefined && counts.pages >= budget.pages)
    return { reason: 'budget-pages', detail: `the budget of ${budget.pages} pages is used up` };
  if (budget.relevant !== undefined && counts.relevant >= budget.relevant)
    return { reason: 'budget-relevant', detail: `${budget.relevant} relevant pages were found` };
  const brings = budget.yield === undefined ? undefined : statistics.recentYield();
  if (brings !== undefined && brings < budget.yield!) {
    const shares = `${percent(brings)} were relevant, less than ${percent(budget.yield!)}`;
    return { reason: 'budget-yield', detail: `of the last 500 pages ${shares}` };
  }
  if (budget.words !== undefined && counts.words >= budget.words)
    return { reason: 'budget-words', detail: `${budget.words} words of relevant pages were found` };
  if (budget.bytes !== undefined && counts.bytes >= budget.bytes)
    return { reason: 'budget-bytes', detail: `the budget of ${budget.bytes} bytes is used up` };
  if (budget.seconds !== undefined && counts.elapsedMs >= 1000 * budget.seconds)
    return { reason: 'budget-time', detail: `the time budget of ${budget.seconds} s is used up` };
  return undefined;
}

const percent = (share: number): string => `${Number((100 * share).toFixed(2))} %`;
