/**
 * The ten link feature sets of Sobania (TU Darmstadt 2015), section 5.3.3. Where the thesis is silent: the similarity of
 * two URLs is the share of tokens they have in common; numbers are scaled to about 1.
 */
import { ForageError } from '../../errors.ts';
import { words } from '../../text/tokens.ts';
import { type ReadLink, ReadText, type Sample } from './document.ts';
import {
  type FeatureSet,
  mostFrequent,
  type NumberSet,
  type Reads,
  real,
  type TermSet,
  whole,
} from './feature-set.ts';
import { urlTokens } from './url-tokens.ts';

const count = whole('count', 10, 2000);

export const linkFeatures: readonly FeatureSet[] = [
  terms('title-tokens', 'plain', ({ title }) => words(title)),
  terms('around-tokens', 'link', ({ around }) => words(around)),
  terms('label-tokens', 'link', ({ label }) => words(label)),
  terms('source-address-tokens', 'plain', ({ sourceUrl }) => urlTokens(sourceUrl)),
  terms('target-address-tokens', 'link', ({ targetUrl }) => urlTokens(targetUrl)),
  number('link-occurrences', ({ occurrences }) => Math.min(occurrences, 10) / 10),
  number('link-position', ({ position }) => position),
  number('address-length', ({ targetUrl }) => Math.min(targetUrl.length, 500) / 100),
  terms('tags-near', 'link', ({ tagPath }) =>
    tagPath
      .toLowerCase()
      .split(/[/.#\s]+/)
      .filter(Boolean),
  ),
  {
    kind: 'number',
    name: 'same-site',
    reads: 'link',
    parameters: [real('likeness', 0, 1)],
    value: (sample, [likeness]) => {
      const { sourceUrl, targetUrl } = linkOf(sample);
      return addressLikeness(sourceUrl, targetUrl) > likeness! ? 1 : 0;
    },
  },
];

/** Shared tokens divided by all tokens of both URLs: 0..1. */
export function addressLikeness(one: string, other: string): number {
  const [a, b] = [new Set(urlTokens(one)), new Set(urlTokens(other))];
  const both = [...a].filter((token) => b.has(token)).length;
  const all = a.size + b.size - both;
  return all === 0 ? 0 : both / all;
}

function terms(name: string, reads: Reads, of: (link: ReadLink) => Iterable<string>): TermSet {
  return {
    kind: 'terms',
    name,
    reads,
    parameters: [count],
    shaping: 0,
    terms: (sample) => of(linkOf(sample)),
    choose: (all, [limit]) => mostFrequent(all, limit!),
  };
}

function number(name: string, of: (link: ReadLink) => number): NumberSet {
  return { kind: 'number', name, reads: 'link', parameters: [], value: (sample) => of(linkOf(sample)) };
}

function linkOf(sample: Sample): ReadLink {
  if (!(sample instanceof ReadText)) return sample;
  throw new ForageError(
    'INPUT_INVALID',
    'Link features cannot be computed for a text; use links, or text features.',
  );
}
