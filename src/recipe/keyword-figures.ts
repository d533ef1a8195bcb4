/**
 * Which keywords of a topic tell its examples apart. García Dorado (Lund, 2008), section 11.3: words that are as
 * frequent in pages off the topic spoil a string match.
 */
import { stringMatch } from '../judge/string-match.ts';
import { gSquared } from '../text/g-squared.ts';
import type { Topic } from '../topic/topic.ts';
import type { ExamplePage } from './lesson.ts';

export interface KeywordFigures {
  keyword: string;
  /** Examples with it. */
  relevant: number;
  irrelevant: number;
  /** Commoner among the relevant examples than it would be by chance, or among the others if its weight is negative. */
  tells: boolean;
}

/** G² is above this by chance for one keyword in a hundred. */
const CERTAIN = 6.63;

export function keywordFigures(
  { keywords, language }: Topic,
  examples: readonly ExamplePage[],
): KeywordFigures[] {
  const settings = { half: 1, halfOfText: 1, titleWeight: 1, stem: 'plural' as const, language };
  const wanted = examples.filter(({ relevant }) => relevant).length;
  return keywords.map(({ term, weight }) => {
    const one = stringMatch([{ term, weight: 1 }], settings);
    const having = examples.filter(({ page }) => one.judge(page).score > 0);
    const relevant = having.filter((example) => example.relevant).length;
    const irrelevant = having.length - relevant;
    const certainty = gSquared(
      { trials: wanted, successes: relevant },
      { trials: examples.length, successes: having.length },
    );
    const favours = relevant * (examples.length - wanted) > irrelevant * wanted;
    return { keyword: term, relevant, irrelevant, tells: certainty >= CERTAIN && favours === weight > 0 };
  });
}
