/** Pages as CSV (RFC 4180): a header line, commas, CRLF, doubled quotes. UTF-8. */
import { CatalogueReader } from '../catalogue-reader.ts';
import type { CrawlDatabase } from '../database.ts';
import type { PageRecord } from '../records.ts';
import { type ExportTarget, writeOut } from './output.ts';
import { type ExportFilter, selectedPages } from './selected-pages.ts';

export interface CsvOptions extends ExportFilter {
  /**
   * Puts an apostrophe before anything that a spreadsheet would run as a formula, because titles are untrusted. On by
   * default; without it the fields are exactly those of the catalogue.
   */
  guardFormulas?: boolean;
  /** Add the page's text as a last column. */
  text?: boolean;
}

/** Returns the number of pages written. */
export async function exportCsv(
  db: CrawlDatabase,
  target: ExportTarget,
  options: CsvOptions = {},
): Promise<number> {
  const { guardFormulas = true } = options;
  const reader = new CatalogueReader(db);
  const columns: Column[] = [
    ...COLUMNS,
    ...reader.findingNames().map((name): Column => [name, (page) => page.findings?.[name]]),
    ...(options.text
      ? [['text', (page) => reader.textOf(page.id, options.asOf)?.text ?? ''] satisfies Column]
      : []),
  ];
  let pages = 0;
  function* lines() {
    yield `${columns.map(([name]) => name).join(',')}\r\n`;
    for (const page of selectedPages(db, options)) {
      pages++;
      yield `${columns.map(([, value]) => field(value(page), guardFormulas)).join(',')}\r\n`;
    }
  }
  await writeOut(target, lines());
  return pages;
}

type Value = string | number | boolean | undefined;

type Column = [name: string, value: (page: PageRecord) => Value];

const COLUMNS: Column[] = [
  ['id', (page) => page.id],
  ['n', (page) => page.n],
  ['url', (page) => page.url],
  ['host', (page) => page.host],
  ['outcome', (page) => page.outcome],
  ['status', (page) => page.status],
  ['relevant', (page) => page.relevant],
  ['called', (page) => page.called],
  ['answer', (page) => page.answer],
  ['score', (page) => page.score],
  ['why', (page) => page.why.join('; ')],
  ['title', (page) => page.title],
  ['language', (page) => page.language],
  ['kind', (page) => page.kind],
  ['content_type', (page) => page.contentType],
  ['bytes', (page) => page.bytes],
  ['depth', (page) => page.depth],
  ['via', (page) => page.via],
  ['target', (page) => page.target],
  ['authors', (page) => page.about?.authors?.join('; ')],
  ['published', (page) => page.about?.published],
  ['modified', (page) => page.about?.modified],
  ['site_name', (page) => page.about?.siteName],
  ['description', (page) => page.about?.description],
  ['opt_outs', (page) => page.optOuts?.join(' ')],
  ['duplicate_of', (page) => page.duplicateOf],
  ['near_duplicate_of', (page) => page.nearDuplicateOf],
  ['fetched_at', (page) => new Date(page.fetchedAt).toISOString()],
  ['duration_ms', (page) => page.durationMs],
  ['digest', (page) => page.digest],
  ['warc_file', (page) => page.warc?.file],
  ['warc_offset', (page) => page.warc?.offset],
  ['warc_length', (page) => page.warc?.length],
];

/** One line, guarded against formulas. */
export const csvLine = (values: readonly Value[]): string =>
  `${values.map((value) => field(value, true)).join(',')}\r\n`;

/** The characters that begin a formula in Excel, LibreOffice or Google Sheets; the wide ones do in East Asian locales. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

function field(value: Value, guardFormulas: boolean): string {
  if (value === undefined) return '';
  // Many CSV readers stop at a NUL.
  let text = String(value).replaceAll('\0', '\ufffd');
  if (guardFormulas && typeof value === 'string' && FORMULA.test(text)) text = `'${text}`;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
