/**
 * A judge trained on example pages: a vector of the page's words, a learner's score of it, and a logistic curve that
 * maps the score to 0..1. The curve is strictly rising, so pages keep the order of the learner's scores, and is fitted
 * flat enough (see `training/learnt.ts`) that two confident pages still differ. A text without known words gets the
 * learner's score of the empty vector, close to the share of relevant examples.
 */
import { z } from 'zod';
import { ForageError } from '../errors.ts';
import type { LearnerRecord } from '../learn/learner.ts';
import { restoreLearner } from '../learn/learners.ts';
import { type Sigmoid, scoreAt, sigmoidAt, sigmoidSchema } from '../learn/platt.ts';
import { Vectoriser } from '../learn/vectoriser.ts';
import type { Page } from '../page/page.ts';
import type { SparseVector } from '../text/vectors.ts';
import { evidenceOf } from './evidence.ts';
import type { Opinion, TextJudge } from './judge.ts';
import { pageText } from './page-text.ts';
import { counted, reasons, signed } from './reasons.ts';

/** Plain JSON, made by `trainLearnt`. */
export interface LearntModel {
  learner: LearnerRecord;
  vectoriser: unknown;
  /** Each feature as a readable word, in feature order. */
  forms: string[];
  /** Divide the score by the number of known words, for learners whose scores grow with text length. */
  perWord: boolean;
  sigmoid: Sigmoid;
}

export function learntJudge(model: unknown, { threshold }: { threshold: number }): TextJudge {
  const { learner, vectoriser, forms, perWord, sigmoid } = restored(model);
  const evidence = evidenceOf(learner, vectoriser.vocabulary.size);
  const rawBorder = scoreAt(sigmoid, threshold);

  return {
    judge(page: Page): Opinion {
      const counts = vectoriser.counts(pageText(page));
      const vector = vectoriser.weighed(counts);
      const scale = perWord ? wordsIn(counts) : 1;
      const sum = evidence.score(vector);
      const raw = sum / scale;
      const score = sigmoidAt(sigmoid, raw);
      return {
        score,
        relevant: score >= threshold,
        border: threshold,
        ...(rawBorder === undefined ? {} : { margin: raw - rawBorder }),
        why: why(vector, counts, sum, scale),
      };
    },
    scoreText(text) {
      const counts = vectoriser.counts(text);
      const score = evidence.score(vectoriser.weighed(counts));
      return sigmoidAt(sigmoid, perWord ? score / wordsIn(counts) : score);
    },
  };

  /** The score is a curve of the learner's own; the parts are of that. */
  function why(vector: SparseVector, counts: SparseVector, sum: number, scale: number): string[] {
    const parts = evidence.heaviest(vector).map(({ feature, weight }) => {
      const count = counts.values[counts.indices.indexOf(feature)] ?? 0;
      return { value: weight / scale, word: forms[feature] ?? vectoriser.term(feature), count };
    });
    const { base } = evidence;
    if (base === undefined) return reasons(parts, counted);
    const named = parts.reduce((total, { value }) => total + value, base / scale);
    const rest = { value: sum / scale - named, count: vector.indices.length - parts.length };
    return [
      ...reasons(parts, counted, rest),
      `${signed(base / scale)} without any word`,
      `in all ${signed(sum / scale)}; 0 is the learner’s border`,
    ];
  }
}

/** At least 1, to avoid a division by zero without known words. */
export function wordsIn({ values }: SparseVector): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  return Math.max(1, sum);
}

function restored(model: unknown) {
  const read = modelSchema.safeParse(model);
  if (!read.success) {
    throw new ForageError(
      'MODEL_INVALID',
      'What the judge learnt is missing or damaged; start the crawl again to train it.',
    );
  }
  return {
    ...read.data,
    learner: restoreLearner(read.data.learner),
    vectoriser: Vectoriser.fromJSON(read.data.vectoriser),
  };
}

const modelSchema = z.object({
  learner: z.unknown(),
  vectoriser: z.unknown(),
  forms: z.array(z.string()),
  perWord: z.boolean(),
  sigmoid: sigmoidSchema,
});
