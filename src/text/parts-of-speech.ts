/**
 * Parts of speech of English words, by wink-nlp (averaged perceptron) with its small English model, loaded at the
 * first call (0.2 s, 20 MB). Ten to twenty milliseconds a page are far too many for every page of a crawl: this is
 * for features of training documents and for the few pages a recipe asks it for.
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
  /** As written, punctuation marks among them. */
  words: string[];
  tags: Tag[];
}

/** Looks at the first `maxCharacters` only, to the last whole word. */
export function tagWords(text: string, maxCharacters = 20_000): TaggedText {
  const looked = shortened(text, maxCharacters);
  if (looked.trim() === '') return { words: [], tags: [] };
  tagger ??= loadTagger();
  const tokens = tagger.readDoc(looked).tokens();
  return { words: tokens.out(tagger.its.value) as string[], tags: tokens.out(tagger.its.pos) as Tag[] };
}

/** Share of the words (punctuation and spaces left out) that have one of the tags; 0 where there are no words. */
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

/** Runs longer than any word cost the tokeniser more than their length and mean nothing; they become spaces. */
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
