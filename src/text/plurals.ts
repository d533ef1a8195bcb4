/**
 * One form for the singular and plural of an English noun, by its ending: the S-stemmer of Harman (1991), extended for
 * "classes" → "class", "heroes" → "hero" and "movie", which becomes "movy" like its plural. It joins nothing else.
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
