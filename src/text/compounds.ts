/**
 * Finds WordNet compounds in a list of words: "first aid kit" → "first aid", "kit". Takes the longest compound that
 * starts at a word and continues after it, so that no word is used twice.
 */
import type { WordNet } from './wordnet.ts';

/** The part of WordNet that is needed here. */
export type Dictionary = Pick<WordNet, 'has'>;

export function joinCompounds(words: readonly string[], wordNet: Dictionary, longest = 4): string[] {
  const joined: string[] = [];
  for (let i = 0; i < words.length; ) {
    const length = compoundLength(words, i, wordNet, longest);
    joined.push(length === 1 ? words[i]! : words.slice(i, i + length).join(' '));
    i += length;
  }
  return joined;
}

function compoundLength(
  words: readonly string[],
  start: number,
  wordNet: Dictionary,
  longest: number,
): number {
  for (let length = Math.min(longest, words.length - start); length > 1; length--) {
    if (wordNet.has(words.slice(start, start + length).join(' '))) return length;
  }
  return 1;
}
