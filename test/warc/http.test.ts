import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { httpStatus, parseHttp } from '../../src/warc/http.ts';
import { page } from './sample.ts';

const CHUNKED = ['Transfer-Encoding: chunked'];

test('a response is parsed into status, headers in their order and body', () => {
  const http = parseHttp(Buffer.from(page('body', ['B: 1', 'a: 2', 'B: 3'], '404 Not Found')));
  expect(http).toMatchObject({ status: 404, statusText: 'Not Found' });
  expect(http?.headers).toEqual([
    ['B', '1'],
    ['a', '2'],
    ['B', '3'],
  ]);
  expect(http?.body.toString()).toBe('body');
});

test('a chunked body is joined, without extensions and trailers', () => {
  const body =
    '4;name=value\r\nWiki\r\n6\r\npedia \r\nE\r\nin \r\n\r\nchunks.\r\n0\r\nExpires: never\r\n\r\n';
  expect(parseHttp(Buffer.from(page(body, CHUNKED)))?.body.toString()).toBe('Wikipedia in \r\n\r\nchunks.');
});

test('a truncated chunked body keeps what arrived', () => {
  expect(parseHttp(Buffer.from(page('4\r\nWiki\r\n6\r\nped', CHUNKED)))?.body.toString()).toBe('Wikiped');
});

test.each(['<html>not chunked</html>', 'add more\r\nlines', 'a\nb\nc and more text', ''])(
  'a body that only claims to be chunked is unchanged: %j',
  (body) => {
    expect(parseHttp(Buffer.from(page(body, CHUNKED)))?.body.toString()).toBe(body);
  },
);

test('content coding is kept', () => {
  const packed = gzipSync('text');
  const block = Buffer.concat([Buffer.from(page('', ['Content-Encoding: gzip'])), packed]);
  expect(parseHttp(block)?.body).toEqual(packed);
});

test('a response without a body, without headers or with bare newlines is parsed', () => {
  expect(parseHttp(Buffer.from('HTTP/1.0 204'))).toMatchObject({ status: 204, statusText: '', headers: [] });
  expect(parseHttp(Buffer.from('HTTP/1.1 200 OK\r\n\r\nbody'))?.body.toString()).toBe('body');
  expect(parseHttp(Buffer.from('HTTP/2 200\nA: b\n\nbody'))).toMatchObject({ headers: [['A', 'b']] });
});

test('anything but an HTTP response is rejected', () => {
  for (const text of ['', '<html>', 'HTTP/1.1 OK', 'GET / HTTP/1.1\r\n\r\n']) {
    expect(parseHttp(Buffer.from(text))).toBeUndefined();
    expect(httpStatus(Buffer.from(text))).toBeUndefined();
  }
});
