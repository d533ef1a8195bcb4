/** A user's own recipe: a YAML file with a name, a judge and a strategy, used like a built-in one. */
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { addFaults } from '../check.ts';
import { withModules } from '../plugin/load.ts';
import { parseYaml } from '../topic/load.ts';
import { readText } from '../topic/text-file.ts';
import { judgePart, strategyPart } from './parts.ts';
import { type Recipe, recipeSchema } from './recipe.ts';
import { baseOf, findRecipe, recipes } from './registry.ts';

/** Its kinds and their settings are checked, too, while the line numbers are known. */
const fileSchema = recipeSchema.superRefine(({ name, judge, strategy }, context) => {
  if (baseOf(name) !== name)
    context.addIssue({ code: 'custom', path: ['name'], message: 'a name with "@" is one of a variant' });
  addFaults(
    context,
    () => judgePart(judge),
    (path) => ['judge', ...path],
  );
  addFaults(
    context,
    () => strategyPart(strategy),
    (path) => ['strategy', ...path],
  );
});

export function loadRecipe(path: string): Recipe {
  const schema = z.preprocess(withModules(dirname(path)), fileSchema);
  return parseYaml(readText(path), path, schema, 'INPUT_INVALID');
}

/** The recipes in a folder. */
export function ownRecipes(folder: string): Recipe[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /\.ya?ml$/.test(name))
    .sort()
    .map((name) => loadRecipe(join(folder, name)));
}

/** Where a user's recipes are looked up by name. */
export const OWN_FOLDER = 'recipes';

/** By name (built-in ones, then those in the folder `recipes`), or a YAML file by its path. */
export function chooseRecipe(asked: string): string | Recipe {
  if (/\.ya?ml$/.test(asked)) return loadRecipe(asked);
  if (recipes().some(({ name }) => name === baseOf(asked))) return findRecipe(asked).name;
  const own = ownRecipes(OWN_FOLDER);
  return own.find((recipe) => recipe.name === asked) ?? findRecipe(asked, own).name;
}
