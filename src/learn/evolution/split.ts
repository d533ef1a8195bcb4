/**
 * Splits samples so that links of one page, or of one host, are never divided between training and test: the page's text
 * and URL are features of all its links, and a classifier that only recognises the page would look good.
 */
import { groupedParts } from '../evaluation/folds.ts';
import { ReadText, type Sample } from '../features/document.ts';
import type { LabelledSample } from './fitness.ts';

export const holdOuts = ['page', 'host'] as const;
export type HoldOut = (typeof holdOuts)[number];

export function splitSamples(
  samples: readonly LabelledSample[],
  shares: readonly number[],
  { holdOut = 'page', seed }: { holdOut?: HoldOut; seed: number },
): LabelledSample[][] {
  return groupedParts(
    samples.map(({ relevant }) => relevant),
    samples.map(({ sample }, i) => groupOf(sample, i, holdOut)),
    shares,
    seed,
  ).map((part) => part.map((i) => samples[i]!));
}

/** A text is a group of its own. */
function groupOf(sample: Sample, i: number, holdOut: HoldOut): string {
  if (sample instanceof ReadText) return String(i);
  return holdOut === 'host' ? new URL(sample.sourceUrl).host : sample.sourceUrl;
}
