/**
 * How rare an English word is in general: document frequencies counted over the glosses and example
 * sentences of WordNet 3.1, which ship with the project. A crawl has an idf from its first page and never
 * needs to re-weight old vectors. An unknown word counts as found in one document, as does every word the
 * table leaves out because it was found in one only; so idf is always in 0 … ln(documents).
 */
import { createRequire } from 'node:module';

export interface Background {
  /** How many documents were counted. */
  readonly documents: number;
  /** 1 for unknown words. */
  documentFrequency(term: string): number;
  /** ln(documents / document frequency). */
  idf(term: string): number;
}

/** Of Porter stems (lower case), or of lower-case words as written. */
export function englishBackground(of: 'stems' | 'words' = 'stems'): Background {
  loaded[of] ??= tabled(readTable(of));
  return loaded[of];
}

const loaded: { stems?: Background; words?: Background } = {};

interface Table {
  documents: number;
  frequencies: string;
}

/** Required, not imported: most commands never need the tables, and none needs both. */
function readTable(of: 'stems' | 'words'): Table {
  const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return createRequire(import.meta.url)(`./data/english-${of}.${ending}`) as Table;
}

function tabled({ documents, frequencies }: Table): Background {
  const table = new Map<string, number>();
  for (const line of frequencies.split('\n')) {
    const [frequency, ...same] = line.split(' ');
    for (const term of same) table.set(term, Number(frequency));
  }
  const documentFrequency = (term: string) => table.get(term) ?? 1;
  return { documents, documentFrequency, idf: (term) => Math.log(documents / documentFrequency(term)) };
}
