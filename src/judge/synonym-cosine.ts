/**
 * Keyword cosine with synonyms: keywords and anchor words are expanded with their synonyms in an ontology; the page is
 * not. Batsakis (TU Crete, 2007), crawler g, Eq. 10, with WordNet.
 *
 * Decided here, where the thesis is silent: a synonym weighs as much as the word it was added for; a word added more
 * than once counts once, with the largest weight; only the most frequent senses of each part of speech are used (by
 * default the first); words are looked up as written and stemmed afterwards, as are their synonyms; a synonym of several
 * words ("bronchial asthma") counts as a phrase, since its single words mean something else, and so does a keyword or a
 * part of an anchor that the ontology has as one term, beside its words. On a page a phrase is a term more, as rare as
 * its rarest word. The idf comes from the background table of English. Without an ontology nothing is added.
 */
import type { Page } from '../page/page.ts';
import { englishBackground } from '../text/background.ts';
import { BoundedMemo } from '../text/bounded-memo.ts';
import type { Ontology } from '../text/ontology/ontology.ts';
import { PhraseCounter } from '../text/phrase-counter.ts';
import { stemmer } from '../text/stem.ts';
import { TermCounter } from '../text/term-counter.ts';
import { termReader } from '../text/terms.ts';
import { ownString, words } from '../text/tokens.ts';
import type { WeightedTerm } from '../topic/topic.ts';
import type { Opinion, TextJudge } from './judge.ts';
import { counted, reasons } from './reasons.ts';

export interface SynonymCosineSettings {
  /** A page is relevant from this cosine on. */
  threshold: number;
  /** Senses per part of speech that contribute synonyms, most frequent first; 0 for all. */
  senses: number;
  ontology?: Ontology | undefined;
  language?: string | undefined;
}

export function synonymCosine(keywords: readonly WeightedTerm[], settings: SynonymCosineSettings): TextJudge {
  const { ontology } = settings;
  const language = ontology?.language ?? settings.language ?? 'en';
  const idf = language === 'en' ? englishBackground().idf : () => 1;
  const entriesOf = ontology ? entriesBy(ontology, settings.senses, idf) : plainEntries(language, idf);
  const entries = keywords.flatMap(({ term, weight }) =>
    entriesOf(term).map((entry) => ({ ...entry, times: weight })),
  );
  const query = expand(entries);
  const queryLength = lengthOf(query);
  const counter = new TermCounter({ language }, idf);
  const numbered = numberedTerms(entries, query, counter);
  const phrases = phrasesOf(entries, query, idf);
  const phraseCounter = new PhraseCounter(phrases.map(({ stems }) => stems));
  const read = phrases.length > 0 ? termReader(phraseTerms(language)) : undefined;
  const scores = new BoundedMemo<string, number>(60_000);

  return {
    judge(page: Page): Opinion {
      const text = `${page.title}\n${page.text}`;
      counter.count(text);
      const phraseCounts = read ? phraseCounter.count(read(text)) : new Uint32Array(0);
      const found = [
        ...numbered.map(({ word, weight, number }) => {
          return { word, weight, count: counter.countOf(number), value: counter.valueOf(number) };
        }),
        ...phrases.map(({ word, weight, idf }, i) => {
          return { word, weight, count: phraseCounts[i]!, value: phraseCounts[i]! * idf };
        }),
      ];
      const ofPhrases = found.slice(numbered.length).map(({ value }) => value);
      const lengths = Math.hypot(counter.norm(), ...ofPhrases) * queryLength;
      const parts = found.map(({ word, weight, count, value }) => ({
        value: lengths === 0 ? 0 : (weight * value) / lengths,
        word,
        count,
      }));
      const sum = parts.reduce((total, { value }) => total + value, 0);
      const score = Math.max(0, Math.min(1, sum));
      const { threshold } = settings;
      return { score, relevant: score >= threshold, border: threshold, why: reasons(parts, counted) };
    },
    scoreText(text) {
      if (text === '') return 0;
      return text.length > maxRemembered ? ofText(text) : scores.get(ownString(text), () => ofText(text));
    },
  };

  function ofText(text: string): number {
    const terms = expand(entriesOf(text).map((entry) => ({ ...entry, times: 1 })));
    let sum = 0;
    for (const [stem, weight] of terms) sum += weight * (query.get(stem) ?? 0);
    return sum <= 0 ? 0 : Math.min(1, sum / (lengthOf(terms) * queryLength));
  }
}

/** A term: its own words with their weight per occurrence, and its synonyms. */
interface Entry {
  own: readonly (Stemmed & { weight: number })[];
  weight: number;
  synonyms: readonly Stemmed[];
}

/** The stems of a phrase are joined by spaces. */
interface Stemmed {
  word: string;
  stem: string;
}

/** The query's single words by counter number, each with the word it came from. */
function numberedTerms(entries: readonly Entry[], query: ReadonlyMap<string, number>, counter: TermCounter) {
  const sources = sourcesOf(entries);
  return Array.from(query)
    .filter(([stem]) => !isPhrase(stem))
    .map(([stem, weight]) => {
      const word = sources.get(stem)!;
      return { word, weight, number: counter.numbersOf(word)[0] ?? noNumber };
    });
}

/** The query's phrases, each as rare as its rarest word. */
function phrasesOf(
  entries: readonly Entry[],
  query: ReadonlyMap<string, number>,
  idf: (stem: string) => number,
) {
  const sources = sourcesOf(entries);
  return Array.from(query)
    .filter(([stem]) => isPhrase(stem))
    .map(([stem, weight]) => {
      const stems = stem.split(' ');
      return { word: sources.get(stem)!, weight, stems, idf: Math.max(...stems.map(idf)) };
    });
}

/** Of each stem the first word it came from. */
function sourcesOf(entries: readonly Entry[]): Map<string, string> {
  const sources = new Map<string, string>();
  for (const { own, synonyms } of entries) {
    for (const { stem, word } of [...own, ...synonyms]) if (!sources.has(stem)) sources.set(stem, word);
  }
  return sources;
}

const isPhrase = (stem: string): boolean => stem.includes(' ');

/** How pages and phrases are read, so that "vitamin C" stays a phrase. */
const phraseTerms = (language: string) => ({ language, numbers: true });

/** Number of a stop word; never counted. */
const noNumber = -1;

/** Own stems add up; each synonym is added with the largest weight it was added for. */
function expand(entries: readonly (Entry & { times: number })[]): Map<string, number> {
  const weights = new Map<string, number>();
  for (const { own, times } of entries) {
    for (const { stem, weight } of own) weights.set(stem, (weights.get(stem) ?? 0) + times * weight);
  }
  const added = new Map<string, number>();
  for (const { synonyms, weight, times } of entries) {
    for (const { stem } of synonyms) {
      if (weights.has(stem)) continue;
      const before = added.get(stem) ?? 0;
      if (Math.abs(times * weight) > Math.abs(before)) added.set(stem, times * weight);
    }
  }
  for (const [stem, weight] of added) weights.set(stem, weight);
  return weights;
}

function entriesBy(
  ontology: Ontology,
  senses: number,
  idf: (stem: string) => number,
): (text: string) => Entry[] {
  const known = new BoundedMemo<string, Entry>(20_000);
  const stem = stemmer(ontology.language);
  const stemsOf = termReader(phraseTerms(ontology.language));
  const most = senses === 0 ? undefined : senses;
  return (text) => ontology.terms(text).map((term) => known.get(ownString(term), () => entryOf(term)));

  function entryOf(term: string): Entry {
    const own = term.split(' ').map((word) => ({ word, stem: stem(word), weight: idf(stem(word)) }));
    const synonyms = [...(own.length > 1 ? [term] : []), ...ontology.synonyms(term, most)]
      .filter((word) => LETTERS.test(word))
      .map((word) => ({ word, stem: word.includes(' ') ? stemsOf(word).join(' ') : stem(word) }))
      .filter((other) => other.stem !== '' && own.every((one) => one.stem !== other.stem));
    return { own, weight: Math.max(...own.map(({ weight }) => weight)), synonyms };
  }
}

/** Names such as "c++" or "o'clock" would be read as other words. */
const LETTERS = /^[\p{L}\p{M}\p{N} ]+$/u;

function plainEntries(language: string, idf: (stem: string) => number): (text: string) => Entry[] {
  const read = termReader({ language });
  const entryOf = (word: string) => (stem: string) => ({
    own: [{ word, stem, weight: idf(stem) }],
    weight: idf(stem),
    synonyms: [],
  });
  return (text) => words(text).flatMap((word) => read(word).map(entryOf(word)));
}

function lengthOf(weights: ReadonlyMap<string, number>): number {
  let squares = 0;
  for (const weight of weights.values()) squares += weight * weight;
  return Math.sqrt(squares) || 1;
}

const maxRemembered = 120;
