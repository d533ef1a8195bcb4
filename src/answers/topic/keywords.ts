/** Keywords that judges ignore or that only count against pages. */
import { stopWords } from '../../text/stopwords.ts';
import { words } from '../../text/tokens.ts';
import type { Topic } from '../../topic/topic.ts';
import type { Findings } from './check.ts';

export function checkKeywords({ keywords, language }: Topic): Findings {
  if (keywords.length === 0) return { faults: [], hints: [] };
  const stops = stopWords(language);
  const isIgnored = (term: string): boolean => words(term).every((word) => stops.has(word));
  const ignored = keywords.filter(({ term }) => isIgnored(term)).map(({ term }) => `"${term}"`);
  const useful = keywords.filter(({ term, weight }) => weight > 0 && !isIgnored(term));
  if (keywords.every(({ weight }) => weight <= 0))
    return {
      faults: [
        'keywords: all weights are negative or 0, so no page can be relevant. Add words that count for a page.',
      ],
      hints: [],
    };
  if (useful.length === 0)
    return {
      faults: [
        `keywords: ${ignored.join(', ')}: these are stop words, which judges ignore, so no page can be relevant. Add words of the topic.`,
      ],
      hints: [],
    };
  if (ignored.length === 0) return { faults: [], hints: [] };
  return { faults: [], hints: [`keywords: ${ignored.join(', ')}: stop words, which judges ignore.`] };
}
