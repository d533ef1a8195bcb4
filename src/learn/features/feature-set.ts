/**
 * The two kinds of feature sets. A `TermSet` turns a sample into terms and keeps, of the terms in the training samples,
 * those selected by its parameters; each kept term is a binary feature. A `NumberSet` is one number, often 0 or 1.
 * Parameters have ranges, so that a chromosome can draw them.
 */
import { ForageError } from '../../errors.ts';
import type { Sample } from './document.ts';

export interface Parameter {
  name: string;
  min: number;
  max: number;
  /** Integers only. */
  whole: boolean;
}

/** What has to be known of a page or link; `plain` is its text, title or URL as it stands. */
export type Reads = 'words' | 'tags' | 'sentences' | 'emoticons' | 'plain' | 'link';

interface AnySet {
  readonly name: string;
  readonly reads: Reads;
  readonly parameters: readonly Parameter[];
}

export interface TermSet extends AnySet {
  readonly kind: 'terms';
  /** How many of its leading parameters determine the terms; the others only select among them. */
  readonly shaping: number;
  terms(sample: Sample, parameters: readonly number[]): Iterable<string>;
  /** Whether it may select any term, however rare; otherwise only the most frequent, or those of several samples. */
  readonly takesRare?: boolean;
  /** Selects from the terms, which come with their counts, most frequent first. */
  choose(terms: TermCount[], parameters: readonly number[]): TermCount[];
}

export interface NumberSet extends AnySet {
  readonly kind: 'number';
  value(sample: Sample, parameters: readonly number[]): number;
}

export type FeatureSet = TermSet | NumberSet;

export interface TermCount {
  term: string;
  /** Occurrences in all samples. */
  occurrences: number;
  /** Samples that contain it. */
  samples: number;
}

export function whole(name: string, min: number, max: number): Parameter {
  return { name, min, max, whole: true };
}

export function real(name: string, min: number, max: number): Parameter {
  return { name, min, max, whole: false };
}

export function mostFrequent(terms: TermCount[], count: number): TermCount[] {
  return terms.slice(0, count);
}

/** Terms in at least `bottom` and at most `top` samples. */
export function center(terms: TermCount[], bottom: number, top: number): TermCount[] {
  return terms.filter(({ samples }) => samples >= bottom && samples <= top);
}

export function checkParameters(set: FeatureSet, parameters: readonly number[]): void {
  const { name, parameters: wanted } = set;
  if (parameters.length !== wanted.length) {
    throw new ForageError(
      'INPUT_INVALID',
      `The feature set ${name} has ${parameters.length} parameters; it takes ${wanted.map((one) => one.name).join(', ') || 'none'}.`,
    );
  }
  wanted.forEach(({ name: parameter, min, max, whole: isWhole }, i) => {
    const value = parameters[i]!;
    if (value >= min && value <= max && (!isWhole || Number.isInteger(value))) return;
    throw new ForageError(
      'INPUT_INVALID',
      `The ${parameter} of ${name} is ${value}; use a ${isWhole ? 'whole ' : ''}number from ${min} to ${max}.`,
    );
  });
}
