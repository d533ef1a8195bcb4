/**
 * Keyword cosine: the angle between the page's words and the topic's keywords, both weighted tf/max tf · idf.
 * Batsakis (TU Crete, 2007), Eqs 1 and 2; the idf comes from a background table, so that it is right from the
 * first page on. Differences: a phrase counts as its words; a page counts from a threshold on, which the thesis
 * leaves to its evaluator; a keyword of negative weight takes away, and a score never falls below 0.
 */
import type { Page } from '../page/page.ts';
import { englishBackground } from '../text/background.ts';
import { stemmer } from '../text/stem.ts';
import { stopWords } from '../text/stopwords.ts';
import { words } from '../text/tokens.ts';
import type { WeightedTerm } from '../topic/topic.ts';
import type { Judgement, TextJudge } from './judge.ts';

export interface KeywordCosineSettings {
  /** From this cosine on a page counts. */
  threshold: number;
  language?: string | undefined;
}

export function keywordCosine(keywords: readonly WeightedTerm[], settings: KeywordCosineSettings): TextJudge {
  const language = settings.language ?? 'en';
  const stem = stemmer(language);
  const stops = stopWords(language);
  const idf = language === 'en' ? englishBackground().idf : () => 1;
  const query = queryOf(keywords);
  const queryNorm = Math.sqrt([...query.values()].reduce((sum, { weight }) => sum + weight * weight, 0));

  return {
    judge(page: Page): Judgement {
      const counts = count(`${page.title}\n${page.text}`);
      const score = cosine(counts);
      return { score, relevant: score >= settings.threshold, why: reasons(counts, page.title) };
    },
    scoreText: (text) => (text === '' ? 0 : cosine(count(text))),
  };

  function count(text: string): Map<string, number> {
    const counts = new Map<string, number>();
    for (const word of words(text)) {
      if (stops.has(word)) continue;
      const term = stem(word);
      counts.set(term, (counts.get(term) ?? 0) + 1);
    }
    return counts;
  }

  function cosine(counts: Map<string, number>): number {
    // tf is divided by the largest tf on both sides of the fraction: it cancels.
    let dot = 0;
    for (const [term, { weight }] of query) {
      const tf = counts.get(term);
      if (tf !== undefined) dot += weight * tf * idf(term);
    }
    if (dot <= 0 || queryNorm === 0) return 0;
    let squares = 0;
    for (const [term, tf] of counts) {
      const weight = tf * idf(term);
      squares += weight * weight;
    }
    return Math.min(1, dot / (Math.sqrt(squares) * queryNorm));
  }

  function queryOf(terms: readonly WeightedTerm[]): Map<string, { word: string; weight: number }> {
    const vector = new Map<string, { word: string; weight: number }>();
    for (const { term, weight } of terms) {
      for (const word of words(term)) {
        if (stops.has(word)) continue;
        const key = stem(word);
        const before = vector.get(key);
        vector.set(key, { word: before?.word ?? word, weight: (before?.weight ?? 0) + weight * idf(key) });
      }
    }
    return vector;
  }

  function reasons(counts: Map<string, number>, title: string): string[] {
    const inTitle = new Set(words(title).map(stem));
    return [...query]
      .map(([term, { word, weight }]) => ({ term, word, part: weight * idf(term) * (counts.get(term) ?? 0) }))
      .filter(({ part }) => part !== 0)
      .sort((a, b) => Math.abs(b.part) - Math.abs(a.part))
      .slice(0, 5)
      .map(({ term, word, part }) => {
        const place = inTitle.has(term) ? ', in title' : '';
        return `${part < 0 ? '−' : ''}${word} ×${counts.get(term)}${place}`;
      });
  }
}
