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
    throw new ForageError('PLUGIN_INVALID', `The ${sort} "${name}" cannot start: ${messageOf(error)}`, {
      cause: error,
    });
  }
}
