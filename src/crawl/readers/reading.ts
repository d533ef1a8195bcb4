/**
 * From an answer to what the loop needs of it: the page, its judgement, and its records for the archive.
 * Work without any state of the crawl, so that it runs in any thread.
 */
import { hash } from 'node:crypto';
import type { Judgement } from '../../judge/judge.ts';
import type { NotAPage, Page } from '../../page/page.ts';
import { readDocument } from '../../page/read.ts';
import type { LearntBefore } from '../../recipe/prepare.ts';
import type { JudgedBy } from '../../recipe/reader.ts';
import type { VisitedPage } from '../../strategy/strategy.ts';
import { identifyLanguage } from '../../text/language.ts';
import type { UrlRules } from '../../url/url.ts';
import { encodeResponse, newRecordId } from '../../warc/encode.ts';
import type { Answered } from '../../web/web.ts';
import type { LinksRead } from '../training/graph.ts';

export interface Reading {
  page: VisitedPage | NotAPage;
  judgement?: Judgement;
  record?: ResponseRecord;
}

/** The response as a gzip member, ready to be appended to the archive. */
export interface ResponseRecord {
  id: string;
  /** Of the request, which is written before it by whoever keeps both: it is soon made, and this thread has more to do. */
  requestId: string;
  bytes: Uint8Array;
}

/** By address. It may know what judges have said of them, the links between, and what was learnt, too. */
export type PagesRead = Map<string, Page | NotAPage> & {
  judgedBy?: JudgedBy;
  links?: LinksRead;
  learnt?: LearntBefore;
};

export interface ReadingOptions {
  urlRules: UrlRules;
  /** Pages of another language do not count. */
  language?: string | undefined;
  warc: boolean;
}

export async function read(
  answer: Answered,
  judge: (page: Page) => Judgement,
  options: ReadingOptions,
  known?: PagesRead,
): Promise<Reading> {
  const page = known?.get(answer.url) ?? (await readPage(answer, options.urlRules));
  known?.set(answer.url, page);
  const reading: Reading = { page };
  if (!('refused' in page)) reading.judgement = judgeInLanguage(page, judge, options.language);
  if (options.warc) reading.record = encodeAnswer(answer, page);
  return reading;
}

export function readPage(answer: Answered, urlRules: UrlRules): Promise<Page | NotAPage> {
  const url = answer.recordedUrl ?? answer.url;
  return readDocument({ ...answer, url }, { urlRules, identifyLanguage });
}

/** A page that was read has the digest of the unpacked body, which is the payload's own where nothing was packed. */
export function encodeAnswer(answer: Answered, page?: Reading['page']): ResponseRecord {
  const id = recordIdOf(answer.url, answer.startedAt);
  const requestId = newRecordId();
  const isPacked = answer.wire !== answer.body;
  const known =
    page === undefined || 'refused' in page || isPacked ? {} : { payloadDigest: `sha256:${page.digest}` };
  const record = { answer, recordId: id, concurrentTo: requestId, ...known };
  return { id, requestId, bytes: encodeResponse(record, isPacked ? { level: 0 } : {}) };
}

/** The id of a response's record, so that a later duplicate can name it without looking it up. */
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

function judgeInLanguage(
  page: Page,
  judge: (page: Page) => Judgement,
  wanted: string | undefined,
): Judgement {
  if (wanted !== undefined && page.language !== undefined && page.language !== wanted)
    return { score: 0, relevant: false, why: [`language ${page.language}, not ${wanted}`] };
  return judge(page);
}
