import { Command } from 'commander';
import { z } from 'zod';
import '../archive/export/formats.ts';
import '../seeds/sources/all.ts';
import { ForageError } from '../errors.ts';
import type { Sort } from '../plugin/define.ts';
import { shown, useModules } from '../plugin/load.ts';
import { isOurs, type Registered, registered } from '../plugin/registry.ts';
import { chooseRecipe, OWN_FOLDER, ownRecipes } from '../recipe/own-recipe.ts';
import { judgeKind, judgePart, strategyKind, strategyPart } from '../recipe/parts.ts';
import { frontierSchema, type Recipe } from '../recipe/recipe.ts';
import { recipeOf } from '../recipe/registry.ts';
import { instead } from '../suggest.ts';
import { oneLine, table } from './format.ts';
import { print } from './print.ts';
import { modules } from './values.ts';

export const recipesCommand = new Command('recipes')
  .argument('[name]', 'a recipe; with --kinds, a kind')
  .option(
    '--kinds',
    'list kinds of judges and strategies, page formats, filters, sinks and exporters, with their settings',
  )
  .option('--use <module>', 'your own module, by path or package name; may be repeated', modules)
  .action((name: string | undefined, options: { kinds?: boolean; use?: string[] }) => {
    useModules(options.use);
    if (options.kinds) print(kinds(name));
    else print(name === undefined ? list() : details(recipeOf(chooseRecipe(name))));
  });

function list(): string {
  const rows = [
    ...registered('recipe').map((one) =>
      row(one.definition, isOurs(one) ? sourceOf(one.definition) : shown(one.module)),
    ),
    ...ownRecipes(OWN_FOLDER).map((recipe) => row(recipe, 'your own')),
  ];
  return `${table([['recipe', 'from', 'needs', 'what it does'], ...rows])}

More of one: forage recipes NAME
What they are made of: forage recipes --kinds`;
}

const row = (recipe: Recipe, from: string): string[] => [recipe.name, from, needsOf(recipe), recipe.summary];
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
    ...settingRows(
      strategy.settings,
      strategyPart(recipe.strategy).spec,
      (key) => `--set ${judgeKeys.includes(key) ? `strategy.${key}` : key}`,
    ),
    ...settingRows(
      judge.settings,
      judgePart(recipe.judge).spec,
      (key) => `--set ${strategyKeys.includes(key) ? `judge.${key}` : key}`,
    ),
    ...settingRows(frontierSchema, { merge: 'max', batch: 1, ...frontier }, (key) => `--set frontier.${key}`),
  ];
  const named = Object.entries(recipe.variants ?? {}).map(([key, { about }]) => [`  ${name}@${key}`, about]);
  return [
    `${name}: ${summary}\n`,
    description,
    `From: ${origin}`,
    `Needs: ${needsOf(recipe) || 'nothing'}`,
    `Judge: ${judge.name}, ${judge.summary}`,
    `Strategy: ${strategy.name}, ${strategy.summary}`,
    '',
    table(rows),
    ...(named.length > 0 ? ['', 'Variants:', table(named)] : []),
  ].join('\n');
}

const needsOf = (recipe: Recipe): string =>
  [...new Set([...judgePart(recipe.judge).needs, ...strategyPart(recipe.strategy).needs])].join(', ');

const headings: [sort: Exclude<Sort, 'recipe'>, heading: string][] = [
  ['judge', 'Judges'],
  ['strategy', 'Strategies'],
  ['reader', 'Page formats'],
  ['filter', 'Link filters'],
  ['sink', 'Sinks'],
  ['exporter', 'Export formats'],
  ['seed source', 'Sources of seeds'],
];

/** Of one name, or of all. */
function kinds(name?: string): string {
  const parts = headings.flatMap(([sort, heading]) => {
    const listed = registered(sort).filter(
      ({ definition }) => name === undefined || definition.name === name,
    );
    return listed.length === 0 ? [] : [`${heading}\n\n${listed.map(described).join('\n')}`];
  });
  if (parts.length > 0) return parts.join('\n\n');
  const known = headings.flatMap(([sort]) => registered(sort).map(({ definition }) => definition.name));
  throw new ForageError(
    'RECIPE_UNKNOWN',
    `There is no kind "${name}"${instead(name!, known, '"forage recipes --kinds"')}`,
  );
}

function described(one: Registered): string {
  const { name, summary } = one.definition;
  const settings = 'settings' in one.definition ? one.definition.settings : undefined;
  const rows = settings === undefined ? [] : settingRows(settings, defaultsOf(settings), (key) => `  ${key}`);
  const from = isOurs(one) ? '' : ` (${shown(one.module)})`;
  return [`  ${name}${from}: ${summary}`, ...(rows.length > 0 ? [table(rows)] : [])].join('\n');
}

/** Each separately: another may have no default. */
const defaultsOf = ({ shape }: z.ZodObject): Record<string, unknown> =>
  Object.fromEntries(Object.entries(shape).map(([key, one]) => [key, z.safeParse(one, undefined).data]));

function settingRows(
  settings: z.ZodObject,
  spec: Record<string, unknown>,
  nameOf: (key: string) => string,
): string[][] {
  const { properties = {} } = z.toJSONSchema(settings, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).map(([key, property]) => {
    const { description = '', enum: choices } = property as z.core.JSONSchema.BaseSchema;
    return [
      `  ${nameOf(key)}=${inWords(spec[key])}`,
      choices ? `${description} (${choices.join(', ')})` : description,
    ];
  });
}

const inWords = (value: unknown): string =>
  value === undefined ? '…' : oneLine(typeof value === 'object' ? JSON.stringify(value) : String(value), 40);
