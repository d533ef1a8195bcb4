/**
 * The 22 text feature sets of Sobania (TU Darmstadt 2015). Where the thesis is silent: a feature is 1 if the term
 * occurs; ratios are shares of words (without punctuation), ratios of questions are shares of sentences; stop words are
 * dropped from tokens and kept in phrases; the bounds of center terms count training samples and are swapped if bottom
 * is above top.
 */
import { characterNgrams, phrases } from '../../text/ngrams.ts';
import { type Tag, tagShare } from '../../text/parts-of-speech.ts';
import { stopWords } from '../../text/stopwords.ts';
import { type ReadText, type Sample, textOf } from './document.ts';
import {
  center,
  mostFrequent,
  type NumberSet,
  type Parameter,
  real,
  type TermSet,
  whole,
} from './feature-set.ts';

const count = whole('count', 10, 2000);
const words = whole('n', 2, 5);
const bottom = whole('bottom', 2, 20);
const top = whole('top', 10, 100);

export const textFeatures: readonly (TermSet | NumberSet)[] = [
  frequent('frequent-tokens', [count], tokens),
  between('center-tokens', [bottom, top], tokens),
  frequent('frequent-phrases', [words, count], (text, [n]) => phrases(text.words, n, n)),
  between('center-phrases', [words, bottom, top], (text, [n]) => phrases(text.words, n, n)),
  frequent('character-ngrams', [whole('n', 1, 5), count], (text, [n]) => characterNgrams(lowered(text), n!)),
  {
    kind: 'terms',
    name: 'long-tokens',
    shaping: 1,
    parameters: [whole('length', 8, 25)],
    terms: (sample, [length]) => textOf(sample).words.filter((word) => word.length > length!),
    choose: (terms) => center(terms, 2, Number.POSITIVE_INFINITY),
  },
  above('many-characters', whole('characters', 200, 50_000), (text) => text.text.length),
  above('many-tokens', whole('tokens', 50, 10_000), (text) => text.words.length),
  above('many-sentences', whole('sentences', 2, 500), (text) => text.sentences),
  frequent('tag-ngrams', [words, whole('count', 10, 500)], (text, [n]) => phrases(text.tagged.tags, n, n)),
  frequent('adjectives', [count], tagged('ADJ')),
  frequent('adverbs', [count], tagged('ADV')),
  frequent('nouns', [count], tagged('NOUN', 'PROPN')),
  frequent('verbs', [count], tagged('VERB')),
  above('adjective-ratio', real('ratio', 0, 0.2), share('ADJ')),
  above('adverb-ratio', real('ratio', 0, 0.15), share('ADV')),
  above('pronoun-ratio', real('ratio', 0, 0.2), share('PRON')),
  above('verb-ratio', real('ratio', 0, 0.3), share('VERB')),
  above('number-ratio', real('ratio', 0, 0.2), share('NUM')),
  above('emoticon-ratio', real('ratio', 0, 0.02), (text) => text.emoticons / Math.max(1, text.words.length)),
  above('question-ratio', real('ratio', 0, 0.5), (text) => text.questions / Math.max(1, text.sentences)),
  {
    kind: 'number',
    name: 'money-signs',
    parameters: [],
    value: (sample) => (/[$€£¥₤₹]/.test(textOf(sample).text) ? 1 : 0),
  },
];

type TermsOf = (text: ReadText, parameters: readonly number[]) => Iterable<string>;

/** Its last parameter is a count. */
function frequent(name: string, parameters: Parameter[], termsOf: TermsOf): TermSet {
  return {
    kind: 'terms',
    name,
    parameters,
    shaping: parameters.length - 1,
    terms: (sample, given) => termsOf(textOf(sample), given),
    choose: (all, given) => mostFrequent(all, given.at(-1)!),
  };
}

/** Its last two parameters are borders. */
function between(name: string, parameters: Parameter[], termsOf: TermsOf): TermSet {
  return {
    kind: 'terms',
    name,
    parameters,
    shaping: parameters.length - 2,
    terms: (sample, given) => termsOf(textOf(sample), given),
    choose: (all, given) => {
      const borders = given.slice(-2);
      return center(all, Math.min(...borders), Math.max(...borders));
    },
  };
}

function above(name: string, parameter: Parameter, measure: (text: ReadText) => number): NumberSet {
  const value = (sample: Sample, [threshold]: readonly number[]) =>
    measure(textOf(sample)) > threshold! ? 1 : 0;
  return { kind: 'number', name, parameters: [parameter], value };
}

function tokens(text: ReadText): string[] {
  const stops = stopWords();
  return text.words.filter((word) => !stops.has(word));
}

function tagged(...wanted: Tag[]): TermsOf {
  return ({ tagged: { words: forms, tags } }) =>
    forms.filter((_, i) => wanted.includes(tags[i]!)).map((form) => form.toLowerCase());
}

function share(...wanted: Tag[]): (text: ReadText) => number {
  return (text) => tagShare(text.tagged, wanted);
}

/** White space is collapsed, so that n-grams do not depend on line wrapping. */
function lowered(text: ReadText): string {
  return text.text.toLowerCase().replace(/\s+/g, ' ');
}
