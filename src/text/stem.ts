/**
 * Stemming by language: Porter (1980) for English, Snowball algorithms (@orama/stemmers) for the others, each loaded on
 * first use and memoised in a bounded memo. Bulgarian and Ukrainian, which Snowball lacks, come from the same package.
 * A language without a stemmer returns words unchanged.
 *
 * Porter gives unrelated words one stem ("organization" and "organ", "objectives" and "object"), which ruins a list of
 * terms chosen by a person; so does Snowball ("programa" and "programação"). `plural` only joins singular and plural in
 * English and Portuguese (`plurals.ts`); the other languages have no such rules here and use their stems.
 */
import { createRequire } from 'node:module';
import { singular, singularInPortuguese } from './plurals.ts';
import { porter } from './porter.ts';
import { ownString } from './tokens.ts';

export type Stem = (word: string) => string;

/** `full`: stems; `plural`: singular and plural joined only, in English and Portuguese; `none`: words as written. */
export const stemmings = ['full', 'plural', 'none'] as const;
export type Stemming = (typeof stemmings)[number];

/** The memoised stemmer of a language (ISO 639-1), for lower-case words: get it once before a loop. */
export function stemmer(language = 'en', how: Stemming = 'full'): Stem {
  if (how === 'none') return (word) => word;
  if (how === 'plural' && language === 'en') return singular;
  if (how === 'plural' && language === 'pt') return singularInPortuguese;
  const known = stemmers.get(language);
  if (known) return known;
  const rules = rulesOf(language);
  const made = rules ? memoised(rules) : (word: string) => word;
  if (rules) stemmers.set(language, made);
  return made;
}

export function hasStemmer(language: string): boolean {
  return language === 'en' || Object.hasOwn(packaged, language);
}

const packaged: Record<string, string> = {
  ar: 'arabic',
  bg: 'bulgarian',
  da: 'danish',
  de: 'german',
  el: 'greek',
  es: 'spanish',
  fi: 'finnish',
  fr: 'french',
  ga: 'irish',
  hi: 'indian',
  hu: 'hungarian',
  hy: 'armenian',
  id: 'indonesian',
  it: 'italian',
  lt: 'lithuanian',
  nb: 'norwegian',
  ne: 'nepali',
  nl: 'dutch',
  nn: 'norwegian',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sr: 'serbian',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
  uk: 'ukrainian',
};

const stemmers = new Map<string, Stem>();
const require = createRequire(import.meta.url);

function rulesOf(language: string): Stem | undefined {
  if (language === 'en') return porter;
  if (!hasStemmer(language)) return undefined;
  const loaded = require(`@orama/stemmers/${packaged[language]}`) as { stemmer: Stem };
  return language === 'ro' ? (word) => loaded.stemmer(withCedilla(word)) : loaded.stemmer;
}

/** Snowball's Romanian only knows the older spelling of ș and ț, from before Unicode had them. */
function withCedilla(word: string): string {
  return word.replaceAll('ș', 'ş').replaceAll('ț', 'ţ');
}

/** At most about 5 MB of words; then the memo is cleared. A crawl soon meets most of its words again. */
let maxRemembered = 50_000;

/** For a process that reads the same pages repeatedly: sets how many words are remembered per language. */
export function rememberStems(words: number): void {
  maxRemembered = words;
}

const maxWordLength = 60;

function memoised(rules: Stem): Stem {
  const memo = new Map<string, string>();
  return (word) => {
    const known = memo.get(word);
    if (known !== undefined) return known;
    if (word.length > maxWordLength) return word;
    if (memo.size >= maxRemembered) memo.clear();
    const made = rules(word);
    const kept = ownString(word);
    memo.set(kept, made === word ? kept : ownString(made));
    return made;
  };
}
