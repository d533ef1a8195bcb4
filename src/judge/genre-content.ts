/**
 * Genre and content: a page is wanted when it is of the right kind (its genre: syllabus, job offer) and about the right
 * subject (its content), each told by a list of terms. De Assis (UFMG, Minas Gerais, 2008), sections 3.1 and 3.2 of
 * the approach: a cosine over the terms of each list alone (`text/term-cosine.ts`), then two weighted means:
 *
 *   combined = (GW · genre + CW · content) / (GW + CW)
 *   final    = (GCW · combined + UW · address) / (GCW + UW)
 *
 * Where we differ, and what was left open. The thesis speaks of terms in the address and its pseudo code compares the
 * page's own terms with them: we read the address, `literalUrl` does as the pseudo code says. Evidence that a topic
 * does not have leaves its weight out of the mean: without URL terms the final score is the combined one (it could not
 * pass 0.70 otherwise, yet thresholds of 0.80 are reported), without genre terms the combined one is the content's.
 * A term's weight in the topic file counts as its idf does; a term twice in a list counts once. Words are compared by
 * their stems unless `stem` is off; the thesis has no stemmer.
 */
import { ForageError } from '../errors.ts';
import type { Page } from '../page/page.ts';
import { PhraseCounter, phraseForm } from '../text/phrase-counter.ts';
import { termCosine } from '../text/term-cosine.ts';
import type { WeightedTerm } from '../topic/topic.ts';
import type { Opinion, TextJudge } from './judge.ts';

export interface GenreContentTerms {
  genre: readonly WeightedTerm[];
  content: readonly WeightedTerm[];
  urlTerms: readonly WeightedTerm[];
}

export interface GenreContentSettings {
  /** From this final score on a page counts. */
  threshold: number;
  /** GW, CW, GCW and UW. */
  genreWeight: number;
  contentWeight: number;
  pageWeight: number;
  urlWeight: number;
  /** One list of genre and content terms together, one cosine: the thesis's control. */
  merged: boolean;
  literalUrl: boolean;
  stem: boolean;
  language?: string | undefined;
  /** How rare a term is; all the same unless told. */
  idf?: ((term: string) => number) | undefined;
}

export function genreContent(given: GenreContentTerms, settings: GenreContentSettings): TextJudge {
  const termsOf = phraseForm({ language: settings.language, keepForms: !settings.stem });
  const idf = settings.idf ?? (() => 1);
  const genre = listOf(settings.merged ? [] : given.genre, 'genre');
  const content = listOf(settings.merged ? [...given.genre, ...given.content] : given.content, 'content');
  const url = listOf(given.urlTerms, 'address');
  const usesUrl = url.terms.length > 0 || settings.literalUrl;
  const lists = [genre, content, url];
  // One walk over a page counts both lists.
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
      const why = [ofGenre, ofContent, ofUrl].flatMap((cosine, i) =>
        cosine === 0 ? [] : [`${lists[i]!.name} ${cosine.toFixed(2)}: ${inWords(lists[i]!, found[i]!)}`],
      );
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
          `The ${name} term "${term}" has weight ${weight}: here a weight is above 0. Leave the term out, or use it as a keyword.`,
        );
      }
      const words = termsOf(term);
      const key = words.join(' ');
      if (key !== '' && !once.has(key)) once.set(key, { term, words, idf: weight * idf(term) });
    }
    const kept = [...once.values()];
    return {
      name: settings.merged && name === 'content' ? 'terms' : name,
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

/** An address with its escapes undone, where they can be. */
function readable(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}
