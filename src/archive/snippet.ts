/**
 * The part of a text that shows the words somebody looked for, marked. FTS5's own `snippet` splits the whole text into
 * words for every page it shows; this looks for the words alone, near the beginning of the text. For plain words of
 * letters a–z and digits, in a text without accents; undefined otherwise, and FTS5 has to look.
 */

/** How many characters of a text are looked at. */
export const LOOKED_AT = 6000;
export const SNIPPET_WORDS = 24;
/** Words before the first one that is marked. */
const LEAD = 4;
/** About as many characters as the words of a snippet have. */
const SPAN = 150;
const PLACES_A_WORD = 8;

interface Place {
  start: number;
  end: number;
  word: string;
}

export const isPlainWord = (word: string): boolean => /^[a-z0-9]+$/.test(word);

export function snippetOf(
  text: string,
  words: readonly string[],
  [before, after]: readonly [string, string],
): string | undefined {
  const lower = text.toLowerCase();
  // Places in the one are places in the other only if no letter became two.
  if (lower.length !== text.length) return undefined;
  const places = words.flatMap((word) => placesOf(lower, word)).sort((a, b) => a.start - b.start);
  if (places.length === 0) return undefined;
  const start = wordsBack(text, densest(places).start, LEAD);
  const end = wordsAhead(text, start, SNIPPET_WORDS);
  if (ACCENTED.test(text.slice(start, end))) return undefined;
  let shown = start === 0 ? '' : '…';
  let at = start;
  for (const place of places) {
    if (place.start < at || place.end > end) continue;
    shown += text.slice(at, place.start) + before + text.slice(place.start, place.end) + after;
    at = place.end;
  }
  shown += text.slice(at, end);
  return end < text.length ? `${shown}…` : shown;
}

function placesOf(lower: string, word: string): Place[] {
  const places: Place[] = [];
  for (let at = lower.indexOf(word); at !== -1 && places.length < PLACES_A_WORD; ) {
    const end = at + word.length;
    if (!isInWord(lower, at - 1) && !isInWord(lower, end)) places.push({ start: at, end, word });
    at = lower.indexOf(word, end);
  }
  return places;
}

/** The place after which most different words follow closely; the first of several. */
function densest(places: readonly Place[]): Place {
  let best = places[0]!;
  let most = 0;
  for (const [i, first] of places.entries()) {
    const near = new Set<string>();
    for (let k = i; k < places.length && places[k]!.end <= first.start + SPAN; k++) near.add(places[k]!.word);
    if (near.size <= most) continue;
    best = first;
    most = near.size;
  }
  return best;
}

/** Letters that the index reads as others: another word of the text may be one that was looked for. */
const ACCENTED = /[\u00aa-\u024f\u1e00-\u1eff]|\p{M}/u;

const IN_WORD = /[\p{L}\p{N}\p{M}\p{Co}]/u;
const isInWord = (text: string, at: number): boolean => IN_WORD.test(text.charAt(at));

const SPACE = /\s/;

function wordsBack(text: string, from: number, words: number): number {
  let at = from;
  for (let left = words; at > 0; at--) if (SPACE.test(text[at - 1]!) && left-- === 0) break;
  return at;
}

function wordsAhead(text: string, from: number, words: number): number {
  let at = from;
  for (let left = words; at < text.length; at++) if (SPACE.test(text[at]!) && --left === 0) break;
  return at;
}
