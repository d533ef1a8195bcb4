/**
 * Term lists from example texts: the most frequent terms of one to three words (GenerateTerms of De Assis, UFMG, Minas
 * Gerais, 2008). Genre terms come from texts of the same kind about varied subjects; content terms from texts of the
 * kind and the subject, less the genre terms: taking those away is what leaves the subject.
 *
 * What the thesis leaves open. Terms do not reach over the end of a sentence or a line. Words are told apart by their
 * stems and shown in their most frequent form; stop words are left out first, so "theory of computation" is "theory
 * computation" here and in the pages it is looked for in. A term without a letter or of one character is none. A term
 * that stands in three of four cases or more within one longer term gives way to it ("retrieval" to "information
 * retrieval"). Total frequency ranks, so one long text can dominate; `by: 'texts'` ranks by the number of texts instead.
 */
import { phrases } from './ngrams.ts';
import { type PhraseForm, phraseForm } from './phrase-counter.ts';
import { termReader } from './terms.ts';

export interface FrequentTerm {
  term: string;
  /** How often it occurs in all texts. */
  count: number;
  /** How many texts hold it. */
  texts: number;
}

export interface FrequentTermOptions extends PhraseForm {
  /** Words of the longest term; 3 unless told. */
  longest?: number;
  by?: 'occurrences' | 'texts';
}

export interface ExampleTexts {
  relevant: readonly string[];
  /** Of the kind, about varied subjects. */
  genre?: readonly string[];
  /** What stands in for genre texts where there are none: their commonest terms are no content either. */
  irrelevant?: readonly string[];
}

/**
 * Both lists. `genre`: genre terms that are known already; they are taken away from the content, and none are made.
 * Relevant texts alone cannot tell kind from subject, so without genre terms and genre texts the genre list is empty.
 */
export function generateTerms(
  texts: ExampleTexts,
  sizes: { genre: number; content: number },
  genre: readonly string[] = [],
  options: FrequentTermOptions = {},
): { genre: FrequentTerm[]; content: FrequentTerm[] } {
  const made = genre.length > 0 ? [] : frequentTerms(texts.genre ?? [], sizes.genre, [], options);
  const ofKind = genre.length > 0 ? genre : made.map(({ term }) => term);
  const without =
    ofKind.length > 0
      ? ofKind
      : frequentTerms(texts.irrelevant ?? [], sizes.content, [], options).map(({ term }) => term);
  return { genre: made, content: frequentTerms(texts.relevant, sizes.content, without, options) };
}

/** The best first. `without`: terms that are taken away before the ranking. */
export function frequentTerms(
  texts: Iterable<string>,
  size: number,
  without: readonly string[] = [],
  options: FrequentTermOptions = {},
): FrequentTerm[] {
  const table = new TermTable(options);
  for (const text of texts) table.add(text);
  return table.best(size, without);
}

class TermTable {
  readonly #terms = new Map<string, Entry>();
  readonly #formsOf: (text: string) => string[];
  readonly #stemsOf: (text: string) => string[];
  readonly #longest: number;
  readonly #by: 'count' | 'texts';
  #texts = 0;

  constructor(options: FrequentTermOptions) {
    const { language = 'en', keepForms = false } = options;
    this.#formsOf = termReader({ language, keepForms: true, fold: true });
    this.#stemsOf = keepForms ? this.#formsOf : phraseForm({ language });
    this.#longest = options.longest ?? 3;
    this.#by = options.by === 'texts' ? 'texts' : 'count';
  }

  add(text: string): void {
    this.#texts++;
    for (const line of text.split(BREAKS)) {
      const forms = phrases(this.#formsOf(line), this.#longest);
      const stems = phrases(this.#stemsOf(line), this.#longest);
      for (const [i, stem] of stems.entries()) if (TERM.test(stem)) this.#count(stem, forms[i] ?? stem);
    }
    if (this.#terms.size > MAX_TERMS) this.#forgetRare();
  }

  best(size: number, without: readonly string[]): FrequentTerm[] {
    for (const term of without) this.#terms.delete(this.#stemsOf(term).join(' '));
    const within = this.#largestWithin();
    return [...this.#terms]
      .filter(([key, { count }]) => (within.get(key) ?? 0) < GIVES_WAY * count)
      .sort(
        ([oneKey, one], [otherKey, other]) =>
          other[this.#by] - one[this.#by] || other.count - one.count || (oneKey < otherKey ? -1 : 1),
      )
      .slice(0, size)
      .map(([, { forms, count, texts }]) => ({ term: commonest(forms), count, texts }));
  }

  #count(key: string, form: string): void {
    let entry = this.#terms.get(key);
    if (entry === undefined) {
      entry = { count: 0, texts: 0, seenIn: 0, forms: new Map() };
      this.#terms.set(key, entry);
    }
    entry.count++;
    if (entry.seenIn !== this.#texts) entry.texts++;
    entry.seenIn = this.#texts;
    entry.forms.set(form, (entry.forms.get(form) ?? 0) + 1);
  }

  /** For each term the count of the most frequent longer one that it stands in. */
  #largestWithin(): Map<string, number> {
    const within = new Map<string, number>();
    for (const [key, { count }] of this.#terms) {
      if (count < 2) continue;
      const words = key.split(' ');
      for (const part of phrases(words, words.length)) {
        if (part !== key && count > (within.get(part) ?? 0)) within.set(part, count);
      }
    }
    return within;
  }

  /** What was met once in so many words is not among the most frequent. */
  #forgetRare(): void {
    for (const [key, { count }] of this.#terms) if (count === 1) this.#terms.delete(key);
  }
}

interface Entry {
  count: number;
  texts: number;
  /** The number of the text that was counted last. */
  seenIn: number;
  forms: Map<string, number>;
}

const GIVES_WAY = 0.75;
const MAX_TERMS = 500_000;
const BREAKS = /[\r\n]+|[.!?;:](?=\s|$)|[()[\]|]/;
/** Every word of it with two characters or more, a letter among them. */
const TERM = /^(?:(?=[^ ]*\p{L})[^ ]{2,}(?: |$))+$/u;

function commonest(forms: ReadonlyMap<string, number>): string {
  let best = '';
  let most = 0;
  for (const [form, count] of forms) {
    if (count > most || (count === most && form < best)) {
      best = form;
      most = count;
    }
  }
  return best;
}
