/** What a crawl found, in words. Pages that were not judged never appear as a harvest rate of 0 %. */
import { count, percent } from './numbers.ts';

export interface Found {
  pages: number;
  relevant: number;
  unjudged?: number;
}

/** "12 of 300 pages called relevant (4.0 %)", or "300 pages, not judged". */
export function found({ pages, relevant, unjudged = 0 }: Found): string {
  if (pages === 0) return 'No pages';
  const judged = pages - unjudged;
  if (judged === 0) return `${count(pages)} pages, not judged`;
  const rest = unjudged === 0 ? '' : `; ${count(unjudged)} more were not judged`;
  return `${count(relevant)} of ${count(judged)} pages called relevant (${percent(relevant / judged)}${rest})`;
}

/** "4.0 %"; "not judged" if that is so, and a dash before the first page. */
export function harvestRate({ harvestRate: rate, pages }: { harvestRate?: number; pages: number }): string {
  if (rate !== undefined) return percent(rate);
  return pages === 0 ? '–' : 'not judged';
}
