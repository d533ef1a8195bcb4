/**
 * From a few words to the terms of a topic: the words and phrases of a sentence, and relatives of them in WordNet
 * (English only): synonyms, words derived from them, kinds of them, terms of the subject. A word of several senses is
 * taken in the one most like those of the other words (Li's similarity), or else in its most frequent one. With word
 * vectors, words that are used like them, too.
 */
import { frequentTerms } from './frequent-terms.ts';
import { wordNetOntology } from './ontology/wordnet-ontology.ts';
import { stemmer } from './stem.ts';
import { stopWords } from './stopwords.ts';
import { isNumberOrLetter } from './terms.ts';
import { words } from './tokens.ts';
import { WordSimilarity } from './word-similarity.ts';
import type { WordVectors } from './word-vectors.ts';
import { type SynsetId, type WordNet, wordNet } from './wordnet.ts';
import { wordNetTerms } from './wordnet-terms.ts';

export interface ExpandedTerm {
  term: string;
  weight: number;
  /** Where it came from, in words. */
  from: string;
  /** The given term it is a relative of; absent for given terms and for those of texts. */
  of?: string;
}

const GIVEN = 1;
const SYNONYM = 0.5;
const DERIVED = 0.5;
const KIND = 0.25;
const TERM_OF = 0.25;
const USED_LIKE = 0.25;
const FROM_TEXTS = 0.5;
const MOST_OF_EACH = { synonyms: 4, derived: 3, kinds: 6, terms: 8 };
const MOST_FROM_TEXTS = 15;
const NEAR = { least: 0.6, most: 6 };

/** The words and phrases of a sentence that say what it is about, each once, in order. */
export function termsOfSentence(sentence: string, language = 'en'): ExpandedTerm[] {
  const found = language === 'en' ? englishTerms(sentence) : plainTerms(sentence, language);
  return unique(found.map((term) => ({ term, weight: GIVEN, from: 'the sentence' })));
}

/** Relatives of given terms; none of them holds only words of terms that are there already. */
export function relativesOf(given: readonly string[], vectors?: WordVectors): ExpandedTerm[] {
  const net = wordNet();
  const alike = new WordSimilarity(wordNetOntology(net), 'li', { senses: SENSES });
  const known = new Set(given.flatMap(stemsOf));
  const found: ExpandedTerm[] = [];
  const take = (terms: readonly string[], most: number, weight: number, from: string, of: string): void => {
    let taken = 0;
    for (const term of terms) {
      if (taken === most) return;
      const stems = stemsOf(term);
      if (!isWord(term) || stems.every((stem) => known.has(stem))) continue;
      for (const stem of stems) known.add(stem);
      found.push({ term, weight, from, of });
      taken += 1;
    }
  };
  for (const term of given) {
    const sense = senseOf(term, given, net, alike);
    if (sense === undefined) continue;
    const own = net.synset(sense).words.map((word) => word.toLowerCase());
    const kinds = commonFirst(net.hyponyms(sense), net);
    const terms = commonFirst(net.termsOf(sense), net);
    const derived = own.flatMap((word) => net.derived(sense, word));
    take(own, MOST_OF_EACH.synonyms, SYNONYM, `WordNet: means the same as "${term}"`, term);
    take(derived, MOST_OF_EACH.derived, DERIVED, `WordNet: derived from "${term}"`, term);
    take(kinds, MOST_OF_EACH.kinds, KIND, `WordNet: a kind of "${term}"`, term);
    take(terms, MOST_OF_EACH.terms, TERM_OF, `WordNet: a term of "${term}"`, term);
  }
  for (const { word, of } of vectors?.near(given, NEAR) ?? [])
    take([word], 1, USED_LIKE, `word vectors: used like "${of}"`, of);
  return found;
}

/** The first noun of each synset, those in common use first. */
function commonFirst(synsets: readonly SynsetId[], net: WordNet): string[] {
  const nouns = synsets
    .map((id) => net.synset(id))
    .filter(({ partOfSpeech }) => partOfSpeech === 'noun')
    .flatMap(({ words: [first] }) => first?.toLowerCase() ?? []);
  return nouns.sort((a, b) => Number(net.isCommon(b)) - Number(net.isCommon(a)));
}

/** Terms that some texts have more often than others, beside those that are given; without others the frequent ones. */
export function termsOfTexts(
  texts: readonly string[],
  others: readonly string[],
  given: readonly string[],
  { language, from }: { language?: string | undefined; from: string },
): ExpandedTerm[] {
  const by = others.length > 0 ? 'contrast' : texts.length > 2 ? 'texts' : 'occurrences';
  const options = { by, longest: 2, language } as const;
  return frequentTerms(texts, MOST_FROM_TEXTS, given, options, others)
    .filter((one) => texts.length === 1 || one.texts > 1)
    .map(({ term, texts: holding }) => ({
      term,
      weight: rounded(FROM_TEXTS * (holding / texts.length)),
      from: `${from}: on ${holding} of ${texts.length}`,
    }))
    .filter(({ weight }) => weight > 0);
}

/** Compounds are phrases, plurals singular: "barn owls and what they eat" → "barn owl", "eat". */
function englishTerms(sentence: string): string[] {
  const net = wordNet();
  return wordNetTerms(net)(withSingularHeads(sentence, net))
    .filter((term) => !words(term).every((word) => REQUEST.has(word) || stopWords('en').has(word)))
    .map((term) => net.lemmas(term, 'noun')[0] ?? net.lemmas(term)[0] ?? term);
}

/** The first noun of a compound with "of" has the plural: "birds of prey" → "bird of prey". */
function withSingularHeads(sentence: string, net: WordNet): string {
  return sentence.replace(/(\p{L}+)(?= of (\p{L}+))/gu, (head, _, next: string) => {
    const [compound] = net.lemmas(`${head} of ${next}`, 'noun');
    return compound?.split(' ')[0] ?? head;
  });
}

function plainTerms(sentence: string, language: string): string[] {
  const stops = stopWords(language);
  return words(sentence).filter((word) => !stops.has(word) && !isNumberOrLetter(word));
}

/** Words by which people ask for pages, whatever the pages are about. */
const REQUEST = new Set(
  `find finding look looking want wanted need show tell interested information page pages site sites website websites
   web thing things topic topics subject subjects related concerning regarding kind kinds type types`.split(
    /\s+/,
  ),
);

const SENSES = 5;
/** The most frequent sense wins unless another one fits the other words clearly better. */
const FREQUENT = 0.3;

function senseOf(
  term: string,
  given: readonly string[],
  net: WordNet,
  alike: WordSimilarity,
): SynsetId | undefined {
  const nouns = net.senses(term, 'noun').slice(0, SENSES);
  const senses = nouns.length > 0 ? nouns : net.senses(term).slice(0, SENSES);
  const others = given.filter((one) => one !== term).map((one) => net.senses(one).slice(0, SENSES));
  const scored = senses.map((id, place) => ({
    id,
    score: FREQUENT / (1 + place) + fitOf(id, others, net, alike),
  }));
  return scored.sort((a, b) => b.score - a.score)[0]?.id;
}

/** The mean over the other words of what fits best: nearness in the hierarchy, and words that two glosses share. */
function fitOf(id: SynsetId, others: readonly SynsetId[][], net: WordNet, alike: WordSimilarity): number {
  const own = glossOf(id, net);
  const fits = others.map((senses) =>
    Math.max(
      0,
      ...senses.map((other) => {
        const shared = [...glossOf(other, net)].filter((stem) => own.has(stem)).length;
        return (other % 4 === id % 4 ? alike.ofConcepts(id, other) : 0) + SHARED * Math.min(2, shared);
      }),
    ),
  );
  return fits.reduce((sum, fit) => sum + fit, 0) / Math.max(1, fits.length);
}

const SHARED = 0.2;

function glossOf(id: SynsetId, net: WordNet): Set<string> {
  const { gloss, words: names } = net.synset(id);
  // Examples in quotes are about anything.
  const text = `${names.join(' ')} ${gloss.replace(/"[^"]*"/g, '')}`;
  return new Set(plainTerms(text, 'en').map(stemmer('en')));
}

const stemsOf = (term: string): string[] => term.split(' ').map(stemmer('en'));

const isWord = (term: string): boolean => /^[\p{L} '-]{3,}$/u.test(term) && !stopWords('en').has(term);

const rounded = (weight: number): number => Math.round(100 * weight) / 100;

function unique(terms: readonly ExpandedTerm[]): ExpandedTerm[] {
  return [...new Map([...terms].reverse().map((one) => [one.term, one])).values()].reverse();
}
