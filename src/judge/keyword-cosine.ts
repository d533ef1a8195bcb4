/**
 * Keyword cosine: the cosine between the page's words and the topic's keywords, both weighted tf/max tf · idf. Batsakis
 * (TU Crete, 2007), Eqs 1 and 2; the idf comes from a background table, so that it is available from the first page.
 * Differences: a phrase counts as its words; a page is relevant from a threshold on, which the thesis leaves to its
 * evaluator; a keyword with a negative weight subtracts, and a score never falls below 0.
 */
import type { Page } from '../page/page.ts';
import { englishBackground } from '../text/background.ts';
import type { WeightedTerm } from '../topic/topic.ts';
import type { Opinion, TextJudge } from './judge.ts';
import { TermCounter } from './term-counter.ts';

export interface KeywordCosineSettings {
  /** A page is relevant from this cosine on. */
  threshold: number;
  language?: string | undefined;
}

export function keywordCosine(keywords: readonly WeightedTerm[], settings: KeywordCosineSettings): TextJudge {
  const language = settings.language ?? 'en';
  const counter = new TermCounter(language, language === 'en' ? englishBackground().idf : () => 1);
  const query = queryOf(keywords, counter);
  const queryNorm = Math.hypot(...query.map(({ weight }) => weight));

  return {
    judge(page: Page): Opinion {
      counter.count(page.title);
      const inTitle = new Set(query.filter(({ number }) => counter.countOf(number) > 0));
      counter.count(`${page.title}\n${page.text}`);
      const score = cosine();
      return {
        score,
        relevant: score >= settings.threshold,
        border: settings.threshold,
        why: reasons(inTitle),
      };
    },
    scoreText(text) {
      if (text === '') return 0;
      counter.count(text);
      return cosine();
    },
  };

  /** Both numerator and denominator are divided by max tf, so it cancels. */
  function cosine(): number {
    let dot = 0;
    for (const term of query) dot += partOf(term);
    return dot <= 0 ? 0 : Math.min(1, dot / (counter.norm() * queryNorm));
  }

  function partOf({ number, weight }: QueryTerm): number {
    return weight * counter.countOf(number) * counter.weightOf(number);
  }

  function reasons(inTitle: ReadonlySet<QueryTerm>): string[] {
    return query
      .filter((term) => partOf(term) !== 0)
      .sort((a, b) => Math.abs(partOf(b)) - Math.abs(partOf(a)))
      .slice(0, 5)
      .map((term) => {
        const sign = term.weight < 0 ? '−' : '';
        return `${sign}${term.word} ×${counter.countOf(term.number)}${inTitle.has(term) ? ', in title' : ''}`;
      });
  }
}

interface QueryTerm {
  number: number;
  /** The keyword it belongs to. */
  word: string;
  weight: number;
}

function queryOf(keywords: readonly WeightedTerm[], counter: TermCounter): QueryTerm[] {
  const terms = new Map<number, QueryTerm>();
  for (const { term, weight } of keywords) {
    for (const number of counter.numbersOf(term)) {
      const known = terms.get(number) ?? { number, word: term, weight: 0 };
      terms.set(number, { ...known, weight: known.weight + weight * counter.weightOf(number) });
    }
  }
  return [...terms.values()];
}
