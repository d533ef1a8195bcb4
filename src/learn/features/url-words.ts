/**
 * The words of a URL: its tokens cut at every sign that is no letter, between small and capital letters and between
 * letters and digits, and words that are written together split by the words of given texts. The thesis's future work
 * (Sobania, TU Darmstadt 2015, section 7.2).
 */
import { WordSegmenter } from '../../text/word-segmenter.ts';
import { urlTokens } from './url-tokens.ts';

export type UrlTokeniser = (url: string) => string[];

/** By how often each word occurs in texts; without words, the thesis's tokens. */
export function urlTokeniser(words: readonly (readonly [string, number])[] = []): UrlTokeniser {
  if (words.length === 0) return urlTokens;
  const segmenter = new WordSegmenter(words);
  const known = new Map<string, readonly string[]>();
  const split = (token: string): readonly string[] => {
    let parts = known.get(token);
    if (parts === undefined) {
      parts = segmenter.split(token);
      if (known.size >= MOST_KNOWN) known.clear();
      known.set(token, parts);
    }
    return parts;
  };
  return (url) => {
    const start = url.indexOf('://');
    const [host = '', ...path] = decoded(url.slice(start < 0 ? 0 : start + 3)).split('/');
    return [host.toLowerCase(), path.join('/')].flatMap((part) =>
      (part.match(RUNS) ?? []).flatMap((run) => split(run.toLowerCase())),
    );
  };
}

/** Hosts and directories come again with every link. */
const MOST_KNOWN = 50_000;
/** A capitalised word, capitals, small letters, other letters, or digits. */
const RUNS = /\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{Lo}+|\p{Nd}+/gu;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
