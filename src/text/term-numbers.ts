/**
 * Reads a text as a sequence of term numbers: words become terms (stop words removed, the rest stemmed), terms become
 * numbers. Numbers and single letters only count if they were requested by name ("vitamin c", "formula 1"). When the
 * word limit is reached, everything except the terms requested by name is forgotten and their numbers are assigned
 * again.
 */
import type { Stemming } from './stem.ts';
import { forgetfulReader, isNumberOrLetter, termOfWord } from './terms.ts';
import { WordNumbers } from './word-numbers.ts';

/** The number of whatever does not count. */
export const STOP = 0;

export interface TermForm {
  language: string;
  stem?: Stemming;
}

export class TermNumbers {
  readonly #termsOf: (text: string) => string[];
  readonly #words: WordNumbers;
  readonly #kept = new Map<string, number>();
  readonly #keptNumbers = new Set<number>();
  #numbers = new Map<string, number>();
  /** By their numbers. */
  readonly #terms: string[] = [''];
  /** The highest number in use. */
  last = STOP;
  /** How often terms were forgotten: numbers of an earlier generation mean other terms now. */
  generation = 0;

  constructor(form: TermForm) {
    this.#termsOf = forgetfulReader({ ...form, numbers: true });
    const termOf = termOfWord(form);
    this.#words = new WordNumbers((word) => {
      const term = termOf(word);
      const counts = term !== undefined && (!isNumberOrLetter(term) || this.#kept.has(term));
      return counts ? this.#numberOf(term) : STOP;
    });
  }

  /** The numbers of a phrase's terms, without stop words; they never change. Request them before the first text. */
  numbersOf(phrase: string): number[] {
    return this.#termsOf(phrase).map((term) => this.numberOfTerm(term));
  }

  /** The number of an already stemmed term; it never changes. The first number is 1. */
  numberOfTerm(term: string): number {
    const number = this.#numberOf(term);
    this.#kept.set(term, number);
    this.#keptNumbers.add(number);
    return number;
  }

  /** The numbers of a text's words are the first `length` entries of `numbers`, until the next text. */
  read(text: string): Pick<WordNumbers, 'numbers' | 'length'> {
    if (this.#words.full) this.#forget();
    this.#words.read(text);
    return this.#words;
  }

  termOf(number: number): string {
    return this.#terms[number]!;
  }

  /** Whether it was requested by name. */
  isKept(number: number): boolean {
    return this.#keptNumbers.has(number);
  }

  #numberOf(term: string): number {
    const known = this.#numbers.get(term);
    if (known !== undefined) return known;
    const number = ++this.last;
    this.#numbers.set(term, number);
    this.#terms[number] = term;
    return number;
  }

  #forget(): void {
    this.#words.forget();
    this.#numbers = new Map(this.#kept);
    this.last = STOP;
    for (const number of this.#kept.values()) if (number > this.last) this.last = number;
    this.generation += 1;
  }
}

/**
 * The same for all counters that request these phrases: a judge that gets a new model in mid-crawl need not number the
 * words of the Web again. One for each form is kept.
 */
export function sharedNumbers(form: TermForm, phrases: readonly string[]): TermNumbers {
  const kind = `${form.language} ${form.stem}`;
  const requested = phrases.join('\n');
  const made = shared.get(kind);
  if (made?.requested === requested) return made.numbers;
  const numbers = new TermNumbers(form);
  for (const phrase of phrases) numbers.numbersOf(phrase);
  shared.set(kind, { requested, numbers });
  return numbers;
}

const shared = new Map<string, { requested: string; numbers: TermNumbers }>();
