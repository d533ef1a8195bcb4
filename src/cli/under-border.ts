import type { Trust } from '../answers/trust.ts';
import { oneLine } from './format.ts';

/** The best of what the judge did not call relevant. */
export function underBorder({ underBorder: pages }: Trust): string[] {
  if (pages.length === 0) return [];
  return [
    'Just below the threshold:',
    ...pages.map(({ score, title, url }) => `  ${score.toFixed(3)}  ${oneLine(title || url, 70)}`),
  ];
}
