/**
 * The user's own parts of a crawl besides its recipe: link filters and sinks. Active are those named in the settings,
 * and those of loaded modules that need no settings.
 */
import { ForageError } from '../errors.ts';
import type { Definition } from '../plugin/define.ts';
import { useModules } from '../plugin/load.ts';
import { made } from '../plugin/made.ts';
import { definedIn, find } from '../plugin/registry.ts';
import { settingsOf } from '../recipe/parts.ts';
import { recipeOf } from '../recipe/registry.ts';
import type { Topic } from '../topic/topic.ts';
import type { Filter } from './equipment.ts';
import type { Settings } from './settings.ts';
import type { NamedSink } from './sinks.ts';

/**
 * The settings with the modules of topic and recipe added to their own, all loaded, as paths that are valid from any
 * folder.
 */
export function withUsed<S extends Pick<Settings, 'use' | 'recipe'>>(settings: S, topic: Topic): S {
  const use = useModules([...settings.use, ...(topic.use ?? [])]);
  // A recipe's name may become known only now.
  const { use: ofRecipe = [] } = recipeOf(settings.recipe);
  return { ...settings, use: [...new Set([...use, ...useModules(ofRecipe)])] };
}

export const filtersOf = (settings: Settings, topic: Topic): Filter[] =>
  chosen('filter', settings).map(({ definition, own }) => {
    const { name } = definition;
    const filter = made('filter', definition, 'refuses', () => definition.make({ topic, settings: own }));
    return { name, refuses: (link) => filter.refuses(link) };
  });

export const sinksOf = (settings: Settings, topic: Topic, folder: string): NamedSink[] =>
  chosen('sink', settings).map(({ definition, own }) => ({
    name: definition.name,
    sink: made('sink', definition, 'accept', () => definition.open({ folder, topic, settings: own })),
  }));

type Chosen<S extends 'filter' | 'sink'> = { definition: Definition<S>; own: Record<string, unknown> };

/** Throws for a wrong name or setting, with its path in the settings. */
export function chosen<S extends 'filter' | 'sink'>(
  sort: S,
  settings: Pick<Settings, 'use' | 'filters' | 'sinks'>,
): Chosen<S>[] {
  const key = `${sort}s` as const;
  const named = settings[key].map((spec, i): Chosen<S> => {
    try {
      const definition = find(sort, spec.kind);
      return { definition, own: settingsOf(definition, spec) };
    } catch (error) {
      if (!(error instanceof ForageError)) throw error;
      const faults = (error.faults ?? []).map(({ path, text }) => ({ path: [key, i, ...path], text }));
      throw new ForageError(error.code, `${key}.${i}: ${error.message}`, { faults });
    }
  });
  const names = new Set(named.map(({ definition }) => definition.name));
  const others = definedIn(sort, settings.use).filter(
    ({ name, settings }) => !names.has(name) && settings.safeParse({}).success,
  );
  return [...named, ...others.map((definition) => ({ definition, own: definition.settings.parse({}) }))];
}

/** Those that are inactive because their required settings are missing. */
export function idle(settings: Settings): string[] {
  return (['filter', 'sink'] as const).flatMap((sort) => {
    const active = new Set(chosen(sort, settings).map(({ definition }) => definition.name));
    return definedIn(sort, settings.use)
      .filter(({ name }) => !active.has(name))
      .map(({ name }) => `The ${sort} "${name}" is not active: name it under "${sort}s:" with its settings.`);
  });
}
