/**
 * How well a text covers a list of terms: the cosine over these terms alone (Minas, section 3.1). Every other
 * word of the text is left out of its length, so that a long page is not punished; with idf 1 a text that holds m of
 * t terms equally often scores √(m/t). Counts and idf stand in the order of the terms. 0 where nothing matches.
 */
import { ForageError } from '../errors.ts';

export function termCosine(counts: ArrayLike<number>, idf?: ArrayLike<number>): number {
  if (idf && idf.length !== counts.length) {
    throw new ForageError('INPUT_INVALID', `${counts.length} counts need as many idf, not ${idf.length}.`);
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
        `Term ${i}: count ${counts[i]}, idf ${weight}; give finite numbers from 0 up.`,
      );
    }
    product += inText * weight;
    ofText += inText * inText;
    ofTerms += weight * weight;
  }
  return product === 0 ? 0 : Math.min(1, product / (Math.sqrt(ofText) * Math.sqrt(ofTerms)));
}
