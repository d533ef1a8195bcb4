/** Parsers for the values of flags; commander adds the name of the flag to their errors. */
import { InvalidArgumentError } from 'commander';
import { parse as parseYaml } from 'yaml';
import { languageFault } from '../text/known-languages.ts';

/** For a flag that may be repeated: `key=value`, the value as YAML; `key+=value` twice adds both. */
export function assignment(text: string, before: Record<string, unknown> = {}): Record<string, unknown> {
  const at = text.indexOf('=');
  if (at <= 0) throw new InvalidArgumentError('Write key=value.');
  const key = text.slice(0, at);
  try {
    const value = parseYaml(text.slice(at + 1)) as unknown;
    const isMore = key.endsWith('+') && Object.hasOwn(before, key);
    return { ...before, [key]: isMore ? [before[key], value].flat() : value };
  } catch {
    throw new InvalidArgumentError('The value is not valid YAML; put it in quotes.');
  }
}

/** For a flag that may be repeated: appends the value to the earlier ones. */
export const modules = (text: string, before: string[] = []): string[] => [...before, text];

export function amount(text: string): number {
  const n = Number(text);
  if (text.trim() === '' || !Number.isFinite(n) || n < 0)
    throw new InvalidArgumentError('Give a number of at least 0.');
  return n;
}

export function whole(text: string): number {
  const n = Number(text.replaceAll('_', ''));
  if (!Number.isSafeInteger(n) || n <= 0) throw new InvalidArgumentError('Give a whole number above 0.');
  return n;
}

/** A whole number, or one of thousands or millions: 500k, 10M. */
export function words(text: string): number {
  const [, figure = '', unit = ''] = /^([\d._]+)([kKmM]?)$/.exec(text.trim()) ?? [];
  const n = Number(figure.replaceAll('_', '')) * { k: 1e3, m: 1e6, '': 1 }[unit.toLowerCase()]!;
  if (!Number.isSafeInteger(Math.round(n)) || figure === '' || !(n >= 1))
    throw new InvalidArgumentError('Give a number of words: 500000, 500k or 10M.');
  return Math.round(n);
}

/** "2%" or "0.02": above 0, at most 1. */
export function share(text: string): number {
  const [, digits, sign] = /^\s*(\d+(?:\.\d+)?)\s*(%?)\s*$/.exec(text) ?? [];
  const n = Number(digits) / (sign === '%' ? 100 : 1);
  if (!(n > 0 && n <= 1)) throw new InvalidArgumentError('Give a share such as 2% or 0.02.');
  return n;
}

export function sequence(text: string): number {
  const n = Number(text);
  if (text.trim() === '' || !Number.isSafeInteger(n) || n < 0)
    throw new InvalidArgumentError('Give a sequence number: a whole number of at least 0.');
  return n;
}

/** `7d`, `12h`, `30m`, `45s`: milliseconds. */
export function span(text: string): number {
  const [, n, unit] = /^(\d+(?:\.\d+)?)\s*([smhdw])$/.exec(text.trim()) ?? [];
  const ms = Number(n) * (UNIT_MS[unit ?? ''] ?? Number.NaN);
  if (!(ms > 0)) throw new InvalidArgumentError('Give a time such as 7d, 12h or 30m.');
  return ms;
}

const UNIT_MS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
};

/** `2026-11-17`, or with a time: milliseconds since the epoch; a day means its end. */
export function moment(text: string): number {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text);
  const ms = Date.parse(isDay ? `${text}T23:59:59.999Z` : text);
  if (Number.isNaN(ms))
    throw new InvalidArgumentError('Give a date such as 2026-11-17 or 2026-11-17T12:00Z.');
  return ms;
}

/** A day stands for its beginning. */
export function since(text: string): number {
  const ms = Date.parse(text);
  if (Number.isNaN(ms))
    throw new InvalidArgumentError('Give a date such as 2026-11-17 or 2026-11-17T12:00Z.');
  return ms;
}

export function port(text: string): number {
  const n = Number(text);
  if (text.trim() === '' || !Number.isInteger(n) || n < 0 || n > 65_535)
    throw new InvalidArgumentError('Give a port from 0 to 65535; 0 takes any free one.');
  return n;
}

export function language(text: string): string {
  const fault = languageFault(text);
  if (fault !== undefined) throw new InvalidArgumentError(`${fault[0]!.toUpperCase()}${fault.slice(1)}`);
  return text;
}
