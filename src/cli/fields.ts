/** `--fields url,about.authors`: of what a command prints as JSON, only these. Set once for a command, before it runs. */
import { instead } from '../suggest.ts';

type Wanted = { [name: string]: Wanted };

let wanted: Wanted | undefined;
let complainOf: ((sentence: string) => void) | undefined;

/** Undefined: everything. `complain` gets one sentence about a field that the first object does not have. */
export function chooseFields(names: string | undefined, complain?: (sentence: string) => void): void {
  wanted = names === undefined ? undefined : treeOf(names);
  complainOf = complain;
}

export const areFieldsChosen = (): boolean => wanted !== undefined;

/** A list is a list of the same fields; a field that something does not have is left out. */
export function picked(value: unknown): unknown {
  if (wanted === undefined) return value;
  const unknown = complainOf === undefined ? undefined : firstUnknown(value, wanted);
  if (unknown !== undefined) complainOf?.(unknown);
  complainOf = undefined;
  return pick(value, wanted);
}

function pick(value: unknown, fields: Wanted): unknown {
  if (Array.isArray(value)) return value.map((one) => pick(one, fields));
  if (!isObject(value) || Object.keys(fields).length === 0) return value;
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, below]) =>
      Object.hasOwn(value, name) ? [[name, pick(value[name], below)]] : [],
    ),
  );
}

function treeOf(names: string): Wanted {
  const tree: Wanted = {};
  for (const name of names.split(',')) {
    let at = tree;
    for (const part of name.trim().split('.')) {
      at[part] ??= {};
      at = at[part];
    }
  }
  return tree;
}

function firstUnknown(value: unknown, fields: Wanted): string | undefined {
  const one: unknown = Array.isArray(value) ? value[0] : value;
  if (!isObject(one)) return undefined;
  const missing = Object.keys(fields).find((name) => !Object.hasOwn(one, name));
  return missing === undefined
    ? undefined
    : `There is no field "${missing}" here${instead(missing, Object.keys(one))}`;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
