/** Readable forms of terms: for each term the most common word in the texts that maps to it. */
import { type TermOptions, termReader } from './terms.ts';
import { words } from './tokens.ts';

export function wordForms(
  texts: readonly string[],
  options: TermOptions,
  terms: readonly string[],
): string[] {
  const counts = new Map<string, number>();
  for (const text of texts) for (const word of words(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const read = termReader(options);
  const best = new Map<string, string>();
  for (const [word, count] of counts) {
    const [term] = read(word);
    if (term !== undefined && count > (counts.get(best.get(term) ?? '') ?? 0)) best.set(term, word);
  }
  return terms.map((term) => best.get(term) ?? term);
}
