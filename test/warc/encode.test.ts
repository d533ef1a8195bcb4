import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  encodeRequest,
  encodeResponse,
  encodeRevisit,
  encodeWarcinfo,
  newRecordId,
  payloadDigest,
} from '../../src/warc/encode.ts';
import { answer, readByWarcio, STARTED_AT, sha256 } from './sample.ts';

describe('a response record, read by warcio', () => {
  test('of an answer without any header keeps the payload whole', async () => {
    const [record] = await readByWarcio(encodeResponse({ answer: answer({ headers: [] }) }));
    expect(record?.payload).toEqual(answer().wire);
  });

  test('contains the original answer, with its URL, date and IP address', async () => {
    const sent = answer();
    const [record] = await readByWarcio(encodeResponse({ answer: sent }));
    expect(record?.type).toBe('response');
    expect(record?.header('WARC-Target-URI')).toBe(sent.url);
    expect(record?.header('WARC-Date')).toBe('2024-02-29T12:34:56.789Z');
    expect(record?.header('WARC-IP-Address')).toBe('192.0.2.7');
    expect(record?.statusLine).toBe('HTTP/1.1 200 OK');
    expect(record?.http).toEqual(sent.headers);
    expect(record?.payload).toEqual(sent.wire);
  });

  test.each([7_000, 9_000, 20_000])('is complete with a URL of %i characters', async (length) => {
    const sent = answer({ url: `http://a.test/${'x'.repeat(length)}` });
    const [record] = await readByWarcio(encodeResponse({ answer: sent }));
    expect(record?.header('WARC-Target-URI')).toBe(sent.url);
    expect(record?.payload).toEqual(sent.wire);
  });

  test('has digests of exactly the bytes that warcio finds', async () => {
    const [record] = await readByWarcio(encodeResponse({ answer: answer() }));
    expect(record?.header('WARC-Payload-Digest')).toBe(sha256(record!.payload));
    expect(record?.header('WARC-Block-Digest')).toBe(sha256(record!.block));
    expect(Number(record?.header('Content-Length'))).toBe(record!.block.length);
  });

  test('keeps the content coding and names the removed transfer coding', async () => {
    const wire = gzipSync('packed');
    const headers: [string, string][] = [
      ['Content-Encoding', 'gzip'],
      ['Transfer-Encoding', 'chunked'],
    ];
    const [record] = await readByWarcio(encodeResponse({ answer: answer({ wire, headers }) }));
    expect(record?.payload).toEqual(wire);
    expect(record?.http).toEqual([
      ['Content-Encoding', 'gzip'],
      ['X-Crawler-Transfer-Encoding', 'chunked'],
    ]);
  });

  test('of a truncated body says so and has the length of what it contains', async () => {
    const headers: [string, string][] = [['content-length', '90000']];
    const wire = Buffer.from('the beginning');
    const [record] = await readByWarcio(
      encodeResponse({ answer: answer({ wire, headers, truncated: 'length' }) }),
    );
    expect(record?.header('WARC-Truncated')).toBe('length');
    expect(record?.http).toEqual([
      ['X-Crawler-Content-Length', '90000'],
      ['content-length', '13'],
    ]);
  });

  test('of a 304 keeps the length of the body that was not sent', async () => {
    const headers: [string, string][] = [['Content-Length', '512']];
    const [record] = await readByWarcio(
      encodeResponse({ answer: answer({ status: 304, statusText: '', wire: Buffer.alloc(0), headers }) }),
    );
    expect(record?.http).toEqual([['Content-Length', '512']]);
  });

  test('omits an invalid IP address', async () => {
    const [record] = await readByWarcio(
      encodeResponse({ answer: answer({ remoteAddress: '1.2.3.4:80\r\nX: y' }) }),
    );
    expect(record?.header('WARC-IP-Address')).toBeNull();
  });

  test('survives line breaks, NUL and text of any script in header lines', async () => {
    const headers: [string, string][] = [
      ['X-Split', 'one\r\nSet-Cookie: evil\r\n\r\n<html>'],
      ['X-Null', 'a\u0000b'],
      ['Bad Name:\r\n', 'kept'],
      ['X-Greek', 'βρύα'],
      ['', 'nameless'],
    ];
    const sent = answer({ headers, statusText: 'O\r\nK' });
    const [record, ...more] = await readByWarcio(encodeResponse({ answer: sent }));
    expect(more).toEqual([]);
    expect(record?.statusLine).toBe('HTTP/1.1 200 O K');
    expect(record?.http).toEqual([
      ['X-Split', 'one Set-Cookie: evil <html>'],
      ['X-Null', 'a b'],
      ['Bad-Name---', 'kept'],
      ['X-Greek', 'βρύα'],
      ['X-Crawler-Nameless', 'nameless'],
    ]);
    expect(record?.payload).toEqual(sent.wire);
  });

  test('writes characters up to U+00FF as the single bytes they were on the wire', () => {
    const headers: [string, string][] = [['X-Latin', 'caf\u00e9']];
    const plain = gunzipSync(encodeResponse({ answer: answer({ headers }) }));
    expect(plain.includes(Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x0d, 0x0a]))).toBe(true);
  });

  test('preserves any bytes and any header text, whatever a server sends', async () => {
    const hostile = fc.record({
      wire: fc.uint8Array({ maxLength: 300 }),
      statusText: fc.string({ unit: 'binary', maxLength: 20 }),
      headers: fc.array(
        fc.tuple(fc.string({ unit: 'binary', maxLength: 10 }), fc.string({ unit: 'binary' })),
        {
          minLength: 1,
          maxLength: 5,
        },
      ),
    });
    await fc.assert(
      fc.asyncProperty(hostile, async (over) => {
        const after = answer({ url: 'https://example.org/after' });
        const records = await readByWarcio(
          encodeResponse({ answer: answer(over) }),
          encodeResponse({ answer: after }),
        );
        expect(records).toHaveLength(2);
        expect(records[0]!.payload.equals(over.wire)).toBe(true);
        expect(records[0]!.header('WARC-Block-Digest')).toBe(sha256(records[0]!.block));
        // No header can smuggle in another; warcio leaves out those without a value.
        expect(records[0]!.http.length).toBeLessThanOrEqual(over.headers.length);
      }),
      { numRuns: 200 },
    );
  });
});

test.each([0, 1, 6])('a record compressed at level %i can be transferred to another thread', (level) => {
  const record = encodeResponse({ answer: answer({ wire: Buffer.alloc(5000, 'moss ') }) }, { level });
  const before = Buffer.from(record);
  const handed = structuredClone(record, { transfer: [record.buffer as ArrayBuffer] });
  expect(before.equals(handed)).toBe(true);
  expect(handed.buffer.byteLength).toBe(handed.length);
});

test('a request record contains the request line and the headers as sent, and names its response', async () => {
  const responseId = newRecordId();
  const [record] = await readByWarcio(encodeRequest({ answer: answer(), concurrentTo: responseId }));
  expect(record?.type).toBe('request');
  expect(record?.statusLine).toBe('GET /moss?page=2 HTTP/1.1');
  expect(record?.http).toEqual(answer().requestHeaders);
  expect(record?.header('WARC-Concurrent-To')).toBe(responseId);
  expect(record?.header('WARC-Block-Digest')).toBe(sha256(record!.block));
});

test('a revisit record refers to the earlier payload and contains only the headers of the answer', async () => {
  const digest = payloadDigest(answer().wire);
  const refersTo = { recordId: newRecordId(), url: 'https://example.org/moss', startedAt: STARTED_AT - 1000 };
  const [record] = await readByWarcio(encodeRevisit({ answer: answer(), payloadDigest: digest, refersTo }));
  expect(record?.type).toBe('revisit');
  expect(record?.header('WARC-Profile')).toBe(
    'http://netpreserve.org/warc/1.1/revisit/identical-payload-digest',
  );
  expect(record?.header('WARC-Refers-To')).toBe(refersTo.recordId);
  expect(record?.header('WARC-Refers-To-Target-URI')).toBe(refersTo.url);
  expect(record?.header('WARC-Refers-To-Date')).toBe('2024-02-29T12:34:55.789Z');
  expect(record?.header('WARC-Payload-Digest')).toBe(sha256(answer().wire));
  expect(record?.http).toEqual(answer().headers);
  expect(record?.payload).toHaveLength(0);
});

test('a warcinfo record contains its fields, one per line', async () => {
  const records = await readByWarcio(
    encodeWarcinfo({
      date: STARTED_AT,
      fileName: 'crawl-00001.warc.gz',
      fields: [['software', 'Forage\n0.1']],
    }),
  );
  expect(records.map((record) => record.type)).toEqual(['warcinfo']);
  expect(records[0]?.header('WARC-Filename')).toBe('crawl-00001.warc.gz');
  expect(records[0]?.block.toString()).toBe('software: Forage 0.1\r\n');
});
