/** What a crawl found, in words. Pages that were not judged never appear as a harvest rate of 0 %. */
import { count, percent } from './numbers.ts';

export interface Found {
  pages: number;
  relevant: number;
  unjudged?: number;
}

/**
 * "12 of 300 pages called relevant (4.0 %)", or "300 pages, not judged". Where people's answers have changed how many
 * count, what the judge called is another number: "10 of 300 pages count as relevant (3.3 %; the judge called 12)".
 */
export function found({ pages, relevant, unjudged = 0 }: Found, addedByAnswers = 0): string {
  if (pages === 0) return 'No pages';
  const judged = pages - unjudged;
  if (judged === 0) return `${count(pages)} pages, not judged`;
  const rest = unjudged === 0 ? '' : `; ${count(unjudged)} more were not judged`;
  const what = addedByAnswers === 0 ? 'called relevant' : 'count as relevant';
  const byJudge = addedByAnswers === 0 ? '' : `; the judge called ${count(relevant - addedByAnswers)}`;
  return `${count(relevant)} of ${count(judged)} pages ${what} (${percent(relevant / judged)}${byJudge}${rest})`;
}

/** "4.0 %"; "not judged" if that is so, and a dash before the first page. */
export function harvestRate({ harvestRate: rate, pages }: { harvestRate?: number; pages: number }): string {
  if (rate !== undefined) return percent(rate);
  return pages === 0 ? '–' : 'not judged';
}
