/**
 * Several feature sets combined into one vector space: each set has a contiguous range of features, in the given order.
 * Fitted on training samples, then gives any sample a vector; saved as plain data with its model.
 */
import { z } from 'zod';
import { ForageError } from '../../errors.ts';
import type { SparseVector } from '../../text/vectors.ts';
import type { Sample } from './document.ts';
import { checkParameters, type FeatureSet, type TermCount, type TermSet } from './feature-set.ts';
import { linkFeatures } from './link-features.ts';
import { textFeatures } from './text-features.ts';

/** A feature set by name, with its parameters in the order it lists them. */
export interface Gene {
  set: string;
  parameters: readonly number[];
}

const sets = new Map<string, FeatureSet>([...textFeatures, ...linkFeatures].map((set) => [set.name, set]));

export function featureSet(name: string): FeatureSet {
  const found = sets.get(name);
  if (found) return found;
  throw new ForageError(
    'INPUT_INVALID',
    `No feature set is called "${name}"; choose from ${[...sets.keys()].join(', ')}.`,
  );
}

interface FittedSet {
  gene: Gene;
  set: FeatureSet;
  /** The first feature of its range. */
  start: number;
  /** Features of a term set; undefined for a number. */
  places: Map<string, number> | undefined;
}

export class FeatureSpace {
  readonly size: number;
  private readonly fitted: readonly FittedSet[];

  private constructor(genes: readonly { gene: Gene; terms: readonly string[] | undefined }[]) {
    let start = 0;
    this.fitted = genes.map(({ gene, terms }) => {
      const places = terms && new Map(terms.map((term, i) => [term, i]));
      const made = { gene, set: featureSet(gene.set), start, places };
      start += places ? places.size : 1;
      return made;
    });
    this.size = start;
  }

  /** A term set that selects no term adds nothing; if there is nothing else, that is an error. */
  static fit(
    genes: readonly Gene[],
    samples: readonly Sample[],
    ranked = new RankedTerms(samples),
  ): FeatureSpace {
    if (genes.length === 0) throw new ForageError('INPUT_INVALID', 'Choose at least one feature set.');
    if (samples.length === 0)
      throw new ForageError('TRAINING', 'Features need training samples to be fitted on.');
    const space = new FeatureSpace(
      genes.map((gene) => {
        const set = featureSet(gene.set);
        checkParameters(set, gene.parameters);
        return { gene, terms: set.kind === 'terms' ? chosenTerms(set, gene.parameters, ranked) : undefined };
      }),
    );
    if (space.size > 0) return space;
    const names = genes.map(({ set, parameters }) => `${set} (${parameters.join(', ')})`).join(', ');
    throw new ForageError(
      'TRAINING',
      `No term of ${names} occurs in the ${samples.length} training samples; choose other parameters.`,
    );
  }

  /** Whether a set of terms has none. */
  get hasEmptySet(): boolean {
    return this.fitted.some(({ places }) => places?.size === 0);
  }

  vector(sample: Sample): SparseVector {
    const found: [number, number][] = [];
    for (const { gene, set, start, places } of this.fitted) {
      if (set.kind === 'number') {
        const value = set.value(sample, gene.parameters);
        if (value !== 0) found.push([start, value]);
        continue;
      }
      const seen = new Set<number>();
      for (const term of set.terms(sample, gene.parameters)) {
        const place = places!.get(term);
        if (place !== undefined) seen.add(place);
      }
      for (const place of seen) found.push([start + place, 1]);
    }
    found.sort(([a], [b]) => a - b);
    return {
      indices: Uint32Array.from(found, ([index]) => index),
      values: Float64Array.from(found, ([, value]) => value),
    };
  }

  /** What a feature means, for explanations: `nouns: asthma`, `money-signs`. */
  name(feature: number): string {
    const own = this.fitted.findLast(({ start }) => start <= feature);
    if (!own || feature >= this.size) return `feature ${feature}`;
    const term = own.places && [...own.places.keys()][feature - own.start];
    return term === undefined ? own.gene.set : `${own.gene.set}: ${term}`;
  }

  toJSON(): unknown {
    return this.fitted.map(({ gene, places }) => ({ ...gene, terms: places && [...places.keys()] }));
  }

  static fromJSON(record: unknown): FeatureSpace {
    const read = recordSchema.safeParse(record);
    if (!read.success)
      throw new ForageError('MODEL_INVALID', 'This is not a feature space; train the model again.');
    try {
      return new FeatureSpace(
        read.data.map(({ set, parameters, terms }) => {
          checkParameters(featureSet(set), parameters);
          if ((featureSet(set).kind === 'terms') !== (terms !== undefined)) throw new Error('terms');
          if (new Set(terms).size !== (terms?.length ?? 0)) throw new Error('a term occurs twice');
          return { gene: { set, parameters }, terms };
        }),
      );
    } catch (cause) {
      throw new ForageError('MODEL_INVALID', 'These features are damaged; train the model again.', { cause });
    }
  }
}

const recordSchema = z
  .array(
    z.object({
      set: z.string(),
      parameters: z.array(z.number()),
      terms: z.array(z.string()).optional(),
    }),
  )
  .min(1);

/**
 * The terms of some samples with their counts, most frequent first: by occurrences, as the thesis counts the training
 * data (section 3.3.1), then by name. Counted once per set and shape, for callers that fit many spaces on the same
 * samples. Rare terms are kept only as far as the set could select them.
 */
export class RankedTerms {
  readonly samples: readonly Sample[];
  private readonly known = new Map<string, TermCount[]>();

  constructor(samples: readonly Sample[]) {
    this.samples = samples;
  }

  of(set: TermSet, parameters: readonly number[]): TermCount[] {
    const key = [set.name, ...parameters.slice(0, set.shaping)].join(';');
    let ranked = this.known.get(key);
    if (!ranked) {
      ranked = this.rank(set, parameters);
      this.known.set(key, ranked);
    }
    return ranked;
  }

  private rank(set: TermSet, parameters: readonly number[]): TermCount[] {
    const counts = new Map<string, { occurrences: number; samples: number; latest: number }>();
    for (const [i, sample] of this.samples.entries()) {
      for (const term of set.terms(sample, parameters)) {
        const known = counts.get(term);
        if (known === undefined) counts.set(term, { occurrences: 1, samples: 1, latest: i });
        else {
          known.occurrences += 1;
          if (known.latest !== i) known.samples += 1;
          known.latest = i;
        }
      }
    }
    const all = Array.from(counts, ([term, { occurrences, samples }]) => ({ term, occurrences, samples }));
    all.sort((a, b) => b.occurrences - a.occurrences || (a.term < b.term ? -1 : 1));
    return set.takesRare ? all : all.filter(({ samples }, i) => i < mostChosen || samples > 1);
  }
}

/** The largest count that any set accepts. */
const mostChosen = 2000;

const chosenTerms = (set: TermSet, parameters: readonly number[], ranked: RankedTerms): string[] =>
  set.choose(ranked.of(set, parameters), parameters).map(({ term }) => term);
