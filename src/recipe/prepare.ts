/**
 * A recipe prepared for a topic: its settings checked, what the topic lacks reported, its parts ready to be created.
 */
import { ForageError } from '../errors.ts';
import type { Strategy } from '../strategy/strategy.ts';
import { instead } from '../suggest.ts';
import type { Topic } from '../topic/topic.ts';
import './registry.ts';
import type { JudgeLearner } from './kind.ts';
import type { Lesson } from './lesson.ts';
import { type Need, needs } from './needs.ts';
import {
  type JudgePart,
  judgeKind,
  judgePart,
  type StrategyPart,
  strategyKind,
  strategyPart,
} from './parts.ts';
import { type Models, type PageReader, pageReader } from './reader.ts';
import type { Recipe, Spec } from './recipe.ts';

export interface PreparedRecipe {
  /** With every setting filled in. */
  recipe: Recipe;
  needs: readonly Need[];
  /** Whether something has to be learnt before the crawl. */
  learns: boolean;
  /** Everything that affects training, besides the topic. */
  trainedBy: { judge: Spec; strategy: Spec };
  train(lesson: Lesson): Promise<Models>;
  parts: { judge: JudgePart; strategy: StrategyPart };
  /** Judges a page and measures what the strategy needs; made once per thread. */
  reader(models: Models): PageReader;
  strategy(models: Models): Strategy;
  /** If the judge keeps learning during the crawl. */
  learner(models: Models): JudgeLearner | undefined;
}

export function prepareRecipe(recipe: Recipe, set: Record<string, unknown>, topic: Topic): PreparedRecipe {
  const { judge, strategy } = checkRecipe(recipe, set, topic);
  const needed = [...new Set([...judge.needs, ...strategy.needs])];
  for (const need of needed) {
    if (!needs[need].has(topic))
      throw new ForageError('TOPIC_INVALID', `Recipe "${recipe.name}" ${needs[need].lacks}`);
  }
  return {
    recipe: { ...recipe, judge: judge.spec, strategy: strategy.spec },
    needs: needed,
    learns: judge.learns || strategy.learns,
    trainedBy: { judge: trainedBy(judge), strategy: trainedBy(strategy) },
    train: async (lesson) => ({ judge: await judge.train(lesson), strategy: await strategy.train(lesson) }),
    parts: { judge, strategy },
    reader: (models) => pageReader(judge, strategy, topic, models),
    strategy: (models) => strategy.make(topic, models.strategy),
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

/**
 * The user's settings over the recipe's own. `judge=…` and `strategy=…` select another kind; `judge.threshold` means
 * the judge's setting, a bare name the strategy's if it has such a setting and the judge's otherwise.
 */
function override(recipe: Recipe, set: Record<string, unknown>): { judge: Spec; strategy: Spec } {
  const { judge: judgeName, strategy: strategyName, ...rest } = set;
  const specs = {
    judge: otherKind(recipe.judge, judgeName),
    strategy: otherKind(recipe.strategy, strategyName),
  };
  const known = {
    judge: Object.keys(located('judge', set, () => judgeKind(specs.judge.kind)).settings.shape),
    strategy: Object.keys(located('strategy', set, () => strategyKind(specs.strategy.kind)).settings.shape),
  };
  for (const [name, value] of Object.entries(rest)) {
    const [, prefix, key] = /^(judge|strategy)\.(.+)$/.exec(name) ?? [];
    const part = (prefix ?? (known.strategy.includes(name) ? 'strategy' : 'judge')) as keyof typeof specs;
    const setting = key ?? name;
    if (!known[part].includes(setting)) {
      const there = prefix
        ? known[part].map((one) => `${prefix}.${one}`)
        : [...new Set([...known.strategy, ...known.judge])];
      const text = `unknown setting "${name}"${instead(name, there)}`;
      throw new ForageError('USAGE', `Recipe "${recipe.name}": ${text}\nSee: forage recipes ${recipe.name}`, {
        faults: [{ path: ['set', name], text }],
      });
    }
    specs[part] = { ...specs[part], [setting]: value };
  }
  return specs;
}

/** Faults of a part with the paths that a user knows: those of the recipe's settings, or of the recipe itself. */
function located<T>(part: 'judge' | 'strategy', set: Record<string, unknown>, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ForageError) || error.faults === undefined) throw error;
    const faults = error.faults.map(({ path, text }) => {
      const [key, ...rest] = path;
      const names = key === 'kind' ? [part] : [`${part}.${key}`, String(key)];
      const name = names.find((one) => one in set);
      return { text, path: name === undefined ? [part, ...path] : ['set', name, ...rest] };
    });
    throw new ForageError(error.code, error.message, { faults });
  }
}

/** For another kind only the given settings count; the recipe's own were meant for its kind. */
function otherKind(spec: Spec, name: unknown): Spec {
  if (name === undefined || name === spec.kind) return spec;
  if (typeof name === 'string') return { kind: name };
  const text = `give the name of a kind (found ${JSON.stringify(name)})`;
  throw new ForageError('USAGE', `Recipe settings "judge" and "strategy": ${text}`);
}
