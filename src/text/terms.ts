/**
 * From a text to its terms: words, stop words left out, the rest stemmed. One look into one bounded memo a word
 * does both, which costs half of asking the stop list and the stemmer in turn.
 */
import { stemmer } from './stem.ts';
import { stopWords } from './stopwords.ts';
import { foldAccents, ownString, type WordOptions, words } from './tokens.ts';

export interface TermOptions extends Omit<WordOptions, 'keepCase'> {
  /** ISO 639-1; English unless said. */
  language?: string;
  /** `none` keeps every word; `long` is English only. */
  stopWords?: 'none' | 'usual' | 'long';
  /** Words as they are, unstemmed. */
  keepForms?: boolean;
}

export type TermReader = (text: string) => string[];

/** Made once, used for every page. */
export function termReader(options: TermOptions = {}): TermReader {
  const { language = 'en', stopWords: list = 'usual', keepForms = false } = options;
  const stops = new Set(list === 'none' ? [] : stopWords(language, list));
  if (options.fold) for (const word of [...stops]) stops.add(foldAccents(word));
  const stem = keepForms ? (word: string) => word : stemmer(language);
  const memo = new Map<string, string>();
  return (text) => {
    const found = words(text, options);
    let kept = 0;
    for (let i = 0; i < found.length; i++) {
      const word = found[i]!;
      let term = memo.get(word);
      if (term === undefined) {
        term = stops.has(word) ? '' : ownString(stem(word));
        if (memo.size >= maxRemembered) memo.clear();
        if (word.length <= maxWordLength) memo.set(ownString(word), term);
      }
      if (term !== '') found[kept++] = term;
    }
    found.length = kept;
    return found;
  };
}

const maxRemembered = 50_000;
const maxWordLength = 60;
