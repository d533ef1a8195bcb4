import type { Trust } from '../answers/trust.ts';
import { oneLine } from './format.ts';

/** The best of what the judge did not call relevant. */
export function underBorder({ underBorder: pages }: Trust): string[] {
  if (pages.length === 0) return [];
  return [
    'Just below the threshold:',
    ...pages.map(({ score, title, url }) => `  ${roundedDown(score)}  ${oneLine(title || url, 70)}`),
  ];
}

/** 0.4998 is not shown as a threshold of 0.5. */
const roundedDown = (score: number): string => (Math.floor(1000 * score) / 1000).toFixed(3);
