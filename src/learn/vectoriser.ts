/**
 * Turns texts into vectors; fitted once on the training texts. Steps: terms, a vocabulary of those in enough documents,
 * a named weighting, and optional unit length. It is saved in the model file with its learner, so that a crawl reads
 * pages exactly as training did.
 */
import { z } from 'zod';
import { ForageError } from '../errors.ts';
import { stemmings } from '../text/stem.ts';
import { TextCounter } from '../text/text-counter.ts';
import { type SparseVector, unit } from '../text/vectors.ts';
import { Vocabulary } from '../text/vocabulary.ts';
import { type Weigher, weigher, weightings } from '../text/weights.ts';
import { readSettings } from './learner-record.ts';

const settingsSchema = z.strictObject({
  lettersOnly: z.boolean().default(false),
  language: z.string().default('en'),
  stopWords: z.enum(['none', 'usual', 'long']).default('usual'),
  stem: z.enum(stemmings).default('full'),
  numbers: z.boolean().default(false),
  minDocuments: z.number().int().positive().default(2),
  maxTerms: z.number().int().positive().max(1_000_000).default(30_000),
  weighting: z.enum(weightings).default('log-tf-idf'),
  unitLength: z.boolean().default(true),
});

export type VectoriserSettings = z.input<typeof settingsSchema>;

/** Checked, with every default filled in. */
export const vectoriserSettings = (settings: VectoriserSettings): z.output<typeof settingsSchema> =>
  readSettings(settingsSchema, settings, 'Vectors of texts');

export class Vectoriser {
  readonly settings: z.output<typeof settingsSchema>;
  readonly vocabulary: Vocabulary;
  private readonly weigh: Weigher;
  private readonly counter: TextCounter;

  private constructor(settings: z.output<typeof settingsSchema>, vocabulary: Vocabulary) {
    this.settings = settings;
    this.vocabulary = vocabulary;
    this.weigh = weigher(settings.weighting, vocabulary);
    this.counter = new TextCounter(vocabulary, settings);
  }

  static fit(texts: Iterable<string>, settings: VectoriserSettings = {}): Vectoriser {
    const read = vectoriserSettings(settings);
    const all = new Vocabulary();
    const counter = new TextCounter(all, read, true);
    for (const text of texts) counter.count(text);
    return Vectoriser.of(all.pruned(read.minDocuments, read.maxTerms), settings);
  }

  /** Uses a vocabulary chosen elsewhere; the limits in the settings do not apply to it. */
  static of(vocabulary: Vocabulary, settings: VectoriserSettings = {}): Vectoriser {
    const read = vectoriserSettings(settings);
    if (vocabulary.size > 0) return new Vectoriser(read, vocabulary);
    throw new ForageError(
      'TRAINING',
      `No term occurs in ${read.minDocuments} of the ${vocabulary.documents} training texts; add texts or lower minDocuments.`,
    );
  }

  counts(text: string): SparseVector {
    return this.counter.count(text);
  }

  vector(text: string): SparseVector {
    return this.weighed(this.counts(text));
  }

  weighed(counts: SparseVector): SparseVector {
    const weights = this.weigh(counts);
    return this.settings.unitLength ? unit(weights) : weights;
  }

  term(feature: number): string {
    return this.vocabulary.term(feature) ?? `feature ${feature}`;
  }

  toJSON(): { settings: VectoriserSettings; vocabulary: unknown } {
    return { settings: this.settings, vocabulary: this.vocabulary.toJSON() };
  }

  static fromJSON(record: unknown): Vectoriser {
    const read = recordSchema.safeParse(record);
    if (!read.success) {
      throw new ForageError(
        'MODEL_INVALID',
        'The settings of the vectors are damaged; train the model again.',
      );
    }
    return new Vectoriser(read.data.settings, Vocabulary.fromJSON(read.data.vocabulary));
  }
}

const recordSchema = z.object({ settings: settingsSchema, vocabulary: z.unknown() });
