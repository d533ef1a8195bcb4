/**
 * What a committee reads of a page, as plain data: how often each keyword occurs, how long the page is, and the distinct
 * terms of its text, its title and its address. Made where the page is read, and kept for pages that a judge is fitted
 * to later.
 */
import { addressFeatures } from '../learn/features/address-features.ts';
import type { Page } from '../page/page.ts';
import { stemmer } from '../text/stem.ts';
import { TermCounter } from '../text/term-counter.ts';
import { type TermReader, termReader } from '../text/terms.ts';
import { pageText } from './page-text.ts';
import { Phrases } from './phrases.ts';

export interface KeywordEvidence {
  /** Occurrences of each keyword, as consecutive stems. */
  counts: number[];
  /** Words of the page that are no stop words. */
  words: number;
  /** The sum of the square roots of how often each distinct word occurs. */
  roots: number;
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
  readonly #counter: TermCounter;
  readonly #size: number;

  constructor(keywords: readonly string[], language: string) {
    this.#phrases = new Phrases(stemmer(language));
    for (const keyword of keywords) this.#phrases.add(keyword);
    this.#size = keywords.length;
    this.#counter = new TermCounter({ language, stem: 'full' }, () => 1);
  }

  read(page: Pick<Page, 'title' | 'text'>): KeywordEvidence {
    const text = pageText(page);
    this.#counter.count(text);
    let words = 0;
    let roots = 0;
    for (const number of this.#counter.counted) {
      const count = this.#counter.countOf(number);
      words += count;
      roots += Math.sqrt(count);
    }
    return { counts: this.countsIn(text), words, roots };
  }

  countsIn(text: string): number[] {
    return this.#size === 0 ? [] : Array.from(this.#phrases.count(text));
  }
}

export class EvidenceReader {
  readonly #keywords: KeywordReader;
  readonly #terms: TermReader;

  constructor(keywords: readonly string[], language: string) {
    this.#keywords = new KeywordReader(keywords, language);
    this.#terms = termReader({ language, stem: 'full' });
  }

  read(page: Pick<Page, 'title' | 'text' | 'url'>): PageEvidence {
    return {
      ...this.#keywords.read(page),
      text: distinct(this.#terms(pageText(page))),
      title: distinct(this.#terms(page.title)),
      address: distinct(addressFeatures(page.url)),
    };
  }
}

const distinct = (terms: readonly string[]): string => [...new Set(terms)].slice(0, mostTerms).join(' ');

/** A page of more distinct words is a dictionary. */
const mostTerms = 3000;
