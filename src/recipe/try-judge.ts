/**
 * Trying a judge on the topic's examples, without a crawl: how it does on examples held out, with other values of a
 * setting, and with fewer examples.
 */
import { ForageError } from '../errors.ts';
import { pageText } from '../judge/page-text.ts';
import { type Quality, qualityOf } from '../judge/training/quality.ts';
import { supportVectors } from '../judge/training/support-vectors.ts';
import { stratifiedFolds } from '../learn/evaluation/folds.ts';
import { type KeywordFigures, keywordFigures } from './keyword-figures.ts';
import type { ExamplePage, Lesson } from './lesson.ts';
import { type PreparedRecipe, prepareRecipe } from './prepare.ts';
import { type HeldOutOpinion, validateJudge } from './validate.ts';

/** A setting with several values. */
export interface Tried {
  setting: string;
  values: unknown[];
}

export interface JudgeFigures {
  recipe: string;
  quality: Quality;
  scores: { relevant: number[]; irrelevant: number[] };
  tried?: { setting: string; rows: { value: unknown; quality?: Quality; supportVectors?: number }[] };
  curve: { relevant: number; irrelevant: number; quality: Quality }[];
  /** Of the topic, whichever judge is tried. */
  keywords: KeywordFigures[];
}

export async function tryJudge(
  prepared: PreparedRecipe,
  lesson: Lesson,
  trial: Tried | undefined = usualTrial(prepared),
): Promise<JudgeFigures> {
  const opinions = await validateJudge(prepared.parts.judge, lesson);
  if (opinions === undefined)
    throw new ForageError(
      'TRAINING',
      'A judge can be tested with two or more examples of each class; add some under "examples:" in the topic.',
    );
  return {
    recipe: prepared.recipe.name,
    quality: qualityOf(opinions),
    scores: { relevant: scoresOf(opinions, true), irrelevant: scoresOf(opinions, false) },
    ...(trial && { tried: { setting: trial.setting, rows: await rowsOf(trial, prepared, lesson) } }),
    curve: await learningCurve(prepared, lesson),
    keywords: keywordFigures(lesson.topic, lesson.examples),
  };
}

const COSTS = [0.001, 0.01, 0.1, 1, 10, 100];
/** The cost of a mistake decides how closely a support vector machine follows its examples. */
const usualTrial = ({ recipe }: PreparedRecipe): Tried | undefined =>
  'c' in recipe.judge ? { setting: 'judge.c', values: COSTS } : undefined;

const scoresOf = (opinions: readonly HeldOutOpinion[], relevant: boolean): number[] =>
  opinions.filter((one) => one.relevant === relevant).map(({ score }) => score);

type Rows = NonNullable<JudgeFigures['tried']>['rows'];

async function rowsOf({ setting, values }: Tried, { recipe }: PreparedRecipe, lesson: Lesson): Promise<Rows> {
  const rows: Rows = [];
  const quiet = quietly(lesson);
  for (const value of values) {
    const { parts } = prepareRecipe(recipe, { [setting]: value }, lesson.topic);
    const opinions = await validateJudge(parts.judge, quiet);
    const model = parts.judge.learns ? await parts.judge.train(quiet) : {};
    const texts = lesson.examples.map(({ page, relevant }) => ({ text: pageText(page), relevant }));
    const vectors = supportVectors(model as object, texts);
    rows.push({
      value,
      ...(opinions && { quality: qualityOf(opinions) }),
      ...(vectors !== undefined && { supportVectors: vectors }),
    });
  }
  return rows;
}

/** With a fifth, two fifths … of the examples: whether more of them would help. */
async function learningCurve({ parts }: PreparedRecipe, lesson: Lesson): Promise<JudgeFigures['curve']> {
  if (!parts.judge.learns) return [];
  const { examples } = lesson;
  const labels = examples.map(({ relevant }) => relevant);
  const few = labels.filter(Boolean).length;
  const steps = Math.min(5, few, labels.length - few);
  if (steps < 2) return [];
  const fifths = stratifiedFolds(labels, steps, lesson.seed).map(({ test }) => test);
  const curve: JudgeFigures['curve'] = [];
  for (let n = 1; n <= steps; n++) {
    const part: ExamplePage[] = fifths.slice(0, n).flatMap((fold) => fold.map((i) => examples[i]!));
    const opinions = await validateJudge(parts.judge, { ...quietly(lesson), examples: part });
    if (opinions === undefined) continue;
    const quality = qualityOf(opinions);
    curve.push({ relevant: quality.relevant, irrelevant: quality.irrelevant, quality });
  }
  return curve;
}

const quietly = (lesson: Lesson): Lesson => ({ ...lesson, warn() {}, quality() {} });
