/**
 * What a visited page counts as: relevant by its label, or one of the pages that the recipes were given. A given page
 * costs a visit like any other but is never found, whatever the measure: it is not relevant, and its scores by the
 * measuring judge and the language model are left out.
 */
import type { IsGiven } from './given-pages.ts';
import type { Visited } from './study.ts';

export type Mark = (visit: Visited) => Visited;

/** `isRelevant` is absent without labels, `isPositive` without positives. */
export function markBy(isGiven: IsGiven, isRelevant?: (url: string) => boolean, isPositive?: IsGiven): Mark {
  return (visit) => {
    const example = isGiven(visit);
    const labelled = isRelevant === undefined ? {} : { relevant: !example && isRelevant(visit.url) };
    if (!example) return { ...visit, ...labelled, ...(isPositive ? { positive: isPositive(visit) } : {}) };
    const { measured: _, perplexity: __, ...met } = visit;
    return { ...met, ...labelled, example };
  };
}
