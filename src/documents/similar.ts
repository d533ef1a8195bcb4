/**
 * Documents that are like one another, by the cosine of their words: stems weighted by tf · log(N / df), where title and
 * keywords count three times. For browsing from one document to the next (CINDI's "similarity links": Chen, Concordia,
 * 2008, section 2.4, which does not say how they are computed).
 */
import { stemmer } from '../text/stem.ts';
import type { SemanticHeader } from './header.ts';

export interface Described {
  id: number;
  header: SemanticHeader;
  /** How its text begins. */
  text: string;
}

const PROMINENT = 3;
const SHORTEST_WORD = 3;

/** The closest to one of them, best first. */
export function similarTo(
  id: number,
  all: readonly Described[],
  most = 5,
): { id: number; similarity: number }[] {
  const counts = new Map(all.map((one) => [one.id, countsOf(one)]));
  const frequency = new Map<string, number>();
  for (const words of counts.values())
    for (const word of words.keys()) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const weight = (word: string, count: number): number => count * Math.log(all.length / frequency.get(word)!);
  const length = (words: ReadonlyMap<string, number>): number => {
    let sum = 0;
    for (const [word, count] of words) sum += weight(word, count) ** 2;
    return Math.sqrt(sum);
  };
  const own = counts.get(id);
  if (own === undefined) return [];
  const ownLength = length(own);
  const found: { id: number; similarity: number }[] = [];
  for (const [other, words] of counts) {
    if (other === id) continue;
    let product = 0;
    for (const [word, count] of own) {
      const there = words.get(word);
      if (there !== undefined) product += weight(word, count) * weight(word, there);
    }
    if (product > 0) found.push({ id: other, similarity: product / (ownLength * length(words)) });
  }
  return found.sort((a, b) => b.similarity - a.similarity || a.id - b.id).slice(0, most);
}

function countsOf({ header, text }: Described): Map<string, number> {
  const stem = stemmer(header.language ?? 'en');
  const counts = new Map<string, number>();
  const add = (part: string, times: number): void => {
    for (const word of part.toLowerCase().match(/\p{L}+/gu) ?? []) {
      if (word.length < SHORTEST_WORD) continue;
      const one = stem(word);
      counts.set(one, (counts.get(one) ?? 0) + times);
    }
  };
  add(`${header.title ?? ''} ${(header.keywords ?? []).join(' ')}`, PROMINENT);
  add(`${header.abstract ?? ''} ${text}`, 1);
  return counts;
}
