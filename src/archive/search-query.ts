/**
 * What a person types into a search box, taken apart. Words and "phrases" must all occur, `word*` is a prefix search,
 * `-word` (or NOT) must not occur, OR joins its two neighbours; `title:word` looks in titles, `host:name` and `url:part`
 * choose pages. Any input can be read: an unclosed quote ends with the line, characters that are not part of words are
 * ignored.
 */
import { isSpaceless, spaced } from './spaceless.ts';

export interface Term {
  text: string;
  isPhrase: boolean;
  isPrefix: boolean;
  inTitle: boolean;
}

export interface Query {
  /** One of each group must occur. */
  wanted: Term[][];
  unwanted: Term[];
  /** Parts of host names and URLs, each wanted or not. */
  places: { field: 'host' | 'url'; text: string; isWanted: boolean }[];
  hasOpenQuote: boolean;
}

export function readQuery(query: string): Query {
  const read: Query = { wanted: [], unwanted: [], places: [], hasOpenQuote: false };
  const typed = query.replace(CONTROLS, ' ').slice(0, MAX_LENGTH);
  read.hasOpenQuote = (typed.match(QUOTES)?.length ?? 0) % 2 === 1;
  let joinNext = false;
  let negateNext = false;
  let terms = 0;
  for (const match of typed.matchAll(TERM)) {
    const [whole, minus, field, phrase, word] = match;
    if (whole === 'OR' || whole === '|') joinNext = read.wanted.length > 0;
    else if (whole === 'NOT') negateNext = true;
    else if (whole !== 'AND') {
      const text = phrase ?? word ?? '';
      if (!HAS_WORD.test(text)) continue;
      if (++terms > MAX_TERMS) break;
      const isWanted = !minus && !negateNext;
      const name = field?.toLowerCase();
      if (name === 'host' || name === 'url')
        read.places.push({ field: name, text: text.replace(/\*$/, ''), isWanted });
      else {
        const isPhrase = phrase !== undefined;
        const term = { text, isPhrase, isPrefix: whole.endsWith('*'), inTitle: name === 'title' };
        if (!isWanted) read.unwanted.push(term);
        else if (joinNext) read.wanted.at(-1)?.push(term);
        else read.wanted.push([term]);
      }
      joinNext = false;
      negateNext = false;
    }
  }
  return read;
}

/**
 * The expression for FTS5; `formsOf` gives the other forms of a word. Undefined if no word must occur. With `any`, one
 * of the groups is enough.
 */
export function expressionOf(
  { wanted, unwanted }: Query,
  formsOf: (word: string) => readonly string[],
  any = false,
): string | undefined {
  if (wanted.length === 0) return undefined;
  const groups = wanted.map(
    (group) => `(${group.map((term) => termExpression(term, formsOf)).join(' OR ')})`,
  );
  const all = groups.join(any ? ' OR ' : ' AND ');
  if (unwanted.length === 0) return all;
  return `(${all}) NOT (${unwanted.map((term) => termExpression(term, () => [])).join(' OR ')})`;
}

function termExpression(
  { text, isPhrase, isPrefix, inTitle }: Term,
  formsOf: (word: string) => readonly string[],
): string {
  const words = text.replaceAll('"', ' ').replace(/\*$/, '');
  const isOneWord = !isPhrase && !isPrefix && !isSpaceless(words) && !/[^\p{L}\p{M}\p{N}]/u.test(words);
  const forms = isOneWord ? [words, ...formsOf(words).filter((form) => form !== words)] : [spaced(words)];
  const quoted = forms.map((form) => (isPrefix ? `"${form}" *` : `"${form}"`)).join(' OR ');
  const column = inTitle ? 'title : ' : '';
  return forms.length > 1 || inTitle ? `${column}(${quoted})` : quoted;
}

const MAX_LENGTH = 2000;
const MAX_TERMS = 64;
const CONTROLS = /[\u0000-\u001f\u007f]/g;
const QUOTES = /["“”„]/g;
/** A phrase or a word, with an optional minus and field before it and an optional star after it. */
const TERM = /(-)?(?:(title|host|url):)?(?:["“”„]([^"“”„]*)(?:["“”„]|$)\*?|([^\s"“”„]+))/gi;
/** What the tokenizer treats as words: letters, digits and private-use characters. */
const HAS_WORD = /[\p{L}\p{N}\p{Co}]/u;
