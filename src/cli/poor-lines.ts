import type { Explanation } from '../answers/poor/explanation.ts';

/** Why a crawl found little, each reason with the next thing to try. */
export const poorLines = (poor: readonly Explanation[]): string[] =>
  poor.length === 0
    ? []
    : ['', 'Why it found little:', ...poor.flatMap(({ what, next }) => [`- ${what}`, `  Try: ${next}`])];
