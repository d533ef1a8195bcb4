/**
 * The recipes of a plan as they are run: each with the settings that the plan gives it, and one for every combination
 * of the values that it sweeps. A variant's name says what differs: `crete/j half=3`.
 */
import { resolve } from 'node:path';
import { chooseRecipe } from '../recipe/own-recipe.ts';
import type { Recipe } from '../recipe/recipe.ts';
import { recipeOf } from '../recipe/registry.ts';
import type { Plan } from './plan.ts';

export interface Variant {
  /** Its name in the report. */
  name: string;
  recipe: Recipe;
  set: Record<string, unknown>;
}

/** Files of recipes are relative to `folder`. */
export function variantsOf(recipe: Plan['recipes'][number], folder: string): Variant[] {
  const asked = typeof recipe === 'string' ? { recipe, set: {}, sweep: {} } : recipe;
  const isFile = /\.ya?ml$/.test(asked.recipe);
  const chosen = chooseRecipe(isFile ? resolve(folder, asked.recipe) : asked.recipe);
  // A run is one recipe; other versions of it are not part of it.
  const { variants: _, ...found } = recipeOf(chosen);
  const given = 'as' in asked && asked.as !== undefined ? asked.as : named(found.name, asked.set);
  return combinations(Object.entries(asked.sweep)).map((swept) => ({
    name: named(given, swept),
    recipe: found,
    set: { ...asked.set, ...swept },
  }));
}

/** Every way to take one value of each; a single empty one if there is nothing to take. */
export function combinations(
  sweep: readonly [name: string, values: readonly unknown[]][],
): Record<string, unknown>[] {
  const [first, ...rest] = sweep;
  if (first === undefined) return [{}];
  const [name, values] = first;
  const others = combinations(rest);
  return values.flatMap((value) => others.map((other) => ({ [name]: value, ...other })));
}

function named(base: string, set: Record<string, unknown>): string {
  const settings = Object.entries(set).map(([name, value]) => `${name}=${inShort(value)}`);
  return settings.length === 0 ? base : `${base} ${settings.join(', ')}`;
}

function inShort(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= 60 ? text : `${text.slice(0, 59)}…`;
}
