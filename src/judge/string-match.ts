/**
 * Weighted string match: the sum of the weights of the topic's terms over their occurrences in the page. García Dorado
 * (Lund, 2008), section 7.5. A term is a word, a phrase or a combination (see `term-expression.ts`);
 * weights may be negative. The thesis does not specify its normaliser; ours is s / (s + half), so that a page with the
 * sum `half` scores ½ and counts. `half` is a number, or the median sum of the relevant examples. A match in the title
 * counts `titleWeight` times. Singular and plural count as one word; Combine, in which the thesis's matcher ran, compares
 * whole words and supports Perl regular expressions and upper-case acronyms.
 */
import type { Page } from '../page/page.ts';
import { type Stemming, stemmer } from '../text/stem.ts';
import type { WeightedTerm } from '../topic/topic.ts';
import type { Opinion, TextJudge } from './judge.ts';
import { Phrases } from './phrases.ts';
import { reasons, signed } from './reasons.ts';
import { occurrences, parseTerm, type TermExpression } from './term-expression.ts';

export interface StringMatchSettings extends MatcherSettings {
  /** The sum of weights at which a page scores ½ and counts. */
  half: number;
  /** The same for short texts, such as an anchor. */
  halfOfText: number;
}

export interface MatcherSettings {
  titleWeight: number;
  stem: Stemming;
  language?: string | undefined;
}

export function stringMatch(terms: readonly WeightedTerm[], settings: StringMatchSettings): TextJudge {
  const matcher = stringMatcher(terms, settings);
  return {
    judge(page: Page): Opinion {
      const { sum, found } = matcher.match(page);
      const score = squash(sum, settings.half);
      const total = `in all ${signed(sum)}; ${+settings.half.toFixed(3)} is a score of ½`;
      const why = found.length === 0 ? [] : [...reasons(found, ({ words }) => words), total];
      return { score, relevant: score >= 0.5, why };
    },
    scoreText: (text) =>
      text === '' ? 0 : squash(matcher.match({ title: '', text }).sum, settings.halfOfText),
  };
}

/** The median sum over pages; 0 without pages. */
export function medianSum(
  terms: readonly WeightedTerm[],
  settings: MatcherSettings,
  pages: readonly Page[],
): number {
  const matcher = stringMatcher(terms, settings);
  const sums = pages.map((page) => matcher.match(page).sum).sort((a, b) => a - b);
  const middle = sums.length >> 1;
  if (sums.length % 2 === 1) return sums[middle]!;
  return sums.length === 0 ? 0 : (sums[middle - 1]! + sums[middle]!) / 2;
}

interface Match {
  sum: number;
  found: { value: number; words: string }[];
}

function stringMatcher(terms: readonly WeightedTerm[], { titleWeight, stem, language }: MatcherSettings) {
  const phrases = new Phrases(stemmer(language ?? 'en', stem));
  const wanted = terms.map(({ term, weight }) => ({
    term,
    weight,
    expression: parseTerm(term, (phrase) => phrases.add(phrase)),
  }));
  return {
    match({ title, text }: Pick<Page, 'title' | 'text'>): Match {
      const inText = phrases.count(text);
      const inTitle = title === '' ? undefined : phrases.count(title);
      const counts = Float64Array.from(inText, (count, i) => count + titleWeight * (inTitle?.[i] ?? 0));
      let sum = 0;
      const found: Match['found'] = [];
      for (const { term, weight, expression } of wanted) {
        const count = occurrences(expression, counts);
        if (count === 0) continue;
        sum += weight * count;
        found.push({ value: weight * count, words: term + where(expression, inText, inTitle) });
      }
      return { sum, found };
    },
  };
}

const squash = (sum: number, half: number): number => (sum <= 0 ? 0 : sum / (sum + half));

/** A combination may match the page as a whole but neither title nor text alone. */
function where(expression: TermExpression, inText: Uint32Array, inTitle: Uint32Array | undefined): string {
  const text = occurrences(expression, inText);
  const title = inTitle ? occurrences(expression, inTitle) : 0;
  if (title > 0) return ` ×${text}, ×${title} in title`;
  return text > 0 ? ` ×${text}` : ', partly in title';
}
