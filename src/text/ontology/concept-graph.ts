/**
 * A user's own ontology, in any language: concepts with their names, what they are kinds of, what they are parts of,
 * and what else they are related to. Names are compared by the stems of their words, with and without accents, so that
 * "Asthmas" is found as "asthma" and "malaria" as "malária". Relations to concepts that the file does not have are left out.
 */
import { stemmer } from '../stem.ts';
import { stopWords } from '../stopwords.ts';
import { isNumberOrLetter } from '../terms.ts';
import { foldAccents, words } from '../tokens.ts';
import type { ConceptId, Ontology } from './ontology.ts';

/** A concept as a file has it; relations name other concepts by their ids. */
export interface ConceptRecord {
  id: string;
  names: string[];
  broader: string[];
  wholes: string[];
  related: string[];
}

export class ConceptGraph implements Ontology {
  readonly language: string;
  /** Of concepts. */
  readonly size: number;
  readonly #names: string[][];
  readonly #broader: ConceptId[][];
  readonly #wholes: ConceptId[][];
  readonly #neighbours: Set<ConceptId>[];
  /** Concepts by the stems of a name. */
  readonly #named = new Map<string, ConceptId[]>();
  readonly #longestName: number;
  readonly #stops: ReadonlySet<string>;
  readonly #stem: (word: string) => string;

  constructor(records: readonly ConceptRecord[], language = 'en') {
    this.language = language;
    this.size = records.length;
    this.#stops = new Set(stopWords(language, 'usual'));
    const stem = stemmer(language, 'plural');
    this.#stem = (word) => foldAccents(stem(word));
    this.#names = records.map(({ names }) => names.map((name) => words(name).join(' ')));
    const places = new Map(records.map(({ id }, place) => [id, place]));
    const known = (ids: readonly string[], own: ConceptId): ConceptId[] =>
      [...new Set(ids)].flatMap((id) => places.get(id) ?? []).filter((place) => place !== own);
    this.#broader = records.map(({ broader }, place) => known(broader, place));
    this.#wholes = records.map(({ wholes }, place) => known(wholes, place));
    this.#neighbours = records.map(() => new Set());
    for (const [place, { related }] of records.entries()) {
      for (const other of [...this.#broader[place]!, ...this.#wholes[place]!, ...known(related, place)]) {
        this.#neighbours[place]!.add(other);
        this.#neighbours[other]!.add(place);
      }
    }
    let longest = 1;
    for (const [place, names] of this.#names.entries()) {
      for (const name of names) {
        const parts = name.split(' ');
        longest = Math.max(longest, parts.length);
        // Typed without accents, a word may have another stem.
        for (const key of new Set([this.#key(parts), this.#key(parts.map(foldAccents))])) {
          const concepts = this.#named.get(key) ?? [];
          if (!concepts.includes(place)) this.#named.set(key, [...concepts, place]);
        }
      }
    }
    this.#longestName = Math.min(longest, maxWords);
  }

  terms(text: string): string[] {
    const found = words(text, { limit: maxWords });
    const stems = found.map(this.#stem);
    const terms: string[] = [];
    for (let i = 0; i < found.length; ) {
      const length = this.#nameAt(stems, i);
      const term = found.slice(i, i + Math.max(1, length)).join(' ');
      if (length > 0 || !(this.#stops.has(term) || isNumberOrLetter(term))) terms.push(term);
      i += Math.max(1, length);
    }
    return terms;
  }

  concepts(term: string, most?: number): readonly ConceptId[] {
    return (this.#named.get(this.#key(words(term))) ?? []).slice(0, most);
  }

  synonyms(term: string, most?: number): string[] {
    const own = this.#key(words(term));
    const names = this.concepts(term, most).flatMap((concept) => this.#names[concept]!);
    return [...new Set(names)].filter((name) => this.#key(name.split(' ')) !== own);
  }

  broader = (concept: ConceptId): readonly ConceptId[] => this.#broader[concept]!;
  wholes = (concept: ConceptId): readonly ConceptId[] => this.#wholes[concept]!;
  neighbours = (concept: ConceptId): readonly ConceptId[] => [...this.#neighbours[concept]!];

  /** The number of words of the longest name that starts here; 0 if none does. */
  #nameAt(stems: readonly string[], start: number): number {
    for (let length = Math.min(this.#longestName, stems.length - start); length > 0; length--) {
      if (this.#named.has(stems.slice(start, start + length).join(' '))) return length;
    }
    return 0;
  }

  #key(parts: readonly string[]): string {
    return parts.map(this.#stem).join(' ');
  }
}

/** Only the first words of a text are read: a text of thousands of words is not an anchor. */
const maxWords = 60;
