/**
 * How rare an English word is on web pages in general, for a crawl that has seen none yet. The source is a table of
 * document frequencies over the glosses and example sentences of WordNet 3.1. A gloss is not a page: it has about
 * seven terms, a page some three hundred. So the share of pages with a word is that of forty glosses together,
 * 1 − (1 − n/N)^40, and idf is −ln of it. Words of the Web itself (`data/web-words.ts`) are on every tenth page.
 *
 * Most words missing from the table are not rare on pages: names, abbreviations, other spellings. Each counts as found
 * in eight glosses, which gives an idf of 5.9. Counted on two collections of pages, an encyclopedia and university
 * departments, the mean idf of such words over their occurrences on pages was 5.7 and 5.6.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { webWords } from './data/web-words.ts';
import { type Stemming, stemmer } from './stem.ts';

export interface Background {
  /** Number of glosses counted. */
  readonly documents: number;
  /** Number of glosses with the term; 0 for an unknown one. */
  documentFrequency(term: string): number;
  /** Share of web pages expected to contain the term. */
  share(term: string): number;
  /** −ln share. */
  idf(term: string): number;
}

/** Keyed by lower-case words in the given form. */
export function englishBackground(form: Stemming = 'full'): Background {
  let known = loaded.get(form);
  if (known === undefined) {
    known = readTable(form);
    loaded.set(form, known);
  }
  return known;
}

const glossesPerPage = 40;
const unknownFrequency = 8;
const shareOfWebWords = 0.1;
const glosses = 117_791;

/** Of a word about which nothing is known. */
export const unknownShare = shareOf(unknownFrequency, glosses);

function shareOf(documentFrequency: number, documents: number): number {
  return 1 - (1 - documentFrequency / documents) ** glossesPerPage;
}

const loaded = new Map<Stemming, Background>();

/** Loaded on first use: most commands never need the tables, and none needs all. */
function readTable(form: Stemming): Background {
  const file = form === 'full' ? 'stems' : 'words';
  const packed = readFileSync(new URL(`./data/english-${file}.txt.gz`, import.meta.url));
  const [first, ...lines] = gunzipSync(packed).toString('latin1').split('\n');
  const documents = Number(first);
  const stem = stemmer('en', form === 'plural' ? 'plural' : 'none');
  const table = new Map<string, number>();
  for (const line of lines) {
    const [frequency, ...same] = line.split(' ');
    for (const word of same) {
      const term = stem(word);
      table.set(term, Math.min(documents, (table.get(term) ?? 0) + Number(frequency)));
    }
  }
  const ofWeb = new Set(webWords.trim().split(/\s+/).map(stemmer('en', form)));
  const documentFrequency = (term: string) => table.get(term) ?? 0;
  const share = (term: string) => {
    const ofGlosses = shareOf(documentFrequency(term) || unknownFrequency, documents);
    return ofWeb.has(term) ? Math.max(shareOfWebWords, ofGlosses) : ofGlosses;
  };
  return { documents, documentFrequency, share, idf: (term) => -Math.log(share(term)) };
}
