/**
 * Why a crawl found little or nothing, and what to try next: for the end of a crawl and its status. Every explanation
 * comes from what the crawl recorded; several may hold at once, the most basic comes first.
 */
import type { OpenCrawl } from '../../crawl/open.ts';
import { offTopic, underThreshold } from './border.ts';
import type { Explain, Explanation } from './explanation.ts';
import { type Facts, factsOf } from './facts.ts';
import { failures } from './failures.ts';
import { otherLanguages } from './language.ts';
import { pageRules, robots, scope } from './page-rules.ts';
import { unreadSeeds } from './seeds.ts';

/** With a larger share of relevant pages nothing needs an explanation. */
const POOR = 0.05;

const reasons: readonly Explain[] = [
  unreadSeeds,
  otherLanguages,
  pageRules,
  robots,
  failures,
  scope,
  underThreshold,
  offTopic,
];

/** Empty for a crawl that found enough, or whose pages were not judged. */
export function explainPoor(crawl: OpenCrawl): Explanation[] {
  const facts = factsOf(crawl);
  return isPoor(facts) ? reasons.flatMap((explain) => explain(facts) ?? []) : [];
}

function isPoor({ counts: { pages, relevant, unjudged = 0 } }: Facts): boolean {
  const judged = pages - unjudged;
  return judged > 0 ? relevant < POOR * judged : pages === 0;
}
