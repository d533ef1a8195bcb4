/**
 * What semantic crawlers ask of an ontology, WordNet (`wordnet-ontology.ts`) or a user's own (`concept-graph.ts`):
 * concepts with names, joined by relations.
 */
export type ConceptId = number;

/** WordNet's longest lemma has 71 characters; nothing longer is looked up or cached. */
export const maxTermLength = 80;

export interface Ontology {
  /** ISO 639-1, of the names. */
  readonly language: string;
  /** The terms of a short text: names of several words are one term, stop words are left out. */
  terms(text: string): string[];
  /** What a term may mean, the most frequent sense first; with `most`, at most that many for each part of speech. */
  concepts(term: string, most?: number): readonly ConceptId[];
  /** The other names of these concepts, in lower case. */
  synonyms(term: string, most?: number): string[];
  /** What a concept is a kind or an instance of. */
  broader(concept: ConceptId): readonly ConceptId[];
  /** What it is a part of. */
  wholes(concept: ConceptId): readonly ConceptId[];
  /** All that is one step away, by any relation in either direction. */
  neighbours(concept: ConceptId): readonly ConceptId[];
}
