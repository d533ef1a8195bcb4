/**
 * Splits a text into sentences. A sentence ends at a line break (blocks of a page are separated by line breaks), at ! ?
 * … and their East Asian forms, and at a full stop unless a lower-case letter follows or it comes after an abbreviation
 * or an initial. One pass that looks back at most one word.
 */
export function sentences(text: string): string[] {
  const found: string[] = [];
  eachSentence(text, (start, end) => found.push(text.slice(start, end)));
  return found;
}

/** Called with the position of each sentence, without surrounding white space; return false to stop. */
export function eachSentence(text: string, at: (start: number, end: number) => unknown): void {
  let start = 0;
  ender.lastIndex = 0;
  for (let match = ender.exec(text); match; match = ender.exec(text)) {
    const mark = text[match.index]!;
    if (!ends(text, mark, match.index, ender.lastIndex)) continue;
    if (!give(text, start, ender.lastIndex, at)) return;
    start = ender.lastIndex;
  }
  give(text, start, text.length, at);
}

/** One or more end marks, with the quotes and brackets that close after them. Bounded, so that no text is slow. */
const ender = /[\n\r\u2028\u2029]|[.!?…。！？｡]{1,20}["'”’»)\]]{0,5}/g;

function ends(text: string, mark: string, index: number, after: number): boolean {
  if (mark !== '.' && mark !== '…') return mark !== '!' && mark !== '?' ? true : isGap(text, after);
  if (!isGap(text, after)) return false;
  if (/^\s*\p{Ll}/u.test(text.slice(after, after + 12))) return false;
  const before = /[\p{L}\p{N}.]*$/u.exec(text.slice(Math.max(0, index - 12), index))![0];
  return mark === '…' || after - index > 1 || !(isInitial(before) || abbreviations.has(before.toLowerCase()));
}

function isGap(text: string, after: number): boolean {
  return after >= text.length || /\s/.test(text[after]!);
}

function isInitial(before: string): boolean {
  return /^(?:\p{L}\.)*\p{Lu}$/u.test(before);
}

const abbreviations = new Set(
  (
    'mr mrs ms dr prof st sr jr vs etc al inc ltd co corp dept fig figs no nos vol pp ed eds cf approx ' +
    'jan feb mar apr jun jul aug sep sept oct nov dec e.g i.e a.m p.m ca bzw usw hr fr nr'
  ).split(' '),
);

function give(text: string, from: number, to: number, at: (start: number, end: number) => unknown): boolean {
  let start = from;
  let end = to;
  while (start < end && /\s/.test(text[start]!)) start += 1;
  while (end > start && /\s/.test(text[end - 1]!)) end -= 1;
  return start === end || at(start, end) !== false;
}
