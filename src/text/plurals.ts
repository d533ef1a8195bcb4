/**
 * One form for the singular and plural of a noun, by its ending; they join nothing else.
 *
 * English: the S-stemmer of Harman (1991), extended for "classes" → "class", "heroes" → "hero" and "movie", which becomes
 * "movy" like its plural. Portuguese: the plural reduction of Orengo and Huyck (2001). Where a plural has two possible
 * singulars ("papéis", "difíceis"; "mares", "livres"), the singulars become one form, too: "difícil" is "difícel", "livre"
 * is "livr".
 */
export function singular(word: string): string {
  if (word.length > 4 && IES.test(word)) return word.replace(IES, 'y');
  if (word.length < 4 || !word.endsWith('s') || KEPT.test(word)) return word;
  return LONG.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

const IES = /(?<![ae])ies?$/;
/** "campus", "glass" and "analysis" are not plurals. */
const KEPT = /(?:[uis]s|^news)$/;
const LONG = /(?:(?:ss|x|ch|sh)es|..[^aeiou]oes)$/;

export function singularInPortuguese(word: string): string {
  if (word.length < 4) return word;
  const rule = PORTUGUESE.find(([ending]) => ending.test(word));
  return rule === undefined ? word : word.replace(...rule);
}

const PORTUGUESE: readonly [ending: RegExp, instead: string][] = [
  [/[oõã]es$/, 'ão'],
  [/ns$/, 'm'],
  [/(?<=..)ais$/, 'al'],
  [/(?<=..)[oó]is$/, 'ol'],
  [/(?<=..)uis$/, 'ul'],
  [/(?<=..)[eé]is$|(?<![aeou])i[sl]$/, 'el'],
  [/(?<=[lrsz])es?$/, ''],
  // Not of "país", "gás", "ônibus".
  [/(?<![áâéêíóôúu])s$/, ''],
];
