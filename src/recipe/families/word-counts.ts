/** A file of words with their frequencies, one a line, separated by a tab. */
import { ForageError } from '../../errors.ts';
import { readText } from '../../topic/text-file.ts';

export function loadWords(path: string): [word: string, count: number][] {
  const lines = readText(path)
    .split(/\r?\n/)
    .filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line, i) => {
    const [word = '', count = ''] = line.split('\t');
    const n = Number(count);
    if (word !== '' && n > 0) return [word, n];
    throw new ForageError(
      'INPUT_INVALID',
      `${path}, line ${i + 1}: write a word, a tab and how often it occurs (found "${line.slice(0, 60)}").`,
    );
  });
}
