/**
 * The terms of a short text as WordNet needs them: whole words, not stems, compounds joined ("first aid kit" → "first
 * aid", "kit"), then stop words removed. Compounds are searched among nouns only, which have nearly all of them, and
 * only their last word may be inflected ("first aid kits"), so the search stops at a prefix that no noun has. Only the
 * first words of a text are read: a text of thousands of words is not an anchor.
 */
import { BoundedMemo } from './bounded-memo.ts';
import { joinCompounds } from './compounds.ts';
import { stopWords } from './stopwords.ts';
import { isNumberOrLetter } from './terms.ts';
import { words } from './tokens.ts';
import type { WordNet } from './wordnet.ts';

export type WordNetTerms = (text: string) => string[];

/** The lookups are cached with the WordNet object and shared by its users. */
export function wordNetTerms(wordNet: WordNet): WordNetTerms {
  const made = readers.get(wordNet) ?? readerOf(wordNet);
  readers.set(wordNet, made);
  return made;
}

const readers = new WeakMap<WordNet, WordNetTerms>();

function readerOf(wordNet: WordNet): WordNetTerms {
  const stops = new Set(stopWords('en', 'usual'));
  const known = new BoundedMemo<string, boolean>(100_000);
  const beginnings = new BoundedMemo<string, boolean>(100_000);
  const nouns = {
    has(phrase: string) {
      const beginning = phrase.slice(0, phrase.lastIndexOf(' ') + 2);
      if (!beginnings.get(beginning, () => wordNet.begins(beginning, 'noun'))) return false;
      return known.get(phrase, () => wordNet.lemmas(phrase, 'noun').length > 0);
    },
  };
  return (text) => {
    const found = words(text, { limit: maxWords });
    return (found.length > 1 ? joinCompounds(found, nouns) : found).filter(
      (term) => !stops.has(term) && !isNumberOrLetter(term),
    );
  };
}

const maxWords = 60;
