/** The file of a pool of seeds: one URL per line, `#` starts a comment. */
import { statSync } from 'node:fs';
import { ForageError } from '../errors.ts';
import { entriesOf } from '../topic/list-file.ts';
import { readText } from '../topic/text-file.ts';
import { canonicalUrl, type UrlRules } from '../url/url.ts';

const MAX_BYTES = 64 << 20;

export interface ReadPool {
  /** In canonical form, each once. */
  urls: string[];
  /** What is wrong with the file or with lines of it, as a sentence. */
  fault?: string | undefined;
}

export function readPool(path: string, rules: UrlRules): ReadPool {
  const fault = poolFault(path);
  if (fault !== undefined) return { urls: [], fault };
  let text: string;
  try {
    text = readText(path);
  } catch (error) {
    if (error instanceof ForageError) return { urls: [], fault: error.message };
    throw error;
  }
  const urls = new Set<string>();
  const bad: { line: number; text: string }[] = [];
  for (const { text: url, line } of entriesOf(text)) {
    const found = canonicalUrl(url, undefined, rules);
    if (found.ok) urls.add(found.url);
    else bad.push({ line, text: url });
  }
  return { urls: [...urls], fault: badLines(path, bad) };
}

/** Why a file cannot serve as a pool, as a sentence. */
export function poolFault(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return `There is no file ${path} to draw seeds from.`;
  if (!found.isFile()) return `${path} is not a file: a pool of seeds is a text file with one URL per line.`;
  if (found.size > MAX_BYTES)
    return `${path} is larger than ${MAX_BYTES >> 20} MiB: split the pool, and set the next part when one is used up.`;
  return undefined;
}

function badLines(path: string, bad: readonly { line: number; text: string }[]): string | undefined {
  const [first] = bad;
  if (first === undefined) return undefined;
  const many = bad.length === 1 ? '1 line is not a URL' : `${bad.length} lines are not URLs`;
  return `${path}: ${many} to crawl and left out; the first is line ${first.line}: ${JSON.stringify(first.text).slice(0, 80)}`;
}
