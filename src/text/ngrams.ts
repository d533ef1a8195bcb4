/** Word n-grams and character n-grams of a text. */
import { ForageError } from '../errors.ts';

/** Every sequence of `shortest` to `longest` words, joined by a space, ordered by first word. */
export function phrases(words: readonly string[], longest = 3, shortest = 1): string[] {
  check(longest, 'longest');
  check(shortest, 'shortest');
  const found: string[] = [];
  for (let start = 0; start < words.length; start++) {
    let phrase = words[start]!;
    if (shortest === 1) found.push(phrase);
    for (let length = 2; length <= longest && start + length <= words.length; length++) {
      phrase += ` ${words[start + length - 1]}`;
      if (length >= shortest) found.push(phrase);
    }
  }
  return found;
}

/** Every sequence of n characters (code points, so surrogate pairs stay whole); nothing for a shorter text. */
export function characterNgrams(text: string, n: number): string[] {
  check(n, 'n');
  const found: string[] = [];
  if (!/[\ud800-\udfff]/.test(text)) {
    for (let i = 0; i + n <= text.length; i++) found.push(text.slice(i, i + n));
    return found;
  }
  const characters = Array.from(text);
  for (let i = 0; i + n <= characters.length; i++) found.push(characters.slice(i, i + n).join(''));
  return found;
}

function check(n: number, name: string): void {
  if (Number.isInteger(n) && n >= 1 && n <= 50) return;
  throw new ForageError('INPUT_INVALID', `${name} is ${n}; use a whole number from 1 to 50.`);
}
