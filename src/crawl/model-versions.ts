/**
 * Versions of what a crawl judges and ranks with. The row of a version (`models` in the catalogue) records the judge
 * and the strategy with all settings, what they were trained on, and a digest of the modules of a user's own kinds. With it a crawl detects that its topic or recipe
 * has changed, and whether the trained models are still valid.
 */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { CatalogueLookups, Notes } from '../archive/catalogue.ts';
import { isOurs, modulesOf } from '../plugin/registry.ts';
import type { PreparedRecipe } from '../recipe/prepare.ts';
import type { Spec } from '../recipe/recipe.ts';
import type { Topic } from '../topic/topic.ts';

/** What defines a version, as plain JSON. */
export interface Asked {
  judge: Spec;
  strategy: Spec;
  training: Training;
  /** Of kinds that a user's module defines: a digest of the module. */
  code?: Code;
}

interface Code {
  judge?: string | undefined;
  strategy?: string | undefined;
}

/** Equal inputs train equal models. */
export interface Training {
  /** A digest of everything that judges and strategies may see of the topic. */
  topic: string;
  judge: Spec;
  strategy: Spec;
  /** If anything is learnt by kinds of a user's. */
  code?: string;
}

/** What differs; each is true if judgements, or what is learnt, may differ. */
export interface Change {
  judging: boolean;
  ranking: boolean;
  training: boolean;
}

export function askedOf(recipe: PreparedRecipe, topic: Topic): Asked {
  const { judge, strategy } = recipe.recipe;
  const code = { judge: codeOf(judge), strategy: codeOf(strategy) };
  return { judge, strategy, training: trainingOf(recipe, topic), code };
}

function codeOf(...specs: Spec[]): string | undefined {
  const own = modulesOf(...specs).filter((module) => !isOurs({ module }));
  return own.length === 0 ? undefined : own.map(digestOf).join(' ');
}

/** By path, since a process goes on with the module that it has loaded. */
const digests = new Map<string, string>();

function digestOf(module: string): string {
  const digest = digests.get(module) ?? hash('sha256', readFileSync(module));
  digests.set(module, digest);
  return digest;
}

export function trainingOf({ trainedBy, learns, recipe }: PreparedRecipe, topic: Topic): Training {
  const { name: _, title: __, seeds: ___, ...seen } = topic;
  // Keys without a value are not in the file that the crawl is resumed from.
  const given = Object.entries(seen).filter(([, value]) => value !== undefined);
  const sorted = given.sort(([a], [b]) => (a < b ? -1 : 1));
  const code = learns ? codeOf(recipe.judge, recipe.strategy) : undefined;
  const digest = hash('sha256', JSON.stringify(sorted));
  return { topic: digest, ...trainedBy, ...(code === undefined ? {} : { code }) };
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
    judging: topic || !isSame(former.judge, now.judge) || former.code?.judge !== now.code?.judge,
    ranking: topic || !isSame(former.strategy, now.strategy) || former.code?.strategy !== now.code?.strategy,
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
