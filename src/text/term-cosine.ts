/**
 * How well a text covers a list of terms: the cosine over these terms only (Minas, section 3.1). All other words are
 * excluded from the text's length, so that long pages are not penalised; with idf 1 a text that contains m of t terms
 * equally often scores √(m/t). Counts and idf are in the order of the terms. 0 if nothing matches.
 */
import { ForageError } from '../errors.ts';

export function termCosine(counts: ArrayLike<number>, idf?: ArrayLike<number>): number {
  if (idf && idf.length !== counts.length) {
    throw new ForageError(
      'INPUT_INVALID',
      `${counts.length} counts need as many idf values, not ${idf.length}.`,
    );
  }
  let product = 0;
  let ofText = 0;
  let ofTerms = 0;
  for (let i = 0; i < counts.length; i++) {
    const weight = idf ? idf[i]! : 1;
    const inText = counts[i]! * weight;
    if (!(counts[i]! >= 0 && weight >= 0 && Number.isFinite(inText))) {
      throw new ForageError(
        'INPUT_INVALID',
        `Term ${i}: count ${counts[i]}, idf ${weight}; use finite numbers of at least 0.`,
      );
    }
    product += inText * weight;
    ofText += inText * inText;
    ofTerms += weight * weight;
  }
  return product === 0 ? 0 : Math.min(1, product / (Math.sqrt(ofText) * Math.sqrt(ofTerms)));
}
