/**
 * Part-of-speech tags of English words, by wink-nlp (averaged perceptron) with its small English model, loaded at the
 * first call (0.2 s, 20 MB). At 10 to 20 ms per page this is too slow for every page of a crawl: use it for features of
 * training documents and for the few pages a recipe requests.
 */
import { createRequire } from 'node:module';

/** The universal tags. */
export type Tag =
  | 'ADJ'
  | 'ADP'
  | 'ADV'
  | 'AUX'
  | 'CCONJ'
  | 'DET'
  | 'INTJ'
  | 'NOUN'
  | 'NUM'
  | 'PART'
  | 'PRON'
  | 'PROPN'
  | 'PUNCT'
  | 'SCONJ'
  | 'SPACE'
  | 'SYM'
  | 'VERB'
  | 'X';

export interface TaggedText {
  /** As written, including punctuation marks. */
  words: string[];
  tags: Tag[];
}

/** Reads at most `maxCharacters`, up to the last whole word. */
export function tagWords(text: string, maxCharacters = 20_000): TaggedText {
  const looked = shortened(text, maxCharacters);
  if (looked.trim() === '') return { words: [], tags: [] };
  tagger ??= loadTagger();
  const tokens = tagger.readDoc(looked).tokens();
  return { words: tokens.out(tagger.its.value) as string[], tags: tokens.out(tagger.its.pos) as Tag[] };
}

/** Share of the words (without punctuation and spaces) that have one of the tags; 0 without words. */
export function tagShare({ tags }: TaggedText, wanted: readonly Tag[]): number {
  let found = 0;
  let counted = 0;
  for (const tag of tags) {
    if (tag === 'PUNCT' || tag === 'SPACE') continue;
    counted += 1;
    if (wanted.includes(tag)) found += 1;
  }
  return counted === 0 ? 0 : found / counted;
}

/** Very long runs are slow to tokenise and meaningless; they are replaced by spaces. */
function shortened(text: string, maxCharacters: number): string {
  const cut = text.length <= maxCharacters ? text : text.slice(0, maxCharacters).replace(/\S{1,60}$/, '');
  return cut.toWellFormed().replace(/\S{60,}/g, ' ');
}

interface Tagger {
  readDoc(text: string): { tokens(): { out(its: unknown): unknown[] } };
  its: { value: unknown; pos: unknown };
}

let tagger: Tagger | undefined;

function loadTagger(): Tagger {
  const require = createRequire(import.meta.url);
  const wink = require('wink-nlp') as (model: unknown, pipe: string[]) => Tagger;
  return wink(require('wink-eng-lite-web-model'), ['sbd', 'pos']);
}
