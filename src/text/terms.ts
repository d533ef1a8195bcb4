/**
 * Turns a text into terms: words without stop words, stemmed. A known word costs one table lookup and no new string
 * (see word-numbers.ts).
 */
import { stemmer } from './stem.ts';
import { stopWords } from './stopwords.ts';
import { foldAccents, ownString, type WordOptions, words } from './tokens.ts';
import { WordNumbers } from './word-numbers.ts';

export interface TermOptions extends Omit<WordOptions, 'keepCase'> {
  /** ISO 639-1; default English. */
  language?: string;
  /** `none` keeps every word; `long` is English only. */
  stopWords?: 'none' | 'usual' | 'long';
  /** Leave words unstemmed. */
  keepForms?: boolean;
}

export type TermReader = (text: string) => string[];

/** Create once, use for every page. */
export function termReader(options: TermOptions = {}): TermReader {
  const anew = forgetfulReader(options);
  // A limit is for short texts and the start of long ones; numbering would read the whole text.
  if (options.limit !== undefined) return anew;
  const terms: string[] = [];
  const numbered = new WordNumbers(
    (word) => {
      const [term, ...more] = anew(word);
      if (term === undefined) return STOP;
      return more.length > 0 ? SEVERAL : terms.push(ownString(term)) - 1;
    },
    { lettersOnly: options.lettersOnly === true },
  );
  return (text) => {
    if (numbered.full) {
      numbered.forget();
      terms.length = 0;
    }
    numbered.read(text);
    const { numbers, length } = numbered;
    const found: string[] = [];
    for (let i = 0; i < length; i++) {
      const number = numbers[i]!;
      if (number >= 0) found.push(terms[number]!);
      else if (number === SEVERAL) return anew(text);
    }
    return found;
  };
}

/** Reads every word without a memo, for callers that remember words themselves. */
export function forgetfulReader(options: TermOptions = {}): TermReader {
  const { language = 'en', stopWords: list = 'usual', keepForms = false } = options;
  const stops = new Set(list === 'none' ? [] : stopWords(language, list));
  if (options.fold) for (const word of [...stops]) stops.add(foldAccents(word));
  const kept = (text: string) => words(text, options).filter((word) => !stops.has(word));
  if (keepForms) return kept;
  const stem = stemmer(language);
  return (text) => kept(text).map(stem);
}

const STOP = -1;
/** Splits into several words on its own (some scripts without spaces): its text is read as strings. */
const SEVERAL = -2;
