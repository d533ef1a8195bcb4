/** JSON Lines: one JSON object per page and line. */
import type { CrawlDatabase } from '../database.ts';
import type { PageRecord } from '../records.ts';
import { type CorpusOptions, type CorpusText, corpusTexts } from './corpus-texts.ts';
import { type ExportTarget, writeOut } from './output.ts';
import { selectedPages } from './selected-pages.ts';

export interface JsonLinesOptions extends CorpusOptions {
  /** Include the page's text as `text`. */
  text?: boolean;
  /** What is written of each page. */
  pick?(page: object): unknown;
}

/** Returns the number of pages written. */
export async function exportJsonLines(
  db: CrawlDatabase,
  target: ExportTarget,
  options: JsonLinesOptions = {},
): Promise<number> {
  let pages = 0;
  function* lines() {
    for (const { page, text = '' } of options.text ? corpusTexts(db, options) : withoutTexts(db, options)) {
      pages++;
      const whole = { ...plain(page), ...(options.text ? { text } : {}) };
      yield `${oneLine(JSON.stringify(options.pick?.(whole) ?? whole))}\n`;
    }
  }
  await writeOut(target, lines());
  return pages;
}

function* withoutTexts(db: CrawlDatabase, options: CorpusOptions): Generator<CorpusText> {
  for (const page of selectedPages(db, options)) yield { page, text: undefined };
}

/** A page as one line. */
export const jsonLine = (page: PageRecord): string => `${oneLine(JSON.stringify(plain(page)))}\n`;

function plain({ fetchedAt, warc, ...page }: PageRecord) {
  return { ...page, fetchedAt: new Date(fetchedAt).toISOString(), warc };
}

/** Characters that are not line ends in JSON but are treated as such by some line splitters. */
function oneLine(json: string): string {
  return json.replace(
    /[\u0085\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
