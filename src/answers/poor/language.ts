/** Pages that do not count because of their language. */
import { typed } from '../../suggest.ts';
import { count } from '../numbers.ts';
import type { Explain } from './explanation.ts';

/** Fewer are no reason. */
const SHARE = 0.3;

export const otherLanguages: Explain = ({ topic: { language }, misses, folder }) => {
  if (language === undefined) return undefined;
  const foreign = misses.filter((miss) => miss.language !== undefined && miss.language !== language);
  if (foreign.length === 0 || foreign.length < SHARE * misses.length) return undefined;
  const byLanguage = new Map<string, number>();
  for (const miss of foreign) byLanguage.set(miss.language!, (byLanguage.get(miss.language!) ?? 0) + 1);
  const most = [...byLanguage].sort(([, a], [, b]) => b - a).slice(0, 3);
  const lost = foreign.filter(({ margin = -1 }) => margin >= 0).length;
  return {
    what: `${count(foreign.length)} of ${count(misses.length)} pages that do not count are not in the topic's language "${language}": ${most.map(([code, n]) => `${code} ${count(n)}`).join(', ')}.${lost > 0 ? ` ${count(lost)} of them would count without it.` : ''}`,
    next: `remove or change "language:" in the topic file and judge again without fetching: forage judge ${typed(folder)} --topic TOPIC. Or start from pages in that language`,
  };
};
