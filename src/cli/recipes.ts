import { Command } from 'commander';
import { z } from 'zod';
import { chooseRecipe, OWN_FOLDER, ownRecipes } from '../recipe/own-recipe.ts';
import { judgeKind, judgePart, strategyKind, strategyPart } from '../recipe/parts.ts';
import type { Recipe, Spec } from '../recipe/recipe.ts';
import { recipeOf, recipes } from '../recipe/registry.ts';
import { oneLine, table } from './format.ts';

export const recipesCommand = new Command('recipes')
  .description('what can be chosen with --recipe; with a name or a file, how it works and its settings')
  .argument('[name]', 'a recipe')
  .action((name?: string) =>
    console.log(name === undefined ? list() : details(recipeOf(chooseRecipe(name)))),
  );

function list(): string {
  const own = ownRecipes(OWN_FOLDER);
  const rows = [...recipes(), ...own].map((recipe) => [
    recipe.name,
    own.includes(recipe) ? 'your own' : sourceOf(recipe),
    needsOf(recipe),
    recipe.summary,
  ]);
  return `${table([['recipe', 'from', 'needs', 'what it does'], ...rows])}

More of one: forage recipes NAME`;
}

/** The thesis, or the year of the paper. */
function sourceOf({ name, origin }: Recipe): string {
  const [, thesis = ''] = /^(crete|lund|minas|cindi|darmstadt)\//.exec(name) ?? [];
  const year = /\d{4}/.exec(origin)?.[0] ?? '';
  return `${thesis === 'cindi' ? 'CINDI' : thesis.charAt(0).toUpperCase() + thesis.slice(1)} ${year}`.trim();
}

function details(recipe: Recipe): string {
  const { name, summary, description, origin, frontier = {} } = recipe;
  const judge = judgeKind(recipe.judge.kind);
  const strategy = strategyKind(recipe.strategy.kind);
  const judgeKeys = Object.keys(judge.settings.shape);
  const strategyKeys = Object.keys(strategy.settings.shape);
  const rows = [
    ...settingRows(strategy.settings, strategyPart(recipe.strategy).spec, (key) => key),
    ...settingRows(judge.settings, judgePart(recipe.judge).spec, (key) =>
      strategyKeys.includes(key) ? `judge.${key}` : key,
    ),
  ];
  const waits = Object.entries(frontier).map(([key, value]) => `frontier.${key} = ${value}`);
  return [
    `${name}: ${summary}\n`,
    description,
    `From: ${origin}`,
    `Needs: ${needsOf(recipe) || 'nothing'}`,
    `Judge: ${judge.name}, ${judge.summary}`,
    `Strategy: ${strategy.name}, ${strategy.summary}`,
    ...(waits.length > 0 ? [`Links wait with ${waits.join(', ')}`] : []),
    ...(judgeKeys.length + strategyKeys.length > 0 ? ['', table(rows)] : []),
  ].join('\n');
}

const needsOf = (recipe: Recipe): string =>
  [...new Set([...judgePart(recipe.judge).needs, ...strategyPart(recipe.strategy).needs])].join(', ');

function settingRows(settings: z.ZodObject, spec: Spec, nameOf: (key: string) => string): string[][] {
  const { properties = {} } = z.toJSONSchema(settings, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).map(([key, property]) => {
    const { description = '', enum: choices } = property as z.core.JSONSchema.BaseSchema;
    return [
      `  --set ${nameOf(key)}=${inWords(spec[key])}`,
      choices ? `${description} (${choices.join(', ')})` : description,
    ];
  });
}

const inWords = (value: unknown): string =>
  value === undefined ? '…' : oneLine(typeof value === 'object' ? JSON.stringify(value) : String(value), 40);
