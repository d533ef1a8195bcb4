/** JSON Lines: one JSON object per page and line. */
import { CatalogueReader } from '../catalogue-reader.ts';
import type { CrawlDatabase } from '../database.ts';
import type { PageRecord } from '../records.ts';
import { type ExportTarget, writeOut } from './output.ts';
import { type ExportFilter, selectedPages } from './selected-pages.ts';

export interface JsonLinesOptions extends ExportFilter {
  /** Include the page's text as `text`. */
  text?: boolean;
}

/** Returns the number of pages written. */
export async function exportJsonLines(
  db: CrawlDatabase,
  target: ExportTarget,
  options: JsonLinesOptions = {},
): Promise<number> {
  const reader = new CatalogueReader(db);
  let pages = 0;
  function* lines() {
    for (const page of selectedPages(db, options)) {
      pages++;
      const text = options.text ? { text: reader.textOf(page.id)?.text ?? '' } : {};
      yield `${oneLine(JSON.stringify({ ...plain(page), ...text }))}\n`;
    }
  }
  await writeOut(target, lines());
  return pages;
}

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
