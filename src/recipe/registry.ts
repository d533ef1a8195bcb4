/** The recipes by name, and the making of one from a topic and the user's settings. */
import type { z } from 'zod';
import { ForageError } from '../errors.ts';
import type { Topic } from '../topic/topic.ts';
import { bestFirstAnchor, bestFirstBoth, bestFirstPage, breadthFirstRecipe } from './first-recipes.ts';
import type { Need, Recipe } from './recipe.ts';

export const recipes: readonly Recipe[] = [
  breadthFirstRecipe,
  bestFirstPage,
  bestFirstAnchor,
  bestFirstBoth,
] as Recipe[];

export function findRecipe(name: string): Recipe {
  const found = recipes.find((recipe) => recipe.name === name);
  if (found) return found;
  throw new ForageError(
    'RECIPE_UNKNOWN',
    `There is no recipe "${name}". There are: ${recipes.map((recipe) => recipe.name).join(', ')}.`,
  );
}

/** The recipe with its settings checked; an error where the topic lacks what it needs. */
export function prepareRecipe(
  name: string,
  set: Record<string, unknown>,
  topic: Topic,
): { recipe: Recipe; settings: unknown } {
  const recipe = findRecipe(name);
  const checked = recipe.settings.safeParse(set);
  if (!checked.success) {
    throw new ForageError(
      'USAGE',
      `Settings of recipe "${name}": ${checked.error.issues.map(describe).join('; ')}. See: forage recipes ${name}`,
    );
  }
  for (const need of recipe.needs) {
    if (!has[need](topic)) throw new ForageError('TOPIC_INVALID', `Recipe "${name}" ${lacks[need]}`);
  }
  return { recipe, settings: checked.data };
}

const has: Record<Need, (topic: Topic) => boolean> = {
  keywords: (topic) => topic.keywords.length > 0,
  examples: (topic) => topic.examples.relevant.length > 0,
  genre: (topic) => topic.genre.length > 0,
  content: (topic) => topic.content.length > 0,
};

const lacks: Record<Need, string> = {
  keywords: 'needs keywords; add "keywords:" with a few words to the topic file.',
  examples: 'needs examples; add "examples:" with "relevant:" addresses or files to the topic file.',
  genre: 'needs genre terms; add "genre:" with words that this kind of page uses to the topic file.',
  content: 'needs content terms; add "content:" with words of the subject to the topic file.',
};

function describe(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return `unknown setting ${issue.keys.join(', ')}`;
  return `${issue.path.join('.')}: ${issue.message}`;
}
