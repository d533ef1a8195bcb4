/**
 * Which characters make up words: letters, digits and combining marks. One byte per character of the basic plane, from
 * Unicode properties, in a table built when the first non-ASCII character is read (a few ms).
 */

/** Separates words, as do lone surrogates. */
export const PART = 0;
export const LETTER = 1;
/** In a script written without spaces between words. */
export const UNSPACED = 2;
/** High surrogate of a letter. */
export const PAIR = 3;
/** A letter or mark that Unicode may compose with its neighbour. */
export const COMPOSING = 4;

export const kindOfAscii: Uint8Array = Uint8Array.from({ length: 128 }, (_, code) =>
  /[A-Za-z0-9]/.test(String.fromCharCode(code)) ? LETTER : PART,
);

/** `code` is the code of the character at i, at least 128. */
export function kindBeyondAscii(text: string, i: number, code: number): number {
  if (code >= 0xd800 && code <= 0xdfff) return kindOfPair(text, i);
  table ??= makeTable();
  return table[code]!;
}

let table: Uint8Array | undefined;

function makeTable(): Uint8Array {
  const made = new Uint8Array(65536);
  const codes = new Uint16Array(65536);
  for (let code = 0; code < 65536; code++) codes[code] = code >= 0xd800 && code <= 0xdfff ? 32 : code;
  const plane = Buffer.from(codes.buffer).toString('utf16le');
  for (const [pattern, kind] of kinds) {
    for (const run of plane.matchAll(pattern)) made.fill(kind, run.index, run.index + run[0].length);
  }
  return made;
}

/** Each implies the one before it. */
const kinds: readonly (readonly [RegExp, number])[] = [
  [/[\p{L}\p{N}\p{M}]+/gv, LETTER],
  [/[[\p{M}\u1100-\u11ff\u1f00-\u1fff]&&[\p{L}\p{N}\p{M}]]+/gv, COMPOSING],
  [
    /[[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}ー々]&&[\p{L}\p{N}\p{M}]]+/gv,
    UNSPACED,
  ],
];

function kindOfPair(text: string, i: number): number {
  const code = text.codePointAt(i)!;
  return code > 0xffff && /[\p{L}\p{N}\p{M}]/u.test(String.fromCodePoint(code)) ? PAIR : PART;
}
