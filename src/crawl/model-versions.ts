/**
 * Versions of what a crawl judges and ranks by. The row of a version (`models` in the catalogue) says what was asked
 * for: the judge and the strategy with all settings, and what they learnt from. So a crawl whose topic or recipe was
 * changed since notices it, and knows whether what was learnt still serves.
 */
import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { CatalogueLookups, Notes } from '../archive/catalogue.ts';
import type { PreparedRecipe } from '../recipe/prepare.ts';
import type { Spec } from '../recipe/recipe.ts';
import type { Topic } from '../topic/topic.ts';

/** What a version is, as plain JSON. */
export interface Asked {
  judge: Spec;
  strategy: Spec;
  training: Training;
}

/** Two that are the same learn the same. */
export interface Training {
  /** A digest of all that judges and strategies may see of the topic. */
  topic: string;
  judge: Spec;
  strategy: Spec;
}

/** What differs; each is true where pages, or what is learnt, may come out differently. */
export interface Change {
  judging: boolean;
  ranking: boolean;
  training: boolean;
}

export function askedOf(recipe: PreparedRecipe, topic: Topic): Asked {
  const { judge, strategy } = recipe.recipe;
  return { judge, strategy, training: trainingOf(recipe, topic) };
}

export function trainingOf({ trainedBy }: PreparedRecipe, topic: Topic): Training {
  const { name: _, title: __, seeds: ___, ...seen } = topic;
  const sorted = Object.entries(seen).sort(([a], [b]) => (a < b ? -1 : 1));
  return { topic: hash('sha256', JSON.stringify(sorted)), ...trainedBy };
}

/** What was asked for when a version was made; undefined where that is not known. */
export function askedBy(
  { read }: { read: Pick<CatalogueLookups, 'modelOf'> },
  version: number,
): Asked | undefined {
  const detail = read.modelOf(version)?.detail as Partial<Asked> | undefined;
  return detail?.training === undefined ? undefined : (detail as Asked);
}

/** Undefined where nothing changed. */
export function changeSince(former: Asked, now: Asked): Change | undefined {
  const topic = former.training.topic !== now.training.topic;
  const change: Change = {
    judging: topic || !isSame(former.judge, now.judge),
    ranking: topic || !isSame(former.strategy, now.strategy),
    training: !isSame(former.training, now.training),
  };
  return Object.values(change).includes(true) ? change : undefined;
}

/** As JSON, which is what was kept. */
export const isSame = (one: unknown, other: unknown): boolean =>
  isDeepStrictEqual(asJson(one), asJson(other));

const asJson = (value: unknown): unknown => (value === undefined ? value : JSON.parse(JSON.stringify(value)));

/** Never one that was used before, though it be by a judging that was not finished. */
export const nextVersion = ({ read }: { read: Pick<CatalogueLookups, 'latestModel'> }): number =>
  (read.latestModel() ?? 0) + 1;

/** What strategy and judge learnt during the crawl belongs to what they were. */
export function forgetLearning(meta: Notes): void {
  for (const key of ['strategy', 'learner']) meta.set(key, null);
}
