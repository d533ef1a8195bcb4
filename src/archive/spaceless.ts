/**
 * Chinese and Japanese are written without spaces, and the index makes words where it sees something that is not a
 * letter. So an invisible space (U+200B) stands after each of their characters in the index: a word of them is found as
 * a phrase of its characters, wherever it is in a sentence.
 */
const CHARACTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々〆〤]/gu;
const ONE = new RegExp(CHARACTER.source, 'u');
const INVISIBLE = '\u200b';

export const isSpaceless = (text: string): boolean => ONE.test(text);

export const spaced = (text: string): string =>
  ONE.test(text) ? text.replace(CHARACTER, `$&${INVISIBLE}`) : text;

/** The text as it was. */
export const unspaced = (text: string): string =>
  text.includes(INVISIBLE) ? text.replaceAll(INVISIBLE, '') : text;
