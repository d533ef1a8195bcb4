/**
 * Which share of a crawl is about the topic, from documents about it and pages without labels. A linear SVM
 * learns to tell the documents from all pages and scores each text that it was not trained on. If a share of p of the
 * pages is about the topic, and r of the documents score above some threshold, then at least p·r of the pages do. So
 * (pages above) / (documents above) is at least p for every threshold, and close to it where nothing else scores as
 * high. The threshold with the lowest upper bound is taken, as in Garg et al. (2021), "Mixture Proportion Estimation
 * and PU Learning", best bin estimation; with Wilson's bounds instead of Hoeffding's, which say nothing about thirty
 * documents. The pages about the topic must resemble the documents, otherwise the estimate is too low.
 */
import { wilsonInterval } from '../lab/statistics/wilson.ts';
import { CountedTexts } from '../learn/counted-texts.ts';
import { heldOut } from '../learn/evaluation/held-out.ts';
import { LinearSvm } from '../learn/linear-svm.ts';

export interface ShareOnTopic {
  share: number;
  /** An upper bound at 95 %. */
  high: number;
}

export interface ComparedPages extends ShareOnTopic {
  /** How much more each page is like the documents than like other pages, by an SVM that was not trained on it. */
  scores: number[];
}

/** Undefined with too few documents. */
export async function shareOnTopic(
  documents: readonly string[],
  pages: readonly string[],
  { language, seed }: { language: string; seed: number },
): Promise<ComparedPages | undefined> {
  const labels = [...documents.map(() => true), ...pages.map(() => false)];
  const counted = new CountedTexts([...documents, ...pages], {
    language,
    weighting: 'log-tf-idf',
    minDocuments: 2,
  });
  const scores = await heldOut(labels, { seed }, (train) => {
    const fitted = counted.fittedOn(train);
    const machine = new LinearSvm({ classWeights: 'balanced' });
    machine.fit(train.map((place) => ({ vector: fitted(place).vector, relevant: labels[place]! })));
    return (place) => machine.predict(fitted(place).vector);
  });
  if (scores === undefined) return undefined;
  const all = scores.map(([score]) => score!);
  const ofPages = all.slice(documents.length);
  const share = bestBin(all.slice(0, documents.length), ofPages);
  return share && { ...share, scores: ofPages };
}

/** A threshold is set by at least this share of the documents, and by at least as many. */
const LEAST_SHARE = 0.2;
const FEWEST = 5;
/** Two-sided; the bound is one side. */
const CONFIDENCE = 0.9;

/** From scores of known positives and of unlabelled ones. */
export function bestBin(known: readonly number[], unlabelled: readonly number[]): ShareOnTopic | undefined {
  let best: ShareOnTopic | undefined;
  for (const threshold of known) {
    const positives = known.filter((score) => score >= threshold).length;
    if (positives < Math.max(FEWEST, LEAST_SHARE * known.length)) continue;
    const above = unlabelled.filter((score) => score >= threshold).length;
    const recall = wilsonInterval(positives, known.length, CONFIDENCE);
    const called = wilsonInterval(above, unlabelled.length, CONFIDENCE);
    const high = Math.min(1, called.high / recall.low);
    if (best === undefined || high < best.high)
      best = { share: Math.min(1, called.estimate / recall.estimate), high };
  }
  return best;
}
