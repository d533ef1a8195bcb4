/**
 * Similarity of two words in an ontology, WordNet or a user's own. Paths go up to a common subsumer and down again, by
 * kind and instance, and on request by part. Four measures: path decay, df^path (Ehrig's, df = 0.5); within, 1 up to
 * two steps and 0 beyond, and connected, 1 for one step by any relation (Ehrig's other schemes); and Li, Bandar and
 * McLean (2003), e^(−a·path) · tanh(b·depth), in the product form, a = 0.2, b = 0.6. Words take their best pair of
 * senses, of all or of the most frequent ones; similarities below a limit count as 0; hierarchies without a common root
 * (nouns and verbs, most verbs) are not joined, and a word that the ontology lacks resembles only itself. Identical
 * words, and two names of one concept, score 1 by any measure.
 */
import { ForageError } from '../errors.ts';
import { BoundedMemo } from './bounded-memo.ts';
import { type ConceptId, maxTermLength, type Ontology } from './ontology/ontology.ts';

export const measures = ['path-decay', 'within', 'connected', 'li'] as const;
export type Measure = (typeof measures)[number];

export interface SimilaritySettings {
  decay?: number;
  a?: number;
  b?: number;
  /** Senses of each word and part of speech that count, most frequent first; 0 for all. */
  senses?: number;
  /** Words less alike than this are not alike. */
  least?: number;
  /** A whole is a step up from its parts, as a kind from its instances. */
  partOf?: boolean;
}

const WITHIN = 2;

export class WordSimilarity {
  private readonly ontology: Ontology;
  /** Absent if only neighbours are alike. */
  private readonly byPath: ((path: number, subsumerDepth: number) => number) | undefined;
  private readonly aboveMemo = new BoundedMemo<ConceptId, Above>(20_000);
  private readonly pairMemo = new BoundedMemo<string, number>(50_000);
  private readonly mostSenses: number | undefined;
  private readonly partOf: boolean;

  constructor(ontology: Ontology, measure: Measure, settings: SimilaritySettings = {}) {
    this.ontology = ontology;
    const { decay = 0.5, a = 0.2, b = 0.6, senses = 0, least = 0, partOf = false } = settings;
    this.mostSenses = senses === 0 ? undefined : senses;
    this.partOf = partOf;
    if (!(decay >= 0 && decay <= 1 && a >= 0 && b >= 0)) {
      throw new ForageError(
        'INPUT_INVALID',
        `Word similarity with decay ${decay}, a ${a}, b ${b}; use a decay from 0 to 1, and a and b of at least 0.`,
      );
    }
    const by = {
      'path-decay': (path: number) => pathDecay(path, decay),
      within: (path: number) => (path <= WITHIN ? 1 : 0),
      li: (path: number, depth: number) => liSimilarity(path, depth, a, b),
    };
    if (measure === 'connected') return;
    this.byPath = (path, depth) => {
      const likeness = by[measure](path, depth);
      return likeness < least ? 0 : likeness;
    };
  }

  /** 0 … 1. */
  ofWords(one: string, other: string): number {
    if (one === other) return 1;
    if (one.length > maxTermLength || other.length > maxTermLength) return 0;
    const key = one < other ? `${one}\n${other}` : `${other}\n${one}`;
    return this.pairMemo.get(key, () => this.bestPair(one, other));
  }

  /**
   * Compares a word with each of a fixed list, with the same results as `ofWords`: the ancestors of the list are
   * gathered once, so that a word costs one walk up from each of its senses.
   */
  towards(words: readonly string[]): (word: string) => Float64Array {
    const { byPath } = this;
    if (byPath === undefined) return (word) => Float64Array.from(words, (each) => this.ofWords(word, each));
    const senses = words.flatMap((each, word) => this.sensesOf(each).map((id) => ({ word, id })));
    const under = this.gather(senses.map(({ id }) => id));
    const paths = new Float64Array(senses.length);
    const depths = new Float64Array(senses.length);
    return (word) => {
      const best = new Float64Array(words.length);
      for (const own of this.sensesOf(word)) {
        paths.fill(Number.POSITIVE_INFINITY);
        const { ids, distances } = this.above(own);
        for (let i = 0; i < ids.length; i++) {
          const shared = under.get(ids[i]!);
          if (!shared) continue;
          for (let s = 0; s < shared.senses.length; s++) {
            const sense = shared.senses[s]!;
            const path = distances[i]! + shared.distances[s]!;
            if (path > paths[sense]! || (path === paths[sense] && shared.depth <= depths[sense]!)) continue;
            paths[sense] = path;
            depths[sense] = shared.depth;
          }
        }
        for (let sense = 0; sense < senses.length; sense++) {
          if (paths[sense] === Number.POSITIVE_INFINITY) continue;
          const { word: place, id } = senses[sense]!;
          const here = id === own ? 1 : byPath(paths[sense]!, depths[sense]!);
          if (here > best[place]!) best[place] = here;
        }
      }
      for (let place = 0; place < words.length; place++) if (words[place] === word) best[place] = 1;
      return best;
    };
  }

  ofConcepts(one: ConceptId, other: ConceptId): number {
    if (one === other) return 1;
    if (this.byPath === undefined) return this.ontology.neighbours(one).includes(other) ? 1 : 0;
    const joined = this.join(one, other);
    return joined ? this.byPath(joined.path, joined.depth) : 0;
  }

  /**
   * The shortest path, and the most specific common subsumer with its depth: the nearest one, ties broken by depth.
   * Undefined if the two have none.
   */
  join(one: ConceptId, other: ConceptId): { path: number; subsumer: ConceptId; depth: number } | undefined {
    const a = this.above(one);
    const b = this.above(other);
    let path = Number.POSITIVE_INFINITY;
    let subsumer = -1;
    for (let i = 0, j = 0; i < a.ids.length && j < b.ids.length; ) {
      const difference = a.ids[i]! - b.ids[j]!;
      if (difference < 0) i += 1;
      else if (difference > 0) j += 1;
      else {
        const here = a.distances[i]! + b.distances[j]!;
        if (here < path || (here === path && this.depth(a.ids[i]!) > this.depth(subsumer))) {
          path = here;
          subsumer = a.ids[i]!;
        }
        i += 1;
        j += 1;
      }
    }
    return subsumer < 0 ? undefined : { path, subsumer, depth: this.depth(subsumer) };
  }

  /** Steps to the root by the shortest path; 0 at the root. */
  depth(id: ConceptId): number {
    return this.above(id).depth;
  }

  private bestPair(one: string, other: string): number {
    const ones = this.sensesOf(one);
    const others = this.sensesOf(other);
    let best = 0;
    for (const a of ones) {
      for (const b of others) best = Math.max(best, this.ofConcepts(a, b));
    }
    return best;
  }

  private sensesOf(word: string): readonly ConceptId[] {
    return word.length > maxTermLength ? [] : this.ontology.concepts(word, this.mostSenses);
  }

  private up(id: ConceptId): readonly ConceptId[] {
    const kinds = this.ontology.broader(id);
    return this.partOf ? [...kinds, ...this.ontology.wholes(id)] : kinds;
  }

  /** The ancestors of some concepts: which of them, and how far. */
  private gather(concepts: readonly ConceptId[]): Map<ConceptId, Shared> {
    const under = new Map<ConceptId, Shared>();
    for (const [sense, id] of concepts.entries()) {
      const { ids, distances } = this.above(id);
      for (let i = 0; i < ids.length; i++) {
        const shared = under.get(ids[i]!) ?? { depth: this.depth(ids[i]!), senses: [], distances: [] };
        shared.senses.push(sense);
        shared.distances.push(distances[i]!);
        under.set(ids[i]!, shared);
      }
    }
    return under;
  }

  private above(id: ConceptId): Above {
    return this.aboveMemo.get(id, () => {
      const distances = new Map([[id, 0]]);
      let depth = -1;
      for (const [concept, distance] of distances) {
        const next = this.up(concept);
        if (next.length === 0 && depth < 0) depth = distance;
        for (const each of next) if (!distances.has(each)) distances.set(each, distance + 1);
      }
      const ids = Int32Array.from(distances.keys()).sort();
      // Where broader terms go in a circle, there is no root: the concept counts as one.
      return {
        ids,
        distances: Uint16Array.from(ids, (each) => distances.get(each)!),
        depth: Math.max(0, depth),
      };
    });
  }
}

export function pathDecay(path: number, decay = 0.5): number {
  return decay ** path;
}

export function liSimilarity(path: number, subsumerDepth: number, a = 0.2, b = 0.6): number {
  return Math.exp(-a * path) * Math.tanh(b * subsumerDepth);
}

/** A concept and its ancestors, by number, with their distances. */
interface Above {
  ids: Int32Array;
  distances: Uint16Array;
  depth: number;
}

interface Shared {
  depth: number;
  senses: number[];
  distances: number[];
}
