/** The recipes by name. */
import { ForageError } from '../errors.ts';
import { instead } from '../suggest.ts';
import { families } from './families/all.ts';
import type { Recipe } from './recipe.ts';

export const recipes = (): readonly Recipe[] => families().flatMap((family) => family.recipes);

/** `others` may have been meant, too. */
export function findRecipe(name: string, others: readonly Recipe[] = []): Recipe {
  const found = recipes().find((recipe) => recipe.name === name);
  if (found) return found;
  const known = [...recipes(), ...others].map((recipe) => recipe.name);
  const text = `There is no recipe "${name}"${instead(name, known, '"forage recipes"')}`;
  throw new ForageError('RECIPE_UNKNOWN', text, { faults: [{ path: [], text }] });
}

/** A recipe that is given by name or as data. */
export const recipeOf = (given: string | Recipe): Recipe =>
  typeof given === 'string' ? findRecipe(given) : given;
