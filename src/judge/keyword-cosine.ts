/**
 * Keyword cosine: the cosine between the page's words and the topic's keywords, both weighted tf · idf. Batsakis (TU
 * Crete, 2007), Eqs 1 and 2. Every word of the page counts in its length. Differences: a phrase counts as its words; a
 * page is relevant from a threshold on, which the thesis leaves to its evaluator; a keyword with a negative weight
 * subtracts, and a score never falls below 0. With `tf: log` an occurrence counts less the more there are (1 + ln tf),
 * so that a page's own name, fifty times on it, does not hide all its other words.
 */
import type { Page } from '../page/page.ts';
import type { Rarity } from '../text/rarity.ts';
import type { Stemming } from '../text/stem.ts';
import { TermCounter } from '../text/term-counter.ts';
import { sharedNumbers } from '../text/term-numbers.ts';
import { words } from '../text/tokens.ts';
import type { WeightedTerm } from '../topic/topic.ts';
import type { Opinion, TextJudge } from './judge.ts';
import { reasons } from './reasons.ts';

export interface KeywordCosineSettings {
  /** A page is relevant from this cosine on. */
  threshold: number;
  language: string;
  stem: Stemming;
  tf: 'count' | 'log';
  /** The idf of a term, in the form that `language` and `stem` give it. */
  idf: Rarity;
}

export interface KeywordCosine extends TextJudge {
  /** The distinct terms of a page other than the keywords, without reading it again if it was judged just now. */
  termsOf(page: Page): string[];
}

export function keywordCosine(
  keywords: readonly WeightedTerm[],
  settings: KeywordCosineSettings,
): KeywordCosine {
  const terms = sharedNumbers(
    settings,
    keywords.map(({ term }) => term),
  );
  const counter = new TermCounter(terms, settings.idf, settings.tf === 'log');
  const query = queryOf(keywords, counter);
  const queryNorm = Math.hypot(...query.map(({ weight }) => weight));
  /** The page whose words were counted last. */
  let counted: Page | undefined;

  return {
    judge(page: Page): Opinion {
      counter.count(page.title);
      const inTitle = new Set(query.filter(({ number }) => counter.countOf(number) > 0));
      count(page);
      const score = cosine();
      const { threshold } = settings;
      return { score, relevant: score >= threshold, border: threshold, why: why(inTitle) };
    },
    scoreText(text) {
      if (text === '') return 0;
      counter.count(text);
      counted = undefined;
      return cosine();
    },
    termsOf(page) {
      if (page !== counted) count(page);
      return counter.distinctTerms();
    },
  };

  function count(page: Page): void {
    counter.count(`${page.title}\n${page.text}`);
    counted = page;
  }

  function cosine(): number {
    let dot = 0;
    for (const term of query) dot += productOf(term);
    return dot <= 0 ? 0 : Math.min(1, dot / (counter.norm() * queryNorm));
  }

  /** max tf would divide numerator and denominator alike. */
  function productOf({ number, weight }: QueryTerm): number {
    return weight * counter.valueOf(number);
  }

  function why(inTitle: ReadonlySet<QueryTerm>): string[] {
    const lengths = counter.norm() * queryNorm;
    if (lengths === 0) return [];
    return reasons(
      query.map((term) => ({ term, value: productOf(term) / lengths })),
      ({ term }) => `${term.word} ×${counter.countOf(term.number)}${inTitle.has(term) ? ', in title' : ''}`,
    );
  }
}

interface QueryTerm {
  number: number;
  /** The word of the keyword that it comes from. */
  word: string;
  weight: number;
}

function queryOf(keywords: readonly WeightedTerm[], counter: TermCounter): QueryTerm[] {
  const terms = new Map<number, QueryTerm>();
  for (const { term, weight } of keywords) {
    for (const word of words(term)) {
      for (const number of counter.numbersOf(word)) {
        const known = terms.get(number) ?? { number, word, weight: 0 };
        terms.set(number, { ...known, weight: known.weight + weight * counter.weightOf(number) });
      }
    }
  }
  return [...terms.values()];
}
