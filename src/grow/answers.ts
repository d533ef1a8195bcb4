/**
 * What a person says about the general pages that look most like the topic: they are either pages about it, or the
 * hardest negatives. `answers.tsv` lists twenty of them; written in its second column, yes and no are used by the judge.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ForageError } from '../errors.ts';
import { readText } from '../topic/text-file.ts';
import type { GeneralPage } from './general.ts';
import type { AskedPage, Growing } from './stage.ts';

const pathOf = (on: Growing): string => join(on.root, 'answers.tsv');

/** By URL; pages without yes or no are missing. */
export function answersIn(on: Growing): Map<string, boolean> {
  const answers = new Map<string, boolean>();
  const path = pathOf(on);
  if (!existsSync(path)) return answers;
  for (const [i, line] of readText(path).split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [source = '', said = ''] = line.split('\t');
    const answer = said.trim().toLowerCase();
    if (answer === 'yes' || answer === 'no') answers.set(source, answer === 'yes');
    else if (answer !== '' && answer !== 'unsure')
      throw new ForageError(
        'INPUT_INVALID',
        `${path}, line ${i + 1}: write yes, no, unsure or nothing in the second column (found "${answer.slice(0, 40)}").`,
      );
  }
  return answers;
}

/** Pages already listed keep their answers and their place. */
export function listPages(on: Growing, pages: readonly GeneralPage[]): void {
  const answers = answersIn(on);
  const known = new Map([...answers].map(([source, yes]) => [source, yes ? 'yes' : 'no']));
  const listed = new Map(pages.map(({ source, text }) => [source, text.split('\n', 1)[0]!.slice(0, 120)]));
  for (const source of known.keys()) if (!listed.has(source)) listed.set(source, '');
  const rows = [...listed].map(
    ([source, title]) => `${source}\t${known.get(source) ?? ''}\t${oneLine(title)}`,
  );
  writeFileSync(
    pathOf(on),
    `# Pages of the general crawl that look most like the documents. Write yes or no after the first tab.\n${rows.join('\n')}\n`,
  );
}

const oneLine = (text: string): string => text.replace(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, ' ');

/** The pages in the list, in its order. */
export function listedPages(on: Growing, pages: readonly GeneralPage[]): AskedPage[] {
  const known = new Map(pages.map(({ source, text }) => [source, text]));
  const lines = readText(pathOf(on)).split('\n');
  return lines.flatMap((line) => {
    const [url = '', , title = ''] = line.split('\t');
    const text = known.get(url);
    return text === undefined ? [] : [{ url, title, text }];
  });
}

export function keepAnswers(on: Growing, said: ReadonlyMap<string, boolean>): void {
  const lines = readText(pathOf(on)).split('\n');
  const kept = lines.map((line) => {
    const [source = '', before, ...rest] = line.split('\t');
    const answer = said.get(source);
    return before === undefined || answer === undefined
      ? line
      : [source, answer ? 'yes' : 'no', ...rest].join('\t');
  });
  writeFileSync(pathOf(on), kept.join('\n'));
}
