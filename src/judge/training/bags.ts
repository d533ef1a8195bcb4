/**
 * A page's words, counted: what the layer classifiers learn from. Small enough to keep for hundreds of pages, and to
 * pass from the thread that read a page to the loop.
 */
import { type TermOptions, termReader } from '../../text/terms.ts';

export interface Bag {
  /** The distinct terms, separated by spaces, in order of first occurrence. */
  terms: string;
  /** How often each of them occurs. */
  counts: Uint16Array;
}

export interface LabelledBag {
  bag: Bag;
  relevant: boolean;
}

export type BagReader = (text: string) => Bag;

/** Words without the 620 stop words, letters only, stemmed (thesis, 4.3.1); other languages have their own lists. */
export function layerWords(language = 'en'): TermOptions {
  return { language, stopWords: 'long', lettersOnly: language === 'en' };
}

export function bagReader(language?: string | undefined): BagReader {
  const read = termReader(layerWords(language));
  return (text) => {
    const counts = new Map<string, number>();
    for (const term of read(text)) {
      const known = counts.get(term);
      if (known !== undefined) counts.set(term, Math.min(known + 1, 65_535));
      else if (counts.size < maxTerms) counts.set(term, 1);
    }
    return { terms: [...counts.keys()].join(' '), counts: Uint16Array.from(counts.values()) };
  };
}

export const termsOf = ({ terms }: Bag): string[] => (terms === '' ? [] : terms.split(' '));

/** To and from plain JSON. */
export type BagRecord = [terms: string, counts: number[]];

export const bagRecord = ({ terms, counts }: Bag): BagRecord => [terms, [...counts]];

export const restoreBag = ([terms, counts]: BagRecord): Bag => ({ terms, counts: Uint16Array.from(counts) });

const maxTerms = 5000;
