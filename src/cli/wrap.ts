import { widthOf } from './width.ts';

/**
 * Wraps untrusted text into terminal lines: broken between words if possible, without control characters, with wide
 * (East Asian) characters counted as two columns and combining ones as none.
 */
export function wrapped(text: string, columns: number): string[] {
  return text
    .split(/\r\n|[\n\r\v\f\u2028\u2029]/)
    .flatMap((line) => wrapLine(line.replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ').trim(), columns));
}

function wrapLine(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  let taken = 0;
  for (const word of text.split(' ')) {
    let length = widthOf(word);
    if (line !== '' && taken + 1 + length <= columns) {
      line += ` ${word}`;
      taken += 1 + length;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    if (length > columns) {
      const pieces = broken(word, columns);
      line = pieces.pop()!;
      lines.push(...pieces);
      length = widthOf(line);
    }
    taken = length;
  }
  lines.push(line);
  return lines;
}

function broken(word: string, columns: number): string[] {
  const pieces: string[] = [];
  let piece = '';
  let taken = 0;
  for (const character of word) {
    const width = widthOf(character);
    if (taken + width > columns) {
      pieces.push(piece);
      piece = '';
      taken = 0;
    }
    piece += character;
    taken += width;
  }
  return [...pieces, piece];
}
