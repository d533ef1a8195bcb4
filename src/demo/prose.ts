/**
 * Sentences from WordNet: definitions, examples and relations of a synset in words, with placeholders for other
 * synsets' words that a shape may fill with links.
 */
import type { Lexicon, RelationKind, Synset } from './lexicon.ts';
import type { Random } from './random.ts';

export function openingOf(synset: Synset, random: Random): string {
  const [word, ...others] = synset.words;
  const names = others.length > 0 ? ` (also ${others.slice(0, 3).join(', ')})` : '';
  return random.pick([
    `${capital(word!)}${names}: ${synset.definition}.`,
    `What is meant by ${word}${names}? In short: ${synset.definition}.`,
    `${capital(word!)}${names} stands for ${synset.definition}.`,
    `The dictionary says of ${word}${names}: ${synset.definition}.`,
  ]);
}

/** What the synset is a kind of, nearest first; stops where words become too general. */
export function kindsAbove(lexicon: Lexicon, synset: Synset, most: number): Synset[] {
  const above: Synset[] = [];
  let here = synset;
  while (above.length < most) {
    const up = here.relations.find(({ kind }) => kind === 'hypernym');
    if (up === undefined) break;
    here = lexicon.synset(up.to);
    if (TOO_WIDE.has(here.words[0]!)) break;
    above.push(here);
  }
  return above;
}

export function relatives(
  lexicon: Lexicon,
  synset: Synset,
  kind: RelationKind,
  most: number,
  random: Random,
): Synset[] {
  const found = synset.relations.filter((relation) => relation.kind === kind);
  return random.some(found, most).map(({ to }) => lexicon.synset(to));
}

/** Others of the same kind. */
export function sisters(lexicon: Lexicon, synset: Synset, most: number, random: Random): Synset[] {
  const up = synset.relations.find(({ kind }) => kind === 'hypernym');
  if (up === undefined) return [];
  return relatives(lexicon, lexicon.synset(up.to), 'hyponym', most + 1, random)
    .filter(({ id }) => id !== synset.id)
    .slice(0, most);
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const TOO_WIDE = new Set([
  'entity',
  'physical entity',
  'abstraction',
  'object',
  'whole',
  'thing',
  'matter',
  'living thing',
  'psychological feature',
  'attribute',
  'relation',
  'group',
  'measure',
  'communication',
  'artifact',
  'event',
  'state',
  'causal agent',
]);
