/**
 * The texts of an export, paragraph by paragraph. With `uniqueParagraphs` a paragraph that is nearly the same as an
 * earlier one is left out (menus, notices and passages that many pages repeat distort every frequency in a corpus), and
 * so is a page of which nothing is left. Nearly the same: fingerprints at most three bits apart, as for whole pages.
 */
import { fingerprint } from '../../page/fingerprint.ts';
import { CatalogueReader } from '../catalogue-reader.ts';
import type { CrawlDatabase } from '../database.ts';
import { NearPages } from '../near-pages.ts';
import type { PageRecord } from '../records.ts';
import { type ExportFilter, selectedPages } from './selected-pages.ts';

export interface CorpusOptions extends ExportFilter {
  /** Leave out paragraphs that are nearly the same as an earlier one. */
  uniqueParagraphs?: boolean;
  /** Called at the end with the number of paragraphs that were left out. */
  repeated?(paragraphs: number): void;
}

export interface CorpusText {
  page: PageRecord;
  /** As it is stored, or without repeated paragraphs; undefined if none is stored. */
  text: string | undefined;
}

export function* corpusTexts(db: CrawlDatabase, options: CorpusOptions): Generator<CorpusText> {
  const reader = new CatalogueReader(db);
  const isNew = newParagraphs();
  let repeated = 0;
  for (const page of selectedPages(db, options)) {
    const text = reader.textOf(page.id, options.asOf)?.text;
    if (!options.uniqueParagraphs || text === undefined) {
      yield { page, text };
      continue;
    }
    const all = paragraphsOf(text);
    const kept = all.filter(isNew);
    repeated += all.length - kept.length;
    if (kept.length > 0) yield { page, text: kept.join('\n') };
  }
  if (repeated > 0) options.repeated?.(repeated);
}

/** Blocks of a stored text are separated by line breaks. */
export const paragraphsOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** As for pages: Manku, Jain and Das Sarma (2007). */
const MOST_BITS = 3;

/** Says of each paragraph whether it is the first of its kind. */
export function newParagraphs(): (paragraph: string) => boolean {
  const known = new NearPages();
  let count = 0;
  return (paragraph) => {
    const print = fingerprint(paragraph);
    if (known.nearest(print, MOST_BITS) !== undefined) return false;
    known.add(++count, print);
    return true;
  };
}
