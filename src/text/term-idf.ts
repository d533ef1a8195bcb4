/**
 * idf of given terms from a sample of texts: ln(N / n) for a term in n of N texts (Minas, section 3.1). A term found in
 * no text counts as found in one, so its idf stays finite. Without sample texts every idf is 1.
 */
import { PhraseCounter, type PhraseForm, phraseForm } from './phrase-counter.ts';

export function termIdf(terms: readonly string[], texts: Iterable<string>, form: PhraseForm = {}): number[] {
  const termsOf = phraseForm(form);
  const counter = new PhraseCounter(terms.map(termsOf));
  const holding = new Uint32Array(terms.length);
  let size = 0;
  for (const text of texts) {
    size++;
    for (const [i, count] of counter.count(termsOf(text)).entries()) if (count > 0) holding[i]! += 1;
  }
  return Array.from(holding, (n) => (size === 0 ? 1 : Math.log(size / Math.max(1, n))));
}
