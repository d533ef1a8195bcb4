/**
 * Subject headings: those of a scheme whose terms are in the title or the keywords, or twice in the abstract. Words are
 * compared by their stems. Without a scheme the topic's keywords are the headings.
 */
import { stemmer } from '../text/stem.ts';
import type { SemanticHeader } from './header.ts';

export type Subjects = Readonly<Record<string, readonly string[]>>;

const MOST = 10;

export function subjectsOf(header: SemanticHeader, subjects: Subjects): string[] {
  const stem = stemmer(header.language ?? 'en');
  const stems = (text: string): string =>
    ` ${(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(stem).join(' ')} `;
  const prominent = stems(`${header.title ?? ''} | ${(header.keywords ?? []).join(' | ')}`);
  const abstract = stems(header.abstract ?? '');
  const isMeant = (term: string): boolean => {
    const wanted = stems(term);
    return wanted !== '  ' && (prominent.includes(wanted) || abstract.split(wanted).length > 2);
  };
  return Object.entries(subjects)
    .filter(([, terms]) => terms.some(isMeant))
    .map(([heading]) => heading)
    .slice(0, MOST);
}
