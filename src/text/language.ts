/**
 * The language of a text, ISO 639-1, by a vote of windows spread over the whole text: an English licence line, cookie
 * notice or quotation does not make a page English. A window with the most common English words votes for English, one
 * in a script of one language (Greek, Thai, Hangul, kana …) for that; everything else goes to eld (byte n-grams over
 * sixty languages), loaded on first use (about 0.2 s, 30 MB). The declared language has a vote if any window agrees with
 * it, and decides a tie: templates often declare a language that the text is not in. The cost does not depend on the
 * size of the text. A text below 200 characters, 20 in a script of one language, gives no answer.
 *
 * Charset rule (after Lund's crawler): a page in an encoding made for another script is never English, however short it
 * is. If neither the text nor the page's declared language decides between the languages of the encoding, the most
 * common one is used.
 */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { languagesOfCharset } from './charset-languages.ts';

export function identifyLanguage(text: string, charset?: string, declared?: string): string | undefined {
  const found = languageOfText(text, declared === 'nb' || declared === 'nn' ? 'no' : declared);
  const expected = charset === undefined ? undefined : languagesOfCharset(charset);
  if (expected === undefined) return found;
  return [found, declared].find((one) => one !== undefined && expected.includes(one)) ?? expected[0];
}

function languageOfText(text: string, declared: string | undefined): string | undefined {
  if ((declared === undefined || declared === 'en') && isSurelyEnglish(text, declared)) return 'en';
  const windows = windowsOf(text);
  const votes = new Map<string, number>();
  const give = (language: string | undefined, count = 1): void => {
    if (language !== undefined) votes.set(language, (votes.get(language) ?? 0) + count);
  };
  let unclear: string[] = [];
  const names: string[] = [];
  let english = 0;
  for (const window of windows) {
    if (readsEnglish(window)) english += 1;
    else {
      const byScript = languageOfScript(window);
      if (byScript !== undefined) give(byScript);
      else if (isOfNames(window)) names.push(window);
      else unclear.push(window);
    }
  }
  if (english > 0) give('en', english);
  if (votes.size === 0 && unclear.length === 0) unclear = names;
  const together = unclear.length === 0 ? undefined : detect(unclear.join(' ').slice(0, maxDetected));
  // More text is safer, as long as nothing contradicts it.
  const isPlain = together === declared || (declared === undefined && english === 0);
  if (isPlain) give(together, unclear.length);
  else for (const window of unclear) give(detect(window));
  if (declared !== undefined && votes.has(declared)) give(declared);
  return winnerOf(votes, declared);
}

/** Whether English wins however the other windows vote: settles most pages of an English crawl with half of the windows. */
function isSurelyEnglish(text: string, declared: string | undefined): boolean {
  if (text.length <= maxWindows * windowLength) return false;
  // The declared language has a vote of its own.
  const needed = Math.ceil(declared === undefined ? maxWindows / 2 : (maxWindows - 1) / 2);
  let english = 0;
  for (let i = 0; english + maxWindows - i >= needed; i++) {
    if (readsEnglish(windowAt(text, shareOf(i, maxWindows)))) english += 1;
    if (english === needed) return true;
  }
  return false;
}

function winnerOf(votes: ReadonlyMap<string, number>, declared: string | undefined): string | undefined {
  let winner: string | undefined;
  for (const [language, count] of votes) {
    const most = winner === undefined ? 0 : votes.get(winner)!;
    if (count > most || (count === most && language === declared)) winner = language;
  }
  return winner;
}

const windowLength = 200;
const maxWindows = 7;
/** Of a text or window in a script that several languages share. */
const minCharacters = 200;
const minInWindow = 100;
/** If the windows contain little but digits and white space, this many characters from the start are read instead. */
const maxSearched = 16_384;
const maxDetected = 3 * windowLength;

/** Windows with enough letters. */
function windowsOf(text: string): string[] {
  const folded = text.length <= maxWindows * windowLength ? fold(text) : undefined;
  if (folded !== undefined && folded.length < minCharacters) {
    return folded.length >= minOfScript && languageOfScript(folded) !== undefined ? [folded] : [];
  }
  const whole = folded ?? text;
  const count = Math.min(maxWindows, Math.max(1, Math.floor(whole.length / windowLength)));
  const windows = windowsIn(whole, count).filter((window) => window.length >= minInWindow);
  if (windows.length > 0) return windows;
  const start = fold(text.slice(0, maxSearched)).toWellFormed();
  return start.length < minCharacters
    ? []
    : windowsIn(start, Math.min(3, Math.floor(start.length / windowLength)));
}

const minOfScript = 20;

function windowsIn(text: string, count: number): string[] {
  const windows: string[] = [];
  for (let i = 0; i < count; i++) {
    windows.push(fold(windowAt(text, shareOf(i, count))).toWellFormed());
  }
  return windows;
}

/** Where the i-th window starts: from both ends to the middle. */
function shareOf(i: number, count: number): number {
  const place = i % 2 === 0 ? i / 2 : count - (i + 1) / 2;
  return count === 1 ? 0 : place / (count - 1);
}

function fold(text: string): string {
  return text.replace(/[\s\d]+/g, ' ').trim();
}

/** Starts at white space if there is some nearby, so that no word is cut. */
function windowAt(text: string, share: number): string {
  const from = Math.max(0, Math.floor((text.length - windowLength) * share));
  const space = from === 0 ? 0 : text.slice(from, from + 40).search(/\s/);
  return text.slice(from + Math.max(space, 0), from + Math.max(space, 0) + windowLength);
}

/** True if a tenth of the words, and three or more, are among eight common English words that no other language has. */
function readsEnglish(window: string): boolean {
  const found = window.match(/\b(?:the|and|of|with|that|this|which|from)\b/gi)?.length ?? 0;
  if (found < 3) return false;
  let wordCount = 1;
  for (let i = 0; i < window.length; i++) if (window.charCodeAt(i) <= 32) wordCount += 1;
  return found * 10 > wordCount;
}

/** Lists of names and menus are in no language, and look like any. In German prose a third of the words are capitalised. */
function isOfNames(window: string): boolean {
  const words = window.match(/\p{L}+/gu) ?? [];
  const capitalised = words.filter((word) => /^\p{Lu}/u.test(word)).length;
  return capitalised * 10 > words.length * 7;
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
