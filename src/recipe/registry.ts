/** Registers all built-in families, in the order in which they are listed; and finds recipes by name. */
import { fileURLToPath } from 'node:url';
import { ForageError } from '../errors.ts';
import { ownModule } from '../own-module.ts';
import { register, registered } from '../plugin/registry.ts';
import { instead } from '../suggest.ts';
import { adaptive } from './families/adaptive.ts';
import { cindi } from './families/cindi.ts';
import { crete } from './families/crete.ts';
import { darmstadt } from './families/darmstadt.ts';
import { general } from './families/general.ts';
import { judges } from './families/judges.ts';
import { lund } from './families/lund.ts';
import { minas } from './families/minas.ts';
import { online } from './families/online.ts';
import { override } from './override.ts';
import type { Recipe } from './recipe.ts';

const families = { general, judges, crete, lund, minas, cindi, darmstadt, online, adaptive };
// A thread loads the one or two that it needs by the paths of their modules.
for (const [name, definitions] of Object.entries(families))
  register(definitions, fileURLToPath(ownModule(`./families/${name}`, import.meta.url)));

export const recipes = (): readonly Recipe[] => registered('recipe').map(({ definition }) => definition);

/** `recipe`, or `recipe@variant`; `others` are considered for the suggestion, too. */
export function findRecipe(name: string, others: readonly Recipe[] = []): Recipe {
  const found = recipes().find((recipe) => recipe.name === baseOf(name));
  if (found) return name === found.name ? found : variantOf(found, name);
  const known = [...recipes(), ...others].map((recipe) => recipe.name);
  const text = `There is no recipe "${name}"${instead(name, known, '"forage recipes"')}`;
  throw new ForageError('RECIPE_UNKNOWN', text, { faults: [{ path: [], text }] });
}

/** A recipe given by name or as data. */
export const recipeOf = (given: string | Recipe): Recipe =>
  typeof given === 'string' ? findRecipe(given) : given;

/** The recipe of `recipe@variant`. */
export const baseOf = (name: string): string => name.split(VARIANT, 1)[0]!;
const VARIANT = '@';

function variantOf({ variants = {}, ...base }: Recipe, name: string): Recipe {
  const variant = variants[name.slice(base.name.length + 1)];
  if (variant) return { ...base, ...override(base, variant.set), name };
  const known = Object.keys(variants).map((one) => `${base.name}${VARIANT}${one}`);
  const text = `There is no variant "${name}"${instead(name, known, `"forage recipes ${base.name}"`)}`;
  throw new ForageError('RECIPE_UNKNOWN', text, { faults: [{ path: [], text }] });
}
