/**
 * What a classifier costs on a page, in milliseconds: an estimate from counts, so that the same evolution gives the same
 * result on any machine, busy or not. The thesis's evolved link classifiers slowed its crawls down to 8 kB/s (section
 * 6.5); a cost breaks ties, and fitness may pay for it.
 *
 * The unit prices are processor time on one core of a virtual machine, over newsgroup posts of 4,000 to 12,000
 * characters.
 */
import type { Reads } from '../features/feature-set.ts';
import { featureSet } from '../features/feature-space.ts';
import type { Chromosome } from './chromosome.ts';

/** For 10,000 characters; each is read once, however many sets use it. */
const readingMs: Record<Reads, number> = {
  words: 0.7,
  tags: 3.3,
  sentences: 0.1,
  emoticons: 0.1,
  plain: 0,
  link: 0,
};
/** To find the terms of one set in a text that has been read. */
const termsMs = 0.2;
/** The same in the label, URL or surroundings of one link. */
const linkTermsMs = 0.002;
const predictionMs = 0.001;
/** For each training example that a prediction compares with. */
const comparisonMs = 0.0002;
const comparing = new Set(['rbf-svm', 'nearest-neighbours']);
/** Links of an average page. */
const LINKS = 50;

/** Of one page: its text is classified, or each of its links. */
export function costMs(
  { genes, learner }: Chromosome,
  { examples, links }: { examples: number; links: boolean },
): number {
  const reads = genes.map(({ set }) => featureSet(set).reads);
  const ofLink = reads.filter((what) => what === 'link').length;
  let page = (genes.length - ofLink) * termsMs;
  for (const what of new Set(reads)) page += readingMs[what];
  const predict = predictionMs + (comparing.has(learner) ? comparisonMs * examples : 0);
  return page + (links ? LINKS * (ofLink * linkTermsMs + predict) : predict);
}
