/** Signatures are from the WHATWG MIME Sniffing Standard and the formats' own specifications. */
import { describe, expect, test } from 'vitest';
import { kindOf } from '../../src/page/kind.ts';

const kind = (body: string | Uint8Array, type?: string) => {
  const found = kindOf(typeof body === 'string' ? Buffer.from(body, 'latin1') : body, type);
  return typeof found === 'string' ? found : found.refused;
};
const PNG = '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01';
const HTML = '<!DOCTYPE html><html><body><p>x';

describe('the kind of a body', () => {
  test('HTML is HTML under any name', () => {
    for (const type of [
      'text/html; charset=utf-8',
      'text/plain',
      'application/octet-stream',
      'image/png',
      'application/pdf',
      'application/json',
      '',
      undefined,
    ]) {
      expect([type, kind(HTML, type)]).toEqual([type, 'html']);
    }
    expect(kind('\xef\xbb\xbf\n <!-- a --> <!-- b -->\n<HEAD>', 'text/plain')).toBe('html');
    expect(kind('<?xml version="1.0"?><!DOCTYPE html PUBLIC "x"><html>', 'text/xml')).toBe('html');
    expect(kind(Buffer.from(`\ufeff${HTML}`, 'utf16le'), 'text/plain')).toBe('html');
  });

  test('a PDF is a PDF under any name', () => {
    for (const type of ['text/html', 'application/pdf', 'text/plain', undefined]) {
      expect(kind('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', type)).toBe('pdf');
    }
    expect(kind('junk before\n%PDF-1.4', 'application/pdf')).toBe('pdf');
    expect(kind('<html><p>how a file starts: %PDF-1.4', 'text/html')).toBe('html');
  });

  test('pictures, archives and programs are refused under any name', () => {
    for (const body of [
      PNG,
      '\xff\xd8\xff\xe0\0\x10JFIF',
      'GIF89a\x01\0\x01\0',
      'PK\x03\x04\x14\0',
      '\x1f\x8b\x08\0',
    ]) {
      for (const type of ['text/html', 'text/plain', undefined]) expect(kind(body, type)).toBe('binary');
    }
  });

  test('bytes that no text has are refused', () => {
    const noise = Uint8Array.from({ length: 500 }, (_, i) => (i * 73) % 256);
    expect(kind(noise, 'text/html')).toBe('binary');
  });

  test('a few stray zeros do not make a page binary', () => {
    expect(kind(`<html>\0\0<p>${'word '.repeat(50)}`, 'text/html')).toBe('html');
  });

  test('text that begins like a signature is text', () => {
    expect(kind('ID3 tags explained', 'text/plain')).toBe('text');
    expect(kind('BZh is how bzip2 starts', 'text/plain')).toBe('text');
  });

  test('text is text, and code, data, feeds and drawings are refused', () => {
    expect(kind('plain words', 'text/plain')).toBe('text');
    expect(kind('plain words', undefined)).toBe('text');
    expect(kind('a,b\n1,2', 'text/csv')).toBe('text');
    expect(kind('p { color: red }', 'text/css')).toBe('unsupported-type');
    expect(kind('{"a": 1}', 'application/json')).toBe('unsupported-type');
    expect(kind('<?xml version="1.0"?><rss version="2.0">', 'text/xml')).toBe('unsupported-type');
    expect(kind('<svg xmlns="http://www.w3.org/2000/svg">', 'image/svg+xml')).toBe('unsupported-type');
  });

  test('what is declared as HTML and has no tag at the start is HTML', () => {
    expect(kind('Welcome. <b>to</b> us', 'text/html')).toBe('html');
  });

  test('nothing is empty', () => {
    expect(kind('', 'text/html')).toBe('empty');
  });
});
