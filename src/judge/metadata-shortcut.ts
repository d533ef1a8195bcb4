/**
 * Whether a page's title or meta keywords name the topic. Chen (CINDI robot, Concordia, 2008), section 4.2.4: one hit
 * is enough, and the page needs no further check. Here it is a reason to follow the page's links, not to call it
 * relevant (`two-layers.ts`). The thesis keeps a separate list for this; ours are the topic's keywords with a positive
 * weight. A phrase must match word by word; words are compared by stem.
 */
import type { Page } from '../page/page.ts';
import { termReader } from '../text/terms.ts';
import type { WeightedTerm } from '../topic/topic.ts';

export interface MetadataHit {
  keyword: string;
  place: 'title' | 'meta keywords';
}

export function metadataShortcut(
  keywords: readonly WeightedTerm[],
  language = 'en',
): (page: Page) => MetadataHit | undefined {
  const terms = termReader({ language, stopWords: 'none', numbers: true });
  const asLine = (text: string): string => ` ${terms(text.slice(0, maxLength)).join(' ')} `;
  const wanted = keywords
    .filter(({ weight }) => weight > 0)
    .map(({ term }) => ({ keyword: term, line: asLine(term) }))
    .filter(({ line }) => line.trim() !== '');
  const hitIn = (text: string): string | undefined => {
    if (text === '') return undefined;
    const line = asLine(text);
    return wanted.find((one) => line.includes(one.line))?.keyword;
  };
  return ({ title, meta }) => {
    const inTitle = hitIn(title);
    if (inTitle !== undefined) return { keyword: inTitle, place: 'title' };
    for (const part of (meta.keywords ?? '').slice(0, maxLength).split(/[,;]/)) {
      const inPart = hitIn(part);
      if (inPart !== undefined) return { keyword: inPart, place: 'meta keywords' };
    }
    return undefined;
  };
}

const maxLength = 2000;
