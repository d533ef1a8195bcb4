/**
 * Term lists from example texts: the most frequent terms of one to three words (GenerateTerms of De Assis, UFMG, Minas
 * Gerais, 2008). Genre terms come from texts of the same kind about varied subjects. Content terms come from texts of
 * the kind and the subject, minus the genre terms.
 *
 * Where the thesis is silent: Terms do not cross the end of a sentence or a line. Singular and plural count as one
 * term, shown in its most frequent form. Stop words are removed first, so "theory of computation" becomes "theory
 * computation" here and in the pages searched for it. Terms of one character or without a letter are dropped. A term is
 * dropped in favour of a longer one if at least 75 % of its occurrences are inside it ("retrieval" in "information
 * retrieval"). Terms are ranked by total frequency, as in the thesis, so one long text can dominate; `by: 'texts'`
 * ranks by the number of texts instead, and `by: 'contrast'` by Dunning's G² over that number, against texts of the
 * other sort: words that every page has are no terms of any list.
 */
import { gSquared } from './g-squared.ts';
import { phrases } from './ngrams.ts';
import { type PhraseForm, phraseForm } from './phrase-counter.ts';

export interface FrequentTerm {
  term: string;
  /** Occurrences in all texts. */
  count: number;
  /** Number of texts that contain it. */
  texts: number;
}

export interface FrequentTermOptions extends PhraseForm {
  /** Maximum number of words in a term; default 3. */
  longest?: number;
  /** `contrast`: by how much more often texts have it than the others do; without others by occurrences. */
  by?: 'occurrences' | 'texts' | 'contrast';
}

export interface ExampleTexts {
  relevant: readonly string[];
  /** Texts of the kind, about varied subjects. */
  genre?: readonly string[];
  /** Used if there are no genre texts: their most common terms are not content either. */
  irrelevant?: readonly string[];
}

/**
 * Both lists. `genre`: known genre terms, which are removed from the content list; none are generated then. Relevant
 * texts alone cannot separate kind from subject, so without genre terms and genre texts the genre list is empty.
 */
export function generateTerms(
  texts: ExampleTexts,
  sizes: { genre: number; content: number },
  genre: readonly string[] = [],
  options: FrequentTermOptions = {},
): { genre: FrequentTerm[]; content: FrequentTerm[] } {
  const { genre: ofKinds = [], irrelevant = [] } = texts;
  const made = genre.length > 0 ? [] : frequentTerms(ofKinds, sizes.genre, [], options, irrelevant);
  const ofKind = genre.length > 0 ? genre : made.map(({ term }) => term);
  const without =
    ofKind.length > 0
      ? ofKind
      : options.by === 'contrast'
        ? []
        : frequentTerms(irrelevant, sizes.content, [], options).map(({ term }) => term);
  const against = [...ofKinds, ...irrelevant];
  return { genre: made, content: frequentTerms(texts.relevant, sizes.content, without, options, against) };
}

/** Best first. `without`: terms to remove before ranking. `against`: the other side of a contrast. */
export function frequentTerms(
  texts: Iterable<string>,
  size: number,
  without: readonly string[] = [],
  options: FrequentTermOptions = {},
  against: Iterable<string> = [],
): FrequentTerm[] {
  const table = tableOf(texts, options);
  const others = options.by === 'contrast' ? tableOf(against, options) : undefined;
  return table.best(size, without, others?.isEmpty ? undefined : others);
}

function tableOf(texts: Iterable<string>, options: FrequentTermOptions): TermTable {
  const table = new TermTable(options);
  for (const text of texts) table.add(text);
  return table;
}

class TermTable {
  readonly #terms = new Map<string, Entry>();
  readonly #formsOf: (text: string) => string[];
  readonly #stemsOf: (text: string) => string[];
  readonly #longest: number;
  readonly #by: 'count' | 'texts';
  #texts = 0;

  constructor(options: FrequentTermOptions) {
    const { language, stem } = options;
    this.#formsOf = phraseForm({ language, stem: 'none' });
    this.#stemsOf = phraseForm({ language, stem });
    this.#longest = options.longest ?? 3;
    this.#by = options.by === 'texts' ? 'texts' : 'count';
  }

  get isEmpty(): boolean {
    return this.#texts === 0;
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

  best(size: number, without: readonly string[], against?: TermTable): FrequentTerm[] {
    // Before anything is removed: the words of a removed phrase are as little terms of their own as they were.
    const within = this.#largestWithin();
    for (const term of without) this.#terms.delete(this.#stemsOf(term).join(' '));
    const rank = (key: string, entry: Entry): number =>
      against === undefined ? entry[this.#by] : this.#contrast(key, entry, against);
    return [...this.#terms]
      .filter(([key, { count }]) => (within.get(key) ?? 0) < GIVES_WAY * count)
      .map(([key, entry]) => ({ key, entry, rank: rank(key, entry) }))
      .filter(({ rank }) => rank > 0)
      .sort((a, b) => b.rank - a.rank || b.entry.count - a.entry.count || (a.key < b.key ? -1 : 1))
      .slice(0, size)
      .map(({ entry: { forms, count, texts } }) => ({ term: commonest(forms), count, texts }));
  }

  /** Below 0 if the other texts have it more often. */
  #contrast(key: string, { texts }: Entry, against: TermTable): number {
    const others = against.#terms.get(key)?.texts ?? 0;
    const share = texts / this.#texts - others / Math.max(1, against.#texts);
    const all = { trials: this.#texts + against.#texts, successes: texts + others };
    return Math.sign(share) * gSquared({ trials: this.#texts, successes: texts }, all);
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

  /** For each term the count of the most frequent longer term that contains it. */
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

  /** Among this many words, a term seen only once is not one of the most frequent. */
  #forgetRare(): void {
    for (const [key, { count }] of this.#terms) if (count === 1) this.#terms.delete(key);
  }
}

interface Entry {
  count: number;
  texts: number;
  /** Index of the text counted last. */
  seenIn: number;
  forms: Map<string, number>;
}

const GIVES_WAY = 0.75;
const MAX_TERMS = 500_000;
const BREAKS = /[\r\n]+|[.!?;:](?=\s|$)|[()[\]|]/;
/** Every word of it has at least two characters, one of them a letter. */
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
