/**
 * Genre and content: a page is relevant if it is of the right kind (its genre: syllabus, job offer) and about the right
 * subject (its content), each described by a list of terms. De Assis (UFMG, Minas Gerais, 2008), sections 3.1 and 3.2:
 * a cosine over the terms of each list only (`text/term-cosine.ts`), then two weighted means:
 *
 *   combined = (GW · genre + CW · content) / (GW + CW)
 *   final    = (GCW · combined + UW · url) / (GCW + UW)
 *
 * Differences and gaps: The thesis describes terms in the URL, but its pseudocode compares the page's own terms with
 * them. We read the URL; `literalUrl` follows the pseudocode. Evidence that a topic does not have is left out of the
 * mean: without URL terms the final score is the combined one (otherwise it could not exceed 0.70, yet thresholds of
 * 0.80 are reported), without genre terms the combined score is the content score. A term's weight in the topic file
 * multiplies like an idf; duplicate terms in a list count once. Singular and plural count as one
 * word; the thesis has no stemmer, and full stems would join terms with unrelated words.
 */
import { ForageError } from '../errors.ts';
import type { Page } from '../page/page.ts';
import { PhraseCounter, phraseForm } from '../text/phrase-counter.ts';
import type { Stemming } from '../text/stem.ts';
import { termCosine } from '../text/term-cosine.ts';
import type { WeightedTerm } from '../topic/topic.ts';
import type { Opinion, TextJudge } from './judge.ts';
import { signed } from './reasons.ts';

export interface GenreContentTerms {
  genre: readonly WeightedTerm[];
  content: readonly WeightedTerm[];
  urlTerms: readonly WeightedTerm[];
}

export interface GenreContentSettings {
  /** A page is relevant from this final score on. */
  threshold: number;
  /** GW, CW, GCW and UW. */
  genreWeight: number;
  contentWeight: number;
  pageWeight: number;
  urlWeight: number;
  /** Genre and content terms merged into one list with one cosine: the control in the thesis. */
  merged: boolean;
  literalUrl: boolean;
  /** How words are compared. */
  stem: Stemming;
  language?: string | undefined;
  /** How rare a term is; equal for all by default. */
  idf?: ((term: string) => number) | undefined;
}

export function genreContent(given: GenreContentTerms, settings: GenreContentSettings): TextJudge {
  if (settings.genreWeight + settings.contentWeight === 0)
    throw new ForageError('USAGE', 'genreWeight and contentWeight are both 0, so every page would score 0.');
  const termsOf = phraseForm({ language: settings.language, stem: settings.stem });
  const idf = settings.idf ?? (() => 1);
  const genre = listOf(settings.merged ? [] : given.genre, 'genre');
  const content = listOf(settings.merged ? [...given.genre, ...given.content] : given.content, 'content');
  const url = listOf(given.urlTerms, 'URL');
  const usesUrl = url.terms.length > 0;
  const lists = [genre, content, url];
  // What each cosine contributes to the score.
  const ofPage = usesUrl ? mean(1, settings.pageWeight, 0, settings.urlWeight) : 1;
  const shares = [
    ofPage * combine(1, 0),
    ofPage * combine(0, 1),
    usesUrl ? mean(0, settings.pageWeight, 1, settings.urlWeight) : 0,
  ];
  // One pass over a page counts both lists.
  const counter = new PhraseCounter([...genre.phrases, ...content.phrases]);
  const urlCounter = new PhraseCounter(url.phrases);

  return {
    judge(page: Page): Opinion {
      const terms = termsOf(`${page.title}\n${page.text}`);
      const [inGenre, inContent] = countBoth(terms);
      const inUrl = usesUrl
        ? urlCounter.count(settings.literalUrl ? terms : termsOf(readable(page.url)))
        : NOTHING;
      const ofGenre = termCosine(inGenre, genre.idf);
      const ofContent = termCosine(inContent, content.idf);
      const ofUrl = termCosine(inUrl, url.idf);
      const combined = combine(ofGenre, ofContent);
      const score = usesUrl ? mean(combined, settings.pageWeight, ofUrl, settings.urlWeight) : combined;
      const found = [inGenre, inContent, inUrl];
      const why = [ofGenre, ofContent, ofUrl].flatMap((cosine, i) => {
        if (cosine === 0) return [];
        const { name } = lists[i]!;
        return [
          `${signed(shares[i]! * cosine)} ${name} terms (${cosine.toFixed(3)}): ${inWords(lists[i]!, found[i]!)}`,
        ];
      });
      const findings = { genre: ofGenre, content: ofContent, combined, address: ofUrl };
      return { score, relevant: score >= settings.threshold, border: settings.threshold, why, findings };
    },
    scoreText(text) {
      if (text === '') return 0;
      const [inGenre, inContent] = countBoth(termsOf(text));
      return combine(termCosine(inGenre, genre.idf), termCosine(inContent, content.idf));
    },
  };

  function countBoth(terms: readonly string[]): [genre: Uint32Array, content: Uint32Array] {
    const counts = counter.count(terms);
    const border = genre.phrases.length;
    return [counts.subarray(0, border), counts.subarray(border)];
  }

  function combine(ofGenre: number, ofContent: number): number {
    if (genre.terms.length === 0) return ofContent;
    if (content.terms.length === 0) return ofGenre;
    return mean(ofGenre, settings.genreWeight, ofContent, settings.contentWeight);
  }

  function listOf(terms: readonly WeightedTerm[], name: string): TermList {
    const once = new Map<string, { term: string; words: string[]; idf: number }>();
    for (const { term, weight } of terms) {
      if (!(weight > 0)) {
        throw new ForageError(
          'TOPIC_INVALID',
          `The ${name} term "${term}" has weight ${weight}; weights must be above 0 here. Remove the term, or use it as a keyword.`,
        );
      }
      const words = termsOf(term);
      const key = words.join(' ');
      if (key !== '' && !once.has(key)) once.set(key, { term, words, idf: weight * idf(term) });
    }
    const kept = [...once.values()];
    return {
      name: settings.merged && name === 'content' ? 'genre and content' : name,
      terms: kept.map(({ term }) => term),
      idf: Float64Array.from(kept, (one) => one.idf),
      phrases: kept.map(({ words }) => words),
    };
  }
}

interface TermList {
  name: string;
  terms: string[];
  idf: Float64Array;
  phrases: string[][];
}

function mean(one: number, weight: number, other: number, otherWeight: number): number {
  const sum = weight + otherWeight;
  return sum === 0 ? 0 : (weight * one + otherWeight * other) / sum;
}

function inWords({ terms }: TermList, counts: Uint32Array): string {
  return terms
    .map((term, i) => ({ term, count: counts[i]! }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .slice(0, MOST_NAMED)
    .map(({ term, count }) => `${term} ×${count}`)
    .join(', ');
}

const MOST_NAMED = 4;
const NOTHING = new Uint32Array(0);

/** Percent-escapes decoded where possible, words written together in capitals apart: `/BancoDeDados` is three words. */
function readable(url: string): string {
  let text = url;
  try {
    text = decodeURIComponent(url);
  } catch {
    // An invalid escape is read as it is.
  }
  return text.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ');
}
