/**
 * What a person types into a search box, taken apart. Words and "phrases" must all occur, `word*` is a prefix search,
 * `-word` (or NOT) must not occur, OR joins its two neighbours; `title:word` looks in titles, `author:`, `abstract:`,
 * `keyword:` and `annotation:` in what is known of documents; `host:name`, `url:part` and `type:name` choose pages. Any input can be read: an unclosed quote ends with the line, characters that are not part of words are
 * ignored.
 */
import { isSpaceless, spaced } from './spaceless.ts';

export interface Term {
  text: string;
  isPhrase: boolean;
  isPrefix: boolean;
  field: SearchField;
}

const documentFields = ['author', 'abstract', 'keyword', 'annotation'] as const;
/** The first two are fields of every page. */
export type SearchField = 'text' | 'title' | (typeof documentFields)[number];
export const isOfPages = ({ field }: Term): boolean => field === 'text' || field === 'title';

export interface Query {
  /** One of each group must occur. */
  wanted: Term[][];
  unwanted: Term[];
  /** Parts of host names and URLs, and types of documents, each wanted or not. */
  places: { field: 'host' | 'url' | 'type'; text: string; isWanted: boolean }[];
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
    const [whole, minus, named, phrase, word] = match;
    if (whole === 'OR' || whole === '|') joinNext = read.wanted.length > 0;
    else if (whole === 'NOT') negateNext = true;
    else if (whole !== 'AND') {
      const text = phrase ?? word ?? '';
      if (!HAS_WORD.test(text)) continue;
      if (++terms > MAX_TERMS) break;
      const isWanted = !minus && !negateNext;
      const name = named?.toLowerCase();
      if (name === 'host' || name === 'url' || name === 'type')
        read.places.push({ field: name, text: text.replace(/\*$/, ''), isWanted });
      else {
        const isPhrase = phrase !== undefined;
        const field: SearchField = name === undefined ? 'text' : (name.replace(/s$/, '') as SearchField);
        const term: Term = { text, isPhrase, isPrefix: whole.endsWith('*'), field };
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
 * The expression for FTS5, for the groups and terms of pages alone; `formsOf` gives the other forms of a word.
 * Undefined if no word must occur. With `any`, one of the groups is enough.
 */
export function expressionOf(
  { wanted, unwanted }: Query,
  formsOf: (word: string) => readonly string[],
  any = false,
): string | undefined {
  const groups = wanted
    .filter((group) => group.every(isOfPages))
    .map((group) => `(${group.map((term) => termExpression(term, formsOf)).join(' OR ')})`);
  if (groups.length === 0) return undefined;
  const all = groups.join(any ? ' OR ' : ' AND ');
  const not = unwanted.filter(isOfPages);
  if (not.length === 0) return all;
  return `(${all}) NOT (${not.map((term) => termExpression(term, () => [])).join(' OR ')})`;
}

/** One term, in its column if it has one. */
export function termExpression(
  { text, isPhrase, isPrefix, field }: Term,
  formsOf: (word: string) => readonly string[],
): string {
  const words = text.replaceAll('"', ' ').replace(/\*$/, '');
  const isOneWord = !isPhrase && !isPrefix && !isSpaceless(words) && !/[^\p{L}\p{M}\p{N}]/u.test(words);
  const forms = isOneWord ? [words, ...formsOf(words).filter((form) => form !== words)] : [spaced(words)];
  const quoted = forms.map((form) => (isPrefix ? `"${form}" *` : `"${form}"`)).join(' OR ');
  const isColumn = field !== 'text' && field !== 'annotation';
  const column = isColumn ? `${field} : ` : '';
  return forms.length > 1 || isColumn ? `${column}(${quoted})` : quoted;
}

const MAX_LENGTH = 2000;
const MAX_TERMS = 64;
const CONTROLS = /[\u0000-\u001f\u007f]/g;
const QUOTES = /["“”„]/g;
/** A phrase or a word, with an optional minus and field before it and an optional star after it. */
const TERM =
  /(-)?(?:(title|host|url|type|authors?|abstract|keywords?|annotations?):)?(?:["“”„]([^"“”„]*)(?:["“”„]|$)\*?|([^\s"“”„]+))/gi;
/** What the tokenizer treats as words: letters, digits and private-use characters. */
const HAS_WORD = /[\p{L}\p{N}\p{Co}]/u;
