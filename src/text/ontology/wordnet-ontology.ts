/** WordNet as an ontology of English: synsets are concepts, hypernyms broader ones, holonyms wholes. */
import { partsOfSpeech, type SynsetId, type WordNet, wordNet } from '../wordnet.ts';
import { wordNetTerms } from '../wordnet-terms.ts';
import type { Ontology } from './ontology.ts';

export function wordNetOntology(net: WordNet = wordNet()): Ontology {
  const pointedAt = (id: SynsetId, isMeant: (symbol: string) => boolean): SynsetId[] =>
    net
      .pointers(id)
      .filter(({ symbol }) => isMeant(symbol))
      .map(({ to }) => to);
  return {
    language: 'en',
    terms: wordNetTerms(net),
    concepts(term, most) {
      if (most === undefined) return net.senses(term);
      return partsOfSpeech.flatMap((part) => net.senses(term, part).slice(0, most));
    },
    synonyms: (term, most) => partsOfSpeech.flatMap((part) => net.synonyms(term, part, most)),
    broader: (id) => net.hypernyms(id),
    wholes: (id) => pointedAt(id, (symbol) => symbol.startsWith('#')),
    neighbours: (id) => pointedAt(id, () => true),
  };
}
