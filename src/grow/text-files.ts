/**
 * A folder of texts, one file each, that a person can look at, delete from and add to. `index.tsv` says where each came
 * from; it is for people alone. Files are read back as a topic's examples are, so the first line serves as title.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../disk.ts';

export interface TextFile {
  /** URL or path. */
  source: string;
  text: string;
  /** Further columns of the index. */
  about?: Record<string, string | number>;
}

export function writeTexts(folder: string, texts: readonly TextFile[]): void {
  makeFolder(folder);
  const columns = Object.keys(texts[0]?.about ?? {});
  const rows = texts.map(({ source, text, about = {} }, i) => {
    const file = `${String(i + 1).padStart(4, '0')}.txt`;
    writeFileSync(join(folder, file), text);
    return [file, source, ...columns.map((name) => about[name] ?? '')];
  });
  writeTable(join(folder, 'index.tsv'), ['file', 'source', ...columns], rows);
}

export function writeTable(
  path: string,
  columns: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): void {
  const line = (cells: readonly (string | number)[]): string =>
    `${cells.map((cell) => String(cell).replace(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, ' ')).join('\t')}\n`;
  writeFileSync(path, [columns, ...rows].map(line).join(''));
}

/** In order. */
function textNames(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => !name.startsWith('.') && name !== 'index.tsv')
    .sort();
}

export function readTexts(folder: string): { name: string; text: string }[] {
  return textNames(folder).map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
}

export function digestOfTexts(folder: string): string {
  const hash = createHash('sha256');
  for (const name of textNames(folder)) hash.update(`${name}\0`).update(readFileSync(join(folder, name)));
  return hash.digest('hex');
}
