/**
 * A chromosome (feature sets and a learner, see learn/evolution/chromosome.ts) as a link classifier: does the target of
 * this link belong to the topic? Sobania (TU Darmstadt, 2015), section 5.3.3.
 *
 * The thesis computed all features for every link, and its crawls of two topics slowed down to 8 kB/s (section 6.5).
 * Here the features that all links of a page share (its text, title and URL) are computed once per page, and links with
 * the same features are classified once. A page costs its text features (about 10 ms for parts of speech, 1 ms for
 * words); a link costs one prediction: microseconds, except for nearest neighbours and RBF SVMs.
 */
import { z } from 'zod';
import type { Chromosome } from '../learn/evolution/chromosome.ts';
import { type LabelledSample, trained } from '../learn/evolution/fitness.ts';
import { type ReadLink, ReadText } from '../learn/features/document.ts';
import { FeatureSpace } from '../learn/features/feature-space.ts';
import { textFeatures } from '../learn/features/text-features.ts';
import type { LearnerRecord } from '../learn/learner.ts';
import { restoreLearner } from '../learn/learners.ts';
import type { Page } from '../page/page.ts';
import type { SparseVector } from '../text/vectors.ts';

/** Plain JSON. */
export interface LinkModel {
  /** Features shared by all links of a page, and those of the link itself; concatenated. */
  ofPage: unknown[];
  ofLink: unknown[];
  learner: LearnerRecord;
}

export function trainLinkClassifier(chromosome: Chromosome, samples: readonly LabelledSample[]): LinkModel {
  const { space, learner } = trained(pageFirst(chromosome), samples);
  const sets = JSON.parse(JSON.stringify(space)) as { set: string }[];
  return {
    ofPage: sets.filter(({ set }) => sharedByPage.has(set)),
    ofLink: sets.filter(({ set }) => !sharedByPage.has(set)),
    learner: JSON.parse(JSON.stringify(learner)) as LearnerRecord,
  };
}

/** The score of every link of a page; above 0, its target is predicted to be relevant. */
export function linkClassifier(model: unknown, maxCharacters: number): (page: Page) => Float64Array {
  const { ofPage, ofLink, learner: record } = modelSchema.parse(model);
  const learner = restoreLearner(record);
  const pageSpace = ofPage.length > 0 ? FeatureSpace.fromJSON(ofPage) : undefined;
  const linkSpace = ofLink.length > 0 ? FeatureSpace.fromJSON(ofLink) : undefined;
  return (page) => {
    const links = readLinks(page, maxCharacters);
    const shared = links[0] && pageSpace ? pageSpace.vector(links[0]) : nothing;
    const known = new Map<string, number>();
    return Float64Array.from(links, (link) => {
      const own = linkSpace ? linkSpace.vector(link) : nothing;
      const key = `${own.indices.join()}|${own.values.join()}`;
      let score = known.get(key);
      if (score === undefined) {
        score = learner.predict(joined(shared, own, pageSpace?.size ?? 0));
        known.set(key, score);
      }
      return score;
    });
  };
}

/** The links of a page in the form that feature sets read. */
export function readLinks(page: Page, maxCharacters: number): ReadLink[] {
  const text = new ReadText(page.mainText.slice(0, maxCharacters));
  return page.links.map(({ anchor, before, after, url, tagPath, occurrences }, i) => ({
    page: text,
    title: page.title,
    label: anchor,
    around: `${before} ${after}`,
    sourceUrl: page.url,
    targetUrl: url,
    occurrences,
    position: i / Math.max(1, page.links.length - 1),
    tagPath,
  }));
}

/** The link feature sets that do not read the link itself. */
const sharedByPage = new Set([
  ...textFeatures.map(({ name }) => name),
  'title-tokens',
  'source-address-tokens',
]);

function pageFirst({ genes, learner }: Chromosome): Chromosome {
  const isShared = ({ set }: { set: string }) => sharedByPage.has(set);
  return { genes: [...genes.filter(isShared), ...genes.filter((gene) => !isShared(gene))], learner };
}

const nothing: SparseVector = { indices: new Uint32Array(0), values: new Float64Array(0) };

function joined(shared: SparseVector, own: SparseVector, start: number): SparseVector {
  const before = shared.indices.length;
  const indices = new Uint32Array(before + own.indices.length);
  const values = new Float64Array(indices.length);
  indices.set(shared.indices);
  values.set(shared.values);
  for (let i = 0; i < own.indices.length; i++) indices[before + i] = start + own.indices[i]!;
  values.set(own.values, before);
  return { indices, values };
}

const modelSchema = z.object({
  ofPage: z.array(z.unknown()),
  ofLink: z.array(z.unknown()),
  learner: z.unknown(),
});
