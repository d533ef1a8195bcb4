/** Values of a JSON answer by a path such as `web.results`; an answer of another shape has none, and never throws. */
import { SourceFailure } from './asking.ts';

export function valueAt(value: unknown, path: string): unknown {
  let at = value;
  for (const key of path === '' ? [] : path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<string, unknown>)[key];
  }
  return at;
}

/** A text on one line without markup: engines mark the words they found. Empty if there is none. */
export function wordsAt(value: unknown, path: string): string {
  const found = valueAt(value, path);
  if (typeof found !== 'string') return '';
  return found
    .slice(0, MAX_TEXT)
    .replace(/<\/?[a-z][^<>]{0,200}>/gi, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The list at a path. */
export function records(value: unknown, path: string): unknown[] {
  const found = valueAt(value, path);
  if (Array.isArray(found)) return found.slice(0, MAX_RECORDS);
  throw new SourceFailure(path === '' ? 'its answer is not a list' : `its answer has no list at "${path}"`);
}

const MAX_TEXT = 5000;
const MAX_RECORDS = 10_000;
