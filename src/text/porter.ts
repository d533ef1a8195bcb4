/**
 * English stems by M. F. Porter, "An algorithm for suffix stripping" (Program 14(3), 1980), the original rules. As in
 * the author's own programs, words of one or two letters are unchanged; his two later changes (bli, logi) are not
 * included, so that stems agree with the paper and with Snowball's `porter`. Words with characters other than a–z are
 * returned unchanged.
 */
export function porter(word: string): string {
  const length = word.length;
  if (length < 3 || length > maxLetters) return word;
  for (let i = 0; i < length; i++) {
    const code = word.charCodeAt(i);
    if (code < 97 || code > 122) return word;
    letters[i] = code;
  }
  end = length;
  plurals();
  pastAndParticiple();
  if (endsWith('y') && hasVowel(end - 1)) letters[end - 1] = LETTER_I;
  replaceFirst(doubleSuffixes);
  replaceFirst(singleSuffixes);
  dropSuffix();
  finalE();
  return end === length && unchanged(word) ? word : String.fromCharCode(...letters.subarray(0, end));
}

/** No English word is longer; anything longer is returned at no cost. */
const maxLetters = 60;
const letters = new Uint8Array(maxLetters + 4);
let end = 0;

const LETTER_A = 97;
const LETTER_E = 101;
const LETTER_I = 105;
const LETTER_L = 108;
const LETTER_O = 111;
const LETTER_S = 115;
const LETTER_T = 116;
const LETTER_U = 117;
const LETTER_W = 119;
const LETTER_X = 120;
const LETTER_Y = 121;
const LETTER_Z = 122;

/** Step 1a. */
function plurals(): void {
  if (letters[end - 1] !== LETTER_S) return;
  if (endsWith('sses') || endsWith('ies')) end -= 2;
  else if (letters[end - 2] !== LETTER_S) end -= 1;
}

/** Step 1b. */
function pastAndParticiple(): void {
  if (endsWith('eed')) {
    if (measure(end - 3) > 0) end -= 1;
    return;
  }
  const cut = endsWith('ed') ? 2 : endsWith('ing') ? 3 : 0;
  if (cut === 0 || !hasVowel(end - cut)) return;
  end -= cut;
  if (endsWith('at') || endsWith('bl') || endsWith('iz')) letters[end++] = LETTER_E;
  else if (doubleConsonant(end)) {
    const last = letters[end - 1];
    if (last !== LETTER_L && last !== LETTER_S && last !== LETTER_Z) end -= 1;
  } else if (measure(end) === 1 && consonantVowelConsonant(end)) letters[end++] = LETTER_E;
}

interface Rule {
  suffix: string;
  by: string;
}

/** Indexed by the last letter of their suffix, so that a word is compared with few; their order matters. */
function byLastLetter(rules: readonly (readonly [suffix: string, by: string])[]): Rule[][] {
  const found: Rule[][] = Array.from({ length: 128 }, () => []);
  for (const [suffix, by] of rules) found[suffix.charCodeAt(suffix.length - 1)]!.push({ suffix, by });
  return found;
}

/** Step 2; a longer suffix comes before any shorter one that it ends in. */
const doubleSuffixes = byLastLetter([
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['abli', 'able'],
  ['alli', 'al'],
  ['entli', 'ent'],
  ['eli', 'e'],
  ['ousli', 'ous'],
  ['ization', 'ize'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alism', 'al'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
]);

/** Step 3. */
const singleSuffixes = byLastLetter([
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ful', ''],
  ['ness', ''],
]);

function replaceFirst(rules: readonly Rule[][]): void {
  for (const { suffix, by } of rules[letters[end - 1]!]!) {
    if (!endsWith(suffix)) continue;
    const stemEnd = end - suffix.length;
    if (measure(stemEnd) > 0) {
      for (let i = 0; i < by.length; i++) letters[stemEnd + i] = by.charCodeAt(i);
      end = stemEnd + by.length;
    }
    return;
  }
}

/** Step 4; `ion` only after s or t; again longest first. */
const dropped = byLastLetter(
  'al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize'
    .split(' ')
    .map((suffix) => [suffix, '']),
);

function dropSuffix(): void {
  for (const { suffix } of dropped[letters[end - 1]!]!) {
    if (!endsWith(suffix)) continue;
    const stemEnd = end - suffix.length;
    const before = letters[stemEnd - 1];
    const allowed = suffix !== 'ion' || before === LETTER_S || before === LETTER_T;
    if (allowed && measure(stemEnd) > 1) end = stemEnd;
    return;
  }
}

/** Step 5. */
function finalE(): void {
  if (letters[end - 1] === LETTER_E) {
    const m = measure(end - 1);
    if (m > 1 || (m === 1 && !consonantVowelConsonant(end - 1))) end -= 1;
  }
  if (letters[end - 1] === LETTER_L && doubleConsonant(end) && measure(end) > 1) end -= 1;
}

/** The number of vowel–consonant sequences in the letters before `to`: the paper's m. */
function measure(to: number): number {
  let m = 0;
  let vowelBefore = false;
  for (let i = 0; i < to; i++) {
    const vowel = isVowel(i, vowelBefore);
    if (vowelBefore && !vowel) m += 1;
    vowelBefore = vowel;
  }
  return m;
}

function hasVowel(to: number): boolean {
  let vowelBefore = false;
  for (let i = 0; i < to; i++) {
    if (isVowel(i, vowelBefore)) return true;
    vowelBefore = false;
  }
  return false;
}

/** y is a vowel after a consonant. */
function isVowel(i: number, vowelBefore: boolean): boolean {
  const c = letters[i];
  if (c === LETTER_A || c === LETTER_E || c === LETTER_I || c === LETTER_O || c === LETTER_U) return true;
  return c === LETTER_Y && i > 0 && !vowelBefore;
}

function doubleConsonant(to: number): boolean {
  if (to < 2 || letters[to - 1] !== letters[to - 2]) return false;
  return !vowelAt(to - 1);
}

/** *o in the paper: consonant, vowel, consonant, the last not w, x or y. */
function consonantVowelConsonant(to: number): boolean {
  if (to < 3) return false;
  const last = letters[to - 1];
  if (last === LETTER_W || last === LETTER_X || last === LETTER_Y) return false;
  return !vowelAt(to - 1) && vowelAt(to - 2) && !vowelAt(to - 3);
}

function vowelAt(i: number): boolean {
  let first = i;
  while (first > 0 && letters[first] === LETTER_Y) first -= 1;
  let vowel = isVowel(first, false);
  for (let k = first + 1; k <= i; k++) vowel = isVowel(k, vowel);
  return vowel;
}

function endsWith(suffix: string): boolean {
  const from = end - suffix.length;
  if (from < 0) return false;
  for (let i = suffix.length - 1; i >= 0; i--) if (letters[from + i] !== suffix.charCodeAt(i)) return false;
  return true;
}

function unchanged(word: string): boolean {
  for (let i = 0; i < end; i++) if (letters[i] !== word.charCodeAt(i)) return false;
  return true;
}
