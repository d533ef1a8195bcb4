/**
 * Centroid: the cosine similarity of a page to the mean of the relevant examples. Batsakis (TU Crete, 2007), the page
 * part of the hybrid crawlers (i and j), which combine it with the hidden Markov model. The thesis needs no threshold;
 * ours is the one that best separates the examples, each compared with the mean of the others.
 */
import { ExampleVectors, type IdfSource, recordOf, vectoriseTexts } from '../learn/example-vectors.ts';
import { added, cosine, mean } from '../text/vectors.ts';
import type { TextJudge } from './judge.ts';
import { pageText } from './page-text.ts';
import { reasons } from './reasons.ts';
import type { LabelledText } from './training/learnt.ts';

export function centroid(record: unknown, { threshold }: { threshold: number }): TextJudge {
  const examples = new ExampleVectors(record);
  return {
    judge(page) {
      const score = examples.cosines(pageText(page))[0]!;
      return {
        score,
        relevant: score >= threshold,
        border: threshold,
        why: reasons(examples.shared(0), (term) => examples.inWords(term)),
      };
    },
    scoreText: (text) => (text === '' ? 0 : examples.cosines(text)[0]!),
  };
}

/** The record, and each text's score if it had not been an example; NaN for the only relevant one. */
export function trainCentroid(
  texts: readonly LabelledText[],
  settings: { idf: IdfSource; language: string },
): { record: unknown; scores: number[] } {
  const all = vectoriseTexts(
    texts.map(({ text }) => text),
    settings,
  );
  const relevant = all.vectors.filter((_, i) => texts[i]!.relevant);
  const centre = mean(relevant);
  const scores = all.vectors.map((vector, i) => {
    if (!texts[i]!.relevant) return cosine(vector, centre);
    if (relevant.length === 1) return Number.NaN;
    return cosine(vector, added(centre, vector, -1 / relevant.length));
  });
  return { record: recordOf(all, [centre]), scores };
}
