/**
 * WARC 1.1 records (ISO 28500:2017), each in a separate gzip member, so that any record can be read on its own. Pure
 * functions over plain data, which can also run in a worker thread.
 *
 * No server can break a record: control characters in header lines become spaces, and the lengths and digests are those
 * of the bytes written. Digests are hexadecimal SHA-256, the form that warcio and other readers verify. The payload is
 * what the server sent, without transfer coding and with content coding.
 */
import { hash, randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import type { Answered } from '../web/web.ts';
import { gzipped } from './gzip.ts';
import { requestHead, responseHead } from './http-head.ts';
import { Room } from './room.ts';
import { storedMember } from './stored-member.ts';

export interface EncodeOptions {
  /**
   * 0 (stored), 1 (fast, the default) to 9 (small). The pages of Wikispeedia compress to 34 % with 1, to 31 % with 6.
   */
  level?: number;
}

/** The part of an answer that a record needs. */
export type ArchivedAnswer = Pick<
  Answered,
  'url' | 'startedAt' | 'status' | 'statusText' | 'headers' | 'wire' | 'remoteAddress' | 'truncated'
>;

export interface ResponseRecord {
  answer: ArchivedAnswer;
  /** From `newRecordId`; a new one by default. */
  recordId?: string;
  /** From `payloadDigest`, if already known. */
  payloadDigest?: string;
  /** The record id of the matching request. */
  concurrentTo?: string;
  /** What a page requested it as, if it is not a page itself: `script`, `fetch` … */
  resourceType?: string;
}

/** A page as a browser showed it, beside the response that it was made from. */
export interface ConversionRecord {
  /** Of the rendered page. */
  answer: ArchivedAnswer;
  recordId?: string;
  /** The record of what the server sent. */
  refersTo: string;
}

export interface RevisitRecord extends ResponseRecord {
  /** The earlier record with the same payload. */
  refersTo: { recordId: string; url: string; startedAt: number };
  /** The server said so itself, with a 304; otherwise the payload was compared. */
  notModified?: boolean;
}

export interface RequestRecord {
  answer: Pick<Answered, 'url' | 'startedAt' | 'requestHeaders' | 'remoteAddress'>;
  recordId?: string;
  concurrentTo?: string;
}

export interface WarcinfoRecord {
  fileName: string;
  /** Milliseconds since the epoch. */
  date: number;
  fields: [name: string, value: string][];
  recordId?: string;
}

export function encodeResponse(record: ResponseRecord, options: EncodeOptions = {}): Uint8Array {
  const { answer } = record;
  const head = responseHead(answer, answer.wire.length);
  return member(
    [
      ['WARC-Type', 'response'],
      ...identity(record.recordId, answer.startedAt, answer.url),
      ['WARC-IP-Address', address(answer.remoteAddress)],
      ['WARC-Concurrent-To', record.concurrentTo],
      ['WARC-Payload-Digest', record.payloadDigest ?? payloadDigest(answer.wire)],
      ['WARC-Truncated', answer.truncated],
      ['WARC-Resource-Type', record.resourceType],
      ['Content-Type', 'application/http; msgtype=response'],
    ],
    [head, answer.wire],
    options,
  );
}

/** Complete in itself, as the standard asks of a conversion: with the headers that say how the page is to be read. */
export function encodeConversion(record: ConversionRecord, options: EncodeOptions = {}): Uint8Array {
  const { answer } = record;
  return member(
    [
      ['WARC-Type', 'conversion'],
      ...identity(record.recordId, answer.startedAt, answer.url),
      ['WARC-Refers-To', record.refersTo],
      ['WARC-Payload-Digest', payloadDigest(answer.wire)],
      ['WARC-Truncated', answer.truncated],
      ['Content-Type', 'application/http; msgtype=response'],
    ],
    [responseHead(answer, answer.wire.length), answer.wire],
    options,
  );
}

/**
 * The same payload as an earlier record: only the HTTP headers are written. The digest of the payload is optional where
 * the server sent none (a 304).
 */
export function encodeRevisit(record: RevisitRecord, options: EncodeOptions = {}): Uint8Array {
  const { answer, refersTo } = record;
  return member(
    [
      ['WARC-Type', 'revisit'],
      ...identity(record.recordId, answer.startedAt, answer.url),
      ['WARC-IP-Address', address(answer.remoteAddress)],
      ['WARC-Concurrent-To', record.concurrentTo],
      ['WARC-Profile', record.notModified ? NOT_MODIFIED : SAME_DIGEST],
      ['WARC-Refers-To', refersTo.recordId],
      ['WARC-Refers-To-Target-URI', refersTo.url],
      ['WARC-Refers-To-Date', warcDate(refersTo.startedAt)],
      ['WARC-Payload-Digest', record.payloadDigest],
      ['WARC-Truncated', answer.truncated],
      ['Content-Type', 'application/http; msgtype=response'],
    ],
    [responseHead(answer, answer.wire.length)],
    options,
  );
}

const SAME_DIGEST = 'http://netpreserve.org/warc/1.1/revisit/identical-payload-digest';
const NOT_MODIFIED = 'http://netpreserve.org/warc/1.1/revisit/server-not-modified';

export function encodeRequest(record: RequestRecord, options: EncodeOptions = {}): Uint8Array {
  const { answer } = record;
  return member(
    [
      ['WARC-Type', 'request'],
      ...identity(record.recordId, answer.startedAt, answer.url),
      ['WARC-IP-Address', address(answer.remoteAddress)],
      ['WARC-Concurrent-To', record.concurrentTo],
      ['Content-Type', 'application/http; msgtype=request'],
    ],
    [requestHead(answer.url, answer.requestHeaders)],
    options,
  );
}

/** The first record of every file: which software wrote it, and for whom. */
export function encodeWarcinfo(record: WarcinfoRecord, options: EncodeOptions = {}): Uint8Array {
  return member(
    [
      ['WARC-Type', 'warcinfo'],
      ...identity(record.recordId, record.date, undefined),
      ['WARC-Filename', record.fileName],
      ['Content-Type', 'application/warc-fields'],
    ],
    [Buffer.from(fieldLines(record.fields))],
    options,
  );
}

export function newRecordId(): string {
  return `<urn:uuid:${randomUUID()}>`;
}

/** Over the wire bytes (no transfer coding, content coding on): equal digests mean equal payloads. */
export function payloadDigest(wire: Uint8Array): string {
  return `sha256:${hash('sha256', wire, 'hex')}`;
}

type Field = [name: string, value: string | undefined];

function identity(recordId: string | undefined, date: number, url: string | undefined): Field[] {
  return [
    ['WARC-Record-ID', recordId ?? newRecordId()],
    ['WARC-Date', warcDate(date)],
    ['WARC-Target-URI', url],
  ];
}

/** A request and its response share a date, and formatting costs more than a lookup. */
function warcDate(ms: number): string {
  if (ms !== lastDate.ms) lastDate = { ms, written: new Date(ms).toISOString() };
  return lastDate.written;
}
let lastDate = { ms: 0, written: new Date(0).toISOString() };

function address(remoteAddress: string | undefined): string | undefined {
  return remoteAddress !== undefined && isIP(remoteAddress) ? remoteAddress : undefined;
}

/** Below this size compression is not worth its cost: requests, redirects, revisits. */
const SMALL = 1024;
const RECORD_END = Buffer.from('\r\n\r\n');
/** The record headers are known only after the block; they are written into space reserved before it. */
const HEAD_ROOM = 8192;
const recordRoom = new Room();

function member(fields: Field[], block: Uint8Array[], options: EncodeOptions): Uint8Array {
  let length = 0;
  for (const part of block) length += part.length;
  const blockEnd = HEAD_ROOM + length;
  const room = recordRoom.take(blockEnd + RECORD_END.length);
  let at = HEAD_ROOM;
  for (const part of block) {
    room.set(part, at);
    at += part.length;
  }
  room.set(RECORD_END, blockEnd);
  const digest = hash('sha256', room.subarray(HEAD_ROOM, blockEnd), 'hex');
  fields.push(['WARC-Block-Digest', `sha256:${digest}`], ['Content-Length', String(length)]);
  const head = Buffer.from(`WARC/1.1\r\n${fieldLines(fields)}\r\n`);
  const fits = head.length <= HEAD_ROOM;
  if (fits) room.set(head, HEAD_ROOM - head.length);
  const end = blockEnd + RECORD_END.length;
  const record = fits
    ? room.subarray(HEAD_ROOM - head.length, end)
    : Buffer.concat([head, room.subarray(HEAD_ROOM, end)]);
  const level = record.length < SMALL ? 0 : (options.level ?? 1);
  return level === 0 ? storedMember(record) : gzipped(record, level);
}

function fieldLines(fields: Field[]): string {
  let lines = '';
  for (const [name, value] of fields) if (value !== undefined) lines += `${name}: ${oneLine(value)}\r\n`;
  return lines;
}

const CONTROLS = /[\u0000-\u001f\u007f]+/g;

function oneLine(value: string): string {
  return value.replace(CONTROLS, ' ');
}
