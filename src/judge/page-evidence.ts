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
import { type TermReader, termReader } from '../text/terms.ts';
import { words } from '../text/tokens.ts';
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
export class KeywordReader {
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

  read(page: Pick<Page, 'title' | 'text'>): KeywordEvidence {
    const text = pageText(page);
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
  readonly #terms: TermReader;

  constructor(keywords: readonly WeightedTerm[], language: string) {
    this.#keywords = new KeywordReader(keywords, language);
    this.#terms = termReader({ language, stem: 'full' });
  }

  /** `own`: what was already read of it. */
  read(
    page: Pick<Page, 'title' | 'text' | 'url'>,
    own: KeywordEvidence = this.#keywords.read(page),
  ): PageEvidence {
    return {
      ...own,
      text: distinct(this.#terms(pageText(page))),
      title: distinct(this.#terms(page.title)),
      address: distinct(addressFeatures(page.url)),
    };
  }
}

const distinct = (terms: readonly string[]): string => [...new Set(terms)].slice(0, mostTerms).join(' ');

/** A page of more distinct words is a dictionary. */
const mostTerms = 3000;
