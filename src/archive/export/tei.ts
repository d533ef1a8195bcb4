/** A corpus as TEI P5: one `teiCorpus` with a `TEI` element a page, its source in the header, its paragraphs in the body. */
import type { CrawlDatabase } from '../database.ts';
import type { PageRecord } from '../records.ts';
import { type CorpusOptions, corpusTexts, paragraphsOf } from './corpus-texts.ts';
import { type ExportTarget, writeOut } from './output.ts';
import { xmlText } from './xml.ts';

/** Returns the number of pages written. */
export async function exportTei(
  db: CrawlDatabase,
  target: ExportTarget,
  { title, ...options }: CorpusOptions & { title: string },
): Promise<number> {
  let pages = 0;
  function* pieces() {
    yield `<?xml version="1.0" encoding="UTF-8"?>\n<teiCorpus xmlns="http://www.tei-c.org/ns/1.0">\n`;
    yield headerOf(title, '<p>Web pages, see the header of each text.</p>');
    for (const { page, text } of corpusTexts(db, options)) {
      pages++;
      const paragraphs = paragraphsOf(text ?? '');
      const body =
        paragraphs.length === 0 ? '<p/>\n' : paragraphs.map((one) => `<p>${xmlText(one)}</p>\n`).join('');
      yield `<TEI xml:id="p${page.id}">\n${headerOf(page.title || page.url, sourceOf(page), page.language)}`;
      yield `<text><body>\n${body}</body></text>\n</TEI>\n`;
    }
    yield '</teiCorpus>\n';
  }
  await writeOut(target, pieces());
  return pages;
}

const headerOf = (title: string, source: string, language?: string): string =>
  `<teiHeader><fileDesc><titleStmt><title>${xmlText(title)}</title></titleStmt>` +
  '<publicationStmt><p>Collected by Forage; rights are with the authors of the pages.</p></publicationStmt>' +
  `<sourceDesc>${source}</sourceDesc></fileDesc>` +
  (language === undefined
    ? ''
    : `<profileDesc><langUsage><language ident="${xmlText(language)}"/></langUsage></profileDesc>`) +
  '</teiHeader>\n';

function sourceOf({ url, title, fetchedAt }: PageRecord): string {
  const date = new Date(fetchedAt).toISOString();
  return `<bibl><title>${xmlText(title || url)}</title><ptr target="${xmlText(url)}"/><date when="${date}"/></bibl>`;
}
