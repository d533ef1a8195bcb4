/** Groups of terms of which a page must have one each: without it the page does not count, whatever its score. */
import type { Page } from '../page/page.ts';
import { PhraseCounter, phraseForm } from '../text/phrase-counter.ts';
import type { Topic } from '../topic/topic.ts';

/** Returns the groups that a page lacks, in words. */
export function requiredTerms({
  required = [],
  language,
}: Pick<Topic, 'required' | 'language'>): (page: Page) => string[] {
  if (required.length === 0) return () => [];
  const terms = phraseForm({ language });
  const counters = required.map((group) => new PhraseCounter(group.map(terms)));
  return ({ title, text }) => {
    const found = terms(`${title}\n${text}`);
    return required.flatMap((group, i) =>
      counters[i]!.count(found).some((count) => count > 0) ? [] : [`required: ${group.join(' or ')}`],
    );
  };
}
