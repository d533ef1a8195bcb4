/** Makes a part of a definition. One that cannot be made ends the crawl before its first page, with a name and a reason. */
import { atOnce } from '../at-once.ts';
import { ForageError, messageOf } from '../errors.ts';
import type { Definition, Sort } from './define.ts';

type Named<S extends Sort> = Pick<Definition<S>, 'name'>;

/** `has`: the function that the part must have. */
export function made<S extends Sort, T extends object>(
  sort: S,
  { name }: Named<S>,
  has: keyof T & string,
  make: () => T,
): T {
  try {
    const part = atOnce(make());
    if (typeof part?.[has] === 'function') return part;
    throw new TypeError(`it must be an object with the function "${has}"`);
  } catch (error) {
    throw cannotStart(sort, name, error);
  }
}

/** What else a user's kind is asked before the first page. */
export function answered<S extends Sort, T>(sort: S, { name }: Named<S>, ask: () => T): T {
  try {
    return atOnce(ask());
  } catch (error) {
    throw cannotStart(sort, name, error);
  }
}

/** What a user's kind has learnt, as a resumed crawl reads it from its file. */
export function learnt<S extends Sort>(sort: S, { name }: Named<S>, model: unknown): unknown {
  if (model === undefined) return undefined;
  try {
    const text = JSON.stringify(model);
    if (text === undefined) throw new TypeError(`a ${typeof model} is none`);
    return JSON.parse(text);
  } catch (error) {
    const text = `What the ${sort} "${name}" learnt must be plain JSON: ${messageOf(error)}`;
    throw new ForageError('PLUGIN_INVALID', text, { cause: error });
  }
}

const cannotStart = (sort: Sort, name: string, error: unknown): ForageError =>
  new ForageError('PLUGIN_INVALID', `The ${sort} "${name}" cannot start: ${messageOf(error)}`, {
    cause: error,
  });
