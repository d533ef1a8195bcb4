/**
 * Translates what a person types into a search box to an FTS5 expression. Words and "phrases" must all occur, `word*`
 * is a prefix search, `-word` (or NOT) must not occur, OR joins its two neighbours. Any input gives a valid expression:
 * an unclosed quote ends with the line, characters that are not part of words are ignored.
 */

/** Undefined if there is nothing to search for: no words, or only words that must not occur. */
export function searchExpression(query: string): string | undefined {
  const wanted: string[][] = [];
  const unwanted: string[] = [];
  let joinNext = false;
  let negateNext = false;
  let terms = 0;
  for (const match of query.replace(CONTROLS, ' ').slice(0, MAX_LENGTH).matchAll(TERM)) {
    const [whole, minus, phrase, word] = match;
    if (whole === 'OR' || whole === '|') joinNext = wanted.length > 0;
    else if (whole === 'NOT') negateNext = true;
    else if (whole !== 'AND') {
      const term = quoted(phrase ?? word ?? '', whole.endsWith('*'));
      if (!term) continue;
      if (++terms > MAX_TERMS) break;
      if (minus || negateNext) unwanted.push(term);
      else if (joinNext) wanted.at(-1)?.push(term);
      else wanted.push([term]);
      joinNext = false;
      negateNext = false;
    }
  }
  if (wanted.length === 0) return undefined;
  const all = wanted.map((any) => `(${any.join(' OR ')})`).join(' AND ');
  return unwanted.length === 0 ? all : `(${all}) NOT (${unwanted.join(' OR ')})`;
}

const MAX_LENGTH = 2000;
const MAX_TERMS = 64;
const CONTROLS = /[\u0000-\u001f\u007f]/g;
/** A phrase or a word, with an optional leading minus and trailing star. */
const TERM = /(-)?(?:["“”„]([^"“”„]*)(?:["“”„]|$)\*?|([^\s"“”„]+))/g;
/** What the tokenizer treats as words: letters, digits and private-use characters. */
const HAS_WORD = /[\p{L}\p{N}\p{Co}]/u;

function quoted(words: string, prefix: boolean): string | undefined {
  if (!HAS_WORD.test(words)) return undefined;
  return prefix ? `"${words}" *` : `"${words}"`;
}
