/**
 * Versions of what a crawl judges and ranks with. The row of a version (`models` in the catalogue) records the judge
 * and the strategy with all settings, and what they were trained on. With it a crawl detects that its topic or recipe
 * has changed, and whether the trained models are still valid.
 */
import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { CatalogueLookups, Notes } from '../archive/catalogue.ts';
import type { PreparedRecipe } from '../recipe/prepare.ts';
import type { Spec } from '../recipe/recipe.ts';
import type { Topic } from '../topic/topic.ts';

/** What defines a version, as plain JSON. */
export interface Asked {
  judge: Spec;
  strategy: Spec;
  training: Training;
}

/** Equal inputs train equal models. */
export interface Training {
  /** A digest of everything that judges and strategies may see of the topic. */
  topic: string;
  judge: Spec;
  strategy: Spec;
}

/** What differs; each is true if judgements, or what is learnt, may differ. */
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

/** What a version was made from; undefined if unknown. */
export function askedBy(
  { read }: { read: Pick<CatalogueLookups, 'modelOf'> },
  version: number,
): Asked | undefined {
  const detail = read.modelOf(version)?.detail as Partial<Asked> | undefined;
  return detail?.training === undefined ? undefined : (detail as Asked);
}

/** Undefined if nothing changed. */
export function changeSince(former: Asked, now: Asked): Change | undefined {
  const topic = former.training.topic !== now.training.topic;
  const change: Change = {
    judging: topic || !isSame(former.judge, now.judge),
    ranking: topic || !isSame(former.strategy, now.strategy),
    training: !isSame(former.training, now.training),
  };
  return Object.values(change).includes(true) ? change : undefined;
}

/** Compared as JSON, the form in which it is stored. */
export const isSame = (one: unknown, other: unknown): boolean =>
  isDeepStrictEqual(asJson(one), asJson(other));

const asJson = (value: unknown): unknown => (value === undefined ? value : JSON.parse(JSON.stringify(value)));

/** Never a version used before, even by a rejudging that did not finish. */
export const nextVersion = ({ read }: { read: Pick<CatalogueLookups, 'latestModel'> }): number =>
  (read.latestModel() ?? 0) + 1;

/** The number of the last label that the learners were given. */
export const LABELS_TAUGHT = 'labelsTaught';

/** State learnt during the crawl belongs to the former strategy and judge. */
export function forgetLearning(meta: Notes): void {
  for (const key of ['strategy', 'learner', LABELS_TAUGHT]) meta.set(key, null);
}
