/**
 * What the parts of one crawl learn together, where the recipe can: one learner of the judge and one knowledge of the
 * strategy for all parts of a process. The caller that runs the parts exchanges lessons with other processes, has the judge
 * fitted in one of them, and gives every part the new model (`Crawl.takeModel`).
 */
import type { JudgeLearner } from '../recipe/kind.ts';
import { type PreparedRecipe, prepareRecipe } from '../recipe/prepare.ts';
import type { Models } from '../recipe/reader.ts';
import { recipeOf } from '../recipe/registry.ts';
import type { Knowledge, Place, Strategy } from '../strategy/strategy.ts';
import { hostOf } from '../url/url.ts';
import type { CrawlFolder } from './folder.ts';
import type { Part } from './part.ts';

export interface SharedLearning {
  /** Undefined if each part learns by itself, or nothing does. */
  knowledge: Knowledge | undefined;
  learner: SharedLearner | undefined;
}

export type SharedLearner = JudgeLearner & Required<Pick<JudgeLearner, 'lessons' | 'learnFrom' | 'adopted'>>;

export function shareLearning(
  { topic, settings }: Pick<CrawlFolder, 'topic' | 'settings'>,
  models: Models,
): SharedLearning {
  const recipe = prepareRecipe(recipeOf(settings.recipe), settings.set, topic);
  const learner = recipe.learner(models);
  return { knowledge: recipe.knowledge(models), learner: isShared(learner) ? learner : undefined };
}

const isShared = (learner: JudgeLearner | undefined): learner is SharedLearner =>
  learner?.lessons !== undefined && learner.learnFrom !== undefined && learner.adopted !== undefined;

export function strategyOf(recipe: PreparedRecipe, models: Models, part: Part | undefined): Strategy {
  const { knowledge } = part?.shared ?? {};
  if (part === undefined || knowledge === undefined) return recipe.strategy(models);
  const place: Place = {
    knowledge,
    part: part.number,
    parts: part.parts,
    owns: (url) => part.owns(hostOf(url)),
  };
  return recipe.strategy(models, place);
}

/** In a part, the shared learner sees the pages, and is saved and fitted elsewhere. */
export function learnerOf(
  recipe: PreparedRecipe,
  models: Models,
  part: Part | undefined,
): JudgeLearner | undefined {
  const learner = part?.shared.learner;
  if (learner === undefined) return recipe.learner(models);
  return {
    visited: (page, judgement, notes) => learner.visited(page, judgement, notes),
    learn: () => undefined,
    label: (page, answer, notes) => learner.label?.(page, answer, notes),
    news: () => learner.news?.(),
    rejudged: () => learner.rejudged?.() ?? new Map(),
    changedSides: () => learner.changedSides?.() ?? 0,
  };
}
