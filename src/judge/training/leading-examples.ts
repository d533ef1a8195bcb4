/**
 * Finds the off-topic examples that lead to the topic: those that link to an example on the topic, or to a page that
 * on-topic examples have in common (at least two of them link to it, and it is at least three times as common among
 * them as among the others; links that every page of a site has say nothing). This is ours, for topics without a
 * back-link graph: the CINDI robot (Chen, Concordia, 2008, section 4.3.4) asks a search engine for pages that link to the
 * topic's pages.
 */
import type { Page } from '../../page/page.ts';

export interface LeadingExample {
  page: Page;
  relevant: boolean;
}

/** Indices of the leading examples in the list. */
export function leadingExamples(examples: readonly LeadingExample[]): number[] {
  const targets = new Set(examples.filter(({ relevant }) => relevant).map(({ page }) => page.url));
  const commonTo = { relevant: counts(examples, true), others: counts(examples, false) };
  const relevantShare = 1 / Math.max(1, targets.size);
  const otherShare = 1 / Math.max(1, examples.length - targets.size);
  for (const [url, count] of commonTo.relevant) {
    const among = (commonTo.others.get(url) ?? 0) * otherShare;
    if (count >= MIN_EXAMPLES && count * relevantShare >= TIMES_AS_COMMON * among) targets.add(url);
  }
  return examples.flatMap(({ page, relevant }, i) =>
    !relevant && page.links.some(({ url }) => targets.has(url)) ? [i] : [],
  );
}

const MIN_EXAMPLES = 2;
const TIMES_AS_COMMON = 3;

/** How many of the examples link to each URL; several links of a page to one target count once. */
function counts(examples: readonly LeadingExample[], relevant: boolean): Map<string, number> {
  const found = new Map<string, number>();
  for (const example of examples) {
    if (example.relevant !== relevant) continue;
    for (const { url } of example.page.links) found.set(url, (found.get(url) ?? 0) + 1);
  }
  return found;
}
