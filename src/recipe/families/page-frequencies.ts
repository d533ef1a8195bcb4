/**
 * Counts, while a crawl runs, on how many of its pages each term stands, so that the idf of a keyword judge comes from
 * the Web that is crawled and not from a dictionary alone. Pages judged relevant are left out, and so are the keywords
 * themselves: a focused crawl sees little but pages of its topic and near it, and would find its own words common. Three
 * hundred pages are enough; the judge gets new frequencies after 30, 100 and 300 of them.
 */
import type { Judgement } from '../../judge/judge.ts';
import type { KeywordCosine } from '../../judge/keyword-cosine.ts';
import type { Page } from '../../page/page.ts';
import type { VisitedPage } from '../../strategy/strategy.ts';
import type { Frequencies } from '../../text/rarity.ts';
import { TermTable } from '../../text/term-table.ts';
import type { JudgeLearner } from '../kind.ts';

const steps = [30, 100, 300];

/** Whether nothing more is counted. */
export const isEnough = (counted: Frequencies | undefined): boolean =>
  (counted?.documents ?? 0) >= steps.at(-1)!;

/** The distinct terms of a page, separated by newlines; undefined for one that does not count. */
export type PageTerms = string | undefined;

export const pageTerms =
  ({ termsOf }: KeywordCosine) =>
  (page: Page, { relevant, excluded }: Judgement): PageTerms =>
    relevant || excluded !== undefined ? undefined : termsOf(page).join('\n');

export class PageFrequencies implements JudgeLearner<Frequencies, PageTerms> {
  #table = new TermTable();
  #documents: number;
  /** Counted when the judge last got them. */
  #learnt: number;
  /** Collected once somebody has asked for them. */
  #lessons: string[] | undefined;

  constructor(before: Frequencies | undefined) {
    if (before !== undefined) this.#table = TermTable.of(before.terms, before.frequencies);
    this.#documents = before?.documents ?? 0;
    this.#learnt = this.#documents;
  }

  visited(_: VisitedPage, __: Judgement, terms: PageTerms): void {
    if (terms === undefined || this.#documents >= steps.at(-1)!) return;
    this.#lessons?.push(terms);
    this.#count(terms);
  }

  lessons(): string[] {
    const lessons = this.#lessons ?? [];
    this.#lessons = [];
    return lessons;
  }

  learnFrom(lesson: unknown): void {
    if (typeof lesson === 'string' && this.#documents < steps.at(-1)!) this.#count(lesson);
  }

  adopted({ documents }: Frequencies): void {
    this.#learnt = Math.max(this.#learnt, documents);
  }

  #count(terms: string): void {
    this.#documents += 1;
    this.#table.add(terms, 1);
    if (this.#table.size > maxTerms) this.#table = this.#table.withoutRare();
  }

  learn(): Frequencies | undefined {
    const next = steps.find((step) => step > this.#learnt) ?? Number.POSITIVE_INFINITY;
    if (this.#documents < next) return undefined;
    this.#learnt = this.#documents;
    return { documents: this.#documents, ...this.#table.counted(2) };
  }

  save(): Saved {
    // When everything is counted, the judge's model has it.
    const isDone = this.#learnt >= steps.at(-1)!;
    const { terms, frequencies } = isDone ? { terms: [], frequencies: [] } : this.#table.counted(1);
    return {
      documents: this.#documents,
      learnt: this.#learnt,
      terms: terms.join('\n'),
      counts: Uint32Array.from(frequencies),
    };
  }

  restore(saved: unknown): void {
    const { documents, learnt, terms, counts } = saved as Saved;
    this.#documents = documents;
    this.#learnt = learnt;
    this.#table = TermTable.of(terms === '' ? [] : terms.split('\n'), counts);
  }
}

interface Saved {
  documents: number;
  learnt: number;
  terms: string;
  counts: Uint32Array;
}

const maxTerms = 100_000;
