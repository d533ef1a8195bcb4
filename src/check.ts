/**
 * Validates external input against a zod schema. Every fault becomes a sentence that says what is expected and what was
 * found, with the path of its key. Messages written in the schema take precedence over those made here. Zod's own
 * wording never leaves this file.
 */
import type { z } from 'zod';
import { type ErrorCode, type Fault, ForageError } from './errors.ts';
import { either, instead, nearest } from './suggest.ts';

export type Checked<T> = { ok: true; data: T } | { ok: false; faults: Fault[] };

export function check<Schema extends z.ZodType>(schema: Schema, value: unknown): Checked<z.output<Schema>> {
  const result = schema.safeParse(value, { error: inWords });
  if (result.success) return { ok: true, data: result.data };
  return { ok: false, faults: result.error.issues.flatMap((issue) => faultsOf(issue, value)) };
}

/** The data, or an error that lists every fault; `name` is what the user calls the input. */
export function checked<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  code: ErrorCode,
  name: string,
): z.output<Schema> {
  const result = check(schema, value);
  if (result.ok) return result.data;
  const { faults } = result;
  const lines = faults.map(({ path, text }) => `${[name, ...path].join('.')}: ${text}`);
  throw new ForageError(code, lines.join('\n'), { faults });
}

/** For use within a schema: adds a fault whose sentence is complete. */
export function addFault(context: z.RefinementCtx, { path, text }: Fault): void {
  context.addIssue({ code: 'custom', path: [...path], message: text, params: { isComplete: true } });
}

/**
 * For use within a schema: turns what a custom check throws into faults of the value, each at the path that `at`
 * returns; faults for which it returns nothing are dropped.
 */
export function addFaults<T>(
  context: z.RefinementCtx,
  work: () => T,
  at: (path: Fault['path']) => Fault['path'] | undefined = (path) => path,
): T | undefined {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ForageError)) throw error;
    for (const { path, text } of error.faults ?? [{ path: [], text: error.message }]) {
      const place = at(path);
      if (place !== undefined) addFault(context, { path: place, text });
    }
    return undefined;
  }
}

/** The sentence for an issue for which the schema has none; empty if `faultsOf` has to look into it. */
function inWords(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_union') return '';
  if (issue.code === 'unrecognized_keys') {
    const known = Object.keys((issue.inst as z.ZodObject | undefined)?.shape ?? {});
    return issue.keys.map((key) => `unknown key${instead(key, known)}`).join('\n');
  }
  const isMissing = issue.code === 'invalid_type' && issue.input === undefined;
  return `${isMissing ? 'missing: ' : ''}give ${wantedBy(issue)}`;
}

function wantedBy(issue: z.core.$ZodRawIssue | z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return typeNames[issue.expected] ?? `a value of the type ${issue.expected}`;
    case 'invalid_value':
      return either(issue.values.map((value) => JSON.stringify(value)));
    case 'too_small':
      return sized(issue.origin, issue.inclusive ? 'of at least' : 'above', Number(issue.minimum));
    case 'too_big':
      return sized(issue.origin, issue.inclusive ? 'of at most' : 'below', Number(issue.maximum));
    case 'not_multiple_of':
      return `a multiple of ${issue.divisor}`;
    case 'invalid_format':
      return `text of the form ${issue.format}`;
    default:
      return 'another value';
  }
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'keys with values',
  record: 'keys with values',
  null: 'nothing',
};

function sized(origin: string, bound: string, n: number): string {
  if (origin === 'string') return `text ${bound} ${n} character${n === 1 ? '' : 's'}`;
  if (origin === 'array') return `a list ${bound} ${n} ${n === 1 ? 'entry' : 'entries'}`;
  return `a number ${bound} ${n}`;
}

function faultsOf(issue: z.core.$ZodIssue, whole: unknown): Fault[] {
  const path = issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key));
  if (issue.code === 'unrecognized_keys') {
    const texts = issue.message.split('\n');
    return issue.keys.map((key, i) => ({ path: [...path, key], text: texts[i]! }));
  }
  if (issue.code === 'custom' && issue.params?.isComplete) return [{ path, text: issue.message }];
  const found = valueAt(whole, path);
  if (issue.code === 'invalid_union' && issue.message === '') {
    const fitting = issue.errors.find((branch) => !branch.some(isOfWrongType));
    if (fitting)
      return fitting.flatMap((inner) => faultsOf({ ...inner, path: [...path, ...inner.path] }, whole));
    const wanted = either([...new Set(issue.errors.flat().filter(isOfWrongType).map(wantedBy))]);
    return [{ path, text: `${found === undefined ? 'missing: ' : ''}give ${wanted}${foundText(found)}` }];
  }
  let text = issue.message;
  if (issue.code === 'invalid_type' || !isObject(found)) text += foundText(found);
  const meant = issue.code === 'invalid_value' ? nearest(String(found), issue.values.map(String)) : undefined;
  if (meant !== undefined) text += `; did you mean "${meant}"?`;
  return [{ path, text }];
}

/** Fails as a whole, not in one of its parts. */
const isOfWrongType = ({ code, path }: z.core.$ZodIssue): boolean =>
  path.length === 0 && (code === 'invalid_type' || code === 'invalid_value');

function valueAt(value: unknown, path: Fault['path']): unknown {
  let at = value;
  for (const key of path) at = (at as Record<PropertyKey, unknown> | null | undefined)?.[key];
  return at;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** For lists and objects only their type. */
function foundText(found: unknown): string {
  if (found === undefined) return '';
  if (isObject(found)) return ` (found ${Array.isArray(found) ? 'a list' : 'keys with values'})`;
  return ` (found ${typeof found === 'string' ? JSON.stringify(found).slice(0, 80) : String(found)})`;
}
