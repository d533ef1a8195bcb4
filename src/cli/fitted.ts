/**
 * Sentences for a terminal: broken at spaces, never inside a word. A command stays in one piece, so that it can be pasted:
 * one that does not fit has a line of its own, which the terminal breaks without a line end.
 */
import { columns } from './print.ts';
import { widthOf } from './width.ts';

/** Lines that fit, such as those of tables, stay as they are. */
export const fitted = (text: string, width = columns()): string =>
  text
    .split('\n')
    .flatMap((line) => (widthOf(line) <= width ? [line] : broken(line, width)))
    .join('\n');

/** A command, and what it does. */
const ADVICE = /^(\s+(?:npm run )?forage .+?)(?: {3,}(\S.*))?$/;
const COMMAND_OR_WORD = /(?<!\S)["(]?forage .+?(?=[.,;)"]+(?:\s|$)|$)\S*|\S+/g;

function broken(line: string, width: number): string[] {
  const [, command, does] = ADVICE.exec(line) ?? [];
  if (command !== undefined) return [command, ...(does === undefined ? [] : filled(does, '    ', width))];
  const [indent] = /^\s*(?:- )?/.exec(line)!;
  const [first, ...rest] = filled(line.slice(indent.length), ' '.repeat(indent.length), width);
  return [indent + first!.trimStart(), ...rest];
}

function filled(text: string, indent: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const [word] of text.matchAll(COMMAND_OR_WORD)) {
    const longer = line === '' ? indent + word : `${line} ${word}`;
    if (line !== '' && widthOf(longer) > width) {
      lines.push(line);
      line = indent + word;
    } else line = longer;
  }
  return [...lines, line];
}
