/**
 * The ten link feature sets of Sobania (TU Darmstadt 2015). Where the thesis is silent: URLs are split at everything
 * that is not a letter or digit; the similarity of two URLs is the share of parts they have in common; numbers are
 * scaled to about 1.
 */

import { ForageError } from '../../errors.ts';
import { words } from '../../text/tokens.ts';
import { type ReadLink, ReadText, type Sample } from './document.ts';
import { type FeatureSet, mostFrequent, type NumberSet, real, type TermSet, whole } from './feature-set.ts';

const count = whole('count', 10, 2000);

export const linkFeatures: readonly FeatureSet[] = [
  terms('title-tokens', ({ title }) => words(title)),
  terms('around-tokens', ({ around }) => words(around)),
  terms('label-tokens', ({ label }) => words(label)),
  terms('source-address-tokens', ({ sourceUrl }) => addressParts(sourceUrl)),
  terms('target-address-tokens', ({ targetUrl }) => addressParts(targetUrl)),
  number('link-occurrences', ({ occurrences }) => Math.min(occurrences, 10) / 10),
  number('link-position', ({ position }) => position),
  number('address-length', ({ targetUrl }) => Math.min(targetUrl.length, 500) / 100),
  terms('tags-near', ({ tagPath }) =>
    tagPath
      .toLowerCase()
      .split(/[/.#\s]+/)
      .filter(Boolean),
  ),
  {
    kind: 'number',
    name: 'same-site',
    parameters: [real('likeness', 0, 1)],
    value: (sample, [likeness]) => {
      const { sourceUrl, targetUrl } = linkOf(sample);
      return addressLikeness(sourceUrl, targetUrl) > likeness! ? 1 : 0;
    },
  },
];

export function addressParts(url: string): string[] {
  return url
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** Shared parts divided by all parts of both URLs: 0..1. */
export function addressLikeness(one: string, other: string): number {
  const [a, b] = [new Set(addressParts(one)), new Set(addressParts(other))];
  const both = [...a].filter((part) => b.has(part)).length;
  const all = a.size + b.size - both;
  return all === 0 ? 0 : both / all;
}

function terms(name: string, of: (link: ReadLink) => Iterable<string>): TermSet {
  return {
    kind: 'terms',
    name,
    parameters: [count],
    shaping: 0,
    terms: (sample) => of(linkOf(sample)),
    choose: (all, [limit]) => mostFrequent(all, limit!),
  };
}

function number(name: string, of: (link: ReadLink) => number): NumberSet {
  return { kind: 'number', name, parameters: [], value: (sample) => of(linkOf(sample)) };
}

function linkOf(sample: Sample): ReadLink {
  if (!(sample instanceof ReadText)) return sample;
  throw new ForageError(
    'INPUT_INVALID',
    'Link features cannot be computed for a text; use links, or text features.',
  );
}
