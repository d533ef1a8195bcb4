/**
 * The language of a text, ISO 639-1. The most common English words, and scripts used by one language only (Greek, Thai,
 * Hangul, kana …), decide directly; everything else goes to eld (byte n-grams over sixty languages), loaded on first
 * use (about 0.2 s, 30 MB). Three windows of the text are read, so that the cost does not depend on its size. A text
 * below 200 characters gives no answer.
 *
 * Charset rule (after Lund's crawler): a page in an encoding made for another script is never English, however short it
 * is. If neither the text nor the page's declared language decides between the languages of the encoding, the most
 * common one is used.
 */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { languagesOfCharset } from './charset-languages.ts';

export function identifyLanguage(text: string, charset?: string, declared?: string): string | undefined {
  const found = languageOfText(text, declared === 'en');
  const expected = charset === undefined ? undefined : languagesOfCharset(charset);
  if (expected === undefined) return found;
  return [found, declared].find((one) => one !== undefined && expected.includes(one)) ?? expected[0];
}

function languageOfText(text: string, saysEnglish: boolean): string | undefined {
  const sample = sampled(text);
  if (sample === undefined) return undefined;
  if (plainlyEnglish(sample, saysEnglish)) return 'en';
  const byScript = languageOfScript(sample);
  if (byScript !== undefined) return byScript;
  // The windows may contain nothing but names. Reading the whole text costs less than the detector.
  return saysEnglish && plainlyEnglish(fold(text.slice(0, maxSearched)), true) ? 'en' : detect(sample);
}

const minCharacters = 200;
const windowLength = 200;

function sampled(text: string): string | undefined {
  let sample = text;
  if (text.length > 5 * windowLength) {
    sample = `${windowAt(text, 0)} ${windowAt(text, 0.4)} ${windowAt(text, 0.75)}`;
  }
  let folded = fold(sample);
  if (folded.length < minCharacters && text.length > sample.length) folded = fold(text.slice(0, maxSearched));
  return folded.length < minCharacters ? undefined : folded.slice(0, 3 * windowLength).toWellFormed();
}

/** If the windows contain little but digits and white space, this many characters from the start are read instead. */
const maxSearched = 16_384;

function fold(text: string): string {
  return text.replace(/[\s\d]+/g, ' ').trim();
}

/** Starts at white space if there is some nearby, so that no word is cut. */
function windowAt(text: string, share: number): string {
  const from = Math.floor(text.length * share);
  const space = share === 0 ? 0 : text.slice(from, from + 40).search(/\s/);
  return text.slice(from + Math.max(space, 0), from + Math.max(space, 0) + windowLength);
}

/**
 * True if at least 10 % of the words are among eight common English words that no other language has (5 % if the page
 * declares itself English). Saves the detector on most pages of an English crawl.
 */
function plainlyEnglish(sample: string, saysSo: boolean): boolean {
  const found = sample.match(/\b(?:the|and|of|with|that|this|which|from)\b/gi)?.length ?? 0;
  if (found < (saysSo ? 2 : 4)) return false;
  let wordCount = 1;
  for (let i = 0; i < sample.length; i++) if (sample.charCodeAt(i) === 32) wordCount += 1;
  return found * (saysSo ? 20 : 10) > wordCount;
}

/** First and last code unit of a script, its language, and how many Latin letters one of its letters is worth. */
const scripts: readonly (readonly [from: number, to: number, language: string, worth: number])[] = [
  [0x0370, 0x03ff, 'el', 1],
  [0x0530, 0x058f, 'hy', 1],
  [0x0590, 0x05ff, 'he', 1],
  [0x0980, 0x09ff, 'bn', 1],
  [0x0a00, 0x0a7f, 'pa', 1],
  [0x0a80, 0x0aff, 'gu', 1],
  [0x0b00, 0x0b7f, 'or', 1],
  [0x0b80, 0x0bff, 'ta', 1],
  [0x0c00, 0x0c7f, 'te', 1],
  [0x0c80, 0x0cff, 'kn', 1],
  [0x0d00, 0x0d7f, 'ml', 1],
  [0x0d80, 0x0dff, 'si', 1],
  [0x0e00, 0x0e7f, 'th', 1],
  [0x0e80, 0x0eff, 'lo', 1],
  [0x0f00, 0x0fff, 'bo', 1],
  [0x1000, 0x109f, 'my', 1],
  [0x10a0, 0x10ff, 'ka', 1],
  [0x1200, 0x137f, 'am', 2],
  [0x1780, 0x17ff, 'km', 1],
  [0x3040, 0x30ff, 'ja', 3],
  [0x3400, 0x9fff, 'zh', 3],
  [0xac00, 0xd7a3, 'ko', 2],
];

/** The language whose script makes up more than half of the letters; kana among Han characters means Japanese. */
function languageOfScript(sample: string): string | undefined {
  scriptOfBlock ??= blockTable();
  weights.fill(0);
  let total = 0;
  for (let i = 0; i < sample.length; i++) {
    const code = sample.charCodeAt(i);
    const script = scriptOfBlock[code >> 4]!;
    if (script > 0) {
      const worth = scripts[script - 1]![3];
      weights[script - 1]! += worth;
      total += worth;
    } else if (code < 128 ? (code | 32) >= 97 && (code | 32) <= 122 : code >= 0xc0 && code < 0x2000)
      total += 1;
  }
  if (weights[kana]! > 0 && weights[kana]! * 12 > weights[han]!) {
    weights[kana]! += weights[han]!;
    weights[han] = 0;
  }
  const most = weights.indexOf(Math.max(...weights));
  return weights[most]! * 2 > total ? scripts[most]![2] : undefined;
}

const weights = new Uint32Array(scripts.length);
const kana = scripts.findIndex(([, , language]) => language === 'ja');
const han = scripts.findIndex(([, , language]) => language === 'zh');

/** For every sixteen code units, the index of their script in `scripts` plus 1, or 0. */
let scriptOfBlock: Uint8Array | undefined;

function blockTable(): Uint8Array {
  const table = new Uint8Array(4096);
  for (const [place, [from, to]] of scripts.entries()) table.fill(place + 1, from >> 4, (to >> 4) + 1);
  return table;
}

interface Eld {
  detect(text: string): { language: string };
}

let eld: Eld | undefined;

/** Loaded by path: eld cannot be loaded with `require` by name, and an import would not be lazy. */
function detect(sample: string): string | undefined {
  if (!/\p{L}{2}/u.test(sample)) return undefined;
  eld ??= loadEld();
  return eld.detect(sample).language || undefined;
}

function loadEld(): Eld {
  const path = fileURLToPath(import.meta.resolve('eld/extrasmall'));
  return (createRequire(import.meta.url)(path) as { eld: Eld }).eld;
}
