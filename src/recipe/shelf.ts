/**
 * The families that are at hand. The program has all of them (`families.ts`); a thread that reads pages takes the one or
 * two that its recipe needs, for loading the others is most of the time that it would take to start.
 */
import type { Family } from './family.ts';
import type { Spec } from './recipe.ts';

const shelf = new Map<string, Family>();

/** By the name of its module, which exports it under the same name. */
export function shelve(byName: Record<string, Family>): void {
  for (const [name, family] of Object.entries(byName)) shelf.set(name, family);
}

export const families = (): readonly Family[] => [...shelf.values()];

/** The names of the families that these are made of, judges within judges and strategies included. */
export function familiesOf(...specs: readonly Spec[]): string[] {
  const kinds = kindsIn(specs);
  return [...shelf]
    .filter(([, { judges, strategies }]) => [...judges, ...strategies].some(({ name }) => kinds.has(name)))
    .map(([name]) => name);
}

function kindsIn(value: unknown, kinds = new Set<unknown>()): Set<unknown> {
  if (typeof value !== 'object' || value === null) return kinds;
  if ('kind' in value) kinds.add(value.kind);
  for (const part of Object.values(value)) kindsIn(part, kinds);
  return kinds;
}
