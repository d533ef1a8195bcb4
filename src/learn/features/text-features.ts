/**
 * The 22 text feature sets of Sobania (TU Darmstadt 2015), section 5.3.2. Where the thesis is silent: a feature is 1 if
 * the term occurs; ratios are shares of words (without punctuation), ratios of questions are shares of sentences; stop
 * words are dropped from tokens and kept in phrases; the bounds of center terms count training samples and are swapped
 * if bottom is above top.
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
  type Reads,
  real,
  type TermSet,
  whole,
} from './feature-set.ts';

const count = whole('count', 10, 2000);
const words = whole('n', 2, 5);
const bottom = whole('bottom', 2, 20);
const top = whole('top', 10, 100);

export const textFeatures: readonly (TermSet | NumberSet)[] = [
  frequent('frequent-tokens', 'words', [count], tokens),
  between('center-tokens', 'words', [bottom, top], tokens),
  frequent('frequent-phrases', 'words', [words, count], (text, [n]) => phrases(text.words, n, n)),
  between('center-phrases', 'words', [words, bottom, top], (text, [n]) => phrases(text.words, n, n)),
  frequent('character-ngrams', 'plain', [whole('n', 1, 5), count], (text, [n]) =>
    characterNgrams(lowered(text), n!),
  ),
  {
    kind: 'terms',
    name: 'long-tokens',
    reads: 'words',
    shaping: 1,
    parameters: [whole('length', 8, 25)],
    terms: (sample, [length]) => textOf(sample).words.filter((word) => word.length > length!),
    takesRare: true,
    choose: (terms) => terms,
  },
  above('many-characters', 'plain', whole('characters', 200, 50_000), (text) => text.text.length),
  above('many-tokens', 'words', whole('tokens', 50, 10_000), (text) => text.words.length),
  above('many-sentences', 'sentences', whole('sentences', 2, 500), (text) => text.sentences),
  frequent('tag-ngrams', 'tags', [words, whole('count', 10, 500)], (text, [n]) =>
    phrases(text.tagged.tags, n, n),
  ),
  frequent('adjectives', 'tags', [count], tagged('ADJ')),
  frequent('adverbs', 'tags', [count], tagged('ADV')),
  frequent('nouns', 'tags', [count], tagged('NOUN', 'PROPN')),
  frequent('verbs', 'tags', [count], tagged('VERB')),
  above('adjective-ratio', 'tags', real('ratio', 0, 0.2), share('ADJ')),
  above('adverb-ratio', 'tags', real('ratio', 0, 0.15), share('ADV')),
  above('pronoun-ratio', 'tags', real('ratio', 0, 0.2), share('PRON')),
  above('verb-ratio', 'tags', real('ratio', 0, 0.3), share('VERB')),
  above('number-ratio', 'tags', real('ratio', 0, 0.2), share('NUM')),
  above(
    'emoticon-ratio',
    'emoticons',
    real('ratio', 0, 0.02),
    (text) => text.emoticons / Math.max(1, text.words.length),
  ),
  above(
    'question-ratio',
    'sentences',
    real('ratio', 0, 0.5),
    (text) => text.questions / Math.max(1, text.sentences),
  ),
  {
    kind: 'number',
    name: 'money-signs',
    reads: 'plain',
    parameters: [],
    value: (sample) => (/[$€£¥₤₹]/.test(textOf(sample).text) ? 1 : 0),
  },
];

type TermsOf = (text: ReadText, parameters: readonly number[]) => Iterable<string>;

/** Its last parameter is a count. */
function frequent(name: string, reads: Reads, parameters: Parameter[], termsOf: TermsOf): TermSet {
  return {
    kind: 'terms',
    name,
    reads,
    parameters,
    shaping: parameters.length - 1,
    terms: (sample, given) => termsOf(textOf(sample), given),
    choose: (all, given) => mostFrequent(all, given.at(-1)!),
  };
}

/** Its last two parameters are borders. */
function between(name: string, reads: Reads, parameters: Parameter[], termsOf: TermsOf): TermSet {
  return {
    kind: 'terms',
    name,
    reads,
    parameters,
    shaping: parameters.length - 2,
    terms: (sample, given) => termsOf(textOf(sample), given),
    choose: (all, given) => {
      const borders = given.slice(-2);
      return center(all, Math.min(...borders), Math.max(...borders));
    },
  };
}

function above(
  name: string,
  reads: Reads,
  parameter: Parameter,
  measure: (text: ReadText) => number,
): NumberSet {
  const value = (sample: Sample, [threshold]: readonly number[]) =>
    measure(textOf(sample)) > threshold! ? 1 : 0;
  return { kind: 'number', name, reads, parameters: [parameter], value };
}

function tokens(text: ReadText): string[] {
  const stops = stopWords(text.language);
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
