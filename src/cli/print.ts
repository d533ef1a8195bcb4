/**
 * The one place where commands write to the terminal. Titles, URLs, robots.txt and messages of servers are printed by
 * all of them, so control characters are removed here, for all commands: no page can move the cursor, rename the window
 * or colour a line. Our own styles are marked with noncharacters of Unicode, which become colours at the last moment
 * and only where colours are wanted.
 */
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { picked } from './fields.ts';

type Style = 'bold' | 'dim' | 'green';

const OFF = '\ufdd0';
const MARKS: Record<Style, string> = { bold: '\ufdd1', dim: '\ufdd2', green: '\ufdd3' };
const CODES = new Map([
  [OFF, '\x1b[0m'],
  [MARKS.bold, '\x1b[1m'],
  [MARKS.dim, '\x1b[2m'],
  [MARKS.green, '\x1b[32m'],
]);
/** Line feeds and tabs are ours; so is every mark. */
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufdd4-\ufdef]/g;
const ANY_MARK = /[\ufdd0-\ufdd3]/g;

export function styled(style: Style, text: string): string {
  return text === '' ? '' : `${MARKS[style]}${text}${OFF}`;
}

/** A text without anything that a terminal would obey; styles become colours if `colours` is set. */
export function cleaned(text: string, colours: boolean): string {
  return text
    .replace(/\r\n/g, '\n')
    .replace(CONTROLS, '')
    .replace(ANY_MARK, (mark) => (colours ? CODES.get(mark)! : ''));
}

/** https://no-color.org: any value but an empty one switches colours off. */
export const hasColours = (out: Writable & { isTTY?: boolean }): boolean =>
  out.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb';

/** A line on standard output. */
export function print(text = ''): void {
  process.stdout.write(`${cleaned(text, hasColours(process.stdout))}\n`);
}

/** A line on standard error. */
export function complain(text: string): void {
  process.stderr.write(`${cleaned(text, hasColours(process.stderr))}\n`);
}

/**
 * With `--fields`, those alone. Characters that JSON leaves as they are and a terminal would obey are escaped: the
 * value stays the same.
 */
export function asJson(value: unknown, indent?: number): string {
  return JSON.stringify(picked(value), undefined, indent).replace(
    /[\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufdd0-\ufdef]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A line of JSON on standard output; waits for a slow consumer. */
export async function printJsonLine(value: unknown): Promise<void> {
  if (!process.stdout.write(`${asJson(value)}\n`)) await once(process.stdout, 'drain');
}

/** The width to lay out for; a pipe or a file has no limit. */
export const columns = (out: { isTTY?: boolean; columns?: number } = process.stdout): number =>
  out.isTTY ? Math.max(20, out.columns ?? 80) : Number.POSITIVE_INFINITY;
