/**
 * Pages in many languages and encodings with some English on them: a licence line, a cookie notice, a quotation. All
 * texts were written for these tests.
 */
import { describe, expect, it } from 'vitest';
import { readDocument } from '../../src/page/read.ts';
import { identifyLanguage } from '../../src/text/language.ts';
import { english, texts } from '../text/language-texts.ts';

const heads: Record<string, string> = {
  licence:
    'The text of this page is available under the terms of the free licence that is linked from the bottom of the page; some of the pictures belong to the people with whose permission they are shown here.',
  cookies:
    'This site uses cookies and data from the device with which you visit us, so that we can show you what is of interest to you. With the buttons below you accept all of the cookies or choose which of them you allow.',
  quotation:
    '“The bread that is baked in the house of the poor is sweeter than the cake of the rich, and of all the things that we eat it is the one which we remember from the days of our youth.” (an old baker of the town)',
  menu: 'Home News Products Services About us Contact Jobs Press Search Login Register Sitemap Imprint Help',
};

const charsets: Record<string, string> = { zh: 'gb2312', ja: 'shift_jis', ru: 'windows-1251' };

type Case = [language: string, charset: string, head: string];
const cases = texts.flatMap(([language]) => {
  const named = [charsets[language], 'utf-8'].filter((charset) => charset !== undefined);
  return named.flatMap((charset) => Object.keys(heads).map((head): Case => [language, charset, head]));
});

describe.each(cases)('a page in %s, encoded as %s, with an English %s', (language, charset, head) => {
  const story = new Map(texts).get(language)!;
  const body =
    head === 'quotation'
      ? [story, story, story, heads.quotation!, story, story, story, story]
      : [heads[head]!, ...Array<string>(7).fill(story)];

  it('has its own language, declared or not', async () => {
    expect(await languageOf(body, charset)).toBe(language);
    expect(await languageOf(body, charset, language)).toBe(language);
  });

  it('has its own language even if a template declares it English', async () => {
    expect(await languageOf(body, charset, 'en')).toBe(language);
  });
});

it('an English page with a story in another language quoted on it is English', async () => {
  for (const [language, story] of texts) {
    const body = [english, english, story, english, english, english];
    expect(await languageOf(body, 'utf-8'), language).toBe('en');
  }
});

it('a page whose second half is English is English only if it says so', async () => {
  const swedish = new Map(texts).get('sv')!;
  const body = [...Array<string>(4).fill(swedish), ...Array<string>(4).fill(english)];
  expect(await languageOf(body, 'utf-8', 'en')).toBe('en');
  expect(await languageOf(body, 'utf-8', 'sv')).toBe('sv');
});

async function languageOf(paragraphs: readonly string[], charset: string, declared?: string) {
  const lang = declared === undefined ? '' : ` lang="${declared}"`;
  const html = `<!doctype html><html${lang}><title>·</title><body>${paragraphs.map((text) => `<p>${text}</p>`).join('')}</body></html>`;
  const page = await readDocument(
    {
      url: 'http://a.test/',
      headers: [['content-type', `text/html; charset=${charset}`]],
      body: encoded(html, charset),
    },
    { identifyLanguage },
  );
  return 'refused' in page ? page.refused : page.language;
}

/** Encodes by looking up each character in what TextDecoder makes of every one- and two-byte sequence. */
function encoded(text: string, charset: string): Uint8Array {
  if (charset === 'utf-8') return new TextEncoder().encode(text);
  const table = tableOf(charset);
  // What a legacy encoding lacks (curly quotation marks, long dashes) is written as a question mark.
  return Uint8Array.from([...text].flatMap((character) => table.get(character) ?? [0x3f]));
}

const tables = new Map<string, Map<string, number[]>>();

function tableOf(charset: string): Map<string, number[]> {
  const known = tables.get(charset);
  if (known) return known;
  const decoder = new TextDecoder(charset, { fatal: true });
  const table = new Map<string, number[]>();
  const add = (bytes: number[]): void => {
    try {
      const character = decoder.decode(Uint8Array.from(bytes));
      if ([...character].length === 1 && !table.has(character)) table.set(character, bytes);
    } catch {
      // Not a character.
    }
  };
  for (let first = 0; first < 256; first++) add([first]);
  for (let first = 0x81; first < 0xff; first++) {
    for (let second = 0x40; second < 0xff; second++) add([first, second]);
  }
  tables.set(charset, table);
  return table;
}
