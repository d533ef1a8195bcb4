/**
 * Nearest example: the cosine similarity of a page to the most similar relevant example. Batsakis (TU Crete, 2007), the
 * evaluator for all crawlers of the thesis: a page counts above 0.75. That is strict: few pages are that similar to any
 * of twenty examples. `trainNearest` gives the scores for learning a lower threshold.
 */
import { ExampleVectors, type IdfSource, recordOf, vectoriseTexts } from '../learn/example-vectors.ts';
import { cosine } from '../text/vectors.ts';
import type { TextJudge } from './judge.ts';
import { pageText } from './page-text.ts';
import { reasons } from './reasons.ts';
import type { LabelledText } from './training/learnt.ts';

/** A page at the threshold does not count, even if its cosine was rounded up. */
const ROUNDING = 1e-12;

export function nearestExample(
  record: unknown,
  sources: readonly string[],
  { threshold }: { threshold: number },
): TextJudge {
  const examples = new ExampleVectors(record);
  const nearest = (text: string): { example: number; cosine: number } => {
    const cosines = examples.cosines(text);
    let example = 0;
    for (let i = 1; i < cosines.length; i++) if (cosines[i]! > cosines[example]!) example = i;
    return { example, cosine: cosines[example]! };
  };
  return {
    judge(page) {
      const found = nearest(pageText(page));
      const why =
        found.cosine > 0
          ? [
              `like ${sources[found.example]}`,
              ...reasons(examples.shared(found.example), (term) => examples.inWords(term)),
            ]
          : [];
      return { score: found.cosine, relevant: found.cosine > threshold + ROUNDING, border: threshold, why };
    },
    scoreText: (text) => (text === '' ? 0 : nearest(text).cosine),
  };
}

/** The record, and each text's similarity to its nearest other relevant text; NaN for the only relevant one. */
export function trainNearest(
  texts: readonly LabelledText[],
  settings: { idf: IdfSource; language: string },
): { record: unknown; scores: number[] } {
  const all = vectoriseTexts(
    texts.map(({ text }) => text),
    settings,
  );
  const relevant = all.vectors.filter((_, i) => texts[i]!.relevant);
  const scores = all.vectors.map((vector) => {
    const others = relevant.filter((other) => other !== vector);
    return others.length === 0 ? Number.NaN : Math.max(...others.map((other) => cosine(vector, other)));
  });
  return { record: recordOf(all, relevant), scores };
}
