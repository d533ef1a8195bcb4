/** Settings from a user's file: any subset, the rest at their defaults. */
import { dirname } from 'node:path';
import { z } from 'zod';
import { addFaults } from '../check.ts';
import { withModules } from '../plugin/load.ts';
import { checkRecipe } from '../recipe/prepare.ts';
import type { Recipe } from '../recipe/recipe.ts';
import { recipeOf } from '../recipe/registry.ts';
import { openYaml } from '../topic/load.ts';
import { readText } from '../topic/text-file.ts';
import { settingsSchema } from './settings.ts';
import { chosen } from './used.ts';

/** Settings the user gave elsewhere; they override the file. */
export interface Said {
  recipe?: string | Recipe | undefined;
  set?: Record<string, unknown> | undefined;
}

/** Validated while line numbers are known, and returned as given: defaults depend on the user's other settings. */
export function loadSettings(path: string, said: Said = {}): Record<string, unknown> {
  const file = openYaml(readText(path), path, 'INPUT_INVALID');
  const folder = dirname(path);
  let given: unknown;
  const schema = z.preprocess((value, context) => {
    given = withModules(folder)(value, context);
    if (typeof given === 'object' && given !== null && 'recipe' in given)
      given = { ...given, recipe: withModules(folder, ['recipe'])(given.recipe, context) };
    return given;
  }, settingsSchema);
  file.check(
    schema.superRefine((settings, context) => {
      const { recipe, set } = settings;
      for (const sort of ['filter', 'sink'] as const) addFaults(context, () => chosen(sort, settings));
      addFaults(
        context,
        () => checkRecipe(recipeOf(said.recipe ?? recipe), { ...set, ...said.set }),
        (path) => {
          if (path[0] !== 'set') return said.recipe === undefined ? ['recipe', ...path] : undefined;
          return path[1]! in (said.set ?? {}) ? undefined : path;
        },
      );
    }),
  );
  return given as Record<string, unknown>;
}
