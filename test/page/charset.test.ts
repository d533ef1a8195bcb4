/** Byte values are from the WHATWG Encoding Standard's index tables and from RFC 3629. */
import { describe, expect, test } from 'vitest';
import { decode } from '../../src/page/charset.ts';

const bytes = (...values: number[]) => Uint8Array.from(values);
const ascii = (text: string) => Buffer.from(text, 'latin1');

describe('the encoding', () => {
  test('a byte order mark beats the header', () => {
    expect(decode(bytes(0xef, 0xbb, 0xbf, 0xc3, 0xa9), 'text/html; charset=windows-1251', true)).toEqual({
      text: 'é',
      charset: 'utf-8',
    });
    expect(decode(bytes(0xff, 0xfe, 0x41, 0x00, 0xac, 0x20), 'text/html', true)).toEqual({
      text: 'A€',
      charset: 'utf-16le',
    });
    expect(decode(bytes(0xfe, 0xff, 0x00, 0x41, 0x20, 0xac), undefined, true).text).toBe('A€');
  });

  test('the header beats the meta tag', () => {
    const body = Buffer.concat([ascii('<meta charset="utf-8">'), bytes(0xcf, 0xf0)]);
    expect(decode(body, 'text/html; Charset="Windows-1251"', true)).toEqual({
      text: '<meta charset="utf-8">Пр',
      charset: 'windows-1251',
    });
  });

  test('the meta tag beats the guess, in both of its forms', () => {
    const word = bytes(0xb1, 0xe6);
    for (const meta of [
      '<meta charset=iso-8859-2>',
      `<META HTTP-EQUIV="Content-Type" CONTENT='text/html; charset=ISO-8859-2'>`,
      '<?xml version="1.0" encoding="iso-8859-2"?>',
      `${'<!-- x -->'.repeat(120)}<meta charset = "iso-8859-2">`,
    ]) {
      const { text, charset } = decode(Buffer.concat([ascii(meta), word]), 'text/html', true);
      expect([text.slice(-2), charset]).toEqual(['ąć', 'iso-8859-2']);
    }
  });

  test('a declared UTF-8 that the bytes are not gives way to the meta tag, or to a guess', () => {
    // フクロウ in Shift_JIS.
    const owl = Buffer.concat([
      ascii('<meta charset=shift_jis>'),
      bytes(0x83, 0x74, 0x83, 0x4e, 0x83, 0x8d, 0x83, 0x45),
    ]);
    expect(decode(owl, 'text/html; charset=utf-8', true)).toEqual({
      text: '<meta charset=shift_jis>フクロウ',
      charset: 'shift_jis',
    });
    const russian = 'Сова охотится ночью и кормится мышами и полевками';
    const windows1251 = Uint8Array.from(russian, (letter) =>
      letter === ' ' ? 0x20 : letter.charCodeAt(0) - 0x410 + 0xc0,
    );
    for (const meta of ['', '<meta charset=utf-8>']) {
      const body = Buffer.concat([ascii(meta), windows1251]);
      expect(decode(body, 'text/html; charset=UTF-8', true)).toEqual({
        text: meta + russian,
        charset: 'windows-1251',
      });
      expect(decode(body, undefined, true).text).toBe(meta + russian);
    }
  });

  test('a declared UTF-8 stays where a part of the page is not', () => {
    const body = Buffer.concat([Buffer.from('Käuzchen, Höhle '), bytes(0xe4)]);
    expect(decode(body, 'text/html; charset=utf-8', true)).toEqual({
      text: 'Käuzchen, Höhle \ufffd',
      charset: 'utf-8',
    });
  });

  test('an unknown label is ignored', () => {
    const body = Buffer.concat([ascii('<meta charset=iso-8859-2>'), bytes(0xb1)]);
    expect(decode(body, 'text/html; charset=klingon', true).charset).toBe('iso-8859-2');
    expect(decode(bytes(0x41, 0xe9), 'text/html; charset=none', true)).toEqual({
      text: 'Aé',
      charset: 'windows-1252',
    });
  });

  test('without a word valid UTF-8 is UTF-8 and a few other bytes are windows-1252', () => {
    expect(decode(bytes(0xe2, 0x82, 0xac), undefined, true)).toEqual({ text: '€', charset: 'utf-8' });
    expect(decode(bytes(0x80, 0x93, 0x78, 0x94), undefined, true)).toEqual({
      text: '€\u201cx\u201d',
      charset: 'windows-1252',
    });
  });

  test('UTF-8 that was cut within a character is still UTF-8', () => {
    expect(decode(bytes(0xc3, 0xa9, 0xe2, 0x82), undefined, true)).toEqual({
      text: 'é\ufffd',
      charset: 'utf-8',
    });
  });

  test('UTF-16 without a mark is known by its zeros', () => {
    const body = Buffer.from('<html><p>hello', 'utf16le');
    expect(decode(body, undefined, true)).toEqual({ text: '<html><p>hello', charset: 'utf-16le' });
  });

  test('a meta tag that can be read cannot be UTF-16', () => {
    expect(decode(ascii('<meta charset=utf-16>x'), undefined, true).charset).toBe('utf-8');
  });

  test('a meta tag in plain text is only text', () => {
    expect(decode(ascii('<meta charset=iso-8859-2>'), 'text/plain', false).charset).toBe('utf-8');
  });

  test('an encoding of escapes in ASCII bytes is decoded too', () => {
    const body = bytes(0x1b, 0x24, 0x42, 0x46, 0x7c, 0x4b, 0x5c, 0x1b, 0x28, 0x42);
    expect(decode(body, 'text/html; charset=iso-2022-jp', true).text).toBe('日本');
  });

  test('bytes without a meaning become U+FFFD', () => {
    expect(decode(bytes(0x61, 0xff, 0x62), 'text/html; charset=utf-8', true).text).toBe('a\ufffdb');
    expect(decode(bytes(0xd8, 0x00), 'text/html; charset=utf-16be', true).text).toBe('\ufffd');
  });
});
