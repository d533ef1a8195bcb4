/**
 * Semantic similarity of an anchor to the keywords: every word of one is compared with every word of the other in an
 * ontology, Σ Σ sim(j, k) · w_j · w_k. Batsakis (TU Crete, 2007), crawlers e and f, with WordNet:
 *  - e (Eq. 8, after Ehrig): path decay, weights tf, no length normalisation, so a longer anchor can score higher;
 *  - f (Eq. 9, SSRM): the measure of Li and others in its product form (the printed form has the tanh in the exponent,
 *    which would make words less similar the more they share), weights tf · idf, normalised by both lengths. Only the
 *    numerator includes similarity, so the score may exceed 1; only the order matters.
 *
 * Decided here, where the thesis is silent: words are looked up as written, before stemming; a name of several words is
 * one term; the best pair of senses counts, of as many as `senses` says (with all, a star is a celebrity as well); words
 * with the same stem have similarity 1, even if the ontology lacks them; the idf comes from the background table of
 * English, a compound's from its rarest word. Without an ontology words only match their own stem.
 */
import { englishBackground } from '../text/background.ts';
import { BoundedMemo } from '../text/bounded-memo.ts';
import type { Ontology } from '../text/ontology/ontology.ts';
import { stemmer } from '../text/stem.ts';
import { termReader } from '../text/terms.ts';
import { ownString } from '../text/tokens.ts';
import { type Measure, WordSimilarity } from '../text/word-similarity.ts';

export interface SemanticAnchorSettings {
  similarity: Measure;
  /** Of path decay. */
  decay: number;
  /** Of Li's measure. */
  a: number;
  b: number;
  /** Senses of a word that count, most frequent first; 0 for all. */
  senses: number;
  /** Words less alike than this are not alike. */
  least: number;
  /** A whole is a step up from its parts. */
  partOf: boolean;
  weights: 'tf' | 'tf-idf';
  /** Normalise by the lengths of both. */
  normalised: boolean;
  ontology?: Ontology | undefined;
  language?: string | undefined;
}

export interface Keyword {
  term: string;
  weight: number;
}

/** Scores short texts. Recent results are cached: the links of a site repeat on every page. */
export function semanticScorer(
  keywords: readonly Keyword[],
  settings: SemanticAnchorSettings,
): (text: string) => number {
  const { terms, alikeTo } = lexicon(settings);
  const isWeighted = settings.weights === 'tf-idf' && languageOf(settings) === 'en';
  const idf = isWeighted ? compoundIdf : () => 1;
  const query = weighted(
    keywords.flatMap(({ term, weight }) => terms(term).map((word) => ({ word, weight }))),
    idf,
  );
  const alike = alikeTo(query.map(({ word }) => word));
  const queryLength = lengthOf(query.map(({ weight }) => weight));
  const towards = new BoundedMemo<string, number>(20_000);
  const scores = new BoundedMemo<string, number>(60_000);

  return (text) => {
    if (text === '' || query.length === 0) return 0;
    if (text.length > maxRemembered) return score(text);
    return scores.get(ownString(text), () => score(text));
  };

  function score(text: string): number {
    const anchor = weighted(
      terms(text).map((word) => ({ word, weight: 1 })),
      idf,
    );
    // tf of Eq. 1: relative to the most frequent term.
    const most = Math.max(...anchor.map(({ count }) => count));
    let sum = 0;
    for (const { word, weight } of anchor) {
      sum += (weight / most) * towards.get(ownString(word), () => towardsQuery(word));
    }
    if (!settings.normalised || sum === 0) return sum;
    return sum / (lengthOf(anchor.map(({ weight }) => weight / most)) * queryLength);
  }

  function towardsQuery(word: string): number {
    const likeness = alike(word);
    return query.reduce((sum, { weight }, i) => sum + likeness[i]! * weight, 0);
  }
}

interface Lexicon {
  terms(text: string): string[];
  /** Similarity of a word to each of a list. */
  alikeTo(words: readonly string[]): (word: string) => ArrayLike<number>;
}

function lexicon(settings: SemanticAnchorSettings): Lexicon {
  const language = languageOf(settings);
  const { ontology } = settings;
  if (ontology === undefined) {
    const alikeTo = (all: readonly string[]) => (word: string) => all.map((each) => (each === word ? 1 : 0));
    return { terms: termReader({ language }), alikeTo };
  }
  const similarity = new WordSimilarity(ontology, settings.similarity, settings);
  const stem = (term: string) => stemsOf(term, language).join(' ');
  return {
    terms: (text) => ontology.terms(text),
    alikeTo(all) {
      const towards = similarity.towards(all);
      const stems = all.map(stem);
      return (word) => {
        const own = stem(word);
        return towards(word).map((likeness, i) => (stems[i] === own ? 1 : likeness));
      };
    },
  };
}

const languageOf = ({ ontology, language = 'en' }: SemanticAnchorSettings): string =>
  ontology?.language ?? language;

function stemsOf(term: string, language = 'en'): string[] {
  return term.split(' ').map(stemmer(language));
}

interface WeightedWord {
  word: string;
  /** Occurrences, or the sum of the user's weights. */
  count: number;
  weight: number;
}

function weighted(
  found: readonly { word: string; weight: number }[],
  idf: (word: string) => number,
): WeightedWord[] {
  const counts = new Map<string, number>();
  for (const { word, weight } of found) counts.set(word, (counts.get(word) ?? 0) + weight);
  return Array.from(counts, ([word, count]) => ({ word, count, weight: count * idf(word) }));
}

function compoundIdf(term: string): number {
  const background = englishBackground();
  return Math.max(...stemsOf(term).map((stem) => background.idf(stem)));
}

const lengthOf = (weights: readonly number[]): number => Math.hypot(...weights) || 1;

const maxRemembered = 120;
