/**
 * What strategies and filters return, checked where it comes in, since users can write them: a value that nothing can be
 * made of is a fault on the page at hand, not one of the crawl later.
 */
import { atOnce } from '../at-once.ts';
import type { NewPriority } from '../frontier/frontier.ts';
import { checkPriority } from '../frontier/input.ts';
import type { Reranked } from '../strategy/strategy.ts';

/** Why a link is skipped; undefined accepts it. Every skipped link has a reason to read. */
export function checkReason(reason: string | undefined): string | undefined {
  if (reason !== '') return checkWords(reason);
  throw new TypeError('A reason must not be empty: return undefined to accept the link.');
}

/** An explanation, if there is one. */
export function checkWords(words: string | undefined): string | undefined {
  if (words === undefined || typeof atOnce(words) === 'string') return words;
  throw new TypeError(`A reason must be a text or undefined, not ${String(words)}.`);
}

/** Waiting links that move, as the frontier takes them. */
export function movedLinks(links: readonly Reranked[] = []): NewPriority[] {
  return atOnce(links).map(({ carry, ...link }) => {
    checkPriority(link.priority, link.url);
    checkWords(link.why);
    if (typeof link.url !== 'string' || typeof link.host !== 'string')
      throw new TypeError('A link that moves must have a URL and a host.');
    return carry === undefined ? link : { ...link, carry: JSON.stringify(carry) };
  });
}
