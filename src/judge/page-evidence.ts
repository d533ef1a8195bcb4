/**
 * What a committee reads of a page, as plain data: how often each keyword occurs, how long the page is, and the distinct
 * terms of its text, its title and its address. Made where the page is read, and kept for pages that a judge is fitted
 * to later.
 */
import { addressFeatures } from '../learn/features/address-features.ts';
import type { Page } from '../page/page.ts';
import { rarity } from '../text/rarity.ts';
import { stemmer } from '../text/stem.ts';
import { TermCounter } from '../text/term-counter.ts';
import { forgetfulReader, type TermReader } from '../text/terms.ts';
import { ownString, words } from '../text/tokens.ts';
import { WordNumbers } from '../text/word-numbers.ts';
import type { WeightedTerm } from '../topic/topic.ts';
import { pageText } from './page-text.ts';
import { Phrases } from './phrases.ts';

export interface KeywordEvidence {
  /** Occurrences of each keyword, as consecutive stems. */
  counts: number[];
  /** Words of the page that are no stop words. */
  words: number;
  /** The sum of the square roots of how often each distinct word occurs. */
  roots: number;
  /** Of the page and the keywords, as the judge `keyword-cosine` has it: known before any page is crawled. */
  cosine: number;
}

export interface PageEvidence extends KeywordEvidence {
  /** Distinct terms, separated by spaces. */
  text: string;
  title: string;
  address: string;
}

/** Reads the keywords alone. */
class KeywordReader {
  readonly #phrases: Phrases;
  readonly #cosine: TermCosine;
  readonly #size: number;
  /** Words of each keyword, below 0 for one that speaks against a page. */
  readonly #lengths: number[];

  constructor(keywords: readonly WeightedTerm[], language: string) {
    this.#phrases = new Phrases(stemmer(language));
    for (const { term } of keywords) this.#phrases.add(term);
    this.#size = keywords.length;
    this.#lengths = keywords.map(({ term, weight }) => Math.sign(weight) * words(term).length);
    this.#cosine = new TermCosine(keywords, language);
  }

  read(text: string): KeywordEvidence {
    const counts = this.#size === 0 ? [] : Array.from(this.#phrases.count(text));
    return { counts, ...this.#cosine.read(text) };
  }

  /** How much of a short text is keywords, 0..1. */
  shareOf(text: string): number {
    if (this.#size === 0) return 0;
    const counts = this.#phrases.count(text);
    const { wordsRead } = this.#phrases;
    if (wordsRead === 0) return 0;
    let found = 0;
    for (let i = 0; i < counts.length; i++) found += counts[i]! * this.#lengths[i]!;
    return Math.min(1, Math.max(0, found / wordsRead));
  }
}

/** The cosine of a text and the keywords, both (1 + ln tf) · idf, with rarity in the language as a whole. */
class TermCosine {
  readonly #counter: TermCounter;
  readonly #query = new Map<number, number>();
  readonly #length: number;

  constructor(keywords: readonly WeightedTerm[], language: string) {
    const form = { language, stem: 'plural' as const };
    this.#counter = new TermCounter(form, rarity(form), true);
    for (const { term, weight } of keywords)
      for (const number of this.#counter.numbersOf(term))
        this.#query.set(number, (this.#query.get(number) ?? 0) + weight * this.#counter.weightOf(number));
    this.#length = Math.hypot(...this.#query.values());
  }

  read(text: string): Omit<KeywordEvidence, 'counts'> {
    const counter = this.#counter;
    counter.count(text);
    let words = 0;
    let roots = 0;
    for (const number of counter.counted) {
      const count = counter.countOf(number);
      words += count;
      roots += Math.sqrt(count);
    }
    let dot = 0;
    for (const [number, weight] of this.#query) dot += weight * counter.valueOf(number);
    const cosine = dot <= 0 ? 0 : dot / (counter.norm() * this.#length);
    return { words, roots, cosine: Math.min(1, cosine) };
  }
}

export class EvidenceReader {
  readonly #keywords: KeywordReader;
  readonly #distinct: DistinctTerms;
  readonly #inOrder: boolean;
  /** Of the text that was read last. */
  terms: readonly string[] = [];

  /** `inOrder`: links come last; it may be false for a judge to which all words of a page are the same. */
  constructor(keywords: readonly WeightedTerm[], language: string, inOrder = true) {
    this.#keywords = new KeywordReader(keywords, language);
    this.#distinct = new DistinctTerms(language);
    this.#inOrder = inOrder;
  }

  read(page: Pick<Page, 'title' | 'text' | 'url' | 'links'>): PageEvidence {
    // One text for both, so that it is scanned once.
    const text = this.#inOrder ? linkLinesLast(page) : pageText(page);
    const evidence = this.#keywords.read(text);
    this.terms = this.#distinct.read(text);
    return {
      ...evidence,
      text: this.terms.join(' '),
      title: this.#distinct.read(page.title).join(' '),
      address: [...new Set(addressFeatures(page.url))].join(' '),
    };
  }

  /** How much of a short text is keywords, 0..1. */
  shareOf(text: string): number {
    return this.#keywords.shareOf(text);
  }
}

/** Early words count more, and the links of a menu at the top are not what a page says first. */
function linkLinesLast({ title, text, links }: Pick<Page, 'title' | 'text' | 'links'>): string {
  const anchors = new Set(links.map(({ anchor }) => anchor));
  const own: string[] = [title];
  const linked: string[] = [];
  for (const line of text.split('\n')) (anchors.has(line) ? linked : own).push(line);
  return linked.length === 0 ? pageText({ title, text }) : own.concat(linked).join('\n');
}

/** The distinct terms of a text, in their order. */
class DistinctTerms {
  readonly #termsOf: TermReader;
  readonly #words: WordNumbers;
  #numbers = new Map<string, number>();
  #terms: string[] = [];
  /** By number: the text in which the term was met last. */
  #metIn: number[] = [];
  #texts = 0;

  constructor(language: string) {
    this.#termsOf = forgetfulReader({ language, stem: 'full' });
    this.#words = new WordNumbers((word) => {
      const [term, ...more] = this.#termsOf(word);
      if (term === undefined) return STOP;
      return more.length > 0 ? SEVERAL : this.#numberOf(term);
    });
  }

  read(text: string): string[] {
    if (this.#words.full) {
      this.#words.forget();
      this.#numbers = new Map();
      this.#terms = [];
      this.#metIn = [];
    }
    this.#words.read(text);
    this.#texts += 1;
    const { numbers, length } = this.#words;
    const found: string[] = [];
    for (let i = 0; i < length && found.length < mostTerms; i++) {
      const number = numbers[i]!;
      if (number === SEVERAL) return [...new Set(this.#termsOf(text))].slice(0, mostTerms);
      if (number < 0 || this.#metIn[number] === this.#texts) continue;
      this.#metIn[number] = this.#texts;
      found.push(this.#terms[number]!);
    }
    return found;
  }

  #numberOf(term: string): number {
    const known = this.#numbers.get(term);
    if (known !== undefined) return known;
    const kept = ownString(term);
    this.#numbers.set(kept, this.#terms.length);
    return this.#terms.push(kept) - 1;
  }
}

/** A page of more distinct words is a dictionary. */
const mostTerms = 3000;
const STOP = -1;
/** A word that splits into several on its own, in scripts without spaces: its text is read as strings. */
const SEVERAL = -2;
