/**
 * Turns a text into terms: words without stop words, stemmed. Numbers and single letters are no terms: they occur on
 * pages about anything, and as rare "words" they would outweigh the words of the subject. A known word costs one table
 * lookup and no new string (see word-numbers.ts).
 */
import { type Stemming, stemmer } from './stem.ts';
import { stopWords } from './stopwords.ts';
import { foldAccents, ownString, type WordOptions, words } from './tokens.ts';
import { WordNumbers } from './word-numbers.ts';

export interface TermOptions extends WordOptions {
  /** ISO 639-1; default English. */
  language?: string;
  /** `none` keeps every word; `long` is English only. */
  stopWords?: 'none' | 'usual' | 'long';
  stem?: Stemming;
  /** Numbers and single letters are terms, too. */
  numbers?: boolean;
}

export type TermReader = (text: string) => string[];

/** Create once, use for every page. */
export function termReader(options: TermOptions = {}): TermReader {
  const reader = forgetfulReader(options);
  // A limit is for short texts and the start of long ones; numbering would read the whole text.
  if (options.limit !== undefined) return reader;
  const terms: string[] = [];
  const numbered = new WordNumbers(
    (word) => {
      const [term, ...more] = reader(word);
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
      else if (number === SEVERAL) return reader(text);
    }
    return found;
  };
}

/** Reads every word without a memo, for callers that remember words themselves. */
export function forgetfulReader(options: TermOptions = {}): TermReader {
  const { language = 'en', stopWords: list = 'usual', fold = false, numbers = false } = options;
  const stops = new Set(list === 'none' ? [] : stopWords(language, list));
  if (fold) for (const word of [...stops]) stops.add(foldAccents(word));
  const stem = stemmer(language, options.stem);
  // English rules do not know accents; those of other languages depend on them.
  const foldsFirst = fold && language === 'en';
  const isTerm = (word: string): boolean =>
    !stops.has(fold && !foldsFirst ? foldAccents(word) : word) && (numbers || !isNumberOrLetter(word));
  const kept = (text: string) => words(text, { ...options, fold: foldsFirst }).filter(isTerm);
  if (!fold || foldsFirst) return (text) => kept(text).map(stem);
  return (text) => kept(text).map((word) => foldAccents(stem(withAccents(word, language))));
}

export type TermOf = (word: string) => string | undefined;

/**
 * The term of a single word, numbers and letters included; undefined for a stop word. All readers of a form share what
 * they remember: a judge that gets a new model in mid-crawl meets no word for the first time.
 */
export function termOfWord({ language = 'en', stem }: Pick<TermOptions, 'language' | 'stem'>): TermOf {
  const form = `${language} ${stem}`;
  const made = termsOfWords.get(form) ?? rememberingTerms(language, stem);
  termsOfWords.set(form, made);
  return made;
}

const termsOfWords = new Map<string, TermOf>();
/** About 10 MB; then everything is forgotten. */
const maxRemembered = 100_000;

function rememberingTerms(language: string, stem: Stemming | undefined): TermOf {
  const reader = forgetfulReader({ language, ...(stem && { stem }), numbers: true });
  const known = new Map<string, string | undefined>();
  return (word) => {
    const term = known.get(word);
    if (term !== undefined || known.has(word)) return term;
    if (known.size >= maxRemembered) known.clear();
    const [made] = reader(word);
    const own = ownString(word);
    known.set(own, made === word ? own : made && ownString(made));
    return made;
  };
}

/** A single character of Chinese or Japanese is a word, not a letter. */
export function isNumberOrLetter(word: string): boolean {
  return word.length === 1 ? word.charCodeAt(0) < FIRST_IDEOGRAPH : NUMBER.test(word);
}

const FIRST_IDEOGRAPH = 0x2e80;
const NUMBER = /^\p{N}+$/u;

/** Typed without accents, "informacao" and "informacion" would miss the endings that their stemmers look for. */
function withAccents(word: string, language: string): string {
  if (language === 'pt') return word.replace(/c?(?:ao|oes)$/, (ending) => PORTUGUESE[ending] ?? ending);
  return language === 'es' ? word.replace(/ion$/, 'ión') : word;
}

const PORTUGUESE: Record<string, string> = { cao: 'ção', coes: 'ções', ao: 'ão', oes: 'ões' };

const STOP = -1;
/** Splits into several words on its own (some scripts without spaces): its text is read as strings. */
const SEVERAL = -2;
