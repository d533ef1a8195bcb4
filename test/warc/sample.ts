/** Answers to archive, and warcio as the independent reader of what was written. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';
import { WARCParser } from 'warcio';
import type { Answered } from '../../src/web/web.ts';

export const STARTED_AT = Date.UTC(2024, 1, 29, 12, 34, 56, 789);

export function answer(over: Partial<Answered> = {}): Answered {
  const wire = over.wire ?? Buffer.from('<html><title>Mosses</title>Mosses are small.</html>');
  return {
    ok: true,
    url: 'https://example.org/moss?page=2',
    startedAt: STARTED_AT,
    durationMs: 12,
    remoteAddress: '192.0.2.7',
    status: 200,
    statusText: 'OK',
    headers: [
      ['Content-Type', 'text/html; charset=utf-8'],
      ['Content-Length', String(wire.length)],
    ],
    requestHeaders: [
      ['Host', 'example.org'],
      ['User-Agent', 'Forage/0.1'],
    ],
    body: wire,
    ...over,
    wire,
  };
}

export interface ReadByWarcio {
  type: string | undefined;
  /** Of the WARC head; names in lower case. */
  header: (name: string) => string | null;
  statusLine: string | undefined;
  http: [string, string][];
  payload: Buffer;
  /** The block, HTTP head included, as the file holds it. */
  block: Buffer;
}

export async function readByWarcio(...bytes: Uint8Array[]): Promise<ReadByWarcio[]> {
  const all = Buffer.concat(bytes);
  const blocks: Buffer[] = [];
  for await (const record of new WARCParser([all], { parseHttp: false })) {
    blocks.push(Buffer.from((await record.readFully(false)) ?? []));
  }
  const records: ReadByWarcio[] = [];
  for await (const record of new WARCParser([all], { keepHeadersCase: true })) {
    const payload = Buffer.from((await record.readFully(false)) ?? []);
    records.push({
      type: record.warcType,
      header: (name) => record.warcHeader(name) ?? null,
      statusLine: record.httpHeaders?.statusline,
      http: [...(record.httpHeaders?.headers ?? [])] as [string, string][],
      payload,
      block: blocks[records.length]!,
    });
  }
  return records;
}

export function sha256(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'forage-warc-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A record written by hand, so that a test does not depend on our own writer. */
export function handMade(
  url: string,
  http: string | Buffer,
  over: { type?: string; version?: string; fields?: string[]; gzip?: boolean } = {},
): Buffer {
  const block = Buffer.from(http);
  const head = [
    `WARC/${over.version ?? '1.0'}`,
    `WARC-Type: ${over.type ?? 'response'}`,
    `WARC-Target-URI: ${url}`,
    'WARC-Date: 2020-01-02T03:04:05Z',
    ...(over.fields ?? ['WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000001>']),
    'Content-Type: application/http; msgtype=response',
    `Content-Length: ${block.length}`,
  ].join('\r\n');
  const record = Buffer.concat([Buffer.from(`${head}\r\n\r\n`), block, Buffer.from('\r\n\r\n')]);
  return over.gzip === false ? record : gzipSync(record);
}

export function page(
  text: string,
  headers: string[] = ['Content-Type: text/html'],
  status = '200 OK',
): string {
  return `HTTP/1.1 ${status}\r\n${headers.join('\r\n')}\r\n\r\n${text}`;
}
