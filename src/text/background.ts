/**
 * How rare an English word is in general: document frequencies over the glosses and example sentences of WordNet 3.1,
 * which ship with the project. A crawl has an idf from its first page and never needs to re-weight old vectors. The
 * table leaves out words found in only one document, and unknown words count as such, so idf is always in 0 …
 * ln(documents).
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

export interface Background {
  /** Number of documents counted. */
  readonly documents: number;
  /** 1 for unknown words. */
  documentFrequency(term: string): number;
  /** ln(documents / document frequency). */
  idf(term: string): number;
}

/** Keyed by Porter stems (lower case), or by lower-case words as written. */
export function englishBackground(of: 'stems' | 'words' = 'stems'): Background {
  loaded[of] ??= readTable(of);
  return loaded[of];
}

const loaded: { stems?: Background; words?: Background } = {};

/** Loaded on first use: most commands never need the tables, and none needs both. */
function readTable(of: 'stems' | 'words'): Background {
  const packed = readFileSync(new URL(`./data/english-${of}.txt.gz`, import.meta.url));
  const [first, ...lines] = gunzipSync(packed).toString('latin1').split('\n');
  const documents = Number(first);
  const table = new Map<string, number>();
  for (const line of lines) {
    const [frequency, ...same] = line.split(' ');
    for (const term of same) table.set(term, Number(frequency));
  }
  const documentFrequency = (term: string) => table.get(term) ?? 1;
  return { documents, documentFrequency, idf: (term) => Math.log(documents / documentFrequency(term)) };
}
