/** How well a judge does on unseen pages, and when that is too poor to rely on. */
import { bestThreshold, rocArea } from '../../learn/evaluation/curves.ts';
import { confusion, measures } from '../../learn/evaluation/measures.ts';

export interface Quality {
  f1: number;
  precision: number;
  recall: number;
  /** The probability that a relevant page scores above another. */
  rocArea: number;
  relevant: number;
  irrelevant: number;
}

/** From a judge's opinions of examples it has not seen. Needs examples of both classes. */
export function qualityOf(
  opinions: readonly { relevant: boolean; score: number; called: boolean }[],
): Quality {
  const labels = opinions.map(({ relevant }) => relevant);
  const { f1, precision, recall } = measures(
    confusion(
      labels,
      opinions.map(({ called }) => called),
    ),
  );
  const relevant = labels.filter(Boolean).length;
  return {
    f1,
    precision,
    recall,
    rocArea: rocArea(
      labels,
      opinions.map(({ score }) => score),
    ),
    relevant,
    irrelevant: labels.length - relevant,
  };
}

/**
 * The score from which pages should count: the threshold with the best F1 or, if all labels are relevant, the score
 * that 90 % of them reach. Undefined without a relevant score.
 */
export function learntThreshold(labels: readonly boolean[], scores: readonly number[]): number | undefined {
  const relevant = scores.filter((_, i) => labels[i]).sort((a, b) => a - b);
  if (relevant.length === 0) return undefined;
  if (relevant.length < labels.length) return bestThreshold(labels, scores).threshold;
  return relevant[Math.floor(relevant.length / 10)]!;
}

/** Warnings for the user; empty if all is well. */
export function weaknesses(
  judge: string,
  labels: readonly boolean[],
  quality: Quality | undefined,
): string[] {
  const relevant = labels.filter(Boolean).length;
  const found: string[] = [];
  if (relevant < 10) {
    found.push(
      `The judge "${judge}" was trained on ${relevant} relevant ${relevant === 1 ? 'example' : 'examples'}; use 10 or more.`,
    );
  }
  if (quality === undefined && relevant < labels.length) {
    found.push(`The quality of the judge "${judge}" cannot be measured without two examples of each class.`);
  }
  if (quality && (quality.rocArea < 0.8 || quality.f1 < 0.5)) {
    found.push(
      `The judge "${judge}" separates unseen examples poorly (ROC area ${quality.rocArea.toFixed(2)}, F1 ${quality.f1.toFixed(2)}); add examples, or cleaner ones.`,
    );
  }
  return found;
}
