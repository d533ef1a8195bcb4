/**
 * Similarity of two words in WordNet. Paths use hypernym and instance links only: up to a common subsumer and down
 * again. Three measures: path decay, df^path (Ehrig's, df = 0.5); within, 1 up to two steps and 0 beyond (another of
 * Ehrig's schemes); and Li, Bandar and McLean (2003), e^(−a·path) · tanh(b·depth), in the product form, a = 0.2, b = 0.6.
 * Words take their best pair of senses, of all or of the most frequent ones; similarities below a limit count as 0; parts of speech never
 * mix, hierarchies without a common root (most verbs) are not joined, and a word that is not in WordNet resembles only
 * itself. Identical words, and two words of one synset, score 1 in both.
 */
import { ForageError } from '../errors.ts';
import { BoundedMemo } from './bounded-memo.ts';
import { maxWordLength, type SynsetId, type WordNet } from './wordnet.ts';

export const measures = ['path-decay', 'within', 'li'] as const;
export type Measure = (typeof measures)[number];

export interface SimilaritySettings {
  decay?: number;
  a?: number;
  b?: number;
  /** Senses of each word and part of speech that count, most frequent first; 0 for all. */
  senses?: number;
  /** Words less alike than this are not alike. */
  least?: number;
}

const WITHIN = 2;

export class WordSimilarity {
  private readonly wordNet: WordNet;
  private readonly measure: (path: number, subsumerDepth: number) => number;
  private readonly aboveMemo = new BoundedMemo<SynsetId, Above>(20_000);
  private readonly pairMemo = new BoundedMemo<string, number>(50_000);

  private readonly mostSenses: number;

  constructor(wordNet: WordNet, measure: Measure, settings: SimilaritySettings = {}) {
    this.wordNet = wordNet;
    const { decay = 0.5, a = 0.2, b = 0.6, senses = 0, least = 0 } = settings;
    this.mostSenses = senses === 0 ? Number.POSITIVE_INFINITY : senses;
    if (!(decay >= 0 && decay <= 1 && a >= 0 && b >= 0)) {
      throw new ForageError(
        'INPUT_INVALID',
        `Word similarity with decay ${decay}, a ${a}, b ${b}; use a decay from 0 to 1, and a and b of at least 0.`,
      );
    }
    const by: Record<Measure, (path: number, depth: number) => number> = {
      'path-decay': (path) => pathDecay(path, decay),
      within: (path) => (path <= WITHIN ? 1 : 0),
      li: (path, depth) => liSimilarity(path, depth, a, b),
    };
    this.measure = (path, depth) => {
      const likeness = by[measure](path, depth);
      return likeness < least ? 0 : likeness;
    };
  }

  /** 0 … 1. */
  ofWords(one: string, other: string): number {
    if (one === other) return 1;
    if (one.length > maxWordLength || other.length > maxWordLength) return 0;
    const key = one < other ? `${one}\n${other}` : `${other}\n${one}`;
    return this.pairMemo.get(key, () => this.bestPair(one, other));
  }

  /**
   * Compares a word with each of a fixed list, with the same results as `ofWords`: the ancestors of the list are
   * gathered once, so that a word costs one walk up from each of its senses.
   */
  towards(words: readonly string[]): (word: string) => Float64Array {
    const senses = words.flatMap((each, word) => this.sensesOf(each).map((id) => ({ word, id })));
    const under = this.gather(senses.map(({ id }) => id));
    const paths = new Float64Array(senses.length);
    const depths = new Float64Array(senses.length);
    return (word) => {
      const best = new Float64Array(words.length);
      for (const own of word.length > maxWordLength ? [] : this.sensesOf(word)) {
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
          const here = id === own ? 1 : this.measure(paths[sense]!, depths[sense]!);
          if (here > best[place]!) best[place] = here;
        }
      }
      for (let place = 0; place < words.length; place++) if (words[place] === word) best[place] = 1;
      return best;
    };
  }

  ofSynsets(one: SynsetId, other: SynsetId): number {
    if (one === other) return 1;
    const joined = this.join(one, other);
    return joined ? this.measure(joined.path, joined.depth) : 0;
  }

  /**
   * The shortest path, and the most specific common subsumer with its depth: the nearest one, ties broken by depth.
   * Undefined if the two have none.
   */
  join(one: SynsetId, other: SynsetId): { path: number; subsumer: SynsetId; depth: number } | undefined {
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
  depth(id: SynsetId): number {
    return this.above(id).depth;
  }

  private bestPair(one: string, other: string): number {
    const ones = this.sensesOf(one);
    const others = this.sensesOf(other);
    let best = 0;
    for (const a of ones) {
      for (const b of others) {
        if (a % 4 === b % 4) best = Math.max(best, this.ofSynsets(a, b));
      }
    }
    return best;
  }

  /** The most frequent senses of each part of speech. */
  private sensesOf(word: string): readonly SynsetId[] {
    const counts = [0, 0, 0, 0];
    return this.wordNet.senses(word).filter((id) => counts[id % 4]!++ < this.mostSenses);
  }

  /** The ancestors of some synsets: which of them, and how far. */
  private gather(synsets: readonly SynsetId[]): Map<SynsetId, Shared> {
    const under = new Map<SynsetId, Shared>();
    for (const [sense, id] of synsets.entries()) {
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

  private above(id: SynsetId): Above {
    return this.aboveMemo.get(id, () => {
      const distances = new Map([[id, 0]]);
      let depth = -1;
      for (const [synset, distance] of distances) {
        const next = this.wordNet.hypernyms(synset);
        if (next.length === 0 && depth < 0) depth = distance;
        for (const hypernym of next) if (!distances.has(hypernym)) distances.set(hypernym, distance + 1);
      }
      const ids = Int32Array.from(distances.keys()).sort();
      return { ids, distances: Uint8Array.from(ids, (each) => distances.get(each)!), depth };
    });
  }
}

export function pathDecay(path: number, decay = 0.5): number {
  return decay ** path;
}

export function liSimilarity(path: number, subsumerDepth: number, a = 0.2, b = 0.6): number {
  return Math.exp(-a * path) * Math.tanh(b * subsumerDepth);
}

/** A synset and its ancestors, by number, with their distances. */
interface Above {
  ids: Int32Array;
  distances: Uint8Array;
  depth: number;
}

interface Shared {
  depth: number;
  senses: number[];
  distances: number[];
}
