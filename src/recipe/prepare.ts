/**
 * A recipe prepared for a topic: its settings checked, what the topic lacks reported, its parts ready to be created.
 */
import { ForageError } from '../errors.ts';
import { areOurs } from '../plugin/registry.ts';
import type { Knowledge, Place, Strategy } from '../strategy/strategy.ts';
import type { Topic } from '../topic/topic.ts';
import './registry.ts';
import type { JudgeLearner } from './kind.ts';
import type { Lesson } from './lesson.ts';
import { type Need, needs } from './needs.ts';
import { located, override } from './override.ts';
import { type JudgePart, judgePart, type StrategyPart, strategyPart } from './parts.ts';
import { type Models, type PageReader, pageReader } from './reader.ts';
import type { Recipe, Spec } from './recipe.ts';

export interface PreparedRecipe {
  /** With every setting filled in. */
  recipe: Recipe;
  /** False if its judge, its strategy or a part of them is a user's. */
  isOurs: boolean;
  needs: readonly Need[];
  /** False if the topic gives the judge nothing to judge by: pages are collected, not judged. */
  judges: boolean;
  /** Whether something has to be learnt before the crawl. */
  learns: boolean;
  /** Everything that affects training, besides the topic. */
  trainedBy: { judge: Spec; strategy: Spec };
  train(lesson: Lesson): Promise<Models>;
  parts: { judge: JudgePart; strategy: StrategyPart };
  /** Judges a page and measures what the strategy needs; made once per thread. */
  reader(models: Models): PageReader;
  /** `place`: in one part of a larger crawl. */
  strategy(models: Models, place?: Place): Strategy;
  /** What the strategies of all parts learn together, if anything. */
  knowledge(models: Models): Knowledge | undefined;
  /** If the judge keeps learning during the crawl. */
  learner(models: Models): JudgeLearner | undefined;
}

export function prepareRecipe(recipe: Recipe, set: Record<string, unknown>, topic: Topic): PreparedRecipe {
  const { judge, strategy } = checkRecipe(recipe, set, topic);
  const needed = [...new Set([...judge.needs, ...strategy.needs])];
  for (const need of needed) {
    if (!needs[need].has(topic))
      throw new ForageError('TOPIC_INVALID', `Recipe "${recipe.name}" ${needs[need].lacks(topic)}`);
  }
  return {
    recipe: { ...recipe, judge: judge.spec, strategy: strategy.spec },
    isOurs: areOurs(judge.spec, strategy.spec),
    needs: needed,
    judges: judge.judges(topic),
    learns: judge.learns || strategy.learns,
    trainedBy: { judge: trainedBy(judge), strategy: trainedBy(strategy) },
    train: async (lesson) => ({ judge: await judge.train(lesson), strategy: await strategy.train(lesson) }),
    parts: { judge, strategy },
    reader: (models) => pageReader(judge, strategy, topic, models),
    strategy: (models, place) => strategy.make(topic, models.strategy, place),
    knowledge: (models) => strategy.knowledge(topic, models.strategy),
    learner: (models) => judge.learner(topic, models.judge),
  };
}

/** If nothing is learnt, settings may change freely; a different kind still counts as a change. */
const trainedBy = ({ learns, trainedBy, spec }: Pick<JudgePart, 'learns' | 'trainedBy' | 'spec'>): Spec =>
  learns ? trainedBy : { kind: spec.kind };

/** Throws for a wrong kind or setting; the paths of its faults begin with `set`, `judge` or `strategy`. */
export function checkRecipe(
  recipe: Recipe,
  set: Record<string, unknown>,
  topic?: Topic,
): { judge: JudgePart; strategy: StrategyPart } {
  const specs = override(recipe, set);
  return {
    judge: located('judge', set, () => judgePart(specs.judge, topic)),
    strategy: located('strategy', set, () => strategyPart(specs.strategy, topic)),
  };
}
