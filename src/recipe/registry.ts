/** The recipes by name. */
import { ForageError } from '../errors.ts';
import { families } from './families/all.ts';
import type { Recipe } from './recipe.ts';

export const recipes = (): readonly Recipe[] => families().flatMap((family) => family.recipes);

export function findRecipe(name: string): Recipe {
  const found = recipes().find((recipe) => recipe.name === name);
  if (found) return found;
  const known = recipes().map((recipe) => recipe.name);
  throw new ForageError(
    'RECIPE_UNKNOWN',
    `There is no recipe "${name}". There are: ${known.join(', ')}; or give a YAML file of your own.`,
  );
}

/** A recipe that is given by name or as data. */
export const recipeOf = (given: string | Recipe): Recipe =>
  typeof given === 'string' ? findRecipe(given) : given;
