/**
 * Turns an answer into what the loop needs: the page, its judgement, the strategy's measurements, and its record for
 * the archive. It uses no state of the crawl, so it can run in any thread.
 *
 * Promises: judge and measure see every page that was parsed, whether it counts or not; a fault in either loses only
 * its own result.
 */
import { hash, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AssessedDocument, assess, assessUnreadable } from '../../documents/assess.ts';
import type { WantedDocuments } from '../../documents/wanted.ts';
import type { Judgement } from '../../judge/judge.ts';
import { isPacked } from '../../page/packed.ts';
import type { NotAPage, Page } from '../../page/page.ts';
import { readDocument as readPageOf } from '../../page/read.ts';
import { standIn } from '../../page/stand-in.ts';
import { definedIn } from '../../plugin/registry.ts';
import type { PageReader } from '../../recipe/reader.ts';
import { identifyLanguage } from '../../text/language.ts';
import type { UrlRules } from '../../url/url.ts';
import { encodeConversion, encodeResponse, newRecordId } from '../../warc/encode.ts';
import { type Answered, header } from '../../web/web.ts';
import { type Fault, faultOf } from '../faults.ts';

/** The full reading; `packing.ts` reduces it to what the loop gets. */
export interface WholeReading {
  page: Page | NotAPage;
  /** Absent if there is no page or its judge failed. */
  judgement?: Judgement;
  /** The measurements of the strategy's kind; absent if the measure, or the judgement it needs, is missing. */
  signals?: object;
  /** For the judge's learner; absent if it has none. */
  notes?: unknown;
  /** If documents are collected and this is one. */
  document?: ReadDocument;
  faults: Fault[];
  record?: ResponseRecord;
  /** The version of the models used. */
  model: number;
}

export interface ReadDocument extends AssessedDocument {
  /** Where its bytes are until it has its name. */
  file: string;
  digest: string;
  bytes: number;
  isPacked: boolean;
}

/** The response as a gzip member, ready to be appended to the archive. */
export interface ResponseRecord {
  id: string;
  /** Of the request record, which the loop writes before the response. */
  requestId: string;
  bytes: Uint8Array;
  /** SHA-256 of the bytes as transferred, if they were compressed. */
  wireDigest?: string;
  /** The page as a browser showed it, as a second member. */
  rendered?: Uint8Array;
}

/** How bytes are turned into a page. */
export interface PageOptions {
  urlRules: UrlRules;
  /** Modules whose page formats are tried before the built-in ones. */
  use?: readonly string[] | undefined;
  /** Also the main text as Markdown. */
  markdown?: boolean;
  /** Forms that may be tried are read, too. */
  forms?: boolean;
  /** Pages in another language do not count; their links to the page in this one are links. */
  language?: string | undefined;
}

export interface ReadingOptions extends PageOptions {
  /** Pages with `noindex` do not count. */
  obeysPageRules: boolean;
  /** Nor do pages with an opt-out. */
  obeysOptOuts?: boolean;
  warc: boolean;
  /** Kinds of pages that are wanted; all if there are none. */
  kinds?: readonly string[];
  /** A body that was cut is refused. */
  refusesCut?: boolean;
  /** Version of the models. */
  model: number;
  /** Which documents are collected, and the folder for their bytes. */
  documents?: { wanted: WantedDocuments; incoming: string } | undefined;
}

export async function read(
  answer: Answered,
  reader: PageReader,
  options: ReadingOptions,
  readPage: typeof pageOf = pageOf,
): Promise<WholeReading> {
  const faults: Fault[] = [];
  const found = await readPage(answer, options).catch((error: unknown): NotAPage => {
    const fault = faultOf('reader', error);
    faults.push(fault);
    return { refused: 'parse-error', detail: fault.message };
  });
  const page = wanted(found, answer, options);
  const reading: WholeReading = { page, faults, model: options.model };
  if (!('refused' in page)) judge(page, reader, options, reading);
  if (options.documents !== undefined) await readDocument(answer, page, options.documents, reading);
  if (options.warc) reading.record = encodeAnswer(answer, page);
  return reading;
}

/** Assesses a document and writes its bytes, during which the thread goes on with pages. */
async function readDocument(
  answer: Answered,
  page: Page | NotAPage,
  { wanted, incoming }: NonNullable<ReadingOptions['documents']>,
  reading: WholeReading,
): Promise<void> {
  try {
    const assessed =
      'refused' in page
        ? assessUnreadable(page, answer, header(answer.headers, 'content-type'), wanted)
        : assess(page, wanted);
    if (assessed === undefined) return;
    // What is printed on the first page says more than what a program declared.
    const { title } = assessed.header;
    if (!('refused' in page) && title !== undefined) reading.page = { ...page, title };
    const digest = 'refused' in page ? hash('sha256', answer.body, 'hex') : page.digest;
    const file = join(incoming, randomUUID());
    await writeFile(file, answer.body);
    reading.document = { ...assessed, file, digest, bytes: answer.body.length, isPacked: isPacked(answer) };
  } catch (error) {
    reading.faults.push(faultOf('reader', error));
  }
}

export function pageOf(
  answer: Answered,
  { urlRules, use = [], markdown = false, forms = false, language }: PageOptions,
): Promise<Page | NotAPage> {
  const url = answer.recordedUrl ?? answer.url;
  const readers = definedIn('reader', use);
  const rules = answer.rendered === undefined ? urlRules : { ...urlRules, hashRoutes: true };
  return readPageOf(
    { ...answer, url },
    { urlRules: rules, identifyLanguage, readers, markdown, forms, language },
  );
}

/** The page, unless the settings refuse its kind or its size. */
function wanted(
  page: Page | NotAPage,
  answer: Answered,
  { kinds = [], refusesCut = false }: ReadingOptions,
): Page | NotAPage {
  if (refusesCut && answer.truncated === 'length')
    return { refused: 'too-large', detail: 'The body is longer than http.maxBytes.' };
  if ('refused' in page || kinds.length === 0 || kinds.includes(page.kind)) return page;
  return {
    refused: 'unwanted-kind',
    detail: `It was read as ${page.kind}; scope.kinds: ${kinds.join(', ')}.`,
  };
}

function judge(page: Page, reader: PageReader, options: ReadingOptions, reading: WholeReading): void {
  try {
    reading.judgement = counted(reader.judge(page), page, options);
  } catch (error) {
    reading.faults.push(faultOf('judge', error));
    return;
  }
  try {
    reading.notes = reader.notes(page, reading.judgement);
  } catch (error) {
    reading.faults.push(faultOf('judge', error));
  }
  try {
    reading.signals = reader.measure(page, reading.judgement);
  } catch (error) {
    reading.faults.push(faultOf('strategy', error));
  }
}

/** A page that does not count keeps its score, and its links keep their value. */
function counted(judgement: Judgement, page: Page, options: ReadingOptions): Judgement {
  const { language: wanted } = options;
  const isForeign = wanted !== undefined && page.language !== undefined && page.language !== wanted;
  const isNoindex = options.obeysPageRules && page.meta.noindex;
  const isOptedOut = options.obeysOptOuts === true && page.meta.optOuts !== undefined;
  const excluded = isNoindex
    ? 'noindex'
    : isOptedOut
      ? 'opt-out'
      : isForeign
        ? `language ${page.language}, not ${wanted}`
        : standIn(page);
  if (excluded === undefined) return judgement;
  return { ...judgement, relevant: false, excluded, why: [excluded, ...judgement.why] };
}

/**
 * A page that was parsed has the digest of its decompressed body, which is the payload digest if nothing was
 * compressed.
 */
export function encodeAnswer(
  answer: Answered,
  page?: Page | NotAPage,
  resourceType?: string,
): ResponseRecord {
  const { from } = answer.rendered ?? {};
  if (from !== undefined) {
    const { wireDigest: _, ...record } = encodeAnswer(from);
    return { ...record, rendered: encodeConversion({ answer, refersTo: record.id }) };
  }
  const id = recordIdOf(answer.url, answer.startedAt);
  const requestId = newRecordId();
  const isPacked = answer.wire !== answer.body;
  const wireDigest = isPacked ? hash('sha256', answer.wire, 'hex') : undefined;
  const digest = wireDigest ?? (page === undefined || 'refused' in page ? undefined : page.digest);
  const known = digest === undefined ? {} : { payloadDigest: `sha256:${digest}` };
  const type = resourceType === undefined ? {} : { resourceType };
  const record = { answer, recordId: id, concurrentTo: requestId, ...known, ...type };
  const isDense = isPacked || (page !== undefined && !('refused' in page) && dense.has(page.kind));
  const bytes = encodeResponse(record, isDense ? { level: 0 } : {});
  return { id, requestId, bytes, ...(wireDigest === undefined ? {} : { wireDigest }) };
}

/** Kinds of documents that are compressed inside. Packing one of 50 MB again would hold up pages for a second. */
const dense: ReadonlySet<string> = new Set(['pdf', 'docx', 'pptx', 'odt', 'epub']);

/** The id of a response's record, derived so that a later duplicate can refer to it without a lookup. */
export function recordIdOf(url: string, startedAt: number): string {
  const hex = hash('sha256', `${startedAt} ${url}`);
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return `<urn:uuid:${parts.join('-')}>`;
}
