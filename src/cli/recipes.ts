import { Command } from 'commander';
import { z } from 'zod';
import { findRecipe, recipes } from '../recipe/registry.ts';
import { table } from './format.ts';

export const recipesCommand = new Command('recipes')
  .description('what can be chosen with --recipe; with a name, how it works and its settings')
  .argument('[name]', 'a recipe')
  .action((name?: string) => {
    if (name === undefined) {
      console.log(
        table([
          ['recipe', 'needs', 'what it does'],
          ...recipes.map((recipe) => [recipe.name, recipe.needs.join(', '), recipe.summary]),
        ]),
      );
      return;
    }
    const recipe = findRecipe(name);
    console.log(
      `${recipe.name}: ${recipe.summary}\n\n${recipe.description}\nFrom: ${recipe.origin}\nNeeds: ${recipe.needs.join(', ') || 'nothing'}\n`,
    );
    const { properties = {} } = z.toJSONSchema(recipe.settings, { io: 'input' });
    const rows = Object.entries(properties).map(([key, property]) => {
      const { default: standard, description = '', enum: choices } = property as z.core.JSONSchema.BaseSchema;
      return [
        `  --set ${key}=${String(standard)}`,
        choices ? `${description} (${choices.join(', ')})` : description,
      ];
    });
    console.log(table(rows));
  });
