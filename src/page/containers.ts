/**
 * The tree of a page's block-level elements, as far as the main text needs it: what each is, and what its class, id and
 * role say about it. Nothing of the page is kept.
 */

/** Named as main text usually is. */
export const LIKELY = 1;
/** Named as what stands beside main text usually is: comments, teasers, buttons for sharing. */
export const UNLIKELY = 2;
/** Declared to be the text of an article (schema.org). */
export const DECLARED = 4;

export class Containers {
  /** A parent comes before its children; 0 is the page itself. */
  readonly parents: number[] = [-1];
  readonly elements: number[] = [0];
  readonly hints: number[] = [0];
  /** The innermost open one. */
  current = 0;

  open(element: number, hint: number): void {
    this.parents.push(this.current);
    this.elements.push(element);
    this.hints.push(hint);
    this.current = this.parents.length - 1;
  }

  close(): void {
    this.current = Math.max(0, this.parents[this.current]!);
  }
}

/** `names`: class, id and role. */
export function hintOf(names: string, itemprop: string): number {
  if (itemprop !== '' && /articlebody/i.test(itemprop)) return DECLARED;
  if (names === '') return 0;
  return (likely.test(names) ? LIKELY : 0) | (unlikely.test(names) ? UNLIKELY : 0);
}

const likely = /article|blog|body|column|content|entry|main|page|post|story|text/i;

const besideWords = [
  // Other people's words, and other pages.
  'comment|disqus|related|recommend|see-?also|read-?more|trending|popular|most-?read|latest|teaser|outbrain|taboola',
  // What wants something from the reader.
  'share|sharing|social|promo|sponsor|advert|\\bads?\\b|\\bad-|banner|newsletter|subscri|sign-?up|login|popup|modal',
  'cookie|consent|gdpr|\\bpoll\\b|rating',
  // Parts of the site.
  'side-?bar|foot(?!note)|\\bnav|navigation|menu|breadcrumb|pagination|pager|toolbar|masthead|widget|complementary',
  // About the article, not of it.
  'byline|author|\\bbio\\b|\\btags?\\b|taglist|caption|credit|copyright|disclaimer|gallery|carousel|slider',
  'sr-only|screen-reader|visually-hidden|\\bskip',
];
const unlikely = new RegExp(besideWords.join('|'), 'i');
