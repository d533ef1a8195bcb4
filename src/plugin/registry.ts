/**
 * All available definitions, by sort and name, with the module that each came from. The program has all built-in ones
 * (`recipe/registry.ts`) and those of the modules it uses (`load.ts`). A reader thread has only the modules that its
 * recipe needs, because loading the others would dominate its start-up time.
 */
import { fileURLToPath } from 'node:url';
import { ForageError } from '../errors.ts';
import type { Spec } from '../recipe/recipe.ts';
import { instead } from '../suggest.ts';
import type { Definition, Sort } from './define.ts';

export interface Registered<S extends Sort = Sort> {
  definition: Definition<S>;
  /** Path of the file; if several export the same definition, the first. */
  module: string;
}

const bySort: { [S in Sort]: Map<string, Registered<S>> } = {
  judge: new Map(),
  strategy: new Map(),
  recipe: new Map(),
  reader: new Map(),
  filter: new Map(),
  sink: new Map(),
  exporter: new Map(),
  'seed source': new Map(),
};

/** Registers every definition among the exports of a module, single or in lists; returns how many there are. */
export function register(exports: object, module: string): number {
  const found = [exports, ...Object.values(exports)].flat(2).filter(isDefinition);
  for (const definition of found) {
    const { forage: sort, name } = definition;
    const known = bySort[sort] as Map<string, Registered>;
    const holder = known.get(name);
    if (holder === undefined) known.set(name, { definition, module });
    else if (holder.definition !== definition)
      throw new ForageError(
        'PLUGIN_INVALID',
        `${module}: the ${sort} "${name}" is already defined in ${holder.module}. Give yours another name.`,
      );
  }
  return found.length;
}

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** Whether it is built in. */
export const isOurs = ({ module }: Pick<Registered, 'module'>): boolean => module.startsWith(ROOT);

export const registered = <S extends Sort>(sort: S): readonly Registered<S>[] => [...bySort[sort].values()];

/** Definitions of these modules only. */
export const definedIn = <S extends Sort>(sort: S, modules: readonly string[]): Definition<S>[] =>
  registered(sort)
    .filter(({ module }) => modules.includes(module))
    .map(({ definition }) => definition);

export function find<S extends Sort>(sort: S, name: string): Definition<S> {
  const found = bySort[sort].get(name);
  if (found) return found.definition;
  const text = `There is no ${sort} "${name}"${instead(name, [...bySort[sort].keys()])}`;
  throw new ForageError('RECIPE_UNKNOWN', text, { faults: [{ path: ['kind'], text }] });
}

/** The modules that define these, including judges within judges and strategies. */
export function modulesOf(...specs: readonly Spec[]): string[] {
  const kinds = [...kindsIn(specs)].map(String);
  const holders = kinds.flatMap((kind) => [bySort.judge.get(kind), bySort.strategy.get(kind)]);
  return [...new Set(holders.flatMap((holder) => holder?.module ?? []))];
}

/** Whether no kind of these is a user's. */
export const areOurs = (...specs: readonly Spec[]): boolean =>
  modulesOf(...specs).every((module) => isOurs({ module }));

function kindsIn(value: unknown, kinds = new Set<unknown>()): Set<unknown> {
  if (typeof value !== 'object' || value === null) return kinds;
  if ('kind' in value) kinds.add(value.kind);
  for (const part of Object.values(value)) kindsIn(part, kinds);
  return kinds;
}

function isDefinition(value: unknown): value is Definition {
  return typeof value === 'object' && value !== null && 'forage' in value && String(value.forage) in bySort;
}
