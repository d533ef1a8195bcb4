/**
 * The words that counted for or against a page, read back from the judge's reasons ("+0.041 asthma ×7"), and the page's
 * text cut where they stand, so that a person sees them in their place.
 */
import { stemmer } from '../text/stem.ts';

export interface CountedWord {
  word: string;
  /** What it added to the score. */
  value: number;
  times: number;
}

export interface Piece {
  text: string;
  counts?: 'for' | 'against';
}

/** Reasons of judges that name no words are left out. */
export function countedWords(why: readonly string[]): CountedWord[] {
  return why.flatMap((reason) => {
    const [, sign, size, word, times] = /^([+−-])(\d[\d.e-]*) (.+?) ×(\d+)/.exec(reason) ?? [];
    if (word === undefined) return [];
    return [{ word, value: (sign === '+' ? 1 : -1) * Number(size), times: Number(times) }];
  });
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** Words match by their stems, phrases word by word. */
export function markedText(text: string, counted: readonly CountedWord[], language?: string): Piece[] {
  const stem = stemmer(language);
  const terms = counted.flatMap(({ word, value }) => {
    const stems = [...word.toLowerCase().matchAll(WORD)].map(([one]) => stem(one));
    return stems.length === 0 ? [] : [{ stems, counts: value < 0 ? ('against' as const) : ('for' as const) }];
  });
  const byFirst = new Map<string, typeof terms>();
  for (const term of terms) byFirst.set(term.stems[0]!, [...(byFirst.get(term.stems[0]!) ?? []), term]);
  const words = [...text.matchAll(WORD)].map((found) => ({
    from: found.index,
    to: found.index + found[0].length,
    stem: stem(found[0].toLowerCase()),
  }));
  const pieces: Piece[] = [];
  let at = 0;
  for (let i = 0; i < words.length; i++) {
    const fits = byFirst
      .get(words[i]!.stem)
      ?.filter(({ stems }) => stems.every((one, k) => words[i + k]?.stem === one))
      .sort((a, b) => b.stems.length - a.stems.length)[0];
    if (fits === undefined) continue;
    const last = i + fits.stems.length - 1;
    if (words[i]!.from > at) pieces.push({ text: text.slice(at, words[i]!.from) });
    at = words[last]!.to;
    pieces.push({ text: text.slice(words[i]!.from, at), counts: fits.counts });
    i = last;
  }
  if (at < text.length) pieces.push({ text: text.slice(at) });
  return pieces;
}
