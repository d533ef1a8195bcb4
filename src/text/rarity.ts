/**
 * How rare terms are: an idf for every term, from what is known before a crawl and from pages of the Web that is
 * crawled. A term on more of these pages than the background says is as common as their weighted mean, as if the
 * background had been counted on a hundred pages: (n + 100 · background) / (N + 100). A term on fewer keeps its
 * background: a crawl sees a corner of the Web, and a name that it has not met yet is not rarer for that. The background
 * is English; in other languages all terms are equally rare until pages are counted.
 */
import { englishBackground, unknownShare } from './background.ts';
import type { Stemming } from './stem.ts';
import { TermTable } from './term-table.ts';
import type { TermReader } from './terms.ts';

/** In how many documents each term was found; plain JSON. */
export interface Frequencies {
  documents: number;
  terms: readonly string[];
  frequencies: readonly number[];
}

/** The idf of a term; never below 0. */
export type Rarity = (term: string) => number;

export interface RarityOptions {
  language: string;
  stem: Stemming;
  /** Counted on pages, in the same form of terms. */
  counted?: Frequencies | undefined;
}

const backgroundPages = 100;

export function rarity({ language, stem, counted }: RarityOptions): Rarity {
  const background = language === 'en' ? englishBackground(stem) : undefined;
  if (counted === undefined) return background?.idf ?? (() => 1);
  const { documents, terms, frequencies } = counted;
  const table = new Map(terms.map((term, i) => [term, frequencies[i]!]));
  return (term) => {
    const before = background?.share(term) ?? unknownShare;
    const both = ((table.get(term) ?? 0) + backgroundPages * before) / (documents + backgroundPages);
    return Math.max(0, -Math.log(Math.max(before, both)));
  };
}

/** Terms found in one text only are left out: there are too many, and their number says little. */
export function countFrequencies(texts: Iterable<string>, termsOf: TermReader): Frequencies {
  const table = new TermTable();
  let documents = 0;
  for (const text of texts) {
    documents += 1;
    table.add([...new Set(termsOf(text))].join('\n'), 1);
  }
  return { documents, ...table.counted(2) };
}
