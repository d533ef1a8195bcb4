/**
 * A topic from whatever a person has: a sentence or keywords, texts of their own, pages of an earlier crawl. Every term
 * has a weight and says where it came from, so that the person can see what was understood and correct it.
 */
import { type ExpandedTerm, relativesOf, termsOfSentence, termsOfTexts } from '../text/expansion.ts';
import type { WordVectors } from '../text/word-vectors.ts';
import { termOf } from './terms.ts';

export interface Asked {
  /** A sentence, or words and phrases separated by commas. */
  text?: string | undefined;
  /** What is not wanted, in a sentence. */
  unwanted?: string | undefined;
  language?: string | undefined;
  /** Texts of pages that are wanted. */
  documents?: readonly string[];
  /** Pages of an earlier crawl that have the words of the text, and others. */
  crawled?: { name: string; found: readonly string[]; others: readonly string[] } | undefined;
  /** English ones. */
  vectors?: WordVectors | undefined;
}

export interface Understood {
  terms: ExpandedTerm[];
  /** Each given term with its synonyms: what could be required of a page. */
  groups: string[][];
}

export function understand({
  text = '',
  unwanted = '',
  language,
  documents = [],
  crawled,
  vectors,
}: Asked): Understood {
  const given = keywordsIn(text) ?? termsOfSentence(text, language);
  const names = given.filter(({ weight }) => weight > 0).map(({ term }) => term);
  const relatives = language === undefined || language === 'en' ? relativesOf(names, vectors) : [];
  const known = [...names, ...relatives.map(({ term }) => term)];
  const others = crawled?.others ?? [];
  const fromDocuments =
    documents.length === 0
      ? []
      : termsOfTexts(documents, others, known, { language, from: 'your documents' });
  known.push(...fromDocuments.map(({ term }) => term));
  const fromCrawl =
    crawled === undefined || crawled.found.length === 0
      ? []
      : termsOfTexts(crawled.found, others, known, { language, from: `pages of ${crawled.name}` });
  const against = termsOfSentence(unwanted, language)
    .filter(({ term }) => !known.includes(term))
    .map(({ term }) => ({ term, weight: AGAINST, from: 'what is not wanted' }));
  return {
    terms: [...given, ...relatives, ...fromDocuments, ...fromCrawl, ...against],
    groups: names.map((name) => [
      name,
      ...relatives.filter(({ of, weight }) => of === name && weight >= SAME).map(({ term }) => term),
    ]),
  };
}

/** Counts less than what is wanted: a page about both is still one of the topic. */
const AGAINST = -0.5;
/** From this weight on, a relative means the same. */
const SAME = 0.5;
const LONGEST_KEYWORD = 4;

/** "barn owl: 2, pellet", or undefined for a sentence: it may have commas, too, but longer parts between them. */
function keywordsIn(text: string): ExpandedTerm[] | undefined {
  const parts = text
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const isList = parts.length > 1 && parts.every((part) => part.split(/\s+/).length <= LONGEST_KEYWORD);
  return isList ? parts.map((part) => ({ ...termOf(part), from: 'you' })) : undefined;
}
