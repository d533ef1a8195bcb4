import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { languagesOfCharset } from '../../src/text/charset-languages.ts';
import { identifyLanguage } from '../../src/text/language.ts';
import { english, texts } from './language-texts.ts';

describe('the language of a text', () => {
  test.each(texts)('%s', (language, text) => {
    expect(identifyLanguage(text)).toBe(language);
    expect(identifyLanguage(text.repeat(40))).toBe(language);
  });

  test('a text below 200 characters has no answer', () => {
    expect(identifyLanguage(english.slice(0, 150))).toBeUndefined();
    expect(identifyLanguage('')).toBeUndefined();
    expect(identifyLanguage(`${' \n'.repeat(5000)}short${' '.repeat(5000)}`)).toBeUndefined();
  });

  test('a text without letters has no language', () => {
    expect(identifyLanguage('12.5 % — 3 / 4 = … !! ?? '.repeat(100))).toBeUndefined();
  });

  test('windows that contain only numbers do not hide the text between them', () => {
    const table = '17 42 2019 '.repeat(30);
    expect(identifyLanguage(`${table}${english}${table.repeat(8)}`)).toBe('en');
  });

  test('a page that declares itself English is read as a whole, and believed if its words agree', () => {
    const names = 'Kowalski Nakamura Fernandez Okonkwo Lindqvist Papadopoulos Haraldsson Abdullah '.repeat(
      30,
    );
    const prose = `${english} ${english}`;
    const page = `${names.slice(0, 500)} ${prose} ${names.slice(0, 2000)}`;
    expect(identifyLanguage(page, 'utf-8', 'en')).toBe('en');
    expect(identifyLanguage(new Map(texts).get('de')!, 'utf-8', 'en')).toBe('de');
  });

  test('a short text is recognised by its script', () => {
    expect(identifyLanguage('面包还是热的，住在附近的人们来和他谈论天气以及夜里发生的事情。')).toBe('zh');
    expect(identifyLanguage('Κάθε πρωί ο φούρναρης ανοίγει το μικρό του μαγαζί.')).toBe('el');
  });

  test('a declared language that no part of the text is in does not count', () => {
    const swedish = new Map(texts).get('sv')!.repeat(8);
    expect(identifyLanguage(swedish, 'utf-8', 'en')).toBe('sv');
    expect(identifyLanguage(swedish, 'utf-8', 'de')).toBe('sv');
  });

  test('the declared language decides between two that share a page', () => {
    const swedish = new Map(texts).get('sv')!.repeat(6);
    const page = `${english.repeat(6)} ${swedish}`;
    expect(identifyLanguage(page, 'utf-8', 'sv')).toBe('sv');
    expect(identifyLanguage(page, 'utf-8', 'en')).toBe('en');
  });

  test('no text causes an error', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 200, maxLength: 1500 }), (text) => {
        const language = identifyLanguage(text);
        expect(language === undefined || /^[a-z]{2}$/.test(language)).toBe(true);
      }),
    );
    expect(() => identifyLanguage('ab \ud800 '.repeat(100))).not.toThrow();
  });
});

describe('the charset rule', () => {
  test('a page in an encoding for another script is never English', () => {
    expect(identifyLanguage(english, 'GB2312')).toBe('zh');
    expect(identifyLanguage(english, 'Shift_JIS')).toBe('ja');
    expect(identifyLanguage(english, 'windows-1251')).toBe('ru');
    expect(identifyLanguage(english, 'iso-8859-7')).toBe('el');
    expect(identifyLanguage(english, 'windows-1257')).toBe('lt');
  });

  test('a page too short to detect has the language of its encoding, or the declared one if the encoding allows it', () => {
    expect(identifyLanguage('short', 'GB2312')).toBe('zh');
    expect(identifyLanguage('short', 'windows-1251', 'bg')).toBe('bg');
    expect(identifyLanguage('short', 'windows-1251', 'en')).toBe('ru');
    expect(identifyLanguage('short', 'utf-8', 'en')).toBeUndefined();
  });

  test('the text decides between the languages of an encoding', () => {
    const ukrainian = texts.find(([language]) => language === 'uk')![1];
    expect(identifyLanguage(ukrainian, 'windows-1251')).toBe('uk');
  });

  test('Latin, Unicode and unknown encodings say nothing', () => {
    for (const charset of [
      'utf-8',
      'iso-8859-1',
      'windows-1252',
      'iso-8859-15',
      'windows-1250',
      'x-klingon',
      '',
    ]) {
      expect(languagesOfCharset(charset)).toBeUndefined();
      expect(identifyLanguage(english, charset)).toBe('en');
    }
  });

  test('encoding names match regardless of case and punctuation', () => {
    expect(languagesOfCharset(' shift_jis ')).toEqual(['ja']);
    expect(languagesOfCharset('ISO-8859-5')?.[0]).toBe('ru');
    expect(languagesOfCharset('EUC-KR')).toEqual(['ko']);
    expect(languagesOfCharset('Big5-HKSCS')).toEqual(['zh']);
  });
});
