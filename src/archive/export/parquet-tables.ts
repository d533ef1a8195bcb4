/** The columns of the Parquet tables: names as in the CSV export, with types. */
import type { ParquetWriter } from 'hyparquet-writer';
import type { CatalogueReader } from '../catalogue-reader.ts';
import type { DocumentRecord } from '../document-reader.ts';
import type { JudgementRecord, PageLink, PageRecord } from '../records.ts';

type Value = string | bigint | number | boolean | Date | readonly string[] | undefined;

export interface Column<Row> {
  name: string;
  type: 'text' | 'texts' | 'whole' | 'number' | 'boolean' | 'time';
  of(row: Row): Value;
}

type Schema = ConstructorParameters<typeof ParquetWriter>[0]['schema'];

export function schemaOf<Row>(columns: readonly Column<Row>[]): Schema {
  return [{ name: 'root', num_children: columns.length }, ...columns.flatMap(elements)];
}

const TEXT = { type: 'BYTE_ARRAY', converted_type: 'UTF8' } as const;
const TYPES = {
  text: TEXT,
  whole: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
  time: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
} as const;

function elements({ name, type }: { name: string; type: Column<unknown>['type'] }): Schema {
  if (type !== 'texts') return [{ name, repetition_type: 'OPTIONAL', ...TYPES[type] }];
  return [
    { name, repetition_type: 'OPTIONAL', converted_type: 'LIST', num_children: 1 },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', repetition_type: 'OPTIONAL', ...TEXT },
  ];
}

const text = <Row>(name: string, of: (row: Row) => string | undefined): Column<Row> => ({
  name,
  type: 'text',
  of,
});
const texts = <Row>(name: string, of: (row: Row) => readonly string[] | undefined): Column<Row> => ({
  name,
  type: 'texts',
  of,
});
const whole = <Row>(name: string, of: (row: Row) => number | undefined): Column<Row> => ({
  name,
  type: 'whole',
  of: (row) => {
    const value = of(row);
    return value === undefined ? undefined : BigInt(Math.round(value));
  },
});
const number = <Row>(name: string, of: (row: Row) => number | undefined): Column<Row> => ({
  name,
  type: 'number',
  of,
});
const boolean = <Row>(name: string, of: (row: Row) => boolean | undefined): Column<Row> => ({
  name,
  type: 'boolean',
  of,
});
const time = <Row>(name: string, of: (row: Row) => number | undefined): Column<Row> => ({
  name,
  type: 'time',
  of: (row) => {
    const at = of(row);
    return at === undefined ? undefined : new Date(at);
  },
});

/** With the texts of the pages if there is a way to them. */
export const pageColumns = (textOf?: (page: number) => string | undefined): Column<PageRecord>[] => [
  whole('id', (page) => page.id),
  whole('n', (page) => page.n),
  text('url', (page) => page.url),
  text('host', (page) => page.host),
  text('outcome', (page) => page.outcome),
  whole('status', (page) => page.status),
  boolean('relevant', (page) => page.relevant),
  boolean('called', (page) => page.called),
  boolean('answer', (page) => page.answer),
  number('score', (page) => page.score),
  number('margin', (page) => page.margin),
  text('findings', (page) => page.findings && JSON.stringify(page.findings)),
  texts('why', (page) => page.why),
  whole('model', (page) => page.model),
  text('title', (page) => page.title),
  text('language', (page) => page.language),
  text('kind', (page) => page.kind),
  text('content_type', (page) => page.contentType),
  whole('bytes', (page) => page.bytes),
  whole('depth', (page) => page.depth),
  whole('via', (page) => page.via),
  text('target', (page) => page.target),
  texts('authors', (page) => page.about?.authors),
  text('published', (page) => page.about?.published),
  text('modified', (page) => page.about?.modified),
  text('site_name', (page) => page.about?.siteName),
  text('description', (page) => page.about?.description),
  texts('opt_outs', (page) => page.optOuts),
  whole('duplicate_of', (page) => page.duplicateOf),
  whole('near_duplicate_of', (page) => page.nearDuplicateOf),
  time('fetched_at', (page) => page.fetchedAt),
  number('duration_ms', (page) => page.durationMs),
  text('digest', (page) => page.digest),
  text('warc_file', (page) => page.warc?.file),
  whole('warc_offset', (page) => page.warc?.offset),
  whole('warc_length', (page) => page.warc?.length),
  ...(textOf === undefined ? [] : [text<PageRecord>('text', (page) => textOf(page.id))]),
];

export const linkColumns: Column<PageLink>[] = [
  whole('page', (link) => link.page),
  whole('position', (link) => link.position),
  text('url', (link) => link.url),
  text('anchor', (link) => link.anchor),
  whole('target', (link) => link.target),
  number('priority', (link) => link.priority),
  text('why', (link) => link.why),
  text('skipped', (link) => link.fate ?? link.reason),
  text('state', (link) => link.state),
];

export interface JudgementRow extends Omit<JudgementRecord, 'score'> {
  page: number;
  score: number | undefined;
  isLatest: boolean;
}

/** All judgements of a page, oldest first. */
export function judgementsOf(page: PageRecord, read: CatalogueReader): JudgementRow[] {
  const former = read.judgementsOf(page.id).map((one) => ({ ...one, page: page.id, isLatest: false }));
  if (page.score === undefined) return former;
  const { score, margin, called, why, model, judgedAt, fetchedAt } = page;
  const at = judgedAt ?? fetchedAt;
  return [...former, { page: page.id, score, margin, relevant: called, why, model, at, isLatest: true }];
}

export const judgementColumns: Column<JudgementRow>[] = [
  whole('page', (one) => one.page),
  whole('model', (one) => one.model),
  boolean('latest', (one) => one.isLatest),
  number('score', (one) => one.score),
  number('margin', (one) => one.margin),
  boolean('relevant', (one) => one.relevant),
  texts('why', (one) => one.why),
  time('judged_at', (one) => one.at),
];

export const documentColumns: Column<DocumentRecord>[] = [
  whole('page', (one) => one.page),
  text('url', (one) => one.url),
  text('format', (one) => one.format),
  text('file', (one) => one.name),
  text('type', (one) => one.type),
  boolean('accepted', (one) => one.accepted),
  text('why', (one) => one.why),
  boolean('relevant', (one) => one.relevant),
  number('score', (one) => one.score),
  text('title', (one) => one.header.title),
  texts('authors', (one) => one.header.authors),
  text('abstract', (one) => one.header.abstract),
  texts('keywords', (one) => one.header.keywords),
  texts('subjects', (one) => one.header.subjects),
  text('date', (one) => one.header.date),
  text('language', (one) => one.header.language),
  whole('pages', (one) => one.header.pages),
  whole('bytes', (one) => one.bytes),
  text('digest', (one) => one.digest),
  whole('referring_pages', (one) => one.references.pages),
  whole('referring_sites', (one) => one.references.sites),
  whole('copies', (one) => one.copies),
  time('fetched_at', (one) => one.fetchedAt),
];
