/**
 * Words that relevant examples share and other pages do not: a few examples say more by what they have in common than by
 * all their words. The weight of a word that two of them have is its log odds, on the examples against other pages. How
 * common it is there is counted on pages of the crawl and, as if on 25 pages more, in the language as a whole. Ours.
 */
import { type Rarity, rarity } from '../../text/rarity.ts';
import type { PageEvidence } from '../page-evidence.ts';
import { placeWeight, type TextSpace } from '../text-view.ts';

const pagesOfLanguage = 25;
/** As if there were that many more examples, which have a word no more often than other pages do. */
const usualExamples = 2;
/** A word on every page has finite odds, too. */
const almostAll = 0.99;

export class SharedWords {
  readonly #rarity: Rarity;
  readonly #examples: string[][];
  readonly #onExamples: Map<string, number>;
  /** The sum of what each word counts on the examples by its places. */
  readonly #places = new Map<string, number>();
  readonly #onOthers: Map<string, number>;
  readonly #others: number;

  constructor(
    examples: readonly Pick<PageEvidence, 'text'>[],
    others: readonly Pick<PageEvidence, 'text'>[],
    language: string,
  ) {
    this.#rarity = rarity({ language, stem: 'full' });
    this.#examples = examples.map(termsOf);
    this.#onExamples = counted(this.#examples);
    for (const terms of this.#examples)
      for (const [place, term] of terms.entries())
        this.#places.set(term, (this.#places.get(term) ?? 0) + placeWeight(place));
    this.#onOthers = counted(others.map(termsOf));
    this.#others = others.length;
  }

  /** Of each word that speaks for a page. */
  weights(): Map<string, number> {
    return this.#weights([], this.#examples.length);
  }

  /** By all examples but one, to see how well they speak for that one; an only example has to speak for itself. */
  without(example: number): Map<string, number> {
    const { length } = this.#examples;
    return length === 1 ? this.weights() : this.#weights(this.#examples[example]!, length - 1);
  }

  #weights(leftOut: readonly string[], examples: number): Map<string, number> {
    const own = new Map(leftOut.map((term, place) => [term, placeWeight(place)]));
    const least = Math.min(2, examples);
    const weights = new Map<string, number>();
    for (const [term, count] of this.#onExamples) {
      const having = count - (own.has(term) ? 1 : 0);
      if (having < least) continue;
      const usual = this.#usual(term);
      const share = Math.min(almostAll, (having + usualExamples * usual) / (examples + usualExamples));
      const weight = Math.log((share * (1 - usual)) / (usual * (1 - share)));
      const early = (this.#places.get(term)! - (own.get(term) ?? 0)) / having;
      if (weight > 0) weights.set(term, early * weight);
    }
    return weights;
  }

  /** The share of other pages that have a word. */
  #usual(term: string): number {
    const before = pagesOfLanguage * Math.exp(-this.#rarity(term));
    const share = ((this.#onOthers.get(term) ?? 0) + before) / (this.#others + pagesOfLanguage);
    return Math.min(almostAll, share);
  }
}

/** Words as features of a page's text. */
export function featureWeights(
  weights: ReadonlyMap<string, number>,
  { text, title, address }: TextSpace,
): Float64Array {
  const all = new Float64Array(text.length + title.length + address.length);
  for (const [i, term] of text.entries()) all[i] = weights.get(term) ?? 0;
  return all;
}

function counted(pages: readonly string[][]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const terms of pages) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

const termsOf = ({ text }: Pick<PageEvidence, 'text'>): string[] => (text === '' ? [] : text.split(' '));
